"""Words that others chose, fit to be told on in a summary."""

import re

from levelmem.engine.memory.learning.statements import statements
from levelmem.engine.memory.rules.guard import judge
from levelmem.engine.memory.rules.lookalikes import without_unseen
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
        "authority-claim",
        "demotes-rivals",
        "foreign-index",
        "dangerous-flag",
    }
)
# What may be quoted as the person's: text that was pasted without any mark of it
# reads as typed, and must not loosen a guard in every session to come.
_NEVER_QUOTED = _NEVER_TOLD | {"loosens-a-guard"}
# A title stands alone, and programs make it of what they read: no order to agents.
_NEVER_A_TITLE = _NEVER_QUOTED | {
    "addresses-an-agent",
    "modal-order",
    "future-loosening",
    "conditional-trigger",
}
_NOT_A_LETTER = re.compile(r"[\W_]+")


def told(text: str) -> str:
    """Return untrusted words fit to be written: scrubbed, seen whole, on one line."""
    return one_line(without_unseen(scrub_text(text)))


def may_be_told(text: str, *, name: bool = False) -> bool:
    """Tell whether words that an agent or a repository chose may be told on."""
    if not text or (name and len(text) > _LONGEST_NAME):
        return False
    if name and re.fullmatch(r"[\w@./+-]+", text):
        # A name can be a sentence: "ignore_all_previous_instructions.py".
        return _is_free_of(_NEVER_TOLD, _NOT_A_LETTER.sub(" ", text))
    return _is_free_of(_NEVER_TOLD, text)


def may_be_quoted(text: str) -> bool:
    """Tell whether words that seem typed may be told on as the person's."""
    return bool(text) and _is_free_of(_NEVER_QUOTED, text)


def may_be_a_title(text: str) -> bool:
    """Tell whether a session may be called so where every agent reads it.

    Nobody need have typed a title: clients make it of what stood in the session.
    """
    if not text or any(statement.likely for statement in statements(text)):
        return False
    return _is_free_of(_NEVER_A_TITLE, text)


def _is_free_of(rules: frozenset[str], text: str) -> bool:
    return not any(reason.rule in rules for reason in judge(text).reasons)
