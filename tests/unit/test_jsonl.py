"""JSON lines as agents leave them on disk."""

from pathlib import Path

import pytest

from levelmem.engine.sessions.jsonl import (
    Skipped,
    decode_line,
    read_raw,
    read_records,
    signature,
)
from levelmem.engine.sessions.times import iso, parse_time


def read(path: Path) -> tuple[list[object], int]:
    skipped = Skipped()
    return [record.data for record in read_records(path, skipped)], skipped.lines


@pytest.mark.parametrize(
    ("content", "values", "bad"),
    [
        (b'{"a":1}\n{"a":2}\n', [{"a": 1}, {"a": 2}], 0),
        (b'\xef\xbb\xbf{"a":1}\r\n{"a":2}', [{"a": 1}, {"a": 2}], 0),
        (b'{"a":1}\nnonsense\n{"a":2}\n', [{"a": 1}, {"a": 2}], 1),
        (b'{"a":1}{"a":2}\n', [{"a": 1}, {"a": 2}], 0),
        (b'{"a":1}\n{"a":', [{"a": 1}], 0),
        (b'\x00\x00{"a":1}\x00\n\n[1]\n7\n', [{"a": 1}], 2),
        (b"", [], 0),
        (b"[" * 100_000 + b"\n" + b'{"a":1}\n', [{"a": 1}], 1),
    ],
)
def test_one_bad_line_never_hides_the_next(
    tmp_path: Path, content: bytes, values: list[object], bad: int
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert read(path) == (values, bad)


def test_nan_is_read() -> None:
    assert decode_line(b'{"a":NaN}')[0]["a"] != 0


def test_a_record_is_found_again_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a":1}\r\n{"b":"\xc3\xa9"}\n')
    second = list(read_records(path, Skipped()))[1]
    assert read_raw(path, second.offset, second.length) == '{"b":"é"}'


def test_a_rewrite_at_the_same_size_changes_the_signature(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a" * 10_000)
    stat = path.stat()
    before = signature(path, stat)
    path.write_bytes(b"a" * 9_999 + b"b")
    assert signature(path, stat) != before


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-01T10:00:00.123Z", "2026-03-01T10:00:00Z"),
        ("2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00Z"),
        ("2026-03-01T10:00:00", "2026-03-01T10:00:00Z"),
        (1_772_359_200, "2026-03-01T10:00:00Z"),
        (1_772_359_200_000, "2026-03-01T10:00:00Z"),
        (1_772_359_200_000_000, "2026-03-01T10:00:00Z"),
        ("yesterday", None),
        (float("nan"), None),
        (True, None),
        (-5, None),
        (1e300, None),
        (None, None),
        ("0001-01-01T00:00:00+14:00", None),
    ],
)
def test_times_of_every_unit_are_one(value: object, expected: str | None) -> None:
    assert iso(parse_time(value)) == expected
