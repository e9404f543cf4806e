"""Laws of the fold that hold for any file."""

from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from levelmem.engine.memory.facts import Fact, Reason, State
from levelmem.engine.memory.fold import fold
from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.ledger import Ledger
from levelmem.engine.memory.levelcode import LevelCodeView
from levelmem.engine.memory.records import Record, parse_record
from levelmem.engine.memory.writing import Writer

Line = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    held: bool
    reasons: tuple[Reason, ...] = ()


def judge(text: str) -> Verdict:
    return Verdict(fact_key(text).startswith("run "))


TEXTS = (
    *("Uses pnpm", "We use pnpm", "uses PNPM!", "Port 8080", "Port 8081"),
    *("Run it", "`Run` it", "使用 Redis", "不使用 Redis", "In C++", "In C#"),
)
texts = st.sampled_from(TEXTS)
sessions = st.sampled_from(["s1", "s2", "s3", ""])
origins = st.sampled_from(
    [
        None,
        {"origin": "file", "path": "README.md"},
        {"origin": "agent"},
        {"origin": "memory"},
        {"origin": "typed", "turn": 1},
    ]
)
days = st.integers(1, 28).map(lambda day: f"2026-01-{day:02}T00:00:00.000Z")


@st.composite
def observations(draw: st.DrawFn) -> Line:
    line: Line = {"v": 1, "text": draw(texts), "source": draw(sessions)}
    line["at"] = draw(days)
    if origin := draw(origins):
        line["from"] = origin
    return line


@st.composite
def notes(draw: st.DrawFn) -> Line:
    said = {"origin": "person", "said": "quote", "verified": draw(st.booleans())}
    return draw(observations()) | said


@st.composite
def controls(draw: st.DrawFn) -> Line:
    words = ["confirm", "remove", "supersede", "restore", "pin", "unpin", "other"]
    text = draw(texts)
    line: Line = {
        **{"v": 1, "key": levelcode_key(text), "control": draw(st.sampled_from(words))},
        **{"at": draw(days), "by": draw(texts)},
    }
    return line | ({"lmKey": fact_key(text)} if draw(st.booleans()) else {})


sightings = st.lists(observations(), max_size=25)
files = st.lists(st.one_of(observations(), notes(), controls()), max_size=25)


def parsed(lines: list[Line]) -> list[Record]:
    return [parse_record(line) for line in lines]


def folded(records: list[Record]) -> list[Fact]:
    return fold(records, judge=judge)


def standing(records: list[Record]) -> dict[str, tuple[State, bool, str]]:
    return {fact.key: (fact.state, fact.pinned, fact.text) for fact in folded(records)}


@given(files)
def test_a_fold_never_raises_and_no_fact_is_lost(lines: list[Line]) -> None:
    facts = folded(parsed(lines))
    known = {key for fact in facts for key in fact.keys}
    assert known >= {fact_key(line["text"]) for line in lines if "control" not in line}
    assert sum(len(fact.sightings) for fact in facts) == sum(
        "control" not in line for line in lines
    )


@given(st.data(), sightings)
def test_the_order_of_sightings_does_not_matter_to_states(
    data: st.DataObject, lines: list[Line]
) -> None:
    shuffled = data.draw(st.permutations(lines))
    one = {fact.key: fact for fact in folded(parsed(lines))}
    other = {fact.key: fact for fact in folded(parsed(shuffled))}
    assert one.keys() == other.keys()
    for key, fact in one.items():
        twin = other[key]
        assert fact.state is twin.state
        assert set(fact.sources) == set(twin.sources)
        assert fact.learned_at == twin.learned_at
        assert fact.updated_at == twin.updated_at


@given(sightings)
def test_the_same_sightings_twice_change_no_state(lines: list[Line]) -> None:
    once, twice = standing(parsed(lines)), standing(parsed([*lines, *lines]))
    assert {key: state for key, (state, *_) in once.items()} == {
        key: state for key, (state, *_) in twice.items()
    }


@given(files)
def test_the_same_file_folds_to_the_same_facts(lines: list[Line]) -> None:
    assert folded(parsed(lines)) == folded(parsed(lines))


@given(files, sightings)
def test_no_sighting_makes_a_held_or_uncredited_fact_active(
    lines: list[Line], more: list[Line]
) -> None:
    before = {fact.key: fact for fact in folded(parsed(lines))}
    for fact in folded(parsed([*lines, *more])):
        earlier = before.get(fact.key)
        if earlier and earlier.state is State.UNCONFIRMED:
            assert not fact.active


@given(files, sightings)
def test_a_removed_fact_stays_removed_whatever_is_seen(
    lines: list[Line], more: list[Line]
) -> None:
    removed = [
        fact
        for fact in folded(parsed(lines))
        if any(event.what == "removed" for event in fact.history)
        and fact.state is State.REMOVED
    ]
    after = {fact.key: fact for fact in folded(parsed([*lines, *more]))}
    assert all(after[fact.key].state is State.REMOVED for fact in removed)


@given(files, sightings)
def test_the_words_of_a_credited_note_are_never_changed_by_a_sighting(
    lines: list[Line], more: list[Line]
) -> None:
    after = {fact.key: fact for fact in folded(parsed([*lines, *more]))}
    for fact in folded(parsed(lines)):
        if fact.credited:
            twin = after[fact.key]
            assert (fact.text, fact.said, fact.updated_at) == (
                *(twin.text, twin.said, twin.updated_at),
            )


