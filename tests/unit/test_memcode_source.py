"""memcode's logs as sessions of the catalog."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.eventlog.records import LogRecord
from levelmem.engine.eventlog.writer import SessionLog
from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Kind,
    Origin,
    Session,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.recap import recap
from levelmem.engine.sessions.sources import sources
from levelmem.engine.sessions.sources.memcode import SOURCE

WHEN = datetime(2026, 8, 17, 10, tzinfo=UTC)
EDIT = json.dumps({"path": "src/app.py", "old_string": "a", "new_string": "b"})


def write(root: Path, session: str, *records: LogRecord) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    log = SessionLog(root, session, clock=lambda: WHEN)
    for record in records:
        log.append(record)
    log.close()
    return log.path


def call(tool: str, arguments: str, **more: str) -> LogRecord:
    return LogRecord("tool_call", tool=tool, input=arguments, **more)  # type: ignore[arg-type]


def environ(home: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(home), "LEVELMEM_DATA_DIR": str(home / "data"), **more}


def read(root: Path) -> tuple[Session, list[Turn]]:
    (file,) = SOURCE.files(root)
    session = SOURCE.scan(file).session
    return session, list(SOURCE.turns(session))


def test_the_registry_finds_it() -> None:
    assert sources()["memcode"] is SOURCE


def test_a_log_is_a_session_of_its_project(tmp_path: Path) -> None:
    write(
        tmp_path,
        "sess_1",
        LogRecord("session_started", WHEN, model="m1"),
        LogRecord("user_message", text="fix the parser"),
        call("edit_file", EDIT),
        LogRecord("assistant_message", text="First.\n\nAll done."),
        LogRecord("session_finished"),
        LogRecord("facts", datetime(2027, 1, 1, tzinfo=UTC), text="a fact"),
    )
    session, turns = read(tmp_path)
    assert session.key == ("memcode", "sess_1")
    assert session.project == str(tmp_path)
    assert (session.title, session.turns, session.state) == (
        "fix the parser",
        1,
        "done",
    )
    assert session.created == session.updated == WHEN
    assert session.models == ("m1",)
    assert session.edits == (("src/app.py", 1),)
    assert session.spark == (1,)
    assert session.last_words == "All done."
    assert [turn.origin for turn in turns] == [Origin.HUMAN, Origin.AGENT, Origin.AGENT]
    assert [turn.number for turn in turns] == [0, 1, 2]
    assert any(isinstance(block, FileEdit) for block in turns[1].blocks)


@pytest.mark.parametrize("below", ["", ".memcode", ".memcode/sessions"])
def test_a_root_may_be_the_project_the_store_or_its_sessions(
    tmp_path: Path, below: str
) -> None:
    write(tmp_path, "sess_1", LogRecord("user_message", text="x"))
    session, _ = read(tmp_path / below)
    assert session.project == str(tmp_path)


class TestWhoSaidIt:
    def origins(self, root: Path, *records: LogRecord) -> list[Origin]:
        write(root, "sess_1", *records)
        return [turn.origin for turn in read(root)[1]]

    def test_what_the_runtime_put_in_nobody_typed(self, tmp_path: Path) -> None:
        note = LogRecord("user_message", text="[background shell 3 exited]")
        assert self.origins(tmp_path, note) == [Origin.INJECTED]

    def test_an_attachment_alone_is_the_persons(self, tmp_path: Path) -> None:
        note = LogRecord("user_message", text="[attachment-only input: 2 image, 1 pdf]")
        write(tmp_path, "sess_1", note)
        (turn,) = read(tmp_path)[1]
        assert turn.origin is Origin.HUMAN
        assert turn.blocks == (Image("2 image, 1 pdf"),)

    def test_a_command_from_the_prompt_is_the_persons(self, tmp_path: Path) -> None:
        record = LogRecord(
            "tool_call",
            tool="shell",
            input="make test",
            content="boom",
            is_error=True,
            exit=2,
        )
        write(tmp_path, "sess_1", record)
        session, (turn,) = read(tmp_path)
        assert turn.origin is Origin.SHELL_ESCAPE
        assert session.turns == 1
        result = next(b for b in turn.blocks if isinstance(b, ToolResult))
        assert result.is_error

    def test_summaries_and_notices_are_neithers(self, tmp_path: Path) -> None:
        found = self.origins(
            tmp_path,
            LogRecord("compaction", text="so far"),
            LogRecord("plan_cancelled", text="no"),
            LogRecord("unheard_of", text="?"),
        )
        assert found == [Origin.COMPACTION, Origin.NOTIFICATION]


def test_a_denied_call_is_told_as_denied(tmp_path: Path) -> None:
    push = json.dumps({"command": "git push"})
    write(
        tmp_path,
        "sess_1",
        LogRecord("user_message", text="ship it"),
        LogRecord("approval", decision="denied", text="git push"),
        call("bash", push),
        LogRecord("approval", decision="approved", text="git push"),
        call("bash", push),
    )
    _, turns = read(tmp_path)
    results = [event.result.value for event in recap(turns).pushes]
    assert results == ["denied", "attempted"]


def test_an_empty_log_is_bookkeeping(tmp_path: Path) -> None:
    write(tmp_path, "sess_1", LogRecord("session_started"))
    assert read(tmp_path)[0].kind is Kind.HIDDEN


def test_lines_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path, "sess_1", LogRecord("user_message", text="x"))
    with path.open("a") as stream:
        stream.write("garbage\n")
    assert read(tmp_path)[0].skipped == 1


class TestWhereStoresAre:
    def roots(self, environment: dict[str, str]) -> set[Path]:
        return {root.parent.parent for root in SOURCE.roots(environment)}

    def test_the_home_and_projects_near_below_it(self, tmp_path: Path) -> None:
        home = tmp_path / "home"
        near = [home, home / "a", home / "code/b"]
        for root in (*near, home / "code/x/too-deep", home / ".hidden/c"):
            root.mkdir(parents=True, exist_ok=True)
            write(root, "sess_1")
        assert self.roots(environ(home)) == set(near)

    def test_the_current_folder_and_its_repository(self, tmp_path: Path) -> None:
        home, repo = tmp_path / "home", tmp_path / "repo"
        (repo / ".git").mkdir(parents=True)
        (repo / "sub").mkdir()
        write(repo, "sess_1")
        write(repo / "sub", "sess_2")
        found = self.roots(environ(home, PWD=str(repo / "sub")))
        assert found == {repo, repo / "sub"}

    def test_what_is_named_and_what_memory_knows(self, tmp_path: Path) -> None:
        home = tmp_path / "home"
        named, known = tmp_path / "named", tmp_path / "known"
        for root in (named, known):
            root.mkdir()
            write(root, "sess_1")
        owner = home / "data/projects/known/project.json"
        owner.parent.mkdir(parents=True)
        owner.write_text(json.dumps({"v": 1, "path": str(known)}))
        assert self.roots(environ(home, MEMCODE_HOME=str(named))) == {named, known}

    def test_nothing_is_found_where_there_is_nothing(self, tmp_path: Path) -> None:
        assert SOURCE.roots(environ(tmp_path / "none")) == []


def test_the_catalog_lists_it_beside_others(tmp_path: Path) -> None:
    write(tmp_path / "home", "sess_1", LogRecord("user_message", text="hello there"))
    places = Places(environ(tmp_path / "home", LEVELMEM_CACHE_DIR=str(tmp_path / "c")))
    (session,) = Catalog.open(places).listing().main
    assert session.title == "hello there"
