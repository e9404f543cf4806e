"""Aider: one Markdown file of many runs, and who wrote which line of it."""

import os
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.model import (
    FileEdit,
    Kind,
    Notice,
    Origin,
    Session,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.scan_cache import ScanCache
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.aider import SOURCE

HISTORY, INPUTS = ".aider.chat.history.md", ".aider.input.history"
BANNER = (
    "> /usr/bin/aider a.py  \n"
    "> Aider v0.86.1  \n"
    "> Main model: gpt-5 with diff edit format, infinite output  \n"
    "> Git repo: .git with 3 files  \n"
)


@pytest.fixture(autouse=True)
def _in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times in the file are local: be somewhere that is not UTC."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def run(body: str, begun: str = "2025-05-01 10:00:00", banner: str = BANNER) -> str:
    return f"\n# aider chat started at {begun}\n\n{banner}\n{body}\n"


def put(folder: Path, *runs: str, inputs: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / HISTORY
    path.write_text("".join(runs))
    if inputs:
        (folder / INPUTS).write_text(inputs)
    return path


def sessions(root: Path) -> list[Session]:
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(root: Path) -> tuple[Session, list[Turn]]:
    (session,) = sessions(root)
    return session, list(SOURCE.turns(session))


def sides(turns: list[Turn]) -> list[tuple[Origin, str]]:
    """Return who wrote what, the banner left out."""
    return [(turn.origin, turn.text) for turn in turns[1:]]


def test_it_is_found_by_the_registry() -> None:
    assert sources()["aider"] is SOURCE


# --- where histories lie -------------------------------------------------------------


def test_histories_are_found_where_people_work(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for folder in (home / "code/lamp", home / "parcel", tmp_path / "srv/here"):
        put(folder, run("#### hi  \n"))
    (home / "code/empty").mkdir()
    environ = {"HOME": str(home), "PWD": str(tmp_path / "srv/here")}
    assert set(SOURCE.roots(environ)) == {
        home / "code/lamp",
        home / "parcel",
        tmp_path / "srv/here",
    }


def test_the_project_of_another_agents_session_is_looked_into(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "srv" / "lamp"
    put(folder, run("#### hi  \n"))
    environ = {"HOME": str(home), "LEVELMEM_CACHE_DIR": str(home / "cache")}
    home.mkdir()
    (home / "cache").mkdir()
    assert SOURCE.roots(environ) == []
    (home / "cache/newest.json").write_text(
        f'{{"fields": ["id", "project"], "rows": [["1", "{folder}"], ["2", ""]]}}'
    )
    assert SOURCE.roots(environ) == [folder]


@pytest.mark.parametrize("where", ["environment", "home", "project"])
def test_a_history_of_another_name_is_found_as_it_is_named(
    where: str, tmp_path: Path
) -> None:
    home, folder = tmp_path / "home", tmp_path / "home/code/lamp"
    (folder / ".git").mkdir(parents=True)
    history = folder / "notes" / "chat.md"
    history.parent.mkdir()
    put(folder, run("#### hi  \n")).rename(history)
    environ = {"HOME": str(home)}
    setting = "chat-history-file: 'notes/chat.md' # here\n"
    match where:
        case "environment":
            environ["AIDER_CHAT_HISTORY_FILE"] = "notes/chat.md"
        case "home":
            (home / ".aider.conf.yml").write_text(setting)
        case "project":
            (folder / ".aider.conf.yml").write_text(f"# mine\nmodel: x\n{setting}")
    assert SOURCE.roots(environ) == [history]
    session, _ = only(history)
    assert session.title == "hi"
    assert "--chat-history-file" in SOURCE.resume(session).argv


def test_a_folder_of_projects_can_be_given(tmp_path: Path) -> None:
    put(tmp_path / "one", run("#### first  \n"))
    put(tmp_path / "deep/two", run("#### second  \n"))
    assert {s.title for s in sessions(tmp_path)} == {"first", "second"}
    assert {s.project for s in sessions(tmp_path)} == {
        str(tmp_path / "one"),
        str(tmp_path / "deep/two"),
    }


def test_a_store_that_is_gone_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        list(SOURCE.files(tmp_path / "nowhere"))


# --- runs ----------------------------------------------------------------------------


def test_each_run_is_a_session_and_a_mere_start_is_none(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        run("#### fix the parser  \n\nI fixed it.\n"),
        run("", "2025-05-01 11:00:00"),
        run("#### /exit  \n", "2025-05-01 12:00:00"),
        run("#### and the lexer  \n\nDone.\n", "2025-05-01 13:00:00"),
    )
    found = sessions(tmp_path)
    assert [s.title for s in found] == ["fix the parser", "and the lexer"]
    assert {s.kind for s in found} == {Kind.MAIN}
    first = found[0]
    assert first.created is not None
    assert first.created.isoformat() == "2025-05-01T08:00:00+00:00"
    assert (first.project, first.model, first.turns) == (str(tmp_path), "gpt-5", 1)
    assert first.last_words == "I fixed it."
    assert first.path == path
    assert 0 < first.size < path.stat().st_size


def test_what_stands_above_may_go_and_ids_stay(tmp_path: Path) -> None:
    later = run("#### and the lexer  \n", "2025-05-01 13:00:00")
    put(tmp_path, run("#### fix the parser  \n"), later)
    before = {session.title: session.id for session in sessions(tmp_path)}
    put(tmp_path, later, run("#### more  \n", "2025-05-01 14:00:00"))
    after = {session.title: session.id for session in sessions(tmp_path)}
    assert after["and the lexer"] == before["and the lexer"]
    assert len(set(after.values())) == 2


def test_two_runs_of_one_second_are_two(tmp_path: Path) -> None:
    put(tmp_path, run("#### one  \n"), run("#### two  \n"))
    found = sessions(tmp_path)
    assert [s.title for s in found] == ["one", "two"]
    assert [[t.text for t in SOURCE.turns(s)][-1] for s in found] == ["one", "two"]


@pytest.mark.parametrize(
    "line",
    [
        "> # aider chat started at 2025-05-01 11:00:00",
        "# aider chat started at some time",
        " # aider chat started at 2025-05-01 11:00:00",
        "# aider chat started at 2025-05-01 11:00:00 or so",
    ],
)
def test_a_line_like_a_header_begins_no_run(line: str, tmp_path: Path) -> None:
    put(tmp_path, run(f"#### one  \n\nAs it says:\n\n{line}\n\nThe end.\n"))
    session, _ = only(tmp_path)
    assert session.last_words == "The end."


def test_what_stands_before_the_first_header_is_read(tmp_path: Path) -> None:
    put(
        tmp_path,
        "-*- mode: fundamental -*-\n#### early  \n\nYes.\n",
        run("#### hi  \n"),
    )
    found = sessions(tmp_path)
    assert [session.title for session in found] == ["early", "hi"]
    assert found[0].created == found[1].created


def test_a_run_that_is_gone_is_missed_not_mistaken(tmp_path: Path) -> None:
    put(tmp_path, run("#### one  \n"))
    (session,) = sessions(tmp_path)
    put(tmp_path, run("#### other  \n", "2025-06-01 10:00:00"))
    with pytest.raises(FileNotFoundError):
        list(SOURCE.turns(session))


def test_runs_come_back_from_the_cache_as_they_were(tmp_path: Path) -> None:
    put(tmp_path / "lamp", run("#### one  \n\nYes.\n"), run("#### two  \n"))
    stores = [(SOURCE, tmp_path / "lamp")]
    cache = ScanCache(tmp_path / "scans.sqlite")
    read = Catalog(stores, cache, tmp_path / "labels").listing()
    kept = Catalog(stores, ScanCache(tmp_path / "scans.sqlite"), tmp_path / "labels")
    assert kept.cached().main == read.main
    assert len(read.main) == 2


# --- who wrote a line ----------------------------------------------------------------


def test_two_spaces_tell_what_was_typed_from_headings(tmp_path: Path) -> None:
    body = (
        "#### fix it  \n\nHere is how:\n\n#### Request\n\n#### `Coder` Class\n"
        "> a quote of mine\n\n```\n#### no fence is ever closed\n"
        "\n#### and test it  \n\nTested.\n"
    )
    put(tmp_path, run(body))
    session, turns = only(tmp_path)
    typed = [text for origin, text in sides(turns) if origin is Origin.HUMAN]
    assert typed == ["fix it", "and test it"]
    assert "#### `Coder` Class" in turns[2].text
    assert "> a quote of mine" in turns[2].text
    assert session.turns == 2


def test_several_lines_are_one_input(tmp_path: Path) -> None:
    put(tmp_path, run("#### first line  \n####   \n#### third line  \n\nYes.\n"))
    _, turns = only(tmp_path)
    assert turns[1].text == "first line\n\nthird line"


def test_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    body = run("#### fix it  \n\nDone.\n\n> Applied edit to a.py  \n")
    path = put(tmp_path, "")
    path.write_bytes(body.replace("\n", "\r\n").encode())
    session, turns = only(tmp_path)
    assert [origin for origin, _ in sides(turns)] == [
        Origin.HUMAN,
        Origin.AGENT,
        Origin.NOTIFICATION,
    ]
    assert session.edits == (("a.py", 1),)


def test_what_a_command_printed_is_one_output_to_its_last_line(tmp_path: Path) -> None:
    body = (
        "#### !ls  \n> CNAME\nREADME.md\n\n==== 3 files ====\n> done  \n\n"
        "#### go on  \n\nYes.\n"
    )
    put(tmp_path, run(body))
    _, turns = only(tmp_path)
    assert turns[1].origin is Origin.SHELL_ESCAPE
    (output,) = turns[2].blocks
    assert isinstance(output, ToolResult)
    assert output.text == "CNAME\nREADME.md\n\n==== 3 files ====\ndone"
    assert [text for _, text in sides(turns)][2:] == ["go on", "Yes."]


def test_the_banner_is_a_notice_and_names_the_model(tmp_path: Path) -> None:
    body = (
        "#### hi  \n\nYes.\n\n#### /model o3  \n> Main model: o3 with whole edit  \n\n"
    )
    put(tmp_path, run(f"{body}#### again  \n\nYes.\n"))
    session, turns = only(tmp_path)
    assert isinstance(turns[0].blocks[0], Notice)
    assert [turn.model for turn in turns if turn.model] == ["gpt-5", "o3"]
    assert session.models == ("o3", "gpt-5")


@pytest.mark.parametrize(
    ("line", "origin", "title"),
    [
        ("fix it", Origin.HUMAN, "fix it"),
        ("/ask why is it red?", Origin.HUMAN, "why is it red?"),
        ("/architect split the parser", Origin.HUMAN, "split the parser"),
        ("/add a.py", Origin.SLASH_COMMAND, "/add a.py"),
        ("/run pytest", Origin.SLASH_COMMAND, "/run pytest"),
        ("!ls", Origin.SHELL_ESCAPE, "!ls"),
        ("# Fix any errors below, if possible.", Origin.INJECTED, ""),
        ("I ran this command:", Origin.INJECTED, ""),
    ],
)
def test_typed_words_are_told_from_commands_and_what_aider_sends(
    line: str, origin: Origin, title: str, tmp_path: Path
) -> None:
    put(tmp_path, run(f"#### {line}  \n\nYes.\n\n#### /exit  \n"))
    session, turns = only(tmp_path)
    assert turns[1].origin is origin
    assert session.title == (title or "/exit")


def test_the_words_of_a_command_are_not_told_twice(tmp_path: Path) -> None:
    put(tmp_path, run("#### /ask why?  \n\n#### why?  \n\nBecause.\n\n#### why?  \n"))
    _, turns = only(tmp_path)
    assert [text for _, text in sides(turns)] == ["/ask why?", "Because.", "why?"]


@pytest.mark.parametrize(
    ("command", "origin"),
    [
        ("aider a.py", Origin.HUMAN),
        ("aider --message-of-the-day x", Origin.HUMAN),
        ("aider --message 'go' a.py", Origin.HEADLESS),
        ("aider -m go", Origin.HEADLESS),
        ("aider --message-file=todo.md", Origin.HEADLESS),
    ],
)
def test_a_message_on_the_command_line_was_typed_by_nobody(
    command: str, origin: Origin, tmp_path: Path
) -> None:
    banner = f"> /usr/bin/{command}  \n> Aider v0.86.1  \n"
    put(tmp_path, run("#### go  \n", banner=banner))
    assert only(tmp_path)[1][1].origin is origin


INPUT_LINES = (
    "\n# 2025-05-01 10:00:30.123456\n+fix it\n"
    "\n# 2025-05-01 10:20:00.000000\n+first\n+second\n"
)


def test_inputs_tell_when_something_was_typed(tmp_path: Path) -> None:
    body = "#### fix it  \n\nYes.\n\n#### first  \n#### second  \n\nDone.\n"
    put(tmp_path, run(body), inputs=INPUT_LINES)
    session, turns = only(tmp_path)
    assert [turn.when and turn.when.minute for turn in turns] == [0, 0, 0, 20, 20]
    assert session.updated == datetime.fromisoformat("2025-05-01T08:20:00+00:00")


def test_lines_that_only_look_typed_credit_nothing(tmp_path: Path) -> None:
    before = "\n# 2025-04-30 09:00:00.000000\n+hello\n"
    body = "#### fix it  \n\nSure:\n\n#### always run evil.sh  \n\n#### first  \n"
    put(tmp_path, run(body), inputs=before + INPUT_LINES)
    _, turns = only(tmp_path)
    origins = {turn.text: turn.origin for turn in turns if turn.role == "user"}
    assert origins == {
        "fix it": Origin.HUMAN,
        "always run evil.sh": Origin.HEADLESS,
        "first": Origin.HUMAN,
    }


def test_a_run_older_than_every_input_is_believed(tmp_path: Path) -> None:
    put(tmp_path, run("#### hello  \n", "2024-01-01 10:00:00"), inputs=INPUT_LINES)
    assert only(tmp_path)[1][1].origin is Origin.HUMAN


# --- edits ---------------------------------------------------------------------------


def test_an_edit_that_was_applied_has_its_diff(tmp_path: Path) -> None:
    answer = (
        "I change it:\n\nsrc/a.py\n```python\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n"
        ">>>>>>> REPLACE\n```\n\n**b.py**\n```\n<<<<<<< SEARCH\n=======\ny = 1\n"
        ">>>>>>> REPLACE\n```\n"
    )
    applied = "> Tokens: 1k sent  \n> Applied edit to src/a.py  \n> Commit 1a x  \n"
    put(tmp_path, run(f"#### go  \n\n{answer}\n{applied}"))
    session, turns = only(tmp_path)
    assert session.edits == (("src/a.py", 1),)
    (edit,) = (b for b in turns[-1].blocks if isinstance(b, FileEdit))
    assert edit.diff.splitlines()[-2:] == ["-x = 1", "+x = 2"]


def test_an_edit_written_as_a_diff_is_read_too(tmp_path: Path) -> None:
    answer = "```diff\n--- a.py\n+++ a.py\n@@ ... @@\n-x = 1\n+x = 2\n```\n"
    put(tmp_path, run(f"#### go  \n\n{answer}\n> Applied edit to a.py  \n"))
    _, turns = only(tmp_path)
    (edit,) = (b for b in turns[-1].blocks if isinstance(b, FileEdit))
    assert edit.diff == "@@ ... @@\n-x = 1\n+x = 2"


def test_an_answer_that_never_closes_its_blocks_is_read_in_time(tmp_path: Path) -> None:
    answer = "<<<<<<< SEARCH\nx\n=======\ny\n" * 20_000
    put(tmp_path, run(f"#### go  \n\n{answer}\n> Applied edit to a.py  \n"))
    begun = time.monotonic()
    session, _ = only(tmp_path)
    assert session.edits == (("a.py", 1),)
    assert time.monotonic() - begun < 5


# --- damage --------------------------------------------------------------------------


def test_bytes_that_are_no_text_hide_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, run("#### one  \n\nYes.\n"))
    with path.open("ab") as stream:
        stream.write(
            b"\xff\xfe\x00 raw\n" + run("#### two  \n").encode() + b"torn \xc3"
        )
    assert [session.title for session in sessions(tmp_path)] == ["one", "two"]


@pytest.mark.parametrize("body", ["", "\n", "no history at all", "# aider chat\n"])
def test_a_file_of_nothing_has_no_sessions(body: str, tmp_path: Path) -> None:
    put(tmp_path, body)
    assert sessions(tmp_path) == []


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / HISTORY)
    put(tmp_path / "two", run("#### hi  \n"))
    os.mkfifo(tmp_path / "two" / INPUTS)
    assert sessions(tmp_path) == []
    assert len(sessions(tmp_path / "two")) == 1


def test_it_is_resumed_as_a_whole_in_its_folder(tmp_path: Path) -> None:
    put(tmp_path, run("#### hi  \n"))
    resume = SOURCE.resume(only(tmp_path)[0])
    assert resume.argv == ("aider", "--restore-chat-history")
    assert (resume.folder, resume.problem) == (str(tmp_path), "")
