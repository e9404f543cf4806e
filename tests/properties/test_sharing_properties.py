"""Merging memory files: any order, any number of times, the same bytes."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from levelmem.engine.memory.exchange.merging import merge
from levelmem.engine.memory.fold import fold
from levelmem.engine.memory.records import parse_record
from levelmem.engine.memory.service import Memory

times = st.sampled_from(
    [
        "2026-01-01T00:00:00Z",
        "2026-01-02T00:00:00.000Z",
        "2026-01-01T02:00:00+02:00",
        "",
        "yesterday",
    ]
)
texts = st.sampled_from(["Boxes are brown", "Tape is clear", "Boxes are brown!"])
seen = st.fixed_dictionaries(
    {"v": st.just(1), "text": texts, "source": st.sampled_from("abc"), "at": times}
)
control = st.fixed_dictionaries(
    {
        "v": st.just(1),
        "key": st.sampled_from(["boxes are brown", "tape is clear"]),
        "control": st.sampled_from(["confirm", "remove", "supersede", "pin"]),
        "at": times,
    },
    optional={"change": st.sampled_from(["c1", "c2"]), "by": texts},
)
journal_line = st.fixed_dictionaries(
    {"v": st.just(1), "id": st.sampled_from("ab"), "at": times},
    optional={"forgotten": st.just(True), "title": texts, "change": st.just("c1")},
)
broken = st.sampled_from([b"{torn", b"\xff\xfe", b"[1]", b"null", b"  "])


def versions(record: st.SearchStrategy[dict[str, object]]) -> st.SearchStrategy[bytes]:
    line = record.map(lambda data: json.dumps(data).encode()) | broken
    end = st.sampled_from([b"", b"\n", b"\r\n"])
    return st.tuples(st.lists(line, max_size=8), end).map(
        lambda parts: b"\n".join(parts[0]) + parts[1]
    )


facts_files = versions(seen | control)
journals = versions(journal_line)


@given(facts_files, facts_files, facts_files)
def test_facts_are_merged_in_any_order(one: bytes, two: bytes, three: bytes) -> None:
    _merges_in_any_order("facts.jsonl", one, two, three)


@given(journals, journals, journals)
def test_journals_are_merged_in_any_order(one: bytes, two: bytes, three: bytes) -> None:
    _merges_in_any_order("memory/journal.jsonl", one, two, three)


def _merges_in_any_order(name: str, one: bytes, two: bytes, three: bytes) -> None:
    left = merge(name, [merge(name, [one, two]), three])
    assert left == merge(name, [one, merge(name, [three, two])])
    assert left == merge(name, [three, one, two])
    assert left == merge(name, [left, left])
    assert left == merge(name, [left, two])


@given(st.lists(facts_files, max_size=4))
def test_no_line_is_lost_and_none_stands_twice(files: list[bytes]) -> None:
    merged = merge("facts.jsonl", files).split(b"\n")[:-1]
    lines = [line.rstrip(b"\r") for file in files for line in file.split(b"\n")]
    assert set(merged) == {line for line in lines if line.strip()}
    assert len(merged) == len(set(merged))


STEPS = ("observe", "note", "confirm", "forget", "pin", "restore", "edit", "supersede")


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 3)), max_size=8))
def test_what_levelmem_wrote_folds_the_same_after_a_merge(
    steps: list[tuple[str, int]],
) -> None:
    with TemporaryDirectory() as folder:
        memory = _memory_after(Path(folder), steps)
        file = Path(folder) / "facts.jsonl"
        before = file.read_bytes() if file.exists() else b""
        facts = memory.facts()
        merged = merge("facts.jsonl", [before, b""])
        records = [parse_record(json.loads(line)) for line in merged.splitlines()]
        after = fold(records)
    known = [(fact.key, fact.text, fact.state, fact.pinned) for fact in facts]
    assert sorted(known) == sorted((f.key, f.text, f.state, f.pinned) for f in after)


def _memory_after(folder: Path, steps: list[tuple[str, int]]) -> Memory:
    from datetime import UTC, datetime, timedelta

    now = datetime(2026, 1, 1, tzinfo=UTC)

    def clock() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    memory = Memory("/made/up", folder, clock=clock)
    memory.observe("Boxes are brown", "s1")
    memory.observe("Tape is clear", "s1")
    for number, (step, at) in enumerate(steps):
        keys = [fact.key for fact in memory.facts()]
        key = keys[at % len(keys)]
        match step:
            case "observe":
                memory.observe(f"Shelf {at} is full", f"s{number}")
            case "note":
                memory.add_note(f"Shelf {at} is mine")
            case "edit":
                memory.edit(key, f"Shelf {at} is green")
            case "supersede":
                memory.supersede(key, f"Shelf {at} is blue")
            case _:
                getattr(memory, step)(key)
    return memory
