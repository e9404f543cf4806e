"""A question as it is asked of the index: its terms, its time, whose words it wants."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.recall.documents import Role
from levelmem.engine.recall.tokens import terms
from levelmem.engine.recall.windows import Window, find_window
from levelmem.engine.text import fold

_QUOTED = re.compile(r'"([^"]{2,200})"|“([^”]{2,200})”')
# A word with a minus; a command's switches (`-n`, `--build`, `-target=x`) are none.
_EXCLUDED = re.compile(r"(?:^|\s)-(\w[\w.-]+)(?=[\s,;?!]|$)")
_ASKS_WHEN = re.compile(
    r"\bwhen\b|\bhow (?:long|recently)\b|\b(?:what|which|in what|on what) "
    r"(?:date|day|week|weekend|month|year|time|season)\b"
)
_ASKS_FOR_PAST = re.compile(
    r"\b(?:used to|previous(?:ly)?|former(?:ly)?|originally|earlier|in the past|"
    r"before|history|replaced|instead of|no longer|old)\b"
)
_ASKS_FOR_NOW = re.compile(
    r"\b(?:now|nowadays|currently|current|at present|at the moment|these days|latest|"
    r"most recent(?:ly)?|up to date|any ?more|still)\b"
)
_ASKS_FOR_COMMAND = re.compile(
    r"\b(?:what|which|the) (?:\w+ )?(?:command|commandline|invocation|cli call)s?\b|"
    r"\bhow (?:did|do|does|can|could|should) (?:i|we|you|one|claude|codex) "
    r"(?:\w+ )?(?:run|start|launch|deploy|build|install|restart|test)\b"
)
_ASKS_FOR_PERSON = re.compile(
    r"\b(?:i|we) (?:say|said|ask|asked|want|wanted|tell|told|type|typed|mention|"
    r"mentioned|request|requested|insist|insisted|decide|decided)\b|"
    r"\bmy (?:own )?(?:words|question|request|instructions?)\b"
)
_ASKS_FOR_AGENT = re.compile(
    r"\b(?:did|had|have|has|was|were) (?:you|it|the (?:agent|assistant|model|ai)|"
    r"claude|codex|gemini|copilot|cursor)\b.*\b(?:say|said|answer|answered|suggest|"
    r"suggested|recommend|recommended|propose|proposed|explain|explained|tell|told|"
    r"conclude|concluded)\b"
)


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for."""

    text: str
    terms: tuple[str, ...]
    """Distinct terms in order, names of speakers and words of time left out."""
    phrases: tuple[str, ...] = ()
    """Quoted words, folded: they must stand so."""
    excluded: frozenset[str] = frozenset()
    """Terms that must not stand."""
    authors: frozenset[str] = frozenset()
    """Names of speakers that the question names, folded."""
    role: Role = Role.NOBODY
    """Whose words are asked for, where no name tells."""
    window: Window | None = None
    asks_when: bool = False
    asks_for_past: bool = False
    asks_for_now: bool = False
    """Whether what was said last counts, of several things that were said."""
    asks_for_command: bool = False

    @property
    def exact(self) -> str:
        """The whole question as one string to be found word for word."""
        return squeezed(self.text.strip(" \t\n?!."))


def squeezed(text: str) -> str:
    """Return a text folded, with every run of white space as one space."""
    return " ".join(fold(text).split())


def read_question(text: str, now: datetime, authors: Collection[str] = ()) -> Question:
    """Return what a question asks for.

    Args:
        text: as it was typed. ``"quoted words"`` must stand so, ``-word`` must not.
        now: the moment of asking, aware; "last week" is counted from it.
        authors: the speakers that the index knows by name, folded.
    """
    phrases = tuple(squeezed(a or b) for a, b in _QUOTED.findall(text))
    bare = _QUOTED.sub(lambda m: f" {m[1] or m[2]} ", text)
    excluded = frozenset(t for w in _EXCLUDED.findall(bare) for t in terms(w))
    bare = _EXCLUDED.sub(" ", bare)
    window = find_window(bare, now)
    folded = squeezed(bare)
    named = frozenset(name for name in authors if _names(name, folded))
    return Question(
        text=text,
        terms=_question_terms(bare, window, named),
        phrases=phrases,
        excluded=excluded,
        authors=named if len(named) == 1 else frozenset(),
        role=_asked_role(folded),
        window=window,
        asks_when=bool(_ASKS_WHEN.search(folded)),
        asks_for_past=bool(_ASKS_FOR_PAST.search(folded)),
        asks_for_now=bool(_ASKS_FOR_NOW.search(folded)) and window is None,
        asks_for_command=bool(_ASKS_FOR_COMMAND.search(folded)),
    )


def _question_terms(
    bare: str, window: Window | None, named: Collection[str]
) -> tuple[str, ...]:
    """Return the terms to rank by; never none where the question has any."""
    every = tuple(dict.fromkeys(terms(bare)))
    names = {term for name in named for term in terms(name)}
    without_names = tuple(term for term in every if term not in names)
    if window is None:
        return without_names or every
    spoken = set(terms(window.words))
    kept = tuple(term for term in without_names if term not in spoken)
    return kept or without_names or every


def _names(author: str, folded: str) -> bool:
    return bool(author) and re.search(rf"\b{re.escape(author)}\b", folded) is not None


def _asked_role(folded: str) -> Role:
    if _ASKS_FOR_AGENT.search(folded):
        return Role.AGENT
    return Role.PERSON if _ASKS_FOR_PERSON.search(folded) else Role.NOBODY
