"""A transcript that grows is kept as one that is read as a whole would be."""

import json
import random
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.growing import Mark, Stale
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.passages import Kind, Passage, passages
from levelmem.engine.sessions.sources import Source, sources
from levelmem.engine.sessions.sources.claude_code import SOURCE
from levelmem.engine.sessions.text_cache import TextCache

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from make_corpus import Maker

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def record(kind: str, uuid: str, content: object, **other: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content, "id": other.pop("message_id", uuid)}
    return {"type": kind, "uuid": uuid, "message": message, **other}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def edit(call: str) -> dict[str, Any]:
    given = {"file_path": "/a.py", "old_string": "old", "new_string": "new"}
    return {"type": "tool_use", "id": call, "name": "Edit", "input": given}


def run(call: str) -> dict[str, Any]:
    given = {"command": f"run {call}"}
    return {"type": "tool_use", "id": call, "name": "Bash", "input": given}


def result(call: str, words: str, *, failed: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call, "content": words}
    return {**block, "is_error": True} if failed else block


PATCH = {
    "structuredPatch": [
        {
            "oldStart": 1,
            "newStart": 1,
            "oldLines": 1,
            "newLines": 1,
            "lines": ["-old", "+patched"],
        }
    ]
}
WAITING = {"type": "queue-operation", "operation": "enqueue", "content": "wait"}
QUEUED = {"type": "queued_command", "prompt": "wait"}

CONVERSATION: list[dict[str, Any]] = [
    record("user", "u1", "please begin"),
    record("assistant", "a1", [text("Begin")], message_id="m1"),
    record("assistant", "a2", [edit("e1"), run("b1")], message_id="m1"),
    {**WAITING, "timestamp": "2026-03-01T00:00:01Z"},
    record("user", "r1", [result("b1", "it ran")]),
    record("user", "r2", [result("e1", "done")], toolUseResult=PATCH),
    {"type": "attachment", "uuid": "q1", "attachment": QUEUED},
    record("assistant", "a3", [text("Then this"), edit("e2")]),
    record("user", "r3", [result("e2", "no such file", failed=True)]),
    record("assistant", "a4", [run("left")]),
    record("user", "u2", "never mind, go on"),
    record("assistant", "a5", [text("Well")], message_id="m5"),
    record("assistant", "a6", [text("Well then, so be it")], message_id="m5"),
    record("user", "r4", [result("left", "it was late")]),
    record("user", "u3", "wait"),
    record("assistant", "a3", [text("Then this, in a longer form of old")]),
    record("assistant", "a7", [text("the end")]),
]