@given(files)
def test_what_is_active_was_earned(lines: list[Line]) -> None:
    for fact in folded(parsed(lines)):
        if fact.active and not fact.credited:
            confirmed = any(event.what == "confirmed" for event in fact.history)
            assert confirmed or (len(fact.sources) >= 2 and fact.evidence >= 2)
            assert confirmed or not judge(fact.text).held


@st.composite
def undone_files(draw: st.DrawFn) -> list[Line]:
    """Files with steps of the person, some of which are taken back."""
    lines = draw(files)
    for line in lines:
        if "control" in line and draw(st.booleans()):
            line["change"] = f"c{draw(st.integers(0, 3))}"
            line["lmKey"] = fact_key(draw(texts))
    for number in draw(st.lists(st.integers(0, 3), max_size=3)):
        undo = {"v": 1, "key": "lm:", "control": "undo", "undoes": f"c{number}"}
        place = draw(st.integers(0, len(lines)))
        lines.insert(place, undo | {"change": f"u{place}"})
    return lines


@given(undone_files(), st.lists(st.integers(0, 25), max_size=5))
def test_a_file_that_grows_folds_to_what_it_would_as_a_whole(
    lines: list[Line], stops: list[int]
) -> None:
    records, ledger, start = parsed(lines), Ledger(judge), 0
    for stop in sorted(stops):
        ledger.extend(records[start:stop])
        assert ledger.facts() == folded(records[: max(start, stop)])
        start = max(start, stop)
    ledger.extend(records[start:])
    assert ledger.facts() == folded(records)
    view = LevelCodeView(records)
    assert dict(ledger.levelcode.items()) == dict(view.items())


@settings(max_examples=300, deadline=None)
@given(undone_files(), undone_files())
def test_what_would_follow_is_what_follows_then(
    lines: list[Line], more: list[Line]
) -> None:
    """Only levelmem's own records are asked about: they carry its keys."""
    records, ledger = parsed(lines), Ledger(judge)
    own = [
        r for r in parsed(more) if getattr(r, "lm_key", "") or getattr(r, "text", "")
    ]
    own += [r for r in parsed(more) if getattr(r, "undoes", "")]
    ledger.extend(records)
    before = ledger.facts()
    assert ledger.facts_after(own) == folded([*records, *own])
    assert ledger.facts() == before
    ledger.extend(own)
    assert ledger.facts() == folded([*records, *own])


steps = st.sampled_from(
    ["confirm", "remove", "pin", "restore", "edit", "note", "source"]
)


@settings(max_examples=300, deadline=None)
@given(
    files,
    st.lists(st.tuples(steps, st.integers(0, 9), texts), max_size=6),
    st.lists(st.integers(0, 12), max_size=6),
)
def test_a_memory_that_is_worked_on_folds_to_what_it_would_as_a_whole(
    lines: list[Line], done: list[tuple[str, int, str]], undone: list[int]
) -> None:
    ledger, changes = Ledger(judge), []
    ledger.extend(parsed(lines))
    for number, (step, which, text) in enumerate(done):
        facts = ledger.facts()
        if not facts:
            return
        fact = facts[which % len(facts)]
        ledger.extend(written(ledger.records, f"c{number}", step, fact, text))
        changes.append(f"c{number}")
        assert ledger.facts() == folded(ledger.records)
    for number, which in enumerate(undone):
        if not changes:
            return
        # Any step and any undo, in any order: an undo can be undone as well.
        change = changes[which % len(changes)]
        writer = Writer(
            ledger.records,
            "",
            f"u{number}",
            folded_any,
            ledger.levelcode,
            ledger.facts(),
            ledger.facts_after,
        )
        plain = Writer(ledger.records, "", f"u{number}", folded_any)
        records = writer.undo(change)
        assert records == plain.undo(change)
        ledger.extend(records)
        changes.append(f"u{number}")
        assert ledger.facts() == folded(ledger.records)


@settings(deadline=None)
@given(files, st.lists(st.tuples(steps, st.integers(0, 9), texts), max_size=6))
def test_undoing_all_steps_in_turn_brings_every_state_back(
    lines: list[Line], done: list[tuple[str, int, str]]
) -> None:
    records = parsed(lines)
    before = [standing(records)]
    for number, (step, which, text) in enumerate(done):
        facts = folded(records)
        if not facts:
            return
        fact = facts[which % len(facts)]
        records += written(records, f"c{number}", step, fact, text)
        before.append(standing(records))
    for number in reversed(range(len(done))):
        assert standing(records) == before[number + 1]
        records += Writer(records, "", f"u{number}", folded_any).undo(f"c{number}")
        assert standing(records) == before[number]


def folded_any(records: Any) -> list[Fact]:
    return folded(list(records))


def written(
    records: list[Record], change: str, step: str, fact: Fact, text: str
) -> list[Record]:
    writer = Writer(records, "2026-02-01T00:00:00.000Z", change, folded_any)
    match step:
        case "confirm" | "remove":
            return [*writer.controls(fact, step)]
        case "pin":
            return [writer.own(fact, step)]
        case "restore":
            return writer.restore([fact])
        case "edit":
            return writer.edit(fact, text)
        case "note":
            known = {key: one for one in folded(records) for key in one.keys}
            return writer.note(text, "project", known.get(fact_key(text)))
        case _:
            return writer.forget_source(session="s1")[0]
