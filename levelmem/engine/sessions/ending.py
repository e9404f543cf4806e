"""How a session ended, as far as its turns tell."""

import re
from collections.abc import Sequence
from enum import StrEnum

from levelmem.engine.sessions.model import ASKED, Notice, Origin, ToolCall, Turn
from levelmem.engine.text import first_line


class Ending(StrEnum):
    """How a session ended, as far as its turns tell."""

    ANSWERED = "answered"
    """The agent had the last word."""
    ASKING = "asking"
    """The agent's last words were a question."""
    INTERRUPTED = "interrupted"
    """The person, or the end of the process, stopped it in the middle."""
    ERROR = "error"
    """The client reported an error and nothing came after it."""
    UNANSWERED = "unanswered"
    """Somebody asked, and nothing came back."""
    EMPTY = "empty"
    """Nothing was asked or answered."""


_INTERRUPTION = re.compile(
    r"interrupt(?:ed)?\b|\babort(?:ed)?\b|cancell?ed by (?:the )?user|turn_aborted",
    re.I,
)
_ERROR = re.compile(
    r"\b(?:api )?error\b|rate limit|overloaded|usage limit|quota|failed|"
    r"credit balance|unauthorized|timed out|not logged in",
    re.I,
)
_QUESTION_MARKS = ("?", "？", "؟")


def ending(turns: Sequence[Turn]) -> tuple[Ending, str]:
    """Return how the turns end, and the client's words for an error."""
    notice = ""
    for turn in reversed(turns):
        said = _notice_of(turn)
        if said and not _speaks(turn):
            if _INTERRUPTION.search(said):
                return Ending.INTERRUPTED, ""
            if _ERROR.search(said) and not notice:
                notice = first_line(said)
            continue
        if turn.origin in ASKED:
            return (Ending.ERROR, notice) if notice else (Ending.UNANSWERED, "")
        if turn.role == "assistant" or turn.origin is Origin.TOOL:
            return (Ending.ERROR, notice) if notice else (_last_turn(turn), "")
    return Ending.EMPTY, ""


def _notice_of(turn: Turn) -> str:
    notices = [block.text for block in turn.blocks if isinstance(block, Notice)]
    if turn.origin is Origin.NOTIFICATION:
        notices.append(turn.text)
    return "\n".join(notices).strip()


def _speaks(turn: Turn) -> bool:
    return turn.origin is not Origin.NOTIFICATION and bool(turn.text.strip())


def _last_turn(turn: Turn) -> Ending:
    """An agent that was at work when the turns stop did not come to its end."""
    if not turn.text.strip() or turn.origin is Origin.TOOL:
        return Ending.INTERRUPTED
    last = turn.blocks[-1]
    if isinstance(last, ToolCall):
        return Ending.INTERRUPTED
    end = turn.text.rstrip(" \n*_`)\"'")
    return Ending.ASKING if end.endswith(_QUESTION_MARKS) else Ending.ANSWERED