class Store:
    """One transcript that grows, and how it is read."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "s.jsonl"
        self.path.write_bytes(b"")
        self.whole = 0

    def add(self, data: str) -> Session:
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(data)
        return self.session()

    def session(self) -> Session:
        size = self.path.stat().st_size
        return Session("claude-code", "s", self.path, size=size, updated=NOW)

    def source(self, session: Session) -> Source:
        return sources()["claude-code"]

    def turns(self, session: Session) -> Iterator[Turn]:
        return SOURCE.turns(session)


def kept(cache: TextCache, session: Session) -> list[Passage]:
    talk, rest = cache.talks([session])[session.key], cache.rest(session)
    assert rest is not None
    return [
        Passage(
            Kind(stream.kinds[at]),
            stream.index.turns[at],
            stream.index.blocks[at],
            stream.text(at),
        )
        for stream in (talk, rest)
        for at in range(len(stream.kinds))
    ]


def expected(session: Session) -> list[Passage]:
    found = list(passages(SOURCE.turns(session)))
    talk = [p for p in found if p.kind <= 3]
    return talk + [p for p in found if p.kind > 3]


def check_growth(store: Store, cache: Path, pieces: list[str]) -> None:
    finder = Finder(store, TextCache(cache / "texts.sqlite"))
    assert finder.cache is not None
    for piece in pieces:
        session = store.add(piece)
        assert [*finder.keep([session])][-1].kept == 1
        assert kept(finder.cache, session) == expected(session)


@pytest.mark.parametrize("seed", range(12))
def test_a_conversation_with_every_kind_of_loose_end(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    whole = "".join(json.dumps(r) + "\n" for r in CONVERSATION)
    cuts = sorted(rng.sample(range(len(whole)), 9)) if seed else []
    if not seed:
        cuts = [at + 1 for at, sign in enumerate(whole) if sign == "\n"]
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    check_growth(Store(tmp_path), tmp_path, [piece for piece in pieces if piece])


@pytest.mark.parametrize("seed", range(4))
def test_a_long_conversation_line_by_line(tmp_path: Path, seed: int) -> None:
    lines = list(Maker(seed).session(seed, f"id{seed}", 60_000, NOW))
    check_growth(Store(tmp_path), tmp_path, [f"{line}\n" for line in lines])


def test_two_keepers_of_one_session_do_not_mix_its_parts(tmp_path: Path) -> None:
    store, file = Store(tmp_path), tmp_path / "texts.sqlite"
    lines = [f"{line}\n" for line in Maker(9).session(9, "id", 40_000, NOW)]
    for line in lines[:6]:
        slow = Finder(store, TextCache(file))
        list(slow.keep([store.add(line)]))
    session = store.add("".join(lines[6:9]))
    steps = slow.keep([session])
    next(steps)  # It has looked at what is kept, and not read the session yet.
    quick = Finder(store, TextCache(file))
    assert quick.cache is not None
    quick.cache.forget([session.key])
    list(quick.keep([session]))
    list(steps)
    assert kept(TextCache(file), session) == expected(session)
    session = store.add("".join(lines[9:]))
    list(quick.keep([session]))
    assert kept(TextCache(file), session) == expected(session)


def test_a_lost_part_is_kept_anew(tmp_path: Path) -> None:
    store, file = Store(tmp_path), tmp_path / "texts.sqlite"
    finder = Finder(store, TextCache(file))
    for line in Maker(8).session(8, "id", 30_000, NOW):
        session = store.add(f"{line}\n")
        list(finder.keep([session]))
    other = replace(session, id="other")
    list(finder.keep([session, other]))
    with sqlite3.connect(file) as database:
        database.execute("delete from talk where id = (select min(id) from talk)")
    cache = TextCache(file)
    assert set(cache.talks([session, other])) == {other.key}
    list(Finder(store, cache).keep([session, other]))
    assert kept(cache, session) == expected(session)


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    lines = list(Maker(3).session(3, "id", 200_000, NOW))
    session = store.add("".join(f"{line}\n" for line in lines[:-1]))
    whole, mark = SOURCE.turns_since(session, None)
    assert whole == list(SOURCE.turns(session))
    assert mark is not None
    session = store.add(lines[-1] + "\n")
    new, after = SOURCE.turns_since(session, mark)
    assert len(new) < 20
    assert whole[: mark.number] + new == list(SOURCE.turns(session))
    assert after is not None
    assert after.offset >= mark.offset > 150_000


@pytest.mark.parametrize("damage", ["shorter", "beginning", "before the mark"])
def test_a_file_that_was_rewritten_is_read_anew(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    lines = list(Maker(5).session(5, "id", 50_000, NOW))
    session = store.add("".join(f"{line}\n" for line in lines))
    _, mark = SOURCE.turns_since(session, None)
    assert mark is not None
    data = bytearray(store.path.read_bytes())
    if damage == "shorter":
        data = data[: mark.offset // 2]
    else:
        data[100 if damage == "beginning" else mark.offset - 100] ^= 1
    store.path.write_bytes(data)
    with pytest.raises(Stale):
        SOURCE.turns_since(session, mark)


def test_a_session_with_copies_is_not_read_in_parts(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = store.add(json.dumps(record("user", "u1", "hello")) + "\n")
    session = replace(session, files=(tmp_path / "copy.jsonl",))
    turns, mark = SOURCE.turns_since(session, None)
    assert (len(turns), mark) == (1, None)
    with pytest.raises(Stale):
        SOURCE.turns_since(session, Mark(0, 0))
