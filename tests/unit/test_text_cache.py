"""The kept texts: current, private, bounded, and never in the way."""

import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.sessions import text_cache, text_keeping
from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.model import (
    Kind,
    Origin,
    Session,
    Text,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search_results import Hit, Progress
from levelmem.engine.sessions.text_cache import TextCache

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)


class Store:
    """Sessions whose conversations are the lines of their files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: list[str] = []

    def session(self, name: str, text: str, **given: object) -> Session:
        path = self.folder / f"{name}.txt"
        path.write_text(text)
        made = Session("a", name, path, size=len(text), updated=NOW)
        return replace(made, **given)  # type: ignore[arg-type]

    def turns(self, session: Session) -> Iterator[Turn]:
        self.read.append(session.id)
        text = session.path.read_text()
        for number, line in enumerate(text.splitlines()):
            if line.startswith("$"):
                yield Turn(number, "tool", Origin.TOOL, (ToolResult(line[1:]),))
            else:
                yield Turn(number, "user", Origin.HUMAN, (Text(line),))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    folder = tmp_path / "store"
    folder.mkdir()
    return Store(folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "levelmem" / "texts.sqlite"


def finder(store: Store, file: Path, *private: str) -> Finder:
    return Finder(store, TextCache(file), [Path(folder) for folder in private])


def keep(found: Finder, *sessions: Session) -> text_keeping.Keeping:
    return [*found.keep(sessions)][-1]


def hits(found: Finder, words: str, *sessions: Session) -> list[tuple[str, str]]:
    return [
        (hit.session.id, hit.evidence.line)
        for hit in found.search(sessions, parse(words))
        if isinstance(hit, Hit)
    ]


def test_what_is_kept_is_found_without_a_look_at_the_files(
    store: Store, file: Path
) -> None:
    one = store.session("one", "a Needle\n$output of a tool")
    found = finder(store, file)
    assert keep(found, one) == text_keeping.Keeping(1, 1)
    store.read.clear()
    assert hits(found, "needle", one) == [("one", "a Needle")]
    assert hits(found, "output needle", one) == [("one", "a Needle")]
    assert store.read == []


def test_folder_and_file_are_the_persons_alone(store: Store, file: Path) -> None:
    keep(finder(store, file), store.session("one", "x y z"))
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    for path in file.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_text_that_folding_changes_is_shown_as_it_was(store: Store, file: Path) -> None:
    one = store.session("one", "plain\nÜber den Wolken\n日本語 ＡＢＣ\n— “quoted” —")
    found = finder(store, file)
    keep(found, one)
    assert hits(found, "uber", one) == [("one", "Über den Wolken")]
    assert hits(found, "abc 日本", one) == [("one", "日本語 ＡＢＣ")]
    assert hits(found, "QUOTED", one) == [("one", "— “quoted” —")]


def test_a_changed_session_is_searched_in_its_file_until_it_is_kept_again(
    store: Store, file: Path
) -> None:
    old = store.session("one", "before")
    found = finder(store, file)
    keep(found, old)
    new = store.session("one", "before\nafterwards", turns=2)
    store.read.clear()
    assert hits(found, "afterwards", new) == [("one", "afterwards")]
    assert store.read == ["one"]
    keep(found, new)
    store.read.clear()
    assert hits(found, "afterwards", new) == [("one", "afterwards")]
    assert store.read == []


def test_only_what_is_new_is_read(store: Store, file: Path) -> None:
    one, two = store.session("one", "x"), store.session("two", "y")
    found = finder(store, file)
    keep(found, one)
    store.read.clear()
    keep(found, one, two)
    assert store.read == ["two"]


def test_a_file_rewritten_at_the_same_size_is_noticed(store: Store, file: Path) -> None:
    one = store.session("one", "alpha")
    found = finder(store, file)
    keep(found, one)
    one.path.write_text("gamma")
    keep(found, one)
    assert hits(found, "gamma", one)
    assert not hits(found, "alpha", one)


def test_what_is_gone_is_dropped(store: Store, file: Path) -> None:
    one, two = store.session("one", "x"), store.session("two", "y")
    found = finder(store, file)
    keep(found, one, two)
    keep(found, two)
    assert found.cache is not None
    assert [key[1] for key in found.cache.kept()] == ["two"]
    assert b"one" not in sqlite_text(file)


def sqlite_text(file: Path) -> bytes:
    with sqlite3.connect(file) as database:
        rows = database.execute("select sid from session").fetchall()
    return repr(rows).encode()


def test_nothing_of_a_private_project_is_kept(store: Store, file: Path) -> None:
    one = store.session("one", "hush", project="/work/secret/sub")
    two = store.session("two", "hush too", project="/work/open")
    found = finder(store, file, "/work/secret")
    keep(found, one, two)
    assert found.cache is not None
    assert [key[1] for key in found.cache.kept()] == ["two"]
    assert hits(found, "hush", one, two) == [("one", "hush"), ("two", "hush too")]


def test_a_project_that_becomes_private_is_forgotten(store: Store, file: Path) -> None:
    one = store.session("one", "hush", project="/work/secret")
    keep(finder(store, file), one)
    keep(finder(store, file, "/work/secret"), one)
    assert not TextCache(file).kept()


def test_secrets_are_never_written(store: Store, file: Path) -> None:
    key = "ghp_" + "aB3" * 12
    one = store.session("one", f"my token is {key} thanks\n$export T={key}")
    found = finder(store, file)
    keep(found, one)
    assert hits(found, "token", one) == [("one", "my token is [redacted] thanks")]
    for path in file.parent.iterdir():
        data = path.read_bytes()
        assert key.encode() not in data
        assert key.lower().encode() not in data
    assert not hits(found, key, one)
    assert not hits(replace(found, cache=None), key, one)


@pytest.mark.parametrize("damage", [b"", b"not a database at all", b"\0" * 5000])
def test_a_broken_file_hides_nothing_and_is_begun_anew(
    store: Store, file: Path, damage: bytes
) -> None:
    one = store.session("one", "needle")
    keep(finder(store, file), one)
    for path in file.parent.iterdir():
        path.unlink()
    file.write_bytes(damage)
    found = finder(store, file)
    assert hits(found, "needle", one)
    keep(found, one)
    store.read.clear()
    assert hits(found, "needle", one)
    assert store.read == []


def test_a_file_of_another_version_is_begun_anew(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = store.session("one", "needle")
    keep(finder(store, file), one)
    monkeypatch.setattr(text_cache, "_SCHEMA", 99)
    found = finder(store, file)
    assert hits(found, "needle", one)
    keep(found, one)
    assert [key[1] for key in found.cache.kept()] == ["one"]  # type: ignore[union-attr]


@pytest.mark.parametrize("damage", [b"", b"rubbish"])
@pytest.mark.parametrize(
    "column",
    ["body.talk_index", "body.rest_raw", "body.rest_index", "words.packed", "talk.raw"],
)
@pytest.mark.parametrize("words", ["needle", "in:said said", "talk", "-absent needle"])
def test_what_is_damaged_is_searched_in_its_file(
    store: Store, file: Path, column: str, damage: bytes, words: str
) -> None:
    one = store.session("one", "talk was said\n$needle")
    found = finder(store, file)
    keep(found, one)
    expected = hits(found, words, one)
    assert expected
    table, name = column.split(".")
    with sqlite3.connect(file) as database:
        database.execute(f"update {table} set {name} = ?", (damage,))
    again = finder(store, file)
    assert hits(again, words, one) == expected


def test_a_torn_database_is_searched_in_the_files_and_kept_anew(
    store: Store, file: Path
) -> None:
    one = store.session("one", "talk\n" + "$needle here\n" * 5000)
    keep(finder(store, file), one)
    with sqlite3.connect(file) as database:
        database.execute("pragma wal_checkpoint(truncate)")
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    assert hits(finder(store, file), "needle", one)
    assert keep(finder(store, file), one).kept == 1
    store.read.clear()
    assert hits(finder(store, file), "needle", one)
    assert not store.read


def test_a_cache_that_can_not_be_written_stops_nothing(
    store: Store, tmp_path: Path
) -> None:
    one = store.session("one", "needle")
    (tmp_path / "blocked").write_text("a file where a folder should be")
    found = finder(store, tmp_path / "blocked" / "texts.sqlite")
    keep(found, one)
    assert hits(found, "needle", one)


def test_the_oldest_are_left_out_when_there_is_no_room(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_keeping, "_LEAST", 100)
    monkeypatch.setattr(text_keeping, "SHARE", 0.0)
    sessions = [store.session(f"s{n}", "needle " * 9) for n in range(9)]
    found = finder(store, file)
    keeping = keep(found, *sessions)
    assert 0 < keeping.kept < 9
    assert keeping.left_out == 9 - keeping.kept
    assert len(hits(found, "needle", *sessions)) == 9


def test_keeping_can_be_cancelled_between_two_sessions(
    store: Store, file: Path
) -> None:
    sessions = [store.session(f"s{n}", "x") for n in range(9)]
    found = finder(store, file)
    asked = iter([False, False, True])
    assert [*found.keep(sessions, lambda: next(asked))][-1].kept == 2
    assert keep(found, *sessions).kept == 9


def test_a_session_that_can_not_be_read_is_counted(store: Store, file: Path) -> None:
    gone = store.session("gone", "x")
    gone.path.unlink()
    keeping = keep(finder(store, file), gone, store.session("here", "y"))
    assert (keeping.kept, keeping.unreadable) == (1, 1)


def test_hidden_sessions_are_not_kept_and_subagents_are(
    store: Store, file: Path
) -> None:
    hidden = store.session("hidden", "x", kind=Kind.HIDDEN)
    child = store.session("child", "needle", kind=Kind.SUBAGENT)
    found = finder(store, file)
    keep(found, hidden, child)
    assert [key[1] for key in found.cache.kept()] == ["child"]  # type: ignore[union-attr]
    assert hits(found, "is:child needle", child)


def test_two_finders_see_what_the_other_keeps(store: Store, file: Path) -> None:
    one = store.session("one", "needle")
    reader, writer = finder(store, file), finder(store, file)
    assert hits(reader, "needle", one)
    keep(writer, one)
    store.read.clear()
    assert hits(reader, "needle", one)
    assert store.read == []


def test_talk_of_all_comes_before_what_tools_gave_back(
    store: Store, file: Path
) -> None:
    new = store.session("new", "talk\n$needle")
    old = store.session("old", "a needle")
    found = finder(store, file)
    keep(found, new, old)
    steps = [*found.search([new, old], parse("needle"))]
    assert [s.session.id for s in steps if isinstance(s, Hit)] == ["old", "new"]
    last = steps[-1]
    assert isinstance(last, Progress)
    assert (last.tools, last.tools_total, last.done) == (1, 1, True)


def test_the_cache_is_deleted_when_asked(store: Store, file: Path) -> None:
    found = finder(store, file)
    keep(found, store.session("one", "x"))
    assert found.cache is not None
    found.cache.clear()
    assert not file.exists()
    assert not found.cache.kept()
