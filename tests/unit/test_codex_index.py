"""Codex's own indexes: they name threads, and never replace the rollouts."""

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from builders.codex import (
    OTHER,
    THREAD,
    CodexStore,
    answer,
    event,
    meta,
    said,
    user_item,
)
from levelmem.engine.sessions.model import Kind


@pytest.fixture
def store(tmp_path: Path) -> CodexStore:
    return CodexStore(tmp_path)


def database(
    path: Path, *rows: Mapping[str, object], edges: tuple[tuple[str, str], ...] = ()
) -> sqlite3.Connection:
    """Write a state database that has just the columns of its rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    columns = list(dict.fromkeys(name for row in rows for name in row)) or ["id"]
    connection.execute(f"CREATE TABLE threads ({', '.join(columns)})")
    for row in rows:
        marks = ", ".join("?" * len(columns))
        values = [row.get(name) for name in columns]
        connection.execute(f"INSERT INTO threads VALUES ({marks})", values)
    connection.execute(
        "CREATE TABLE thread_spawn_edges (parent_thread_id, child_thread_id, status)"
    )
    connection.executemany("INSERT INTO thread_spawn_edges VALUES (?, ?, '')", edges)
    connection.commit()
    return connection


def index_names(store: CodexStore, *names: str | bytes) -> None:
    lines = [
        name
        if isinstance(name, bytes)
        else json.dumps({"id": THREAD, "thread_name": name}).encode()
        for name in names
    ]
    (store.root / "session_index.jsonl").write_bytes(b"\n".join(lines) + b"\n")


def write_thread(store: CodexStore) -> None:
    store.write([meta(), said("Fix the label"), answer("Done")])


def test_titles_go_by_how_much_they_say(store: CodexStore) -> None:
    lines = [meta(), user_item("Fix the label"), answer("Done")]
    store.write(lines)
    assert store.only().title == "Fix the label"

    row = {"id": THREAD, "title": "Repairing labels", "name": None}
    connection = database(store.root / "state_5.sqlite", row)
    assert store.only().title == "Repairing labels"
    assert store.only().title_source == "generated"

    named = event("thread_name_updated", thread_name="Named in the thread")
    store.write([*lines, named])
    assert store.only().title == "Named in the thread"

    index_names(store, "An older name", b"torn {", "Named in the log")
    assert store.only().title == "Named in the log"

    connection.execute("UPDATE threads SET name = 'Named in the database'")
    connection.commit()
    session = store.only()
    assert (session.title, session.title_source) == ("Named in the database", "named")
    connection.close()


@pytest.mark.parametrize(
    "title",
    [
        "# AGENTS.md instructions for /work",
        "<environment_context>\n<cwd>/x</cwd>",
        "# Context from my IDE setup:\n## Open tabs:\n- a.py",
        "Fix the",
        "Fix the la…",
        "",
        None,
        7,
    ],
)
def test_a_title_that_nobody_wrote_or_that_says_less_is_not_taken(
    store: CodexStore, title: object
) -> None:
    write_thread(store)
    row = {"id": THREAD, "title": title, "first_user_message": title}
    database(store.root / "state_5.sqlite", row).close()
    session = store.only()
    assert (session.title, session.title_source) == ("Fix the label", "typed")


def test_the_request_in_an_indexed_message_is_taken_out(store: CodexStore) -> None:
    text = "# Context from my IDE setup:\n## My request for Codex:\nMend the lamp"
    write_thread(store)
    row = {"id": THREAD, "first_user_message": text}
    database(store.root / "state_5.sqlite", row).close()
    assert store.only().title == "Mend the lamp"


def test_a_name_of_another_thread_names_nothing(store: CodexStore) -> None:
    line = event("thread_name_updated", thread_name="Theirs", thread_id=OTHER)
    store.write([meta(), said("Fix the label"), line])
    assert store.only().title == "Fix the label"


def test_the_newest_generation_of_the_database_counts(store: CodexStore) -> None:
    write_thread(store)
    for number, name in ((9, "nine"), (10, "ten"), (5, "five")):
        row = {"id": THREAD, "name": name}
        database(store.root / f"state_{number}.sqlite", row).close()
    assert store.only().title == "ten"


def test_databases_are_found_where_they_may_lie(store: CodexStore) -> None:
    write_thread(store)
    database(
        store.root / "sqlite" / "state_5.sqlite", {"id": THREAD, "name": "inside"}
    ).close()
    assert store.only().title == "inside"
    elsewhere = store.home / "databases"
    database(elsewhere / "state_6.sqlite", {"id": THREAD, "name": "moved"}).close()
    store.roots(CODEX_SQLITE_HOME=str(elsewhere))
    (session,) = store.source.assemble(
        store.root, [store.source.scan(f) for f in store.source.files(store.root)]
    )
    assert session.title == "moved"


def test_rows_that_are_not_checkpointed_yet_are_seen(store: CodexStore) -> None:
    write_thread(store)
    connection = database(store.root / "state_5.sqlite", {"id": THREAD, "name": "new"})
    assert store.only().title == "new"
    connection.close()


def test_a_database_that_cannot_be_opened_in_place_is_copied(
    store: CodexStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_thread(store)
    connection = database(store.root / "state_5.sqlite", {"id": THREAD, "name": "new"})
    connect = sqlite3.connect

    def refuse(target: str, **options: object) -> sqlite3.Connection:
        if str(store.root) in target:
            raise sqlite3.OperationalError("unable to open database file")
        return connect(target, uri=True)

    monkeypatch.setattr(sqlite3, "connect", refuse)
    assert store.only().title == "new"
    monkeypatch.undo()
    connection.close()


def test_reading_an_index_leaves_no_trace(store: CodexStore) -> None:
    write_thread(store)
    database(store.root / "state_5.sqlite", {"id": THREAD, "name": "new"}).close()
    before = {
        path: path.read_bytes() for path in store.root.glob("*") if path.is_file()
    }
    assert store.only().title == "new"
    after = {path: path.read_bytes() for path in store.root.glob("*") if path.is_file()}
    assert after == before


def test_a_log_that_a_crash_left_behind_is_read_from_a_copy(store: CodexStore) -> None:
    write_thread(store)
    path = store.root / "state_5.sqlite"
    connection = database(store.home / "live.sqlite", {"id": THREAD, "name": "new"})
    for ending in ("", "-wal"):
        live = Path(f"{store.home / 'live.sqlite'}{ending}")
        Path(f"{path}{ending}").write_bytes(live.read_bytes())
    connection.close()
    assert store.only().title == "new"
    assert not Path(f"{path}-shm").exists()


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100])
def test_a_broken_database_hides_nothing(store: CodexStore, content: bytes) -> None:
    write_thread(store)
    (store.root / "state_5.sqlite").write_bytes(content)
    assert store.only().title == "Fix the label"


def test_a_database_of_another_shape_hides_nothing(store: CodexStore) -> None:
    write_thread(store)
    connection = sqlite3.connect(store.root / "state_5.sqlite")
    connection.execute("CREATE TABLE threads (uuid TEXT, called BLOB)")
    connection.execute("INSERT INTO threads VALUES ('x', x'ff')")
    connection.commit()
    connection.close()
    assert store.only().title == "Fix the label"


def test_the_index_fills_what_a_rollout_leaves_open(store: CodexStore) -> None:
    line = meta()
    del line["payload"]["cwd"]
    store.write([line, said("Fix the label"), answer("Done")])
    row = {
        "id": THREAD,
        "cwd": "\\\\?\\C:\\work",
        "model": "gpt-5.5",
        "git_branch": "dev",
        "archived": 1,
    }
    database(store.root / "state_5.sqlite", row).close()
    session = store.only()
    assert (session.project, session.branch) == ("C:\\work", "dev")
    assert (session.models, session.lifecycle) == (("gpt-5.5",), "archived")


def test_parents_that_only_the_index_knows_are_believed(store: CodexStore) -> None:
    write_thread(store)
    store.write([meta(OTHER), said("Find it")], OTHER)
    path = store.root / "state_5.sqlite"
    database(path, edges=((THREAD, OTHER),)).close()
    sessions = store.all()
    assert sessions[OTHER].kind is Kind.SUBAGENT
    assert sessions[THREAD].children == 1


def test_the_index_tells_what_an_unreadable_rollout_is(store: CodexStore) -> None:
    store.path(ending=".jsonl.zst").write_bytes(b"no zstd at all" * 20)
    source = json.dumps({"subagent": {"other": "guardian"}})
    row = {"id": THREAD, "source": source, "thread_source": "guardian_review"}
    database(store.root / "state_5.sqlite", row).close()
    session = store.all()[THREAD]
    assert session.error
    assert session.kind is Kind.HIDDEN


def test_a_name_written_later_arrives_at_the_next_look(store: CodexStore) -> None:
    write_thread(store)
    scans = store.scans()
    assert store.source.assemble(store.root, scans)[0].title == "Fix the label"
    index_names(store, "Labels")
    assert store.source.assemble(store.root, scans)[0].title == "Labels"
