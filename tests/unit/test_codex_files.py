"""Codex's files: compressed ones, several to a thread, replayed parents."""

import sqlite3
import sys
from pathlib import Path

import pytest

from builders.codex import (
    OTHER,
    START,
    THIRD,
    THREAD,
    CodexStore,
    Json,
    answer,
    asked,
    context,
    encode,
    meta,
    numbered,
    said,
    started,
)
from levelmem.engine.sessions.model import Kind, Notice, Origin
from levelmem.engine.sessions.sources.codex import opening

zstandard = pytest.importorskip("zstandard")


@pytest.fixture
def store(tmp_path: Path) -> CodexStore:
    return CodexStore(tmp_path)


def compress(store: CodexStore, lines: list[Json | bytes]) -> Path:
    path = store.path(ending=".jsonl.zst")
    path.write_bytes(zstandard.ZstdCompressor().compress(encode(lines)))
    return path


# Compressed rollouts


def test_a_compressed_rollout_reads_like_any_other(store: CodexStore) -> None:
    path = compress(store, [meta(), said("Fix it"), answer("Done")])
    session = store.only()
    assert (session.path, session.title) == (path, "Fix it")
    turns = store.turns(session)
    assert [turn.text for turn in turns] == ["Fix it", "Done"]
    assert {turn.offset for turn in turns} == {-1}


def test_several_compressed_frames_are_one_file(store: CodexStore) -> None:
    pack = zstandard.ZstdCompressor().compress
    path = store.path(ending=".jsonl.zst")
    path.write_bytes(pack(encode([meta(), said("one")])) + pack(encode([said("two")])))
    assert store.only().turns == 2


def test_the_plain_file_wins_over_its_compressed_form(store: CodexStore) -> None:
    plain = store.write([meta(), said("plain")])
    compress(store, [meta(), said("compressed")])
    assert [file.path for file in store.source.files(store.root)] == [plain]


