"""Words that others chose, fit to be told on in a summary."""

import re

from levelmem.engine.memory.guard import judge
from levelmem.engine.memory.lookalikes import without_unseen
from levelmem.engine.secrets import scrub_text
from levelmem.engine.text import one_line

_LONGEST_NAME = 200

# A commit's message is an order by custom ("Fix the parser"): only what no message
# needs keeps it out of the summary.
_NEVER_TOLD = frozenset(
    {
        "injection-boilerplate",
        "role-marker",
        "pipe-to-shell",
        "concealment",
        "hidden-text",
        "lookalike-letters",
        "encoded-run",
        "exfiltration-link",
        "self-propagation",
        "sends-data-out",
        "secret-exposure",
        "spaced-letters",
        "hidden-markup",
        "permission-claim",
        "speaks-for-the-person",
    }
)


def told(text: str) -> str:
    """Return untrusted words fit to be written: scrubbed, seen whole, on one line."""
    return one_line(without_unseen(scrub_text(text)))


def may_be_told(text: str, *, name: bool = False) -> bool:
    """Tell whether words that an agent or a repository chose may be told on."""
    if not text or (name and len(text) > _LONGEST_NAME):
        return False
    if name and re.fullmatch(r"[\w@./+-]+", text):
        return True
    return not any(reason.rule in _NEVER_TOLD for reason in judge(text).reasons)
