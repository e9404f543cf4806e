"""What a person stated in passing that is meant to last: rules, preferences, facts.

Graded, not decided: a score from 0 to 1 with the reasons, because a person looks
at every one of them before it counts. Precision matters more than recall.
"""

import re
from dataclasses import dataclass, replace

from levelmem.engine.memory.learning.statement_signs import (
    LASTING,
    OPENER,
    ORDERS,
    PASSING,
    START,
    Sign,
    opener_sign,
)
from levelmem.engine.memory.rules.spoken import spoken_sentences
from levelmem.engine.memory.rules.wording.language import detect
from levelmem.engine.memory.rules.wording.questions import is_question

LIKELY = 0.55
"""From here on a sentence reads as a lasting rule."""
PERHAPS = 0.4
"""From here on it may be one, and is worth a look."""

_CORE = 0.35
_SUPPORT = 0.2
_LONGEST = 280
_FEWEST = 2

_LIST_MARK = re.compile(r"^\s*(?:[-*•+]|\d{1,2}[.)])\s+")
_START = re.compile(START, re.I | re.X)
_WORD = re.compile(r"[^\W_][\w@./+#-]*")
_REMINDER = re.compile(
    r"(?:do\s+)?(?:remember|keep\s+in\s+mind|bear\s+in\s+mind|make\s+a\s+note|note\s+down"
    r"|don['’]?t\s+forget)(?:\s+this)?(?:\s+(?:that|to)\s+|\s*[:,]\s*)",
    re.I,
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence that may be meant to last."""

    quote: str
    """The person's words, whole."""
    text: str
    """The words as a note would have them: without "no," and "please"."""
    score: float
    """From 0 to 1."""
    reasons: tuple[str, ...]
    """Why it counts, and what speaks against it."""
    correction: bool = False
    """It opens by correcting the agent."""

    @property
    def likely(self) -> bool:
        """Whether it reads as a lasting rule, and not only perhaps."""
        return self.score >= LIKELY


def statements(message: str) -> tuple[Statement, ...]:
    """Return what in a typed message may be meant to last, in order."""
    found: list[Statement] = []
    opened = False
    for spoken in spoken_sentences(message):
        sentence = _LIST_MARK.sub("", spoken)
        graded = grade(sentence, after_opener=opened)
        if graded is not None and graded.score >= PERHAPS:
            found.append(graded)
        opened = _only_opens(sentence)
    return tuple(found)


def _only_opens(sentence: str) -> bool:
    match = OPENER.match(sentence)
    return match is not None and match.end() == len(sentence)


def grade(sentence: str, *, after_opener: bool = False) -> Statement | None:
    """Return one sentence with its score, or None where it states nothing.

    ``after_opener``: the sentence before was nothing but "No." or "Wrong."
    """
    opener = OPENER.match(sentence)
    body = sentence[opener.end() :] if opener else sentence
    if not _can_state(sentence, body):
        return None
    signs = [sign for sign in _all_signs() if sign.pattern.search(body)]
    strongest = max((sign.weight for sign in signs), default=0.0)
    # A contrast or an "anywhere" only supports: by itself it is any sentence's.
    if strongest < (_SUPPORT if opener or after_opener else _CORE):
        return None
    if opener or after_opener:
        signs.append(opener_sign(opener["opener"] if opener else "no"))
    statement = Statement(
        quote=sentence,
        text=_as_note(body, cut=bool(opener)),
        score=0.0,
        reasons=tuple(dict.fromkeys(sign.why for sign in signs)),
        correction=bool(opener) or after_opener,
    )
    return replace(statement, score=_score(signs))


def _all_signs() -> tuple[Sign, ...]:
    return (*LASTING, *ORDERS, *PASSING)


def _can_state(sentence: str, body: str) -> bool:
    words = _WORD.findall(body)
    enough = len(words) >= _FEWEST or len(_WIDE.findall(body)) >= 3
    if not enough or len(body) > _LONGEST or body.startswith(("/", "<", "{", "http")):
        return False
    return not is_question(sentence, detect(sentence))


def _score(signs: list[Sign]) -> float:
    """Add the weights; two signs of one kind count once.

    A standing order outweighs the verb it begins with: "always add a test" is no
    request for one change.
    """
    weights = {sign.why: sign.weight for sign in signs}
    if any(sign in LASTING for sign in signs):
        weights.pop("asks for one change", None)
    return round(min(1.0, max(0.0, sum(weights.values()))), 2)


def _as_note(body: str, *, cut: bool) -> str:
    """Return a sentence as a note: without "please", "remember that" and full stop.

    ``cut``: an opener was cut off in front, so what is left needs a capital.
    """
    text = _REMINDER.sub("", _START.sub("", body)).strip().rstrip(".!;。！；… ")
    if (cut or text != body) and not _WIDE.search(text):
        text = text[:1].upper() + text[1:]
    return text
