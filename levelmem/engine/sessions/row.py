"""The row of a session, gathered turn by turn from its conversation.

For sources whose files need no faster pass than reading the turns themselves.
"""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import (
    ASKED,
    TYPED,
    FileEdit,
    Image,
    Kind,
    Origin,
    Session,
    SessionFile,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.text import clip, one_line

TITLE, PREVIEW, LAST_WORDS = 56, 96, 200
"""Cells of a title made of typed words and of the last words, letters of a preview."""

_BEGINNING, _END = 2000, 4000
UNTITLED = "(no prompt)"


@dataclass(slots=True)
class Row:
    """What a list shows of a conversation, while its turns are read."""

    first: datetime | None = None
    last: datetime | None = None
    prompts: int = 0
    words: str = ""
    """The first words for the agent that somebody typed or handed over."""
    command: str = ""
    """The first command, for a session of nothing else."""
    answer: str = ""
    """The last answer."""
    answered: bool = False
    asked_something: bool = False
    models: dict[str, None] = field(default_factory=dict)
    spark: list[int] = field(default_factory=list)
    edits: dict[str, list[str]] = field(default_factory=dict)
    """Files edited by the id of the call, so that one that failed takes it back."""

    def take(self, turn: Turn) -> None:
        """Take in the next turn.

        What a subagent does is its parent's work, and neither it nor what was taken
        back names the session or its model.
        """
        self.see(turn.when)
        aside = turn.note in ("subagent", "abandoned branch")
        if turn.origin in ASKED:
            self._take_prompt(turn, aside)
        elif turn.origin is Origin.AGENT:
            self._take_answer(turn, aside)
        for block in turn.blocks:
            self._take_edit(block)

    def see(self, when: datetime | None) -> None:
        """Take in a time at which something happened."""
        if when is not None:
            self.first = min(self.first or when, when)
            self.last = max(self.last or when, when)

    def session(self, file: SessionFile, ident: str, **facts: Any) -> Session:
        """Return the session; ``facts`` are fields that the conversation lacks.

        ``title`` and ``title_source`` of the agent's own come before typed words.
        """
        modified = datetime.fromtimestamp(file.modified, UTC)
        title = clip(scrub_text(one_line(str(facts.pop("title", "")))), 2 * TITLE)
        source = str(facts.pop("title_source", "generated"))
        if not title:
            words = scrub_text(one_line(self.words or self.command))
            title, source = clip(words, TITLE), "typed" if words else ""
        values: dict[str, Any] = {
            "agent": file.agent,
            "id": ident,
            "path": file.path,
            "title": title or UNTITLED,
            "title_source": source,
            "created": self.first or modified,
            "updated": self.last or modified,
            "turns": self.prompts,
            "models": tuple(reversed(self.models)),
            "kind": self.kind,
            "edits": self._counted_edits(),
            "spark": tuple(self.spark),
            "preview": scrub_text(one_line(self.words or self.command))[:PREVIEW],
            "last_words": _ending(self.answer),
            "size": _size(file),
        }
        return Session(**{**values, **facts})

    @property
    def kind(self) -> Kind:
        """Whether anything was asked for or answered."""
        return Kind.MAIN if self.answered or self.asked_something else Kind.HIDDEN

    def _take_prompt(self, turn: Turn, aside: bool) -> None:
        self.prompts += 1
        self.spark.append(0)
        if aside:
            return
        text = turn.text[:_BEGINNING].strip()
        if turn.origin in TYPED or turn.origin is Origin.HEADLESS:
            pictures = any(isinstance(block, Image) for block in turn.blocks)
            self.asked_something = self.asked_something or bool(text) or pictures
            self.words = self.words or text
        else:
            self.command = self.command or text

    def _take_answer(self, turn: Turn, aside: bool) -> None:
        calls = sum(isinstance(block, ToolCall) for block in turn.blocks)
        if self.spark:
            self.spark[-1] += calls
        if aside:
            return
        self.answered = self.answered or bool(turn.blocks)
        if turn.model:
            self.models.pop(turn.model, None)
            self.models[turn.model] = None
        if turn.text.strip():
            self.answer = turn.text[-_END:]

    def _take_edit(self, block: object) -> None:
        if isinstance(block, FileEdit):
            paths = self.edits.setdefault(block.call_id or f"#{len(self.edits)}", [])
            if block.path not in paths:
                paths.append(block.path)
        elif isinstance(block, ToolResult) and block.is_error:
            self.edits.pop(block.call_id, None)

    def _counted_edits(self) -> tuple[tuple[str, int], ...]:
        counts = Counter(path for paths in self.edits.values() for path in paths)
        return tuple(sorted(counts.items(), key=lambda edit: (-edit[1], edit[0])))


def unreadable(file: SessionFile, ident: str, error: OSError | str) -> Session:
    """Return the session of a file that can't be read: it is listed, and says why."""
    reason = error if isinstance(error, str) else error.strerror or str(error)
    facts: Mapping[str, Any] = {"kind": Kind.MAIN, "error": f"can't be read: {reason}"}
    return Row().session(file, ident, **facts)


def _ending(text: str) -> str:
    paragraphs = [part for part in text.split("\n\n") if part.strip()]
    return clip(scrub_text(one_line(paragraphs[-1])), LAST_WORDS) if paragraphs else ""


def _size(file: SessionFile) -> int:
    with suppress(OSError):
        return file.path.stat().st_size
    return 0
