"""What of a conversation is searched, and as what it counts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from levelmem.engine.sessions.model import (
    ASKED,
    Block,
    FileEdit,
    Origin,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)


class Kind(IntEnum):
    """What a passage is; the numbers stand in caches and never change."""

    TITLE = 0
    SAID = 1
    """Asked for by somebody: typed, queued, handed over by a script."""
    ESCAPE = 2
    """A shell command that the person ran from the prompt."""
    ANSWERED = 3
    COMMAND = 4
    """A command that the agent ran."""
    CALL = 5
    """Any other tool call: files, patterns, arguments."""
    DIFF = 6
    OUTPUT = 7
    """What a tool gave back."""


TALK = frozenset({Kind.SAID, Kind.ESCAPE, Kind.ANSWERED})
"""What was said; the rest is what was done."""

WHERE: Mapping[Kind, str] = {
    Kind.TITLE: "title",
    Kind.SAID: "said",
    Kind.ESCAPE: "said",
    Kind.ANSWERED: "answered",
    Kind.COMMAND: "tools",
    Kind.CALL: "tools",
    Kind.DIFF: "diff",
    Kind.OUTPUT: "tools",
}
"""What each kind is called in a query and in a hit."""

_COMMANDS = ("command", "cmd", "script", "code")


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of one block."""

    kind: Kind
    turn: int
    """The number of its turn."""
    block: int
    """Its position in the turn."""
    text: str


def passages(turns: Iterable[Turn]) -> Iterator[Passage]:
    """Yield what is searched of a conversation, in its order.

    Reasoning, pictures, notices and what a client put into the conversation are not
    searched.
    """
    for turn in turns:
        for index, block in enumerate(turn.blocks):
            kind = _kind(turn.origin, block)
            if kind is not None and (text := block_text(block)).strip():
                # A zero byte parts passages from one another in caches.
                yield Passage(kind, turn.number, index, text.replace("\0", " "))


def block_text(block: Block) -> str:
    """Return the text of a block as it is searched, ``""`` where it is not."""
    match block:
        case Text(text) | ToolResult(text):
            return text
        case ToolCall():
            return "\n".join((block.summary, *_strings(block.input)))
        case FileEdit():
            return f"{block.path}\n{block.diff}"
        case _:
            return ""


def _kind(origin: Origin, block: Block) -> Kind | None:
    match block:
        case FileEdit():
            return Kind.DIFF
        case ToolResult():
            return Kind.OUTPUT
        case ToolCall():
            runs = any(name in block.input for name in _COMMANDS)
            return Kind.COMMAND if runs else Kind.CALL
    if origin is Origin.SHELL_ESCAPE:
        return Kind.ESCAPE
    if origin in ASKED:
        return Kind.SAID
    return Kind.ANSWERED if origin is Origin.AGENT else None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
