"""What of a typed message is meant to last, graded, in several languages."""

import pytest

from levelmem.engine.memory.learning.statements import LIKELY, statements


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("no, use pnpm", "Use pnpm"),
        ("No. Use pnpm.", "Use pnpm"),
        ("we never mock the database", "we never mock the database"),
        ("don't commit without running lint", "don't commit without running lint"),
        ("from now on write tests first", "from now on write tests first"),
        ("remember that the changelog is NEWS.md", "The changelog is NEWS.md"),
        ("always run make lint before you commit", ""),
        ("please never force push", "Never force push"),
        ("we use pytest, not unittest", ""),
        ("I prefer short commit messages", ""),
        ("stop adding comments everywhere", ""),
        ("no, the changelog is RELEASE-NOTES.md", "The changelog is RELEASE-NOTES.md"),
        ("next time run the linter first", ""),
        ("prefer composition over inheritance", ""),
        (
            "ok. In this repo we write British English",
            "In this repo we write British English",
        ),
        ("nein, benutze immer pnpm", "Benutze immer pnpm"),
        ("Benutze keine Mocks in Tests", ""),
        ("non, utilise pnpm", "Utilise pnpm"),
        ("n'utilise jamais npm", ""),
        ("no, usa pnpm en vez de npm", "Usa pnpm en vez de npm"),
        ("usa siempre pnpm", ""),
        ("usa sempre pnpm", ""),
        ("use sempre pnpm", ""),
        ("нет, используй pnpm", "Используй pnpm"),
        ("всегда запускай линтер перед коммитом", ""),
        ("不要用 npm，用 pnpm", ""),
        ("以后请用中文写提交信息", ""),
        ("いいえ、pnpmを使ってください", "pnpmを使ってください"),
        ("常に型ヒントを書いてください", ""),
        ("항상 pnpm을 사용하세요", ""),
        ("wir benutzen kein Redis", ""),
    ],
)
def test_a_lasting_rule_is_likely(message: str, note: str) -> None:
    (found,) = statements(message)
    assert found.score >= LIKELY
    assert found.text == (note or message)
    assert found.reasons


@pytest.mark.parametrize(
    "message",
    [
        "actually use tabs here, not spaces",
        "no, tabs not spaces",
        "commits must be signed",
        "PRs should be small",
        "use react query for data fetching",
        "migrations go in db/migrate",
    ],
)
def test_what_may_be_a_rule_is_kept_with_a_lower_score(message: str) -> None:
    (found,) = statements(message)
    assert found.score < LIKELY


@pytest.mark.parametrize(
    "message",
    [
        "no, make the button blue",
        "no, this is fine.",
        "No I think this is fine and has too much risk",
        "it always crashes when I click",
        "the test never finishes",
        "why do you always forget lint?",
        "can you always print the time",
        "stop the server",
        "stop",
        "no",
        "for now use npm",
        "don't push yet",
        "don't touch the tests",
        "don't worry about it",
        "No, don't do that",
        "let's use redis for this",
        "use it",
        "use the second one",
        "never mind",
        "the function should return a list",
        "we merged that PR. we need a new one",
        "I want you to quit your own session",
        "I always get an error here",
        "add a test for this",
        "we should add tests",
        "Implement the login",
        "for this PR, don't add tests",
        "use the staging credentials",
        "no not that one, the other",
        "fix the bug in src/app.py",
        "yes",
        "",
        "```\nalways use npm\n```\nwhat is this",
        "> always use npm\nwho wrote that",
        'the log says "never use the cache in tests again" and dies',
        "    always use npm\n    never use yarn\nis in the file",
        "这个测试总是失败",
        "ошибка всегда появляется",
        "# Plan\n\nAlways use npm.\n\n## Steps\n\nNever use yarn.",
    ],
)
def test_what_is_about_the_task_is_left_alone(message: str) -> None:
    assert statements(message) == ()


def test_inline_code_is_a_part_of_the_sentence() -> None:
    (found,) = statements("no, use `pnpm test` instead of `npm test`")
    assert found.quote == "no, use `pnpm test` instead of `npm test`"
    assert found.correction


def test_several_rules_of_one_message_are_told_apart() -> None:
    found = statements("looks good\n- always use pnpm\n- never use npm\nthanks")
    assert [one.text for one in found] == ["always use pnpm", "never use npm"]


def test_what_speaks_against_it_is_said_too() -> None:
    (found,) = statements("actually use tabs here, not spaces")
    assert "speaks of one place (here)" in found.reasons
