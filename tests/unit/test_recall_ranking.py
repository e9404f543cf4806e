"""The default ranker over a small index."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from levelmem.engine.recall.documents import Document, DocumentKind, Role
from levelmem.engine.recall.index import Conversation, Index
from levelmem.engine.recall.ranking import Ranking, rank
from levelmem.engine.recall.settings import RankSettings

NOW = datetime(2026, 8, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def turn(text: str, number: int, session: str, **more: object) -> Document:
    when = NOW - 30 * DAY + timedelta(minutes=number)
    fields: dict[str, object] = {"when": when, "agent": "codex"} | more
    return Document(DocumentKind.TURN, text, session=session, turn=number, **fields)  # type: ignore[arg-type]


def index_of(**sessions: Sequence[str]) -> Index:
    index = Index()
    for name, texts in sessions.items():
        documents = [turn(text, n, name) for n, text in enumerate(texts)]
        index.replace(Conversation(name, agent="codex"), "1", documents)
    index.save()
    return index


def texts(ranking: Ranking) -> list[str]:
    return [hit.stored.text for hit in ranking.hits]


def first(index: Index, question: str) -> str:
    return texts(rank(index, question, NOW))[0]


FILLER = [f"nothing of note happened in step {n}" for n in range(20)]


def test_a_paraphrase_finds_the_line() -> None:
    index = index_of(
        a=FILLER, b=["We capped retries for the payment provider.", *FILLER]
    )
    assert "capped" in first(index, "why do we cap a retry to payments?")


def test_an_answer_is_found_beside_the_question_that_it_answers() -> None:
    talk = ["Which cache does billing use?", "Redis, since last spring.", *FILLER]
    ranking = rank(index_of(a=FILLER, b=talk), "which cache does billing use", NOW)
    assert "Redis, since last spring." in texts(ranking)[:2]
    hit = next(h for h in ranking.hits if h.stored.text.startswith("Redis"))
    assert "bill" in hit.around


def test_no_turn_is_read_with_another_session() -> None:
    index = index_of(a=["the zebra question"], b=["an unrelated line"])
    assert texts(rank(index, "zebra", NOW)) == ["the zebra question"]


@pytest.mark.parametrize(
    "question",
    [
        "refund_retry",
        "refundRetry",
        "refund retry",
        "src/billing/refund_retry.py",
        "refund_retry.py",
    ],
)
def test_a_name_is_found_in_every_spelling(question: str) -> None:
    index = index_of(a=[*FILLER, "Edited src/billing/refund_retry.py", "a refund"])
    assert "refund_retry.py" in first(index, question)


def test_an_error_text_is_found_word_for_word() -> None:
    error = "TypeError: Cannot read properties of undefined (reading 'map')"
    similar = "TypeError: Cannot read properties of undefined (reading 'id')"
    index = index_of(a=[f"It says: {similar}", f"It says: {error}", *FILLER])
    ranking = rank(index, error, NOW)
    assert error in texts(ranking)[0]
    assert "word for word" in ranking.hits[0].reasons


def test_a_mistyped_word_is_put_right_where_it_occurs_nowhere() -> None:
    index = index_of(a=[*FILLER, "The scheduler restarts at night."])
    ranking = rank(index, "shceduler", NOW)
    assert "scheduler" in texts(ranking)[0]
    assert ranking.rescued[0][0] == "shcedul"


def test_a_word_that_occurs_is_never_put_right() -> None:
    index = index_of(a=["the form is here", "the farm is there"])
    assert texts(rank(index, "form", NOW))[0] == "the form is here"
    assert not rank(index, "form", NOW).rescued


def test_chinese_is_found() -> None:
    index = index_of(a=[*FILLER, "我们用Redis来缓存账单数据"])
    assert "账单" in first(index, "账单缓存用什么")


def test_quotes_are_an_order_where_anything_fits() -> None:
    index = index_of(a=["cold start was slow", "start cold was slow"])
    assert texts(rank(index, '"cold start" slow', NOW)) == ["cold start was slow"]


def test_quotes_are_a_hint_where_nothing_fits() -> None:
    index = index_of(a=["the cold one", "the start"])
    assert texts(rank(index, '"cold start"', NOW))


def test_an_excluded_word_must_not_stand() -> None:
    index = index_of(a=["redis cache in docker", "redis cache on metal"])
    assert texts(rank(index, "redis cache -docker", NOW)) == ["redis cache on metal"]


def test_a_pasted_command_is_found_whatever_its_switches_say() -> None:
    index = index_of(a=["$ go test -run TestRefund ./ledger", "test the ledger run"])
    assert first(index, "go test -run TestRefund ./ledger").startswith("$ go")


def test_the_same_line_is_told_once_with_a_count() -> None:
    same = {f"s{n}": ["run the linter please"] for n in range(5)}
    ranking = rank(index_of(**same), "linter", NOW)
    assert len(ranking.hits) == 1
    assert ranking.hits[0].copies == 4


def test_the_time_that_is_named_decides_between_equals() -> None:
    index = Index()
    for name, day in (("may", 10), ("june", 40)):
        when = datetime(2026, 5, 1, tzinfo=UTC) + day * DAY
        text = f"the migration failed, ticket {name}"
        document = turn(text, 0, name, when=when)
        index.replace(Conversation(name), "1", [document])
    index.save()
    assert first(index, "which migration failed in June 2026?").endswith("june")
    assert first(index, "which migration failed in May 2026?").endswith("may")


def test_of_the_present_what_was_said_last_is_told_first() -> None:
    index = Index()
    told = (
        ("a", 1, "The queue runs on Redis."),
        ("b", 30, "The queue runs on Postgres, in a process of its own, since May."),
    )
    for name, day, text in told:
        when = datetime(2026, 5, 1, tzinfo=UTC) + day * DAY
        index.replace(Conversation(name), "1", [turn(text, 0, name, when=when)])
    index.save()
    assert "Redis" in first(index, "what does the queue run on?")
    hits = rank(index, "what does the queue currently run on?", NOW).hits
    assert "Postgres" in hits[0].stored.text
    assert "said last" in hits[0].reasons
    assert hits[0].score >= hits[1].score


def test_an_event_dates_a_question_by_when_it_was() -> None:
    index = Index()
    slow = "importer was slow, ticket"
    told = (f"{slow} one", "we tagged the 2.0 release", f"{slow} two")
    for day, text in enumerate(told):
        when = datetime(2026, 5, 1 + 9 * day, tzinfo=UTC)
        index.replace(Conversation(str(day)), "1", [turn(text, 0, str(day), when=when)])
    index.save()
    assert first(index, "was the importer slow before the release?").endswith("one")
    assert first(index, "was the importer slow after the release?").endswith("two")


def test_whose_words_are_asked_for_come_first() -> None:
    index = Index()
    documents = [
        turn("keep the invoice format as it is", 0, "a", role=Role.PERSON),
        turn("change the invoice format to a list", 1, "a", role=Role.AGENT),
    ]
    index.replace(Conversation("a"), "1", documents)
    index.save()
    assert first(index, "what did I say about the invoice format?").startswith("keep")
    asked = "what did codex suggest about the invoice format?"
    assert first(index, asked).startswith("change")


def test_a_fact_and_its_turn_vouch_for_each_other() -> None:
    index = index_of(
        a=["the ledger uses sqlite", *FILLER], b=["ledger, sqlite", *FILLER]
    )
    fact = Document(
        DocumentKind.FACT,
        "The ledger uses SQLite.",
        reference="k",
        agent="codex",
        session="a",
        turn=0,
    )
    index.replace(Conversation("p", "memory"), "1", [fact])
    index.save()
    best, second = rank(index, "what does the ledger use", NOW).hits[:2]
    assert (best.stored.kind, second.stored.kind) == ("fact", "turn")
    assert best.score == second.score > 0
    assert any("says so too" in reason for reason in best.reasons)
    assert second.stored.session == "a"


def test_a_factor_of_zero_leaves_out() -> None:
    index = index_of(a=["redis one"], b=["redis two"])
    ranking = rank(index, "redis", NOW, factor=lambda d: float(d.session == "b"))
    assert texts(ranking) == ["redis two"]


def test_grouped_by_session_several_good_hits_outweigh_one() -> None:
    many = ["deploy gateway again", "the gateway deploy", "gateway", "deploy it"]
    index = index_of(a=["deploy the gateway", *FILLER[:5]], b=[*FILLER[:5], *many])
    grouped = rank(index, "gateway deploy", NOW).sessions(RankSettings())
    assert [hits[0].stored.session for hits in grouped] == ["b", "a"]


@pytest.mark.parametrize("question", ["", "?", "the of", "zzzzqqq", '""', "-", "\x1b["])
def test_a_question_of_nothing_finds_nothing(question: str) -> None:
    assert rank(index_of(a=FILLER), question, NOW).hits == ()


def test_ties_are_never_decided_by_chance() -> None:
    sessions = {f"s{n}": [f"gateway number{n}"] for n in range(9)}
    orders = [texts(rank(index_of(**sessions), "gateway", NOW)) for _ in range(3)]
    assert orders[0] == orders[1] == orders[2]


def test_every_hit_tells_its_terms() -> None:
    (hit,) = rank(index_of(a=["the gateway is slow"]), "slow gateway xyzzyq", NOW).hits
    assert hit.matched == ("slow", "gateway")


def test_candidates_from_the_index_are_what_a_full_scan_finds() -> None:
    things, places = ("alpha", "beta", "gamma"), ("delta", "zeta", "eta", "kappa")
    sessions = {
        f"s{n}": [f"the {thing} of {place} is number {n}" for thing in things]
        for n, place in enumerate(places * 50)
    }
    index = index_of(**sessions)
    for question in ("zeta number 101", "beta number 17", "gamma kappa 3"):
        few = rank(index, question, NOW, limit=3)
        whole = rank(index, question, NOW, limit=3, candidates=100_000)
        assert texts(few) == texts(whole)
