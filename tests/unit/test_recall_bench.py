"""The benchmarks: loaders, metrics, rankers; and the floors where the data is."""

import json
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.recall.bench.beam import read_beam
from levelmem.engine.recall.bench.classic import memcode_ranker
from levelmem.engine.recall.bench.coding import coding_set
from levelmem.engine.recall.bench.locomo import parse_date, read_locomo
from levelmem.engine.recall.bench.longmemeval import read_longmemeval
from levelmem.engine.recall.bench.measure import default_ranker, measure
from levelmem.engine.recall.bench.metrics import any_at, ndcg_at, recall_at
from levelmem.engine.recall.bench.samples import BenchDataError, Sample

SHARED = Path(__file__).parents[3] / "shared/data/locomo-part.json"


def conversation() -> dict[str, Any]:
    return {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bob",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a puppy!"},
                {"speaker": "Bob", "dia_id": "D1:2", "text": "Lovely weather today."},
            ],
            "session_10_date_time": "junk",
            "session_10": [
                {
                    "speaker": "Bob",
                    "dia_id": "D10:1",
                    "text": "Look",
                    "blip_caption": "a red boat",
                }
            ],
        },
        "observation": {
            "session_1_observation": {
                "Ann": [
                    ["Ann has a new dog.", "D1:1"],
                    ["Both.", ["D1:1, D1:2", "D10:1"]],
                ]
            }
        },
        "qa": [
            {
                "question": "Which pet did Ann adopt?",
                "evidence": ["D1:1"],
                "category": 4,
            },
            {"question": "What did Bob adopt?", "evidence": ["D1:1"], "category": 5},
            {"question": "no evidence", "evidence": [], "category": 1},
        ],
    }


def test_locomo_is_read_as_published() -> None:
    (sample,) = read_locomo([conversation()])
    assert [turn.id for turn in sample.turns] == ["D1:1", "D1:2", "D10:1"]
    assert sample.turns[2].text == "Look [shared an image: a red boat]"
    assert sample.turns[2].session == "conv-1-session_10"
    assert sample.turns[2].when is None
    assert [turn.is_person for turn in sample.turns] == [True, False, False]
    assert [question.scored for question in sample.questions] == [True, False]
    assert sample.facts[1].sources == ("D1:1", "D1:2", "D10:1")


@pytest.mark.parametrize("data", [None, {}, [], [1], [{"qa": []}]])
def test_other_data_is_refused_with_a_reason(data: object) -> None:
    for read in (read_locomo, read_longmemeval):
        with pytest.raises(BenchDataError):
            read(data)


@pytest.mark.parametrize("granularity", ["turn", "session"])
@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize("ranker", [default_ranker(), memcode_ranker()])
def test_a_paraphrase_is_found_first_by_every_ranker(
    ranker: Any, facts: bool, granularity: str
) -> None:
    samples = read_locomo([conversation()])
    result: Any = measure(samples, ranker, facts=facts, granularity=granularity)
    assert result["questions"] == 1
    assert result["metrics"]["R@1"] == 1.0
    assert result["all_questions"]["questions"] == 2


def test_a_scan_for_the_question_word_for_word_finds_nothing() -> None:
    """What ranking replaces: memcode's first search, measured as .000."""

    def scan(sample: Sample, facts: bool, granularity: str) -> Any:
        return lambda asked: [t.id for t in sample.turns if asked.text in t.text]

    samples = read_locomo([conversation()])
    result: Any = measure(samples, scan, facts=False, granularity="turn")
    assert result["metrics"]["R@10"] == 0.0


def test_a_fact_from_nowhere_is_no_answer() -> None:
    made_up = conversation()
    facts = [["Ann adopted which pet? A puppy.", "D9:9"]]
    made_up["observation"] = {"session_1_observation": {"Ann": facts}}
    for ranker in (default_ranker(), memcode_ranker()):
        result: Any = measure(
            read_locomo([made_up]), ranker, facts=True, granularity="turn"
        )
        assert result["metrics"]["R@3"] == 1.0


