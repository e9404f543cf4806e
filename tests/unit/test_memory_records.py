"""Records: what LevelCode writes is read, and nothing that is unknown gets lost."""

import pytest

from levelmem.engine.memory.records import (
    Control,
    JournalLine,
    Observation,
    Origin,
    OriginKind,
    Other,
    parse_record,
)

LEVELCODE_LINES = [
    {"v": 1, "text": "Uses pnpm", "source": "2026-01-01T00-00-00-abcd", "at": "now"},
    {
        **{"v": 1, "text": "Use pnpm", "source": "s1", "at": "2026-01-01T00:00:00Z"},
        **{"origin": "person", "kind": "preference", "said": "use pnpm please"},
        "verified": True,
    },
    {
        **{"v": 1, "text": "Push to main", "source": "s1", "at": "x"},
        **{"origin": "person", "kind": "project", "said": "q", "verified": False},
    },
    {"v": 1, "key": "uses pnpm", "control": "confirm", "at": "2026-01-01"},
    {"v": 1, "key": "a", "control": "supersede", "at": "x", "by": "Uses bun"},
    {"v": 1, "key": "a", "control": "remove", "at": "x", "later": {"field": [1]}},
]


@pytest.mark.parametrize("line", LEVELCODE_LINES)
def test_a_line_of_levelcode_is_written_back_as_it_was(line: dict[str, object]) -> None:
    assert parse_record(line).to_json() == line


@pytest.mark.parametrize(
    "line",
    [
        {"v": 2, "text": "a", "at": 5, "source": None, "verified": "yes", "new": []},
        {"v": 1, "text": "a", "from": "nowhere", "origin": "robot"},
        {"v": 1, "text": "a", "from": {"origin": "file", "turn": "x", "path": 7}},
        {"v": 1, "key": "a", "control": "pin", "at": {"a": 1}, "by": 0, "lmKey": []},
        {"text": ""},
        {"text": 5},
        {"control": 5, "key": "a"},
        {},
    ],
)
def test_fields_of_wrong_types_neither_raise_nor_get_lost(
    line: dict[str, object],
) -> None:
    assert parse_record(line).to_json() == line


def test_an_observation_tells_where_its_words_came_from() -> None:
    origin = Origin(OriginKind.FILE, path="README.md", turn=0, session="s1")
    record = Observation("Uses pnpm", "s1", "2026-01-01T00:00:00Z", origin=origin)
    line = record.to_json()
    assert line["from"] == {
        **{"origin": "file", "session": "s1"},
        **{"turn": 0, "path": "README.md"},
    }
    assert parse_record(line) == record


def test_a_control_keeps_both_keys_and_levelmems_meaning() -> None:
    record = Control(
        "redis", "remove", "x", lm_key="不使用redis", lm="undo", undoes="c"
    )
    assert parse_record(record.to_json()) == record
    assert record.to_json()["lmKey"] == "不使用redis"
    assert record.action == "undo"


def test_what_is_no_record_is_kept_as_it_is() -> None:
    assert parse_record({"z": 1}) == Other({"z": 1})


def test_lone_surrogates_do_not_reach_a_text() -> None:
    record = parse_record({"text": "a\ud800b"})
    assert isinstance(record, Observation)
    record.text.encode()


def test_a_journal_line_round_trips_with_unknown_fields() -> None:
    line = {
        **{"v": 1, "id": "s1", "at": "x", "title": "t", "summary": "did it"},
        **{"files": ["a.py"], "turns": 0, "state": "done", "pinned": False, "zz": 1},
    }
    parsed = JournalLine.parse(line)
    assert parsed is not None
    assert parsed.files == ("a.py",)
    assert parsed.to_json() == line


def test_a_journal_line_without_an_id_is_none() -> None:
    assert JournalLine.parse({"v": 1, "title": "t"}) is None
