"""memcode's order and its optional layers."""

from datetime import UTC, datetime

import pytest

from levelmem.engine.recall.classic.corpus import Corpus, Entry
from levelmem.engine.recall.classic.layers import entity_ranking, fused
from levelmem.engine.recall.classic.ranking import Options, classic_rank

NOW = datetime(2026, 8, 20, tzinfo=UTC)


def entry(session: str, text: str, kind: str = "user_message", **more: object) -> Entry:
    return Entry(session, text, kind, **more)  # type: ignore[arg-type]


def ranked(entries: list[Entry], question: str, **options: bool) -> list[str]:
    hits = classic_rank(Corpus(entries), question, NOW, 40, Options(**options))
    return [hit.entry.text for hit in hits]


def test_all_layers_are_off_unless_asked_for() -> None:
    assert Options() == Options(False, False, False, False)


def test_two_leading_hits_of_each_session_come_first() -> None:
    entries = [entry("a", "redis redis cache"), entry("a", "redis cache")]
    entries += [entry("a", "redis"), entry("b", "cache talk")]
    found = ranked(entries, "redis cache")
    assert set(found[:2]) == {"redis redis cache", "redis cache"}
    assert found[2:] == ["cache talk", "redis"]


def test_the_exact_tier_needs_no_words() -> None:
    assert ranked([entry("a", "使用 redis"), entry("b", "x")], "使用") == ["使用 redis"]


def test_a_fact_beats_tool_output_with_the_same_words() -> None:
    same = [entry("a", "x redis", "tool_call"), entry("b", "x redis", "facts")]
    corpus = Corpus(same)
    best = classic_rank(corpus, "redis", NOW, 1, Options(field_weights=True))[0]
    assert best.entry.kind == "facts"


def test_rm3_reaches_a_session_without_a_word_of_the_question() -> None:
    entries = [entry("a", "the puppy chewed the leash"), entry("b", "a new leash came")]
    entries += [entry(str(n), f"unrelated talk {n}") for n in range(9)]
    assert ranked(entries, "a pup(py) puppy") == ["the puppy chewed the leash"]
    assert "a new leash came" in ranked(entries, "a pup(py) puppy", rm3=True)


def test_adjacency_brings_the_answer_beside_the_question_in() -> None:
    entries = [entry("a", "which database do we use"), entry("a", "sqlite")]
    entries += [entry("b", "database weather")]
    found = ranked(entries, "which database do we use", adjacency=True)
    assert found[:2] == ["which database do we use", "sqlite"]
    assert "sqlite" not in ranked(entries, "which database do we use")


class TestEntities:
    FACTS = (
        entry("a", "Rex is a good boy", "facts", entities=("dogs", "rex")),
        entry("b", "The cat sleeps", "facts", entities=("cat",)),
    )

    def test_a_word_seeds_the_entity_with_its_stem(self) -> None:
        order = entity_ranking(self.FACTS, "what about the dog?")
        assert order is not None
        assert order[0] == "a"

    def test_without_a_seed_or_facts_there_is_no_signal(self) -> None:
        assert entity_ranking(self.FACTS, "weather") is None
        assert entity_ranking([entry("a", "dog")], "dog") is None

    def test_no_signal_changes_nothing(self) -> None:
        assert fused(["x", "y"], None) == ["x", "y"]

    def test_fusion_breaks_a_near_tie_toward_the_entity(self) -> None:
        assert fused(["b", "a"], ["a"]) == ["a", "b"]

    def test_it_decides_between_sessions_in_the_whole_order(self) -> None:
        talk = [entry("c", "walk the dog today"), entry("a", "walk the dog")]
        entries = [*talk, *self.FACTS]
        hits = classic_rank(
            Corpus(entries), "dog walk today", NOW, 9, Options(entities=True)
        )
        assert hits[0].entry.session in ("a", "c")
        assert hits != classic_rank(Corpus(entries), "dog walk today", NOW, 9)


@pytest.mark.parametrize("layers", [{}, {"rm3": True, "adjacency": True}])
def test_a_window_lifts_what_lies_in_it(layers: dict[str, bool]) -> None:
    entries = [
        entry("a", "the trip", at=datetime(2026, 5, 3, tzinfo=UTC)),
        entry("b", "the trip", at=datetime(2026, 7, 3, tzinfo=UTC)),
    ]
    for month, session in (("may", "a"), ("july", "b")):
        corpus = Corpus(entries)
        hits = classic_rank(corpus, f"trip in {month} 2026", NOW, 2, Options(**layers))
        assert hits[0].entry.session == session


def test_nothing_asked_of_nothing_is_nothing() -> None:
    assert ranked([], "x") == []
    assert ranked([entry("a", "")], "") == []
