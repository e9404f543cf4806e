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
