"""A glance never overlooks a text in which a secret is found."""

import random
from collections.abc import Callable

import pytest

from builders.secret_forms import FORMS, sample
from levelmem.engine.secrets import find
from levelmem.engine.secrets.glance import may_hold

_FRAMES = (
    "{}",
    "KEY={} # in the settings",
    '{{"key": "{}"}}',
    "above\n{}\nbelow",
    "one\\n{}\\ntwo",
    "C:\\{}",
    "> {}",
    "x {}.",
)
_BREAKS = (
    "\n",
    "\r\n",
    "\\\n",
    " │\n│ ",
    "\n> ",
    "|\n|",
    "\\n",
    "\\r\\n",
    "\\r\n",
    "\n  ",
)
_DISGUISES = ("\u200b", "\x1b[1m", "\\u200b", "\u0332")


def _whole(secret: str, _: random.Random) -> str:
    return secret


def _wrapped(secret: str, rng: random.Random) -> str:
    """Break it once, or every so many characters."""
    line_break, width = rng.choice(_BREAKS), rng.randrange(8, len(secret))
    parts = [secret[at : at + width] for at in range(0, len(secret), width)]
    return line_break.join(parts)


def _disguised(secret: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(secret))
    return f"{secret[:at]}{rng.choice(_DISGUISES)}{secret[at:]}"


def _disguised_and_wrapped(secret: str, rng: random.Random) -> str:
    return _wrapped(_disguised(secret, rng), rng)


_CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    _whole,
    _wrapped,
    _disguised,
    _disguised_and_wrapped,
)


@pytest.mark.parametrize("change", _CHANGES)
def test_a_glance_overlooks_nothing(
    change: Callable[[str, random.Random], str],
) -> None:
    rng = random.Random(7)
    found = 0
    for _, pattern in FORMS:
        for frame in _FRAMES:
            for _ in range(5):
                text = frame.format(change(sample(pattern, rng), rng))
                if find(text):
                    found += 1
                    assert may_hold(text), text
    assert found > len(FORMS)


def test_a_glance_passes_over_what_only_looks_alike() -> None:
    assert not may_hold("a task-list, the path of sk-learn, Bearer of the token\n" * 50)
    assert not may_hold("commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\nand more")
