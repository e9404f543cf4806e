"""The written cases of the instruction guard: orders and facts, batch by batch."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "data" / "guard"
_ESCAPE = re.compile(r"(?<!\\)\\(?:u([0-9a-f]{4})|U([0-9a-f]{8}))")
_HEADING = re.compile(r"# [a-z-]+")


class Case(NamedTuple):
    """A text, and where it is written down."""

    text: str
    batch: str
    shape: str


def cases_of(kind: str) -> Iterator[Case]:
    """Every case of a kind, `orders` or `facts`."""
    for file in sorted(FOLDER.glob(f"{kind}-*.txt")):
        shape = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if _HEADING.fullmatch(line):
                shape = line[2:]
            elif line:
                yield Case(_unescaped(line), file.stem, shape)


def _unescaped(line: str) -> str:
    plain = _ESCAPE.sub(lambda m: chr(int(m.group(1) or m.group(2), 16)), line)
    return plain.replace("\\\\u", "\\u")