def test_metrics_are_as_defined() -> None:
    ranked = ["a", "b", "c", "d"]
    assert recall_at(["a", "d"], ranked, 1) == 0.5
    assert recall_at(["a", "d"], ranked, 5) == 1.0
    assert any_at(["d"], ranked, 3) == 0.0
    assert any_at(["d", "b"], ranked, 3) == 1.0
    assert ndcg_at(["a"], ranked, 10) == 1.0
    assert ndcg_at(["b"], ranked, 10) == pytest.approx(0.6309, abs=1e-4)


def question(name: str, gold: list[str], **more: Any) -> dict[str, Any]:
    return {
        "question_id": name,
        "question_type": "single-session-user",
        "question": "Which degree did I graduate with?",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["s1", "s2"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "junk"],
        "haystack_sessions": [
            [
                {
                    "role": "user",
                    "content": "I graduated with a degree in law.",
                    "has_answer": True,
                },
                {"role": "assistant", "content": "Congratulations!"},
            ],
            [{"role": "user", "content": "What is the weather?"}],
        ],
        "answer_session_ids": gold,
    } | more


def test_longmemeval_scores_sessions_and_skips_abstentions() -> None:
    samples = read_longmemeval([question("q1", ["s1"]), question("q2_abs", [])])
    assert len(samples) == 1
    for ranker in (default_ranker(), memcode_ranker()):
        result: Any = measure(samples, ranker, facts=False, granularity="session")
        assert result["metrics"]["R@1"] == 1.0


def test_the_oracle_variant_is_refused() -> None:
    with pytest.raises(BenchDataError, match="oracle"):
        read_longmemeval([question("q1", ["s1", "s2"])])


def test_both_layouts_of_dates_are_read() -> None:
    assert parse_date("1:56 pm on 8 May, 2023") is not None
    sample = read_longmemeval([question("q1", ["s1"])])[0]
    assert sample.questions[0].asked is not None
    assert sample.turns[0].when is not None
    assert sample.turns[-1].when is None
    assert [turn.is_person for turn in sample.turns] == [True, False, True]
    assert sample.turns[1].id == "s1#1"


def test_beam_scores_the_messages_that_a_question_names(tmp_path: Path) -> None:
    turns = [
        [
            {"role": "user", "id": 0, "content": "My budget tracker uses Flask."},
            {"role": "assistant", "id": 1, "content": "Good choice."},
        ]
    ]
    batches = [{"batch_number": 1, "time_anchor": "March-15-2024", "turns": turns}]
    probes = {
        "information_extraction": [
            {"question": "What does my tracker use?", "source_chat_ids": {"a": [[0]]}}
        ],
        "abstention": [{"question": "Which bank?", "source_chat_ids": []}],
    }
    for name, plan in (("1", batches), ("2", [{"plan-1": batches}])):
        folder = tmp_path / "100K" / name
        (folder / "probing_questions").mkdir(parents=True)
        (folder / "chat.json").write_text(json.dumps(plan))
        path = folder / "probing_questions/probing_questions.json"
        path.write_text(json.dumps(probes))
    samples = list(read_beam(tmp_path))
    assert samples[0].turns[0].when is not None
    result: Any = measure(samples, default_ranker(), facts=False, granularity="turn")
    assert result["questions"] == 2
    assert result["metrics"]["R@1"] == 1.0