def test_without_the_library_a_compressed_rollout_is_still_listed(
    store: CodexStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = compress(store, [meta(), said("Fix it")])
    (readable,) = store.source.files(store.root)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setattr(opening, "_installed", lambda module: False)
    (unreadable,) = store.source.files(store.root)
    assert unreadable.signature != readable.signature
    session = store.only()
    assert session.id == THREAD
    assert session.path == path
    assert session.error == "compressed: install the package zstandard"
    assert session.created and session.created.year == 2026
    with pytest.raises(OSError, match="install the package"):
        store.turns(session)


def test_a_damaged_compressed_rollout_says_so(store: CodexStore) -> None:
    path = compress(store, [meta(), said("Fix it")])
    path.write_bytes(b"no zstd at all" * 20)
    session = store.only()
    assert session.id == THREAD
    assert "damaged" in session.error


def test_a_file_compressed_while_it_is_opened_is_found(store: CodexStore) -> None:
    plain = store.write([meta(), said("Fix it")])
    session = store.only()
    plain.unlink()
    compress(store, [meta(), said("Fix it"), answer("Done")])
    assert len(store.turns(session)) == 2


def test_a_file_archived_while_it_is_opened_is_found(store: CodexStore) -> None:
    path = store.write([meta(), said("Fix it")])
    session = store.only()
    path.rename(store.path(archived=True))
    assert len(store.turns(session)) == 1


# Several files to a thread


def base_of(lines: list[Json], end: int, rollout: str = THREAD) -> Json:
    """Say that a rollout begins with the first ``end`` lines of another."""
    return {
        "thread_id": rollout,
        "end_ordinal_exclusive": end,
        "end_byte_offset": len(encode(lines[:end])),
    }


def first_revision() -> list[Json]:
    lines = [meta(history_mode="paginated"), said("one"), answer("first"), said("two")]
    return numbered(lines)


def write_revision(
    store: CodexStore, base: Json, *lines: Json, rollout: str = OTHER, day: str = "19"
) -> Path:
    head = meta(history_mode="paginated", history_base=base)
    return store.write(
        numbered([head, *lines], base["end_ordinal_exclusive"]),
        f"{THREAD}_{rollout}",
        stamp=f"2026-06-{day}T10-00-00",
    )


def test_a_revision_is_one_session_with_the_file_it_begins_in(
    store: CodexStore,
) -> None:
    lines = first_revision()
    base = store.write(lines)
    head = write_revision(store, base_of(lines, 3), said("three"), answer("third"))
    session = store.only()
    assert session.id == THREAD
    assert session.path == head
    assert session.files == (base,)
    assert session.title == "one"
    assert session.turns == 2
    texts = [turn.text for turn in store.turns(session)]
    assert texts == ["one", "first", "three", "third"]


def test_what_a_base_said_after_the_cut_is_not_shown(store: CodexStore) -> None:
    lines = first_revision()
    store.write(lines)
    write_revision(store, base_of(lines, 3), said("three"))
    assert "two" not in asked(store.turns())


def test_a_base_without_ordinals_is_cut_at_its_byte(store: CodexStore) -> None:
    lines = [meta(), said("one"), said("two")]
    store.write(lines)
    cut = {"thread_id": THREAD, "end_byte_offset": len(encode(lines[:2]))}
    head = meta(history_base=cut)
    store.write([head, said("three")], f"{THREAD}_{OTHER}", stamp="2026-06-19T10-00-00")
    assert asked(store.turns()) == ["one", "three"]


def test_chains_of_revisions_are_followed_to_the_first(store: CodexStore) -> None:
    lines = first_revision()
    store.write(lines)
    write_revision(store, base_of(lines, 3), said("three"), answer("3"), said("four"))
    deeper = {"thread_id": OTHER, "end_ordinal_exclusive": 6}
    write_revision(store, deeper, said("five"), rollout=THIRD, day="20")
    session = store.only()
    assert asked(store.turns(session)) == ["one", "three", "five"]
    assert len(session.files) == 2


def test_a_cut_below_a_base_cuts_what_the_base_begins_with(store: CodexStore) -> None:
    lines = first_revision()
    store.write(lines)
    write_revision(store, base_of(lines, 3), said("three"))
    earlier = {"thread_id": OTHER, "end_ordinal_exclusive": 2}
    write_revision(store, earlier, said("four"), rollout=THIRD, day="20")
    assert [turn.text for turn in store.turns()] == ["one", "four"]


def test_revisions_that_name_each_other_end(store: CodexStore) -> None:
    loop = {"thread_id": OTHER, "end_ordinal_exclusive": 9}
    back = {"thread_id": THREAD, "end_ordinal_exclusive": 9}
    store.write(numbered([meta(history_base=loop), said("one")]))
    write_revision(store, back, said("two"))
    assert len(store.main()) == 1
    assert store.turns()


def test_a_lost_base_is_told_and_hides_nothing(store: CodexStore) -> None:
    lost = {"thread_id": OTHER, "end_ordinal_exclusive": 9}
    store.write(numbered([meta(history_base=lost), said("three")], 9))
    notice, turn = store.turns()
    assert isinstance(notice.blocks[0], Notice)
    assert "gone" in notice.blocks[0].text
    assert turn.text == "three"
    assert store.only().title == "three"


def test_the_index_knows_which_revision_is_current(store: CodexStore) -> None:
    lines = first_revision()
    old = store.write(lines)
    write_revision(store, base_of(lines, 3), *[said("more")] * 9)
    database = sqlite3.connect(store.root / "state_5.sqlite")
    database.execute("CREATE TABLE threads (id TEXT, rollout_path TEXT)")
    database.execute("INSERT INTO threads VALUES (?, ?)", (THREAD, str(old)))
    database.commit()
    database.close()
    assert store.only().path == old


def test_a_copy_that_can_be_read_goes_before_one_that_cannot(store: CodexStore) -> None:
    plain = store.write([meta(), said("hello")], archived=True)
    damaged = store.path(ending=".jsonl.zst")
    damaged.write_bytes(b"no zstd at all" * 20)
    session = store.only()
    assert (session.path, session.error) == (plain, "")
    assert session.files == (damaged,)


# Forks


def test_a_paginated_fork_shows_its_beginning_and_counts_only_its_own(
    store: CodexStore,
) -> None:
    lines = first_revision()
    store.write(lines)
    fork = meta(OTHER, forked_from_id=THREAD, history_base=base_of(lines, 3))
    store.write(numbered([fork, said("three"), answer("third")], 3), OTHER)
    sessions = store.all()
    assert {s.id for s in sessions.values() if s.kind is Kind.MAIN} == {THREAD, OTHER}
    session = sessions[OTHER]
    assert (session.title, session.turns, session.parent_id) == ("three", 1, THREAD)
    turns = store.turns(session)
    assert [(turn.text, turn.note) for turn in turns] == [
        ("one", f"from {THREAD}"),
        ("first", f"from {THREAD}"),
        ("three", ""),
        ("third", ""),
    ]


def test_a_fork_without_words_of_its_own_is_called_after_its_beginning(
    store: CodexStore,
) -> None:
    lines = first_revision()
    store.write(lines)
    fork = meta(OTHER, forked_from_id=THREAD, history_base=base_of(lines, 3))
    store.write(numbered([fork], 3), OTHER)
    session = store.all()[OTHER]
    assert (session.kind, session.title, session.turns) == (Kind.MAIN, "one", 0)


def test_a_subagents_own_history_starts_at_its_ordinal(store: CodexStore) -> None:
    own = meta(OTHER, parent_thread_id=THREAD, subagent_history_start_ordinal=3)
    lines = [own, meta(), said("parent's"), said("own task"), answer("done")]
    store.write(numbered(lines), OTHER)
    (session,) = store.all().values()
    assert [turn.text for turn in store.turns(session)] == ["own task", "done"]


def test_what_stands_before_the_last_replayed_meta_is_the_parents(
    store: CodexStore,
) -> None:
    own = meta(OTHER, forked_from_id=THIRD)
    lines = [own, meta(THIRD), said("grandparent's"), meta(), said("own")]
    store.write(lines, OTHER)
    assert asked(store.turns(store.all()[OTHER])) == ["own"]


def test_turns_that_the_parent_has_are_the_parents(store: CodexStore) -> None:
    shared = [started("t1"), context(turn="t1"), said("parent's"), answer("reply")]
    store.write([meta(), *shared])
    own = [started("t2"), context(turn="t2"), said("own"), answer("own reply")]
    store.write([meta(OTHER, forked_from_id=THREAD), meta(), *shared, *own], OTHER)
    session = store.all()[OTHER]
    assert [turn.text for turn in store.turns(session)] == ["own", "own reply"]
    assert (session.title, session.turns) == ("own", 1)


def test_a_main_thread_is_never_cut_for_metas_of_others(store: CodexStore) -> None:
    store.write([meta(), said("one"), meta(OTHER), said("two")])
    assert asked(store.turns()) == ["one", "two"]


# Size


def test_a_large_rollout_is_read_line_by_line(store: CodexStore) -> None:
    path = store.path()
    noise = encode([{"type": "world_state", "payload": {"state": "x" * 100_000}}])
    with path.open("wb") as stream:
        stream.write(encode([meta(), said("Fix it")], START))
        for _ in range(200):
            stream.write(noise)
        stream.write(encode([answer("Done")]))
    session = store.only()
    assert (session.turns, session.last_words) == (1, "Done")
    assert store.turns(session)[1].origin is Origin.AGENT
