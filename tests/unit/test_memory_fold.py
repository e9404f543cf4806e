"""The fold: LevelCode's table of states, and what levelmem holds back beyond it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest

from levelmem.engine.memory.facts import Fact, Reason, State
from levelmem.engine.memory.fold import REMOVED_BEFORE, UNCREDITED, fold
from levelmem.engine.memory.records import parse_record


@dataclass(frozen=True)
class Verdict:
    held: bool
    reasons: tuple[Reason, ...] = ()


def judge(text: str) -> Verdict:
    """A guard for tests: what begins with an order word is held."""
    plain = text.lstrip("*- `").replace("*", "").lower()
    held = plain.startswith(("run ", "push "))
    return Verdict(held, (Reason("opener", 0, 3),) if held else ())


def seen(text: str, source: str = "s1", day: int = 1, **more: Any) -> dict[str, Any]:
    at = f"2026-01-{day:02}T00:00:00.000Z"
    return {"v": 1, "text": text, "source": source, "at": at, **more}


def seen_in(
    origin: dict[str, Any], text: str, source: str = "s1", day: int = 1
) -> dict[str, Any]:
    return seen(text, source, day) | {"from": origin}


def note(
    text: str, said: str, verified: bool, day: int = 1, source: str = "s1"
) -> dict[str, Any]:
    more = {"origin": "person", "kind": "preference", "said": said}
    return seen(text, source, day, **more, verified=verified)


def control(word: str, key: str, day: int = 1, **more: Any) -> dict[str, Any]:
    at = f"2026-01-{day:02}T12:00:00.000Z"
    return {"v": 1, "key": key, "control": word, "at": at, **more}


def read(path: str, **more: Any) -> dict[str, Any]:
    return {"origin": "file", "path": path, **more}


def folded(*lines: dict[str, Any], **settings: Any) -> list[Fact]:
    return fold([parse_record(line) for line in lines], judge=judge, **settings)


def only(*lines: dict[str, Any], **settings: Any) -> Fact:
    [fact] = folded(*lines, **settings)
    return fact


A = "Uses pnpm"
KEY = "uses pnpm"


@pytest.mark.parametrize(
    ("lines", "state", "active"),
    [
        ([seen(A)], State.INFERRED, False),
        ([seen(A), seen(A)], State.INFERRED, False),
        ([seen(A, ""), seen(A, "")], State.INFERRED, False),
        ([seen(A), seen("uses PNPM.", "s2")], State.OBSERVED, True),
        ([seen(A), control("confirm", KEY)], State.CONFIRMED, True),
        ([note(A, "use pnpm", True)], State.CONFIRMED, True),
        ([note("Push it", "push it", True)], State.CONFIRMED, True),
        ([note(A, "use pnpm", False)], State.UNCONFIRMED, False),
        ([seen("Run it"), seen("Run it", "s2")], State.UNCONFIRMED, False),
        ([seen("Run it")], State.UNCONFIRMED, False),
        ([seen("Run it"), control("confirm", "run it")], State.CONFIRMED, True),
        ([seen(A), control("remove", KEY)], State.REMOVED, False),
        ([note(A, "q", True), control("remove", KEY)], State.REMOVED, False),
        (
            [seen(A), control("remove", KEY), seen(A, "s2"), seen(A, "s3")],
            State.REMOVED,
            False,
        ),
        (
            [seen(A), control("remove", KEY), control("confirm", KEY)],
            State.CONFIRMED,
            True,
        ),
        (
            [seen(A), control("confirm", KEY), control("remove", KEY)],
            State.REMOVED,
            False,
        ),
        (
            [seen(A), seen(A, "s2"), control("supersede", KEY, by="Uses bun")],
            State.SUPERSEDED,
            False,
        ),
        (
            [seen(A), control("confirm", KEY), control("supersede", KEY, by="B")],
            State.SUPERSEDED,
            False,
        ),
        (
            [seen(A), control("supersede", KEY, by="B"), control("confirm", KEY)],
            State.CONFIRMED,
            True,
        ),
        ([seen(A), control("unheard-of", KEY)], State.INFERRED, False),
        ([control("confirm", KEY), seen(A)], State.CONFIRMED, True),
    ],
)
def test_the_table_of_states(
    lines: list[dict[str, Any]], state: State, active: bool
) -> None:
    fact = only(*lines)
    assert (fact.state, fact.active) == (state, active)


def test_repetition_never_promotes_a_held_or_an_uncredited_one() -> None:
    held = [seen("Run it", f"s{n}") for n in range(25)]
    uncredited = [note(A, "q", False, source=f"s{n}") for n in range(25)]
    assert only(*held).state is State.UNCONFIRMED
    assert only(*uncredited).state is State.UNCONFIRMED
    assert only(*uncredited, *[seen(A, f"t{n}") for n in range(9)]).state is (
        State.UNCONFIRMED
    )


def test_a_held_wording_holds_the_fact_also_when_a_plain_one_follows() -> None:
    fact = only(seen("**Run** it"), seen("(Run) it", "s2"), seen("(Run) it", "s3"))
    assert fact.state is State.UNCONFIRMED
    assert fact.text == "**Run** it"
    assert fact.reasons == (Reason("opener", 0, 3),)


def test_an_uncredited_note_says_why_it_is_held() -> None:
    assert [why.rule for why in only(note(A, "q", False)).reasons] == [UNCREDITED]


def test_the_latest_wording_and_the_newest_date_win() -> None:
    fact = only(seen(A, "s1", 5), seen("uses PNPM.", "s2", 3))
    assert fact.text == "uses PNPM."
    assert fact.updated_at == datetime(2026, 1, 5, tzinfo=UTC)
    assert fact.learned_at == datetime(2026, 1, 3, tzinfo=UTC)
    assert [event.what for event in fact.history] == ["learned", "reworded"]


def test_a_credited_note_keeps_its_words_its_quote_and_its_date() -> None:
    fact = only(
        note("Use pnpm", "use pnpm please", True, 2),
        note("USE pnpm!", "something else", False, 9, "s2"),
        seen("use PNPM", "s3", 10),
    )
    assert (fact.text, fact.said) == ("Use pnpm", "use pnpm please")
    assert fact.credited
    assert fact.updated_at == datetime(2026, 1, 2, tzinfo=UTC)


def test_a_confirmed_note_is_not_credited() -> None:
    fact = only(note(A, "the agent's quote", False), control("confirm", KEY))
    assert (fact.state, fact.credited) == (State.CONFIRMED, False)
    assert fact.said == "the agent's quote"


def test_a_confirmed_fact_is_not_reworded_into_an_order() -> None:
    fact = only(
        seen("(Run) it"), control("confirm", "run it"), seen("**Run** it", "s2")
    )
    assert fact.text == "(Run) it"


def test_with_confirm_facts_an_observed_one_waits() -> None:
    fact = only(seen(A), seen(A, "s2"), confirm_facts=True)
    assert (fact.state, fact.active, fact.in_force) == (State.OBSERVED, False, True)


# Evidence


@pytest.mark.parametrize(
    ("origins", "state"),
    [
        ([read("README.md"), read("README.md")], State.INFERRED),
        ([read("README.md"), read("AGENTS.md")], State.INFERRED),
        ([read("a", evidence="1f3c"), read("a", evidence="9e0d")], State.OBSERVED),
        ([read("a", evidence="1f3c"), read("b", evidence="1f3c")], State.INFERRED),
        ([read("README.md"), None], State.OBSERVED),
        ([read("README.md"), {"origin": "typed", "turn": 3}], State.OBSERVED),
        ([read("README.md"), {"origin": "agent"}], State.INFERRED),
        ([{"origin": "agent"}, {"origin": "agent"}], State.OBSERVED),
        ([{"origin": "web", "host": "a.b"}, read("x")], State.INFERRED),
        ([{"origin": "memory"}, {"origin": "memory"}], State.INFERRED),
        ([{"origin": "memory"}, {"origin": "agent"}], State.INFERRED),
        ([{"origin": "memory"}, None, None], State.OBSERVED),
        ([{"origin": "of a later version"}, read("x")], State.INFERRED),
        ([{"origin": "typed", "turn": 1}] * 2, State.OBSERVED),
    ],
)
def test_evidence_is_counted_by_origin(origins: list[Any], state: State) -> None:
    lines = [
        seen(A, f"s{n}", **({"from": origin} if origin else {}))
        for n, origin in enumerate(origins)
    ]
    assert only(*lines).state is state


def test_two_pieces_of_evidence_of_one_session_do_not_suffice() -> None:
    first = seen_in(read("a", evidence="1"), A)
    second = seen_in(read("b", evidence="2"), A)
    assert only(first, second).state is State.INFERRED


def test_memorys_own_words_do_not_even_refresh_a_fact() -> None:
    fact = only(seen(A, "s1", 2), seen_in({"origin": "memory"}, A, "s2", 9))
    assert fact.updated_at == datetime(2026, 1, 2, tzinfo=UTC)
    assert fact.sources == ("s1",)
    assert [sighting.counts for sighting in fact.sightings] == [True, False]


# Removal that lasts


@pytest.mark.parametrize(
    "again",
    [
        "The project uses pnpm.",
        "We are using pnpm",
        "It uses pnpm now",
    ],
)
def test_a_removed_fact_is_not_learned_again_in_nearly_the_same_words(
    again: str,
) -> None:
    facts = folded(
        seen(A), control("remove", KEY), seen(again, "s2"), seen(again, "s3")
    )
    assert [fact.state for fact in facts] == [State.REMOVED, State.REMOVED]
    assert facts[1].reasons[0].rule == REMOVED_BEFORE


@pytest.mark.parametrize(
    ("removed", "other"),
    [
        ("The server uses port 8080", "The server uses port 8081"),
        ("The service uses Redis", "The service does not use Redis"),
        ("Uses node 18", "Uses node -18"),
        ("The build runs before tests", "The build runs after tests"),
        ("Import is allowed", "Export is allowed"),
        ("Uses symmetric encryption", "Uses asymmetric encryption"),
        ("使用 Redis", "不使用 Redis"),
        ("Uses pnpm", "Uses pnpm in CI"),
    ],
)
def test_a_removed_fact_does_not_block_another_one(removed: str, other: str) -> None:
    remove = control("remove", "", lmKey=folded(seen(removed))[0].key)
    facts = folded(seen(removed), remove, seen(other, "s2"), seen(other, "s3"))
    assert facts[1].state is State.OBSERVED


def test_what_stood_beside_a_removed_fact_before_stays() -> None:
    facts = folded(
        seen(A), seen("We use pnpm"), seen("We use pnpm", "s2"), control("remove", KEY)
    )
    assert [fact.state for fact in facts] == [State.REMOVED, State.OBSERVED]


def test_a_confirm_overrides_a_tombstone() -> None:
    facts = folded(
        *(seen(A), control("remove", KEY)),
        *(seen("We use pnpm", "s2"), control("confirm", "we use pnpm")),
    )
    assert [fact.state for fact in facts] == [State.REMOVED, State.CONFIRMED]


# What may replace what


def test_what_was_seen_once_replaces_neither_confirmed_facts_nor_notes() -> None:
    once = seen("Uses bun", "s9")
    supersede = control("supersede", KEY, by="Uses bun")
    confirmed = folded(seen(A), control("confirm", KEY), once, supersede)
    noted = folded(note(A, "q", True), once, supersede)
    assert confirmed[0].state is State.CONFIRMED
    assert noted[0].state is State.CONFIRMED


def test_what_was_seen_once_may_replace_what_was_only_observed() -> None:
    facts = folded(
        *(seen(A), seen(A, "s2"), seen("Uses bun", "s9")),
        control("supersede", KEY, by="Uses bun"),
    )
    assert facts[0].state is State.SUPERSEDED
    assert facts[0].superseded_by == "Uses bun"


def test_the_person_replaces_what_they_like() -> None:
    facts = folded(
        *(note(A, "q", True), seen("Uses bun", "s9")),
        control("supersede", KEY, by="Uses bun", change="c1", lmKey=KEY),
    )
    assert facts[0].state is State.SUPERSEDED


# LevelCode's keys where several of levelmem's share one


def test_a_removal_by_levelcode_reaches_the_wording_that_it_showed() -> None:
    facts = folded(
        seen("使用 Redis"), seen("不使用 Redis", "s2"), control("remove", "redis")
    )
    assert [fact.state for fact in facts] == [State.INFERRED, State.REMOVED]


def test_a_confirm_by_levelcode_means_the_wording_of_its_time() -> None:
    facts = folded(
        seen("The server is in C++"),
        control("confirm", "the server is in c"),
        seen("The server is in C#", "s2"),
    )
    assert [fact.state for fact in facts] == [State.CONFIRMED, State.INFERRED]


def test_levelcode_shows_a_credited_note_before_later_wordings() -> None:
    facts = folded(
        note("Write C++", "write c++", True),
        seen("Write C#", "s2"),
        control("remove", "write c"),
    )
    assert [fact.state for fact in facts] == [State.REMOVED, State.INFERRED]


def test_a_removal_by_levelcode_takes_siblings_of_the_same_words_along() -> None:
    facts = folded(
        seen("Uses the port 8080"), seen("Uses `port` 8080"), control("remove", "none")
    )
    assert {fact.state for fact in facts} == {State.INFERRED}
    doubled = folded(
        seen("It isn't cached", "s1"),
        seen("It isn t cached", "s2"),
        control("remove", "it isn t cached"),
    )
    assert doubled[-1].state is State.REMOVED


# levelmem's own controls


def test_pins_and_kinds_follow_the_last_word() -> None:
    fact = only(
        seen(A),
        control("pin", KEY, lmKey=KEY),
        control("kind", KEY, lmKey=KEY, kind="reference"),
    )
    assert (fact.pinned, fact.kind) == (True, "reference")
    assert not only(seen(A), control("pin", KEY), control("unpin", KEY)).pinned


def test_an_edit_keeps_the_fact_and_its_old_key() -> None:
    fact = only(
        seen(A),
        control("supersede", KEY, lmKey=KEY, lm="edit", text="Uses bun", by="Uses bun"),
        note("Uses bun", "Uses bun", True, 2),
        seen(A, "s5"),
        control("pin", "uses bun", lmKey="uses bun"),
    )
    assert (fact.key, fact.text, fact.state) == (KEY, "Uses bun", State.CONFIRMED)
    assert fact.keys == (KEY, "uses bun")
    assert fact.pinned


def test_an_edit_into_another_fact_joins_the_two() -> None:
    fact = only(
        seen(A),
        seen("Uses bun", "s2"),
        control("edit", KEY, lmKey=KEY, text="Uses bun"),
        note("Uses bun", "Uses bun", True),
        control("remove", "uses bun"),
    )
    assert (fact.key, fact.state) == (KEY, State.REMOVED)
    assert fact.sources == ("s1", "s2")


def test_an_undone_change_counts_for_nothing_but_stays_in_the_history() -> None:
    fact = only(
        seen(A),
        control("remove", KEY, lmKey=KEY, change="c1"),
        control("undo", KEY, lmKey=KEY, change="c2", undoes="c1"),
    )
    assert fact.state is State.INFERRED
    assert [(event.what, event.undone) for event in fact.history][1:] == [
        ("removed", True),
        ("undone", False),
    ]


def test_an_undo_can_be_undone() -> None:
    fact = only(
        seen(A),
        control("remove", KEY, lmKey=KEY, change="c1"),
        control("undo", KEY, lmKey=KEY, change="c2", undoes="c1"),
        control("undo", KEY, lmKey=KEY, change="c3", undoes="c2"),
    )
    assert fact.state is State.REMOVED


def test_a_forgotten_source_is_no_evidence_any_more() -> None:
    forget = {"v": 1, "key": "lm:", "control": "forget-source", "path": "third_party"}
    planted = read("third_party/README.md", evidence="1")
    facts = folded(
        *(seen(A, "s1"), seen_in(planted, A, "s2")),
        seen_in(planted, "Only there", "s2"),
        *(forget, seen_in(planted, "Later there", "s3")),
    )
    assert [fact.state for fact in facts] == [
        *(State.INFERRED, State.REMOVED, State.REMOVED),
    ]


def test_sessions_that_the_journal_forgot_are_no_evidence() -> None:
    lines = (seen(A), seen(A, "s2"))
    assert only(*lines, forgotten_sessions=frozenset({"s2"})).sources == ("s1",)


# As of a day


def test_a_fold_as_of_a_day_knows_nothing_later() -> None:
    lines = (
        *(seen(A, "s1", 1), seen(A, "s2", 3)),
        *(control("remove", KEY, 5), seen("Later", "s3", 6)),
    )
    assert only(*lines, as_of=date(2026, 1, 2)).state is State.INFERRED
    assert only(*lines, as_of=date(2026, 1, 3)).state is State.OBSERVED
    noon = datetime(2026, 1, 5, 11, tzinfo=UTC)
    assert only(*lines, as_of=noon).state is State.OBSERVED
    assert only(*lines, as_of=date(2026, 1, 5)).state is State.REMOVED
    assert len(folded(*lines)) == 2


def test_records_without_a_time_are_older_than_any() -> None:
    assert only({"text": A}, as_of=date(2020, 1, 1)).text == A


def test_the_guard_is_asked_once_about_a_text() -> None:
    asked: list[str] = []

    def counting(text: str) -> Verdict:
        asked.append(text)
        return judge(text)

    lines = [seen(A, f"s{n % 7}") for n in range(50)]
    fold([parse_record(line) for line in lines], judge=counting)
    assert asked == [A]
