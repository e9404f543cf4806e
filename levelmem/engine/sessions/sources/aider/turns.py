"""A run of Aider as a conversation."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Notice,
    Origin,
    Text,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.aider.edits import proposed
from levelmem.engine.sessions.sources.aider.inputs import Inputs
from levelmem.engine.sessions.sources.aider.lines import Part, Side

_MODEL = re.compile(r"^(?:Main model|Models?): (?P<name>\S+)(?: with |,|$)", re.M)
_EDITED = re.compile(r"^Applied edit to (?P<path>.+?)$", re.M)
_SCRIPTED = re.compile(r"\s(?:--message|--msg|-m|--message-file|-f)(?=[\s=])")
_ASKS = re.compile(
    r"/(?:ask|code|architect|context|help|chat-mode)\s+(?P<words>\S.*)", re.S
)
_COMMAND = re.compile(r"/[a-z][a-z-]*(?=\s|$)")
_REFLECTED = (
    "# Fix any errors below, if possible.",
    "# Question: ",
    "I ran this command:",
    "I added these files to the chat:",
    "The LLM did not conform to the edit format.",
    "Here is the content of ",
)
"""How texts begin that Aider sends by itself and writes down as if they were typed."""


@dataclass(slots=True)
class Speaker:
    """What is known while one run is read."""

    begun: datetime | None
    inputs: Inputs
    model: str = ""
    scripted: bool = False
    when: datetime | None = None
    """When the last input was entered, as far as that is known."""
    asked: str = ""
    """The words of a command that Aider is about to send as a message."""
    changes: dict[str, str] = field(default_factory=dict)

    def turns(self, parts: Iterable[Part]) -> Iterator[Turn]:
        """Yield the turns of a run, numbered from 0."""
        number = 0
        self.when = self.begun
        for index, part in enumerate(parts):
            made = self._made(part, is_first=index == 0)
            if made is None:
                continue
            role, origin, blocks = made
            yield Turn(
                number,
                role,
                origin,
                tuple(blocks),
                self.when,
                self.model if origin is Origin.AGENT else "",
                part.offset,
                part.length,
            )
            number += 1

    def _made(
        self, part: Part, is_first: bool
    ) -> tuple[str, Origin, list[Block]] | None:
        if part.side is Side.PERSON:
            return self._person(part.text)
        if part.side is Side.AIDER:
            return self._aider(part.text, is_first)
        self.changes |= proposed(part.text)
        return "assistant", Origin.AGENT, [Text(cut(part.text))]

    def _person(self, text: str) -> tuple[str, Origin, list[Block]] | None:
        asked, self.asked = self.asked, ""
        if asked and text == asked:
            return None  # The words of the command before, now sent.
        asks = _ASKS.match(text)
        self.asked = asks["words"].strip() if asks else ""
        origin = self._origin(text, bool(asks))
        if origin is not Origin.INJECTED and self.when is not None:
            self.when = self.inputs.time_of(text, self.when) or self.when
        return "user", origin, [Text(cut(text))]

    def _origin(self, text: str, asks: bool) -> Origin:
        if text.startswith(_REFLECTED):
            return Origin.INJECTED
        if self.scripted:
            return Origin.HEADLESS
        if not self.inputs.vouches(text, self.begun):
            return Origin.HEADLESS
        if text.startswith("!"):
            return Origin.SHELL_ESCAPE
        if _COMMAND.match(text) and not asks:
            return Origin.SLASH_COMMAND
        return Origin.HUMAN

    def _aider(self, text: str, is_first: bool) -> tuple[str, Origin, list[Block]]:
        if is_first:
            self.scripted = bool(_SCRIPTED.search(text.partition("\n")[0]))
        for named in _MODEL.finditer(text):
            self.model = named["name"]
        edits: list[Block] = [
            FileEdit(edited["path"], self.changes.pop(edited["path"], ""))
            for edited in _EDITED.finditer(text)
        ]
        if is_first or "\n" not in text:
            return "system", Origin.NOTIFICATION, [Notice(cut(text)), *edits]
        return "tool", Origin.TOOL, [ToolResult(cut(text)), *edits]


def asked_words(text: str) -> str:
    """Return what was asked for, without the command that says how: ``/ask``."""
    asks = _ASKS.match(text)
    return asks["words"] if asks else text
