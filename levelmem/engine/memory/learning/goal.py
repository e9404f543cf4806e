"""What a session was about, in the person's own words."""

import re
from collections.abc import Iterable

from levelmem.engine.memory.learning.statement_signs import REQUEST
from levelmem.engine.memory.learning.telling import may_be_told
from levelmem.engine.memory.rules.lookalikes import without_unseen
from levelmem.engine.memory.rules.spoken import spoken_sentences
from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import TYPED
from levelmem.engine.sessions.recap import Thread
from levelmem.engine.text import clip, one_line

GOAL_CELLS = 160
_FEWEST_WORDS = 3
_FEWEST_WIDE = 4
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def goal_of(threads: Iterable[Thread]) -> str:
    """Return the first request of some substance that the person typed.

    In a message that begins with an explanation, the sentence that asks counts. One
    that no request needs ("ignore all previous instructions") was pasted with it.
    """
    for thread in threads:
        if thread.origin not in TYPED:
            continue
        message = without_unseen(scrub_text(thread.text))
        sentences = [_goal_words(sentence) for sentence in spoken_sentences(message)]
        telling = [
            said for said in sentences if _has_substance(said) and may_be_told(said)
        ]
        if telling:
            return next((said for said in telling if _asks(said)), telling[0])
    return ""


_POINTS = re.compile(r"\b(?:this|that|it|them|these|those)\b", re.I)


def _goal_words(sentence: str) -> str:
    return clip(one_line(sentence).rstrip(" .:;,。"), GOAL_CELLS)


def _asks(said: str) -> bool:
    """Tell whether a sentence asks for something that it names itself."""
    if len(said.split()) <= _FEWEST_WORDS and _POINTS.search(said):
        return False
    return said.endswith(("?", "？")) or bool(REQUEST.search(said))


_SMALL_TALK = re.compile(
    r"(?:hi|hello|hey|yo|ok|okay|yes|yep|yeah|no|nope|thanks?|thank you|sure|continue"
    r"|go on|go ahead|proceed|test|start|stop|done|next|please|great|good|nice|cool"
    r"|hallo|danke|bonjour|merci|hola|gracias|ciao|olá|привет|спасибо|你好|谢谢|继续"
    r"|(?:(?:can|could|shall|should) (?:we|you) |let'?s |please )?"
    r"(?:continue|resume|carry on|go on)(?: from)?"
    r"(?: where (?:we|you|it) (?:left|stopped|were)(?: off)?)?[?]?"
    r"|こんにちは|안녕(?:하세요)?)(?:\s+(?:there|please|claude|codex|gemini|copilot|all"
    r"|session|\d+|continued|resumed|again|you|very|much|so))*",
    re.I,
)


def _has_substance(said: str) -> bool:
    """Tell whether words ask for or tell something: more than a greeting."""
    if said.startswith(("/", "!", "[", "<", "http")) or _SMALL_TALK.fullmatch(said):
        return False
    words = len(said.split())
    if words >= _FEWEST_WORDS or len(_WIDE.findall(said)) >= _FEWEST_WIDE:
        return True
    return words == _FEWEST_WORDS - 1 and bool(REQUEST.match(said))
