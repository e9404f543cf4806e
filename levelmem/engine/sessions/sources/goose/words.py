"""Whose words a message of the person's role holds."""

from levelmem.engine.sessions.json_values import Data
from levelmem.engine.sessions.model import Origin

SUBAGENTS = ("sub_agent", "subagent", "specialist")
_SENT = ("<turn-context>", "<info-msg>")


def is_sent(text: str) -> bool:
    """Tell whether Goose put a text into the person's message."""
    return text.lstrip().startswith(_SENT)


def is_unseen(noted: Data) -> bool:
    """Tell whether a message was made for the model, never shown to the person."""
    return noted.get("userVisible") is False or noted.get("turnContext") is True


def origin_of(row: Data) -> Origin:
    """Return whose words the prompts of a session are."""
    kind = row.get("session_type")
    if kind in SUBAGENTS or row.get("parent_session_id"):
        return Origin.SUBAGENT_PROMPT
    if kind == "scheduled" or row.get("schedule_id"):
        return Origin.HEADLESS
    return Origin.HUMAN
