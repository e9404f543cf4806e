"""A session of LevelCode that grows is read on where it ended."""

import json
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.sessions.growing import Mark, Stale
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources import Growing
from levelmem.engine.sessions.sources.levelcode import SOURCE


def run(*messages: tuple[str, object]) -> dict[str, Any]:
    given = [{"role": role, "content": content} for role, content in messages]
    return {"kind": "agent", "t": "2026-03-01T10:00:00Z", "messages": given}


EVENTS: list[dict[str, Any]] = [
    {"kind": "user", "t": "2026-03-01T10:00:00Z", "text": "begin"},
    run(("user", "begin"), ("assistant", "I begin")),
    run(("user", "somebody else's words"), ("assistant", "and go on")),
    {"kind": "user", "t": "2026-03-01T10:01:00Z", "text": "stop"},
    run(("user", "stop"), ("assistant", "I stop")),
    {"kind": "end", "state": "done"},
    {"kind": "event", "type": "renamed", "title": "x"},
]


def lines() -> list[bytes]:
    written = [json.dumps(event).encode() + b"\n" for event in EVENTS]
    glued = written[0].rstrip() + written[1]
    return [*written, glued, b"no JSON\n", *written[:3]]


def test_it_can_be_read_in_parts() -> None:
    assert isinstance(SOURCE, Growing)


@pytest.mark.parametrize("step", [1, 7, 60, 400])
def test_parts_make_the_whole(tmp_path: Path, step: int) -> None:
    path, whole = tmp_path / "s.jsonl", b"".join(lines())
    session = Session("levelcode", "s", path)
    known: list[Turn] = []
    mark: Mark | None = None
    for end in range(step, len(whole) + step, step):
        path.write_bytes(whole[:end])
        if mark is not None and step == 1 and end % 3:
            continue
        new, after = SOURCE.turns_since(session, mark)
        known = known[: mark.number if mark else 0] + new
        mark = Mark(**json.loads(json.dumps(_plain(after))))
        assert known == list(SOURCE.turns(session))
    assert mark is not None
    assert mark.offset > len(whole) // 2


def _plain(mark: Mark) -> dict[str, Any]:
    return {"offset": mark.offset, "number": mark.number, "state": dict(mark.state)}


def test_a_file_that_was_rewritten_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines()))
    session = Session("levelcode", "s", path)
    _, mark = SOURCE.turns_since(session, None)
    path.write_bytes(b"".join(lines()).replace(b"somebody", b"anybody!"))
    with pytest.raises(Stale):
        SOURCE.turns_since(session, mark)
