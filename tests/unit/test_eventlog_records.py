"""Records of a session log: read tolerantly, written sparsely."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.eventlog.records import LogRecord, RecordKind, parse_record

NINE = '{"ts":"2026-08-17T09:00:00Z","kind":"user_message","text":"nine"}\n'
TEN = '{"ts":"2026-08-17T10:00:00Z","kind":"user_message","text":"ten"}\n'


def texts(path: Path, content: bytes) -> list[str]:
    path.write_bytes(content)
    return [record.text for record in read_log(path).records]


def test_a_record_is_written_with_only_what_it_holds() -> None:
    when = datetime(2026, 8, 17, 9, tzinfo=UTC)
    record = LogRecord("tool_call", when, tool="shell", input="ls", exit=0)
    assert record.to_json() == {
        "ts": "2026-08-17T09:00:00Z",
        "kind": "tool_call",
        "tool": "shell",
        "input": "ls",
    }


def test_what_is_not_known_is_written_back() -> None:
    data = {"ts": "2026-08-17T09:00:00Z", "kind": "dream", "colour": [1, {"a": None}]}
    record = parse_record(data)
    assert record is not None
    assert record.to_json() == data


def test_a_time_more_exact_than_python_knows_is_written_back() -> None:
    data = {"ts": "2026-08-17T09:00:00.123456789+02:00", "kind": "compaction"}
    record = parse_record(data)
    assert record is not None
    assert record.ts == datetime(2026, 8, 17, 7, 0, 0, 123456, tzinfo=UTC)
    assert record.to_json()["ts"] == data["ts"]


@pytest.mark.parametrize(
    ("ts", "expected"),
    [
        ("2026-08-17T09:00:00Z", 9),
        ("2026-08-17T11:00:00+02:00", 9),
        ("2026-08-17 09:00:00", 9),
        (1786957200, 9),
        (1786957200000, 9),
    ],
)
def test_times_are_read_in_every_way_they_are_written(ts: Any, expected: int) -> None:
    record = parse_record({"ts": ts, "kind": "user_message"})
    assert record is not None
    assert record.ts == datetime(2026, 8, 17, expected, tzinfo=UTC)


@pytest.mark.parametrize("ts", [None, "", "soon", -1, True, [], 1e40])
def test_a_time_that_is_none_costs_only_itself(ts: Any) -> None:
    record = parse_record({"ts": ts, "kind": "user_message", "text": "kept"})
    assert record is not None
    assert record.text == "kept"
    assert record.ts is None


@pytest.mark.parametrize(
    "field",
    [
        {"text": 5},
        {"input": {"command": "ls"}},
        {"exit": 1.5},
        {"is_error": "yes"},
        {"entities": "dog"},
        {"entities": ["dog", 1]},
        {"strength": "high"},
    ],
)
def test_a_field_of_a_wrong_type_costs_only_itself(field: dict[str, Any]) -> None:
    record = parse_record({"kind": "tool_call", "tool": "bash"} | field)
    assert record == LogRecord("tool_call", tool="bash")


def test_names_of_fields_count_in_any_case() -> None:
    record = parse_record({"KIND": "user_message", "Text": "hello"})
    assert record == LogRecord("user_message", text="hello")


@pytest.mark.parametrize("data", [{}, {"kind": ""}, {"kind": 5}, {"text": "x"}])
def test_an_object_without_a_kind_is_no_record(data: dict[str, Any]) -> None:
    assert parse_record(data) is None


class TestOneFile:
    def test_a_missing_file_is_an_empty_log(self, tmp_path: Path) -> None:
        log = read_log(tmp_path / "none.jsonl")
        assert log.records == ()
        assert not log.report.error

    def test_lines_are_stamped_with_session_and_number(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        path.write_text(f"\n{NINE}\n{TEN}")
        records = read_log(path, "sess_1").records
        assert [(r.session, r.line) for r in records] == [("sess_1", 2), ("sess_1", 4)]

    def test_a_torn_last_line_costs_only_itself(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        path.write_text(NINE + TEN[:30])
        log = read_log(path)
        assert [record.text for record in log.records] == ["nine"]
        assert log.report.torn == [2]

    def test_a_record_glued_to_a_torn_one_is_found(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        path.write_text(NINE[:30] + TEN + NINE)
        log = read_log(path)
        assert [record.text for record in log.records] == ["ten", "nine"]
        assert log.report.torn == [1]

    def test_two_records_on_one_line_are_two(self, tmp_path: Path) -> None:
        line = (NINE.strip() + TEN).encode()
        assert texts(tmp_path / "a", line) == ["nine", "ten"]

    @pytest.mark.parametrize(
        "line", [b"null", b"{}", b"[]", b'"x"', b"5", b"not json", b"\xff\xfe"]
    )
    def test_a_line_that_is_no_record_is_counted(
        self, tmp_path: Path, line: bytes
    ) -> None:
        path = tmp_path / "events.jsonl"
        path.write_bytes(line + b"\n" + NINE.encode())
        log = read_log(path)
        assert [record.text for record in log.records] == ["nine"]
        assert log.report.skipped == 1

    def test_marks_line_ends_and_zeros_do_no_harm(self, tmp_path: Path) -> None:
        content = b"\xef\xbb\xbf" + NINE.replace("\n", "\r\n").encode()
        content += b"\x00\x00\x00" + TEN.encode()
        assert texts(tmp_path / "a", content) == ["nine", "ten"]

    def test_broken_characters_are_replaced(self, tmp_path: Path) -> None:
        line = b'{"kind":"user_message","text":"a\xffb"}\n'
        assert texts(tmp_path / "a", line) == ["a\ufffdb"]

    def test_a_line_too_long_hides_nothing_after_it(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        long = json.dumps({"kind": "user_message", "text": "x" * 500})
        path.write_text(NINE + long + "\n" + TEN)
        log = read_log(path, max_line=200)
        assert [record.text for record in log.records] == ["nine", "ten"]
        assert log.report.oversize == [2]

    def test_a_line_just_short_enough_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "events.jsonl"
        path.write_text(NINE)
        assert read_log(path, max_line=len(NINE)).records
        assert not read_log(path, max_line=len(NINE) - 2).records

    def test_a_record_without_a_time_has_that_of_the_one_before(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "events.jsonl"
        path.write_text(NINE + '{"kind":"user_message","text":"later"}\n')
        first, second = read_log(path).records
        assert second.ts == first.ts

    def test_a_folder_in_place_of_the_file_is_told(self, tmp_path: Path) -> None:
        log = read_log(tmp_path)
        assert str(tmp_path) in log.report.error


def test_all_kinds_of_the_contract_are_known() -> None:
    assert len(RecordKind) == 15
