"""Texts that are scrubbed together come out as each does by itself."""

import random
from collections.abc import Callable

import pytest

from builders.secret_forms import FORMS, sample
from levelmem.engine.secrets import scrub_text
from levelmem.engine.secrets.many import scrub_texts

_FRAMES = (
    "{}",
    "KEY={}",
    "the key is {}.",
    '{{"k": "{}"}}',
    "a\n{}\nb",
    "{}\\",
    "x {} y",
)
_PLAIN = (
    "",
    " ",
    "\n",
    "no secret at all",
    "ends in a sign =",
    "password:",
    "sk-",
    "https://user:",
    "-----BEGIN " + "PRIVATE KEY-----",
    "tail of a line that is long enough to have been wrapped by a terminal/abc123DEF",
    "A" * 30,
    "é\u200b\\u0041 &#65; %2D",
)


def _whole(secret: str, _: random.Random) -> str:
    return secret


def _wrapped(secret: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(secret))
    return f"{secret[:at]}\n{secret[at:]}"


def _hidden(secret: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(secret))
    return f"{secret[:at]}\u200b{secret[at:]}"


def _head(secret: str, rng: random.Random) -> str:
    return secret[: rng.randrange(1, len(secret))]


def _tail(secret: str, rng: random.Random) -> str:
    return secret[rng.randrange(1, len(secret)) :]


_SHAPES: tuple[Callable[[str, random.Random], str], ...] = (
    _whole,
    _wrapped,
    _hidden,
    _head,
    _tail,
)


def _texts(rng: random.Random) -> list[str]:
    """Return plain texts, secrets, and secrets that are parted between two texts."""
    texts: list[str] = []
    for _ in range(60):
        secret = sample(rng.choice(FORMS)[1], rng)
        kind = rng.random()
        if kind < 0.4:
            texts.append(rng.choice(_PLAIN))
        elif kind < 0.5:
            at = rng.randrange(1, len(secret))
            texts += (secret[:at], secret[at:])
        else:
            frame = rng.choice(_FRAMES)
            texts.append(frame.format(rng.choice(_SHAPES)(secret, rng)))
    return texts


@pytest.mark.parametrize("seed", range(40))
def test_many_texts_come_out_as_each_does_by_itself(seed: int) -> None:
    texts = _texts(random.Random(seed))
    alone = [scrub_text(text) for text in texts]
    assert alone != texts
    assert scrub_texts(texts) == alone


def test_large_texts_are_not_joined_without_end() -> None:
    rng = random.Random(5)
    key = sample(FORMS[0][1], rng)
    texts = ["word " * 150_000, f"use {key}", "word " * 300_000, f"or {key} then", ""]
    assert scrub_texts(texts) == [scrub_text(text) for text in texts]
    assert scrub_texts([]) == []
