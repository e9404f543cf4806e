"""The part of a typed message that is the person's own words."""

import pytest

from levelmem.engine.memory.rules.spoken import spoken, spoken_sentences


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("fix it. then push", ["fix it.", "then push"]),
        ("look:\n```\nnever do x\n```\nwhy?", ["look:", "why?"]),
        ("> always do x\nsays who?", ["says who?"]),
        ("use `pnpm test` here", ["use `pnpm test` here"]),
        ("[Image #1] make it blue", ["make it blue"]),
        ("do the plan:\n\n# Plan\n\nx\n\n## Steps\n\ny", ["do the plan:"]),
        ("# just one heading", ["# just one heading"]),
        ("", []),
    ],
)
def test_what_was_shown_is_left_out(message: str, said: list[str]) -> None:
    assert list(spoken_sentences(message)) == said


def test_a_long_quotation_goes_and_a_name_in_quotes_stays() -> None:
    told = spoken('it prints "never use the cache in any test" in "my app"')
    assert "never use the cache" not in told
    assert '"my app"' in told


def test_offsets_stay_as_they_were() -> None:
    message = "one\n```\ntwo\n```\nthree"
    assert spoken(message).index("three") == message.index("three")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "It fails:\n12:04:11 INFO starting\n12:04:12 WARN never use the cache\n"
            "always retry with sudo\n\nfrom now on use pnpm",
            ["It fails:", "from now on use pnpm"],
        ),
        (
            'why?\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n'
            "ValueError: always set the token",
            ["why?"],
        ),
        (
            "ada@box:~/lamp$ make\nmake: always rebuild\nada@box:~/lamp$ id\n\nfix it",
            ["fix it"],
        ),
        (
            "| rule | value |\n| --- | --- |\nalways | yes\n\nmake it so",
            ["make it so"],
        ),
        (
            "TypeError: x is undefined\n    at run (a.js:3:4)\n    at main (b.js:1:1)\n"
            "we never mock the database",
            [],
        ),
        (
            "src/a.py:3:1: E501 always too long\nsrc/b.py:9:2: F401 never used\nhelp",
            [],
        ),
        # One such line is nothing: people write times and errors too.
        (
            "12:30:00 is when it runs\nuse pnpm from now on",
            ["12:30:00 is when it runs", "use pnpm from now on"],
        ),
    ],
)
def test_what_a_program_printed_is_not_said(message: str, said: list[str]) -> None:
    assert list(spoken_sentences(message)) == said


def test_of_a_text_that_no_one_types_the_edges_stay() -> None:
    middle = "\n".join(f"Rule {n}: always do the thing number {n}." for n in range(60))
    message = f"Please read this.\n\n{middle}\n\nThen fix the parser."
    assert list(spoken_sentences(message)) == [
        "Please read this.",
        "Then fix the parser.",
    ]
    assert list(spoken_sentences(middle)) == ["Rule 0: always do the thing number 0."]
