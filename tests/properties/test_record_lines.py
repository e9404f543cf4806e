"""A line that is decoded in one go amounts to what the tolerant way makes of it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelmem.engine.memory import record_lines
from levelmem.engine.memory.record_lines import decode_records
from levelmem.engine.memory.records import parse_record
from levelmem.engine.sessions.jsonl import decode_line

names = st.sampled_from(
    (
        *("v", "text", "source", "at", "origin", "from", "kind", "said", "verified"),
        *("key", "control", "by", "lmKey", "lm", "change", "undoes", "session", "turn"),
        *("path", "host", "agent", "command", "server", "evidence"),
        *("note", "where", "lm_key", "extra", "unknown", ""),
    )
)
words = st.sampled_from(
    ("", " ", "\u3000", "person", "pin", "uses é", "🙂", '"control"')
)
plain: st.SearchStrategy[Any] = st.one_of(
    words,
    st.text(max_size=3),
    st.sampled_from((None, True, False, 0, 1, 1.0, 2, 10**20, -1, 0.5, [], {})),
)
objects = st.dictionaries(names, plain, max_size=6)
values = st.one_of(plain, objects)


@st.composite
def likely_lines(draw: st.DrawFn) -> dict[str, Any]:
    """Return an object that lacks little of a record, if anything."""
    if draw(st.booleans()):
        line: dict[str, Any] = {"v": 1, "key": "a", "control": draw(words)}
    else:
        line = {"v": 1, "text": draw(words), "source": "s1", "at": "2026-01-01"}
        line["from"] = draw(objects) | {"origin": draw(words)}
    return line | draw(st.dictionaries(names, values, max_size=2))


@settings(max_examples=400)
@given(st.one_of(st.dictionaries(names, values), likely_lines()), st.booleans())
def test_both_ways_agree(line: dict[str, Any], escaped: bool) -> None:
    raw = json.dumps(line, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
    assert decode_records(raw) == [parse_record(data) for data in decode_line(raw)]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" \x00",
        b'{"text":"a"}{"text":"b"}',
        b'{"text":"a","text":"b"}',
        b'{"text":"a","v":2,"v":1}',
        b'{"text":"half \\ud83d a pair"}',
        b'\x00\x00{"control":"pin","key":"a"}\r',
        b'{"text":"no UTF-8: \xff"}',
        b'{"control":"pin","at":NaN}',
    ],
)
def test_odd_lines_go_the_tolerant_way(line: bytes) -> None:
    assert decode_records(line) == [parse_record(data) for data in decode_line(line)]


@pytest.mark.parametrize("line", [b"[1]", b'{"text":', b"text", b'{"text":"a"} x'])
def test_what_is_no_object_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        decode_records(line)


@pytest.mark.parametrize(
    "line",
    [
        {"v": 1, "text": "Uses pnpm", "source": "s1", "at": "2026-01-01T00:00:00Z"},
        {"v": 1, "text": "a", "from": {"origin": "file", "turn": 3, "path": "a.md"}},
        {"v": 1, "text": "a", "origin": "person", "said": "b", "verified": True},
        {"v": 1, "key": "a", "control": "supersede", "by": "b", "lmKey": "a"},
    ],
)
def test_what_is_written_here_is_decoded_in_one_go(
    line: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_lines, "parse_record", None)
    (record,) = decode_records(json.dumps(line).encode())
    assert record.to_json() == line
