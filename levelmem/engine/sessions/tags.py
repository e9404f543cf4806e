"""Tags of sessions: single words that a person gives, in small letters."""

import re
from collections.abc import Iterable, Sequence

from levelmem.engine.text import mend_surrogates, one_line

LONGEST = 40
"""Characters of one tag."""

MOST = 32
"""Tags of one session."""

_BETWEEN = re.compile(r"[\s,;]+")


def normal_tag(text: str) -> str:
    """Return a text as one tag, ``""`` where nothing is left of it.

    A tag is one word, so that ``tag:`` takes it in a query.
    """
    word = _BETWEEN.sub("-", one_line(mend_surrogates(text)).strip().casefold())
    return word.strip("#-")[:LONGEST].rstrip("-")


def normal_tags(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts as tags, each once, in order."""
    return tuple(sorted({tag for tag in map(normal_tag, texts) if tag}))[:MOST]


def typed_tags(line: str) -> tuple[str, ...]:
    """Return the tags of a line in which somebody typed several."""
    return normal_tags(_BETWEEN.split(line))


def common_tags(of_sessions: Sequence[Iterable[str]]) -> tuple[str, ...]:
    """Return the tags that all of several sessions have."""
    sets = [frozenset(tags) for tags in of_sessions]
    return tuple(sorted(frozenset.intersection(*sets))) if sets else ()


def retagged(
    tags: Iterable[str], before: Iterable[str], after: Iterable[str]
) -> tuple[str, ...]:
    """Return the tags of one of several sessions, changed as their common ones were.

    What was taken from the common tags goes, what was put to them comes, and what is
    only this session's own stays.
    """
    gone = set(before) - set(after)
    return normal_tags((set(tags) - gone) | set(after))
