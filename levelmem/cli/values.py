"""What may stand behind an option; anything else is wrong usage."""

import math
from argparse import ArgumentTypeError


def count(text: str) -> int:
    """Return a whole number from 1 up: fewer than one of something is never meant."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 up")
    return number


def duration(text: str) -> float:
    """Return a length of time that is neither negative nor without an end."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not math.isfinite(number) or number < 0:
        raise ArgumentTypeError(f"{text!r} is no number from 0 up")
    return number
