"""The guards on a model's answer: it may word what happened, and nothing else."""

import re

from levelmem.engine.memory.learning.telling import may_be_told, told
from levelmem.engine.memory.rules.guard import judge
from levelmem.engine.memory.rules.lookalikes import invisible_characters
from levelmem.engine.secrets import scrub

_LONGEST = 600
_SHORTEST = 20
_MOST_SENTENCES = 3
_SENTENCE_END = re.compile(r"[.!?。！？](?:\s|$)")
_NAME = re.compile(r"[@\w]*\w[./\\_]\w[\w./\\-]*|\b(?=\w*\d)\w*[^\W\d]\w*|\d{4,}")
"""A path, a version, an identifier, a hash, a long number."""

# A report leaves its subject out: "Added a retry and wrote its test."
_UNLIKE_FACTS = ("not-a-plain-statement", "worded-like-an-order")
"""What the guard says of reports too: they are no facts about a project."""
_REPORTS = re.compile(r"\W*(?:[A-Z]\w+ed|Wrote|Rewrote|Built|Made|Found|Split|Ran)\b")


class Refused(Exception):
    """An answer that is not taken; its text says why, for people."""


def accepted(answer: str, request: str) -> str:
    """Return an answer as a summary. Raises Refused.

    Every name of a file, a version, an identifier in it must stand in the request: a
    model that makes things up makes up names.
    """
    summary = told(answer)
    if scrub(answer).found or invisible_characters(answer):
        raise Refused("its answer holds a secret or hidden text")
    if not _SHORTEST <= len(summary) <= _LONGEST:
        raise Refused("its answer is too short or too long for a summary")
    if len(_SENTENCE_END.findall(summary)) > _MOST_SENTENCES:
        raise Refused("its answer has more than three sentences")
    if _reads_as_an_order(summary) or not may_be_told(summary):
        raise Refused("its answer reads as an order")
    known = request.casefold()
    for name in _NAME.findall(summary):
        if name.strip(".-/").casefold() not in known:
            raise Refused(f"its answer names {name!r}, which the session does not")
    return summary


def _reads_as_an_order(summary: str) -> bool:
    return any(
        reason.rule not in _UNLIKE_FACTS or not _REPORTS.match(summary, reason.start)
        for reason in judge(summary).reasons
    )
