"""Questions: the time they name, whose words they want, what must stand."""

from datetime import UTC, date, datetime

import pytest

from levelmem.engine.recall.classic.windows import classic_window
from levelmem.engine.recall.documents import Role
from levelmem.engine.recall.question import read_question
from levelmem.engine.recall.windows import find_window

FRIDAY = datetime(2023, 10, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("in May 2023", "2023-05-31", "2023-06-02"),
        ("what broke in March?", "2023-03-02", "2023-04-02"),
        ("what happens in December", "2022-12-02", "2023-11-30"),
        ("in 2022", "2022-12-31", "2023-01-02"),
        ("on 7 May 2023", "2023-05-07", "2023-05-20"),
        ("May 7, 2023", "2023-05-07", "2023-05-05"),
        ("on 2023-05-07", "2023-05-07", "2023-05-20"),
        ("yesterday", "2023-10-19", "2023-10-17"),
        ("this week", "2023-10-16", "2023-10-15"),
        ("last week", "2023-10-10", "2023-10-17"),
        ("last month", "2023-09-15", "2023-10-02"),
        ("two weeks ago", "2023-10-05", "2023-10-14"),
        ("3 days ago", "2023-10-17", "2023-10-14"),
        ("since Monday", "2023-10-17", "2023-10-14"),
        ("before 2023-06-01", "2020-01-01", "2023-06-02"),
        ("after March 2023", "2023-06-01", "2023-02-20"),
        ("in the last year", "2022-11-01", "2022-10-01"),
        ("over the past 3 months", "2023-08-01", "2023-06-01"),
        ("the week before 3 August 2023", "2023-07-28", "2023-06-20"),
    ],
)
def test_the_time_that_a_question_names_is_understood(
    text: str, inside: str, outside: str
) -> None:
    window = find_window(text, FRIDAY)
    assert window is not None
    for day, expected in ((inside, True), (outside, False)):
        when = datetime.combine(date.fromisoformat(day), FRIDAY.timetz())
        assert window.holds(when) is expected, day


@pytest.mark.parametrize(
    "text",
    [
        "the parser may fail",
        "march on",
        "this may be",
        "2048 tokens",
        "port 8080",
        "a second thought",
        "",
    ],
)
def test_words_that_only_look_like_a_date_are_none(text: str) -> None:
    assert find_window(text, FRIDAY) is None


def test_the_words_of_time_are_no_terms() -> None:
    question = read_question("what broke in March 2023?", FRIDAY)
    assert question.terms == ("break",)


def test_a_question_of_nothing_but_time_keeps_its_words() -> None:
    assert read_question("last week", FRIDAY).terms


def test_a_speaker_by_name_is_asked_for_and_is_no_term() -> None:
    question = read_question(
        "what did Caroline paint?", FRIDAY, {"caroline", "melanie"}
    )
    assert question.authors == {"caroline"}
    assert question.terms == ("paint",)


def test_two_speakers_are_nobody_in_particular() -> None:
    question = read_question("did Ann meet Bob?", FRIDAY, {"ann", "bob"})
    assert question.authors == frozenset()


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("what did I say about the cache?", Role.PERSON),
        ("my words on tests", Role.PERSON),
        ("what did claude suggest for the cache?", Role.AGENT),
        ("did the agent explain the error?", Role.AGENT),
        ("how does the cache work?", Role.NOBODY),
    ],
)
def test_whose_words_are_wanted_is_read_from_the_question(
    text: str, role: Role
) -> None:
    assert read_question(text, FRIDAY).role is role


def test_quotes_and_exclusions_are_read() -> None:
    question = read_question('the "Exact  Phrase" -docker cache', FRIDAY)
    assert question.phrases == ("exact phrase",)
    assert question.excluded == {"docker"}
    assert question.terms == ("exact", "phrase", "cach")


@pytest.mark.parametrize(
    "command",
    [
        "kubectl rollout restart deployment/api -n staging",
        "docker compose -f ops/api.yml up --build",
        "terraform apply -target=module.api",
    ],
)
def test_a_switch_of_a_command_is_no_exclusion(command: str) -> None:
    assert not read_question(command, FRIDAY).excluded


def test_a_date_is_no_exclusion() -> None:
    assert not read_question("since 2023-05-07", FRIDAY).excluded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in may 2023", (2023, 5)),
        ("in 2022", (2022, 1)),
        ("in december", (2022, 12)),
        ("in march", (2023, 3)),
        ("yesterday", (2023, 10)),
        ("last year", (2022, 1)),
        ("this month", (2023, 10)),
    ],
)
def test_the_classic_window_is_memcodes(text: str, expected: tuple[int, int]) -> None:
    window = classic_window(text, FRIDAY)
    assert window is not None
    assert (window[0].year, window[0].month) == expected


def test_the_classic_week_is_the_seven_days_to_come() -> None:
    window = classic_window("this week", FRIDAY)
    assert window is not None
    assert (window[0].day, window[1].day) == (20, 27)
    assert classic_window("no cue at all", FRIDAY) is None
