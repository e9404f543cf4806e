"""Session logs, whatever is written into them and whatever happens to the file."""

import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.eventlog.records import LogRecord, parse_record
from levelmem.engine.eventlog.transcript import render
from levelmem.engine.eventlog.writer import SessionLog

WHEN = datetime(2026, 8, 17, tzinfo=UTC)
TEXT = st.text(max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=6,
)
FIELDS = st.dictionaries(
    st.sampled_from(
        ["ts", "kind", "text", "tool", "exit", "is_error", "entities", "strength", "x"]
    ),
    JSON,
)


@given(FIELDS)
def test_any_object_is_read_or_left_out(data: dict[str, object]) -> None:
    record = parse_record(data)
    assert (record is None) == (
        not isinstance(data.get("kind"), str) or not data["kind"]
    )
    if record is not None:
        again = parse_record(record.to_json())
        assert again is not None
        assert again.to_json() == record.to_json()
        assert isinstance(render(record), str)


@given(st.lists(TEXT, min_size=1, max_size=6), st.integers(min_value=1))
def test_a_log_cut_anywhere_loses_only_what_was_cut(texts: list[str], cut: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        log = SessionLog(Path(place), "sess_1")
        for text in texts:
            log.append(LogRecord("user_message", WHEN, text=f"x{text}"))
        whole = log.path.read_bytes()
        kept = whole[: cut % len(whole)]
        log.path.write_bytes(kept)
        complete = len(kept.splitlines()) if kept.endswith(b"\n") else kept.count(b"\n")
        log.append(LogRecord("user_message", WHEN, text="after"))
        found = [record.text for record in read_log(log.path).records]
        log.close()
    assert found[-1] == "after"
    assert len(found) >= complete + 1


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_garbage_between_records_hides_none(garbage: list[bytes]) -> None:
    record = json.dumps({"kind": "user_message", "text": "kept"}).encode()
    lines = [line.replace(b"\n", b"") for line in garbage]
    content = b"\n".join(part for line in lines for part in (record, line)) + b"\n"
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "events.jsonl")
        path.write_bytes(content)
        found = read_log(path).records
    assert sum(r.text == "kept" for r in found) == len(garbage)