def test_beam_is_read_as_published(tmp_path: Path) -> None:
    """Its shape: a list of batches, in each a list of exchanges, in those messages;
    only the first message of a batch is dated, probes name messages in three ways."""
    first = {"role": "user", "id": 0, "time_anchor": "March-15-2024", "index": "1,1"}
    chat = [
        {
            "batch_number": 1,
            "turns": [
                [
                    first | {"content": "The first sprint ends on March 29. ->-> 1,1"},
                    {"role": "assistant", "id": 1, "content": "Noted."},
                ],
                [{"role": "user", "id": 2, "content": "I have written no route."}],
            ],
        },
        {
            "batch_number": 2,
            "turns": [[{"role": "user", "id": 3, "content": "The route is written."}]],
        },
    ]
    probes = {
        "abstention": [{"question": "Who am I?", "rubric": ["no information"]}],
        "event_ordering": [{"question": "In what order?", "source_chat_ids": [0, 2]}],
        "contradiction_resolution": [
            {
                "question": "Is a route written?",
                "source_chat_ids": {"first_statement": [2], "second_statement": [3]},
            }
        ],
        "instruction_following": [{"question": "Sprint?", "source_chat_ids": [0, 0]}],
    }
    folder = tmp_path / "chats/100K/1"
    (folder / "probing_questions").mkdir(parents=True)
    (folder / "chat.json").write_text(json.dumps(chat))
    (folder / "chat_trunecated.json").write_text("{}")
    path = folder / "probing_questions/probing_questions.json"
    path.write_text(json.dumps(probes))
    (sample,) = read_beam(tmp_path)
    assert [turn.id for turn in sample.turns] == ["0", "1", "2", "3"]
    assert len(set(sample.sessions.values())) == 2
    assert [turn.when is None for turn in sample.turns] == [False] * 3 + [True]
    assert [question.gold for question in sample.questions] == [
        ("0", "2"),
        ("2", "3"),
        ("0",),
    ]


def test_figures_are_told_by_half_as_memcode_halves_them() -> None:
    # The adversarial question has number 1, the one without evidence number 2.
    samples = read_locomo([conversation(), conversation() | {"sample_id": "conv-2"}])
    assert [q.number for s in samples for q in s.questions] == [0, 1, 3, 4]
    result: Any = measure(samples, memcode_ranker(), facts=False, granularity="turn")
    assert result["by_split"]["even"]["questions"] == 1
    assert result["by_split"]["odd"]["questions"] == 1


def test_a_folder_without_chats_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchDataError):
        list(read_beam(tmp_path))


class TestCodingSet:
    def test_the_same_seed_gives_the_same_set(self) -> None:
        assert coding_set(3, each=2) == coding_set(3, each=2)
        assert coding_set(3, each=2) != coding_set(4, each=2)

    def test_every_question_has_its_turn(self) -> None:
        sample = coding_set(each=3)
        assert {gold for q in sample.questions for gold in q.gold} <= set(
            sample.sessions
        )
        assert len({question.category for question in sample.questions}) == 10

    def test_the_default_order_finds_what_code_needs(self) -> None:
        result: Any = measure(
            [coding_set(each=8)], default_ranker(), facts=False, granularity="turn"
        )
        assert result["metrics"]["R@5"] >= 0.9
        for category in ("path", "commit", "typo", "chinese", "date", "speaker"):
            assert result["by_category"][category]["R@5"] >= 0.87, category


@pytest.mark.skipif(not SHARED.exists(), reason="the data is not on this machine")
class TestLocomo:
    FLOORS = (
        (False, {"R@1": 0.40, "R@5": 0.68, "R@10": 0.75}),
        (True, {"R@1": 0.45, "R@5": 0.71, "R@10": 0.78}),
    )

    @pytest.mark.parametrize(("facts", "floors"), FLOORS)
    def test_the_default_order_keeps_its_floors(
        self, facts: bool, floors: dict[str, float]
    ) -> None:
        samples = read_locomo(json.loads(SHARED.read_bytes()))
        result: Any = measure(
            samples, default_ranker(), facts=facts, granularity="turn"
        )
        for name, floor in floors.items():
            assert result["metrics"][name] >= floor, name

    def test_sessions_are_found(self) -> None:
        samples = read_locomo(json.loads(SHARED.read_bytes()))
        result: Any = measure(
            samples, default_ranker(), facts=False, granularity="session"
        )
        assert result["all_questions"]["metrics"]["any@5"] >= 0.94

    def test_the_memcode_order_is_memcodes(self) -> None:
        samples = read_locomo(json.loads(SHARED.read_bytes()))
        result: Any = measure(
            samples, memcode_ranker(), facts=False, granularity="turn"
        )
        measured = {"R@1": 0.309, "R@3": 0.452, "R@5": 0.495, "nDCG@10": 0.441}
        for name, value in measured.items():
            assert result["metrics"][name] == pytest.approx(value, abs=0.003)
