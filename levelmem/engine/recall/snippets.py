"""The part of a long text that answers a question, and how much of it is told."""

from collections.abc import Collection

from levelmem.engine.recall.tokens import terms
from levelmem.engine.text import clip, one_line

CHARACTERS_PER_TOKEN = 4
LONGEST = 600
"""Characters of one answer."""


def tokens_of(text: str) -> int:
    """Return about how many tokens a model counts in a text."""
    return -(-len(text.encode()) // CHARACTERS_PER_TOKEN)


def snippet(text: str, wanted: Collection[str], longest: int = LONGEST) -> str:
    """Return a text on one line, cut to where most of the wanted terms stand.

    Args:
        text: untrusted.
        wanted: terms as :func:`~.tokens.terms` makes them.
        longest: characters of the result, at most.
    """
    whole = one_line(text)
    if len(whole) <= longest:
        return whole
    lines = [line for line in map(one_line, text.splitlines()) if line]
    hits = [len(set(wanted).intersection(terms(line))) for line in lines]
    best = hits.index(max(hits))
    first, last = best, best
    size = len(lines[best])
    while size < longest and (first > 0 or last < len(lines) - 1):
        # Downwards first: what follows a line explains it.
        grown = last + 1 < len(lines)
        first, last = (first, last + 1) if grown else (first - 1, last)
        size += len(lines[last if grown else first]) + 1
    shown = " ".join(lines[first : last + 1])
    start = "… " if first else ""
    return clip(f"{start}{_centred(shown, wanted, longest)}", longest)


def _centred(line: str, wanted: Collection[str], longest: int) -> str:
    """Return a long line from shortly before the first wanted word on."""
    if len(line) <= longest:
        return line
    at = 0
    for word in line.split(" "):
        if not set(wanted).isdisjoint(terms(word)):
            break
        at += len(word) + 1
    if at + longest // 2 < longest or at >= len(line):
        return line
    return "… " + line[at - longest // 4 :]
