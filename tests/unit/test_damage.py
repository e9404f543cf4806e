"""Where a damaged file is damaged."""

from pathlib import Path

import pytest

from levelmem.engine.sessions.damage import DamagedFile, bad_lines, numbered


def damaged(path: Path, text: str | bytes, lines: int = 9) -> DamagedFile:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return DamagedFile(path, lines)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('{"a": 1}\nno json\n{"b": 2}\n', [2]),
        ('{"a": 1}\n\n[1, 2]\n"text"\n{"b"\n', [3, 4, 5]),
        ('{"a": 1}{"b": 2}\n\x00\x00\n', []),
        ('\ufeff{"a": 1}\n', []),
        ('{"a": 1}\n{"still being wri', []),
        (b'{"a": "\xff\xfe"}\n\xff\xfe\n', [2]),
        ("[" * 100_000 + "\n", [1]),
    ],
)
def test_the_lines_are_those_that_no_record_is_read_from(
    tmp_path: Path, text: str | bytes, numbers: list[int]
) -> None:
    found = bad_lines(damaged(tmp_path / "log.jsonl", text), 100)
    assert [line.number for line in found] == numbers
    assert all(line.why for line in found)


def test_no_more_lines_are_named_than_asked_for(tmp_path: Path) -> None:
    file = damaged(tmp_path / "log.jsonl", "bad\n" * 9)
    assert len(bad_lines(file, 3)) == 3


def test_the_reason_says_where_in_the_line(tmp_path: Path) -> None:
    (line,) = bad_lines(damaged(tmp_path / "log.jsonl", '{"a": }\n'), 3)
    assert line.why == "Expecting value, at its character 7"


def test_a_document_or_a_file_that_is_gone_has_no_numbered_lines(
    tmp_path: Path,
) -> None:
    assert bad_lines(damaged(tmp_path / "rollout.json", "bad\n"), 3) == []
    assert bad_lines(DamagedFile(tmp_path / "gone.jsonl", 1), 3) == []


def test_places_are_told_as_people_do(tmp_path: Path) -> None:
    found = bad_lines(damaged(tmp_path / "log.jsonl", "bad\n" * 5), 2)
    assert numbered(found, 5) == "lines 1, 2 and 3 more"
    assert numbered(found[:1], 1) == "line 1"
    assert numbered([], 4) == ""
