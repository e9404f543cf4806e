"""The one shape that all sources yield: sessions, their turns and blocks.

A :class:`Session` is a row of the catalog: small, and enough for a list. Its
:class:`Turn` objects are read from the agent's file only when somebody looks.
"""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias


class Origin(StrEnum):
    """Where the words of a turn came from."""

    HUMAN = "human"
    """Typed by the person."""
    QUEUED = "queued-human"
    """Typed by the person while the agent was working."""
    HEADLESS = "headless"
    """A prompt handed over by a script (``claude -p``, an SDK)."""
    SLASH_COMMAND = "slash-command"
    """A command of the client, with its arguments."""
    SHELL_ESCAPE = "shell-escape"
    """A shell command that the person ran from the prompt."""
    AGENT = "agent"
    """The agent's own words."""
    TOOL = "tool"
    """What a tool gave back."""
    INJECTED = "injected"
    """Put into the person's turn by the client: reminders, context."""
    HOOK = "hook"
    """The output of a hook."""
    SUBAGENT_PROMPT = "subagent-prompt"
    """A task that one agent gave to another."""
    COMPACTION = "compaction-summary"
    """A summary that stands for an earlier part of the conversation."""
    NOTIFICATION = "notification"
    """A message of the client itself: interruptions, background tasks, errors."""


TYPED = frozenset({Origin.HUMAN, Origin.QUEUED})
"""Words that a person typed as words: the only ones that memory credits."""

ASKED = TYPED | {Origin.HEADLESS, Origin.SLASH_COMMAND, Origin.SHELL_ESCAPE}
"""Turns in which somebody asked for something: what lists and jumps go by."""


@dataclass(frozen=True, slots=True)
class Text:
    """Prose, in Markdown as a rule."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """The agent's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the agent called."""

    tool: str
    input: Mapping[str, Any]
    """The arguments as they were given; ``{"input": text}`` for raw text."""
    call_id: str = ""
    summary: str = ""
    """One line for people: the command, the file, the pattern."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back."""

    text: str
    call_id: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class FileEdit:
    """A change to one file."""

    path: str
    diff: str = ""
    """The change as a unified diff without a header, or ``""``."""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture or another attachment, named and never carried along."""

    label: str
    """For example ``image/png 143 KB`` or a file name."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A line of the client: an interruption, an API error, a compaction."""

    text: str


Block: TypeAlias = Text | Thinking | ToolCall | ToolResult | FileEdit | Image | Notice


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation, in file order."""

    number: int
    """Position in the conversation, from 0; stable while a file only grows."""
    role: str
    """``user``, ``assistant``, ``tool`` or ``system``."""
    origin: Origin
    blocks: tuple[Block, ...]
    when: datetime | None = None
    model: str = ""
    offset: int = -1
    """Byte offset of the first record in its file, or -1 where there is none."""
    length: int = 0
    """Bytes of that record."""
    note: str = ""
    """What is special: ``retried``, ``abandoned branch``, ``from <session>``."""

    @property
    def text(self) -> str:
        """The prose of the turn: its :class:`Text` blocks, one below the other."""
        return "\n".join(b.text for b in self.blocks if isinstance(b, Text))


class Kind(StrEnum):
    """What a session is to the person."""

    MAIN = "main"
    SUBAGENT = "subagent"
    """Run by another session; listed under it, never by itself."""
    HIDDEN = "hidden"
    """Nothing was asked or answered: bookkeeping, warm-ups, helpers."""


@dataclass(frozen=True, slots=True)
class Session:
    """One session of one agent, as a list shows it.

    ``(agent, id)`` identifies it. Times are aware, in UTC.
    """

    agent: str
    """The source's name: ``claude-code``, ``codex``, ``levelcode``."""
    id: str
    path: Path
    """The file (or folder) that holds it: read only, always."""
    project: str = ""
    """The absolute path of the folder it worked in, possibly on another machine."""
    title: str = ""
    title_source: str = ""
    """``named`` by the person, ``generated`` by a program, or ``typed``."""
    created: datetime | None = None
    updated: datetime | None = None
    turns: int = 0
    """How many turns the person typed (:data:`ASKED`)."""
    models: tuple[str, ...] = ()
    """Models that answered, the last one used first."""
    branch: str = ""
    kind: Kind = Kind.MAIN
    parent_id: str = ""
    """The session that this one was started or copied from."""
    children: int = 0
    state: str = ""
    """How the run ended, where the agent says so: ``done``, ``interrupted``,
    ``error``, ``compact``."""
    lifecycle: str = "active"
    """The person's filing: ``active``, ``archived``, ``trashed``."""
    pinned: bool = False
    filed: bool = False
    """Whether the person said what :attr:`lifecycle` is: age does not change it."""
    tags: tuple[str, ...] = ()
    """The person's tags, in order."""
    edits: tuple[tuple[str, int], ...] = ()
    """Files edited and how often, most edited first."""
    spark: tuple[int, ...] = ()
    """Tool calls for each typed turn."""
    preview: str = ""
    """The first typed words."""
    last_words: str = ""
    """The end of the last answer."""
    skipped: int = 0
    """Lines that could not be read."""
    error: str = ""
    """Why the file as a whole can't be read, for people."""
    size: int = 0
    """Bytes on disk."""
    files: tuple[Path, ...] = ()
    """Further files that belong to it: copies, bases, earlier parts."""

    @property
    def model(self) -> str:
        """The model that answered last, or ``""``."""
        return self.models[0] if self.models else ""

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the session among all of them."""
        return (self.agent, self.id)


@dataclass(frozen=True, slots=True)
class Resume:
    """How a session is picked up again."""

    argv: tuple[str, ...]
    """Program and arguments, unquoted."""
    folder: str
    """The folder to run it in, or ``""`` where it does not matter."""
    problem: str = ""
    """Why it can't be resumed, for people; ``""`` when it can."""

    @property
    def command(self) -> str:
        """The shell line that does it, its folder included; ``""`` without one."""
        if not self.argv:
            return ""
        command = shlex.join(self.argv)
        return f"cd {shlex.quote(self.folder)} && {command}" if self.folder else command


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A file of a store, before it is read."""

    agent: str
    root: Path
    path: Path
    signature: str
    """Changes whenever the content may have changed."""
    modified: float
    """Seconds since the epoch; the newest files are read first."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What one pass over one file found; small enough to be cached."""

    session: Session
    hints: Mapping[str, Any] = field(default_factory=dict)
    """What the source needs to join files: JSON values only."""
