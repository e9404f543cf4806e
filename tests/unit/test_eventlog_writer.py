"""The writer of a session log: whole lines, private files, nothing outside."""

import json
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.eventlog.ids import LogError, is_session_id, new_session_id
from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.eventlog.records import LogRecord, RecordKind
from levelmem.engine.eventlog.writer import (
    EVENTS,
    TRANSCRIPT,
    NoLog,
    SessionLog,
    open_log,
    store_root,
)

WHEN = datetime(2026, 8, 17, 10, 11, tzinfo=UTC)


def said(text: str) -> LogRecord:
    return LogRecord("user_message", WHEN, text=text)


def folder_of(root: Path, session: str = "sess_1") -> Path:
    return root / ".memcode" / "sessions" / session


def test_what_is_appended_is_read_again_in_order(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1")
    for number in range(6):
        log.append(said(f"{number}\nsecond line"))
    log.close()
    records = read_log(folder_of(tmp_path) / EVENTS, "sess_1").records
    assert [record.text[0] for record in records] == list("012345")
    assert (folder_of(tmp_path) / TRANSCRIPT).exists()


def test_a_log_that_exists_goes_on(tmp_path: Path) -> None:
    for text in ("one", "two"):
        log = SessionLog(tmp_path, "sess_1")
        log.append(said(text))
        log.close()
    records = read_log(folder_of(tmp_path) / EVENTS).records
    assert [record.text for record in records] == ["one", "two"]


def test_a_record_without_a_time_gets_the_clocks(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1", clock=lambda: WHEN)
    log.append(LogRecord("session_finished"))
    (record,) = read_log(log.path).records
    assert record.ts == WHEN


def test_files_are_private_and_the_store_ignores_itself(tmp_path: Path) -> None:
    SessionLog(tmp_path, "sess_1").append(said("x"))

    def mode(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    assert mode(folder_of(tmp_path)) == mode(tmp_path / ".memcode") == 0o700
    assert mode(folder_of(tmp_path) / EVENTS) == 0o600
    assert mode(folder_of(tmp_path) / TRANSCRIPT) == 0o600
    assert "*" in (tmp_path / ".memcode/.gitignore").read_text().splitlines()


def test_the_persons_own_ignore_file_stays(tmp_path: Path) -> None:
    (tmp_path / ".memcode").mkdir()
    (tmp_path / ".memcode/.gitignore").write_text("mine\n")
    SessionLog(tmp_path, "sess_1")
    assert (tmp_path / ".memcode/.gitignore").read_text() == "mine\n"


@pytest.mark.parametrize("torn", ['{"ts":"2026', '{"kind":"user_message","text":"x"}'])
def test_a_line_that_a_crash_tore_swallows_nothing(tmp_path: Path, torn: str) -> None:
    log = SessionLog(tmp_path, "sess_1")
    with log.path.open("a") as stream:
        stream.write(torn)
    log.append(said("after"))
    assert read_log(log.path).records[-1].text == "after"


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../evil", "a/b", "/etc", ".hidden", "a\0b", "a" * 129, "ä", "a b"],
)
def test_an_id_that_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    assert not is_session_id(name)
    with pytest.raises(LogError):
        SessionLog(tmp_path / "root", name)
    assert not list(tmp_path.rglob(EVENTS))


def test_a_link_out_of_the_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    sessions = tmp_path / "root/.memcode/sessions"
    sessions.mkdir(parents=True)
    (sessions / "sess_1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LogError):
        SessionLog(tmp_path / "root", "sess_1")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_new_ids_are_valid_and_differ() -> None:
    assert is_session_id(new_session_id())
    assert new_session_id() != new_session_id()


def test_after_closing_nothing_is_appended(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1")
    log.close()
    log.close()
    with pytest.raises(LogError, match="closed"):
        log.append(said("late"))


def test_where_no_log_can_be_had_work_goes_on(tmp_path: Path) -> None:
    (tmp_path / ".memcode").write_text("a file")
    log = open_log(tmp_path, "sess_1")
    assert isinstance(log, NoLog)
    log.append(said("lost"))
    log.close()


def test_several_processes_append_whole_lines(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from levelmem.engine.eventlog.records import LogRecord\n"
        "from levelmem.engine.eventlog.writer import SessionLog\n"
        "log = SessionLog(Path(sys.argv[1]), 'sess_1')\n"
        "for n in range(40):\n"
        "    log.append(LogRecord('user_message', text=f'{sys.argv[2]}-{n} ' * 900))\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name])
        for name in "abc"
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    log = read_log(folder_of(tmp_path) / EVENTS)
    assert len(log.records) == 120
    assert not log.report.skipped
    for name in "abc":
        mine = [r.text.split()[0] for r in log.records if r.text.startswith(name)]
        assert mine == [f"{name}-{n}" for n in range(40)]


def test_secrets_are_scrubbed_before_they_are_written(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    log = SessionLog(tmp_path, "sess_1")
    said_with = f"use {secret} now"
    log.append(LogRecord("tool_call", WHEN, text=said_with, input=said_with))
    log.append(LogRecord("tool_call", WHEN, content=said_with, trigger=said_with))
    written = log.path.read_text() + (folder_of(tmp_path) / TRANSCRIPT).read_text()
    assert secret not in written
    assert written.count("now") >= 4


def test_lone_surrogates_can_be_written(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1")
    log.append(said("a\ud800b"))
    (record,) = read_log(log.path).records
    assert record.text.startswith("a")


def test_the_transcript_reads_as_a_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    __import__("time").tzset()
    log = SessionLog(tmp_path, "sess_1")
    sha = "0123456789abcdef"
    kinds = RecordKind
    for record in (
        LogRecord(kinds.SESSION_STARTED, WHEN, model="m1", mode="auto", head_sha=sha),
        said("please\nfix it"),
        LogRecord(kinds.ASSISTANT_MESSAGE, WHEN, text="sure"),
        LogRecord(kinds.APPROVAL, WHEN, decision="approved", text="run ls\nand more"),
        LogRecord(kinds.TOOL_CALL, WHEN, tool="bash", input="x" * 120),
        LogRecord(kinds.TOOL_RESULT, WHEN, content="bad", is_error=True),
        LogRecord(kinds.PLAN_PRESENTED, WHEN, slug="plan-a", text="# Plan"),
        LogRecord(kinds.PLAN_CANCELLED, WHEN, text="not now"),
        LogRecord(kinds.COMPACTION, WHEN, text="so far"),
        LogRecord(kinds.FACTS, WHEN, text="a fact"),
        LogRecord(kinds.SESSION_FINISHED, WHEN),
    ):
        log.append(record)
    assert (folder_of(tmp_path) / TRANSCRIPT).read_text() == (
        "# session — Aug 17 10:11 · model m1 · auto mode · HEAD 01234567\n\n"
        "## › you · 10:11:00\nplease\nfix it\n\n"
        "**memcode** · 10:11:00\nsure\n\n"
        "- ✓ approved: run ls …\n"
        f"- ⏺ bash {'x' * 100}…\n"
        "  ⚠ bad\n"
        "\n_◆ plan presented 10:11:00 — plan-a_\n# Plan\n\n"
        "\n_◆ plan CANCELLED 10:11:00 — not now (still open work)_\n\n"
        "\n_⊙ context compacted 10:11:00 — so far_\n\n"
        "\n_— session ended 10:11:00_\n\n"
    )


def test_a_failed_write_leaves_no_trace_in_the_transcript(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1")
    os.close(log._events)
    with pytest.raises(LogError, match="can't be written"):
        log.append(said("lost"))
    assert (folder_of(tmp_path) / TRANSCRIPT).read_text() == ""


def test_a_store_lies_at_the_repositorys_root(tmp_path: Path) -> None:
    (tmp_path / "repo/.git").mkdir(parents=True)
    deep = tmp_path / "repo/a/b"
    deep.mkdir(parents=True)
    assert store_root(deep) == tmp_path / "repo"


def test_outside_of_git_the_nearest_store_above_counts(tmp_path: Path) -> None:
    (tmp_path / "x/.memcode").mkdir(parents=True)
    deep = tmp_path / "x/y/z"
    deep.mkdir(parents=True)
    assert store_root(deep) == tmp_path / "x"
    alone = tmp_path / "alone"
    alone.mkdir()
    assert store_root(alone) == alone


def test_lines_are_compact_json_in_utf_8(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "sess_1")
    log.append(said("naïve <b> 使用"))
    line = log.path.read_text(encoding="utf-8").splitlines()[0]
    assert "naïve <b> 使用" in line
    assert ": " not in line.replace(json.loads(line)["text"], "")
