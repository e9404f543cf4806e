"""A first look at a conversation: which of its records hold the messages.

Codex logs one text up to three times. Which record counts depends on which kinds
the whole conversation has, so that has to be known before its first turn is read.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from levelmem.engine.sessions.model import Image, Origin
from levelmem.engine.sessions.sources.codex.content import (
    attached_pictures,
    pictures,
)
from levelmem.engine.sessions.sources.codex.history import History
from levelmem.engine.sessions.sources.codex.lines import (
    EVENT,
    ITEM,
    Line,
    as_dict,
    as_list,
    as_text,
)
from levelmem.engine.sessions.sources.codex.prompts import Prompt, read_prompt, words

_NEEDLES = (
    b"user_message",
    b"UserMessage",
    b"userMessage",
    b"assistant",
    b"thread_rolled_back",
)


@dataclass(frozen=True, slots=True)
class Survey:
    """Which records of a conversation hold its messages."""

    typed: frozenset[int]
    """Fingerprints of the texts that events name as the person's."""
    explicit: bool
    """Whether any event names what the person typed."""
    assistant: bool
    """Whether answers stand as response items."""
    rolled_back: bool
    """Whether turns were taken back later."""


def survey(history: History) -> Survey:
    """Look through a conversation once. Raises ``OSError`` as reading it does."""
    typed: set[int] = set()
    explicit = assistant = rolled_back = False
    for line in history.lines(_NEEDLES):
        said = said_in(line)
        if said is not None:
            explicit = True
            typed.add(fingerprint(said.text))
        elif line.kind == ITEM and line.payload.get("role") == "assistant":
            assistant = True
        elif line.kind == EVENT and line.type == "thread_rolled_back":
            rolled_back = True
    return Survey(frozenset(typed), explicit, assistant, rolled_back)


@dataclass(frozen=True, slots=True)
class Said:
    """What an event names as the person's message."""

    text: str
    pictures: tuple[Image, ...]


def said_in(line: Line) -> Said | None:
    """Return what a line names as typed by the person, or None.

    Two records do: ``user_message`` events, and completed ``UserMessage`` items of
    paginated threads.
    """
    if line.kind != EVENT:
        return None
    if line.type == "user_message":
        return _event_said(line.payload)
    if line.type == "item_completed":
        item = as_dict(line.payload.get("item"))
        if item_type(item) == "UserMessage":
            return _item_said(item)
    return None


def item_type(item: Mapping[str, Any]) -> str:
    """Return an item's type in the rollout's spelling; the index writes camelCase."""
    kind = as_text(item.get("type"))
    return kind[:1].upper() + kind[1:]


def _event_said(payload: Mapping[str, Any]) -> Said | None:
    if as_text(payload.get("kind")) in ("environment_context", "user_instructions"):
        return None
    prompt = read_prompt(as_text(payload.get("message")))
    images = attached_pictures(payload)
    return _said([prompt], images)


def _item_said(item: Mapping[str, Any]) -> Said | None:
    content = as_list(item.get("content"))
    prompts = [
        read_prompt(as_text(part.get("text")))
        for part in map(as_dict, content)
        if as_text(part.get("type")).lower() in ("text", "input_text")
    ]
    return _said(prompts, pictures(content))


def _said(prompts: list[Prompt], images: list[Image]) -> Said | None:
    typed = [p.text for p in prompts if p.origin is Origin.HUMAN and p.text]
    if not typed and not images:
        return None
    return Said("\n".join(typed), tuple(images))


def fingerprint(text: str) -> int:
    """Return a number that two records of one message share."""
    return hash(words(text))


class Mirrors:
    """Lets each message through once, though several kinds of record hold it.

    The same words twice in one kind of record were said twice; the same words in
    two kinds are one message.
    """

    def __init__(self) -> None:
        self._seen: dict[Hashable, Counter[str]] = {}

    def admit(self, kind: str, key: Hashable) -> bool:
        """Tell whether this record of ``key`` brings something new."""
        counts = self._seen.setdefault(key, Counter())
        most = max(counts.values(), default=0)
        counts[kind] += 1
        return counts[kind] > most
