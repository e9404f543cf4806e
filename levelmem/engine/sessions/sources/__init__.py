"""One file for each agent: where its store is, how it reads, how it resumes.

A further agent is one new module here that defines ``SOURCE``, or a package where it
takes several; the registry finds it by looking at this folder.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from levelmem.engine.sessions.growing import Mark
from levelmem.engine.sessions.model import (
    Resume,
    Scan,
    Session,
    SessionFile,
    Turn,
)


class Source(Protocol):
    """What levelmem knows of one agent."""

    @property
    def name(self) -> str:
        """The agent's stable name on the command line: ``claude-code``."""

    @property
    def label(self) -> str:
        """The agent's name for people: ``Claude Code``."""

    @property
    def version(self) -> int:
        """Rises when :meth:`scan` finds more than before: cached scans expire."""

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        """Return the stores that exist on this machine.

        ``environ`` is the process environment; every variable that the agent
        honours for its store counts, and ``HOME`` for the default.
        """

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield the session files of one store, in any order.

        A file that vanishes meanwhile is passed over. Raises ``OSError`` when the
        store itself can't be listed, or at the end for a part of it that can't be:
        what was known of that part is kept.
        """

    def scan(self, file: SessionFile) -> Scan:
        """Read one file once, from start to end.

        Never raises for bad content: lines that can't be read are counted in
        ``session.skipped``, and ``session.error`` says why a file can't be read.
        """

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        """Join the scans of one store to its sessions.

        Here copies become one, subagents find their parents, and titles that are
        kept in other files arrive. Called again whenever more has been scanned.
        """

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield the conversation in file order, numbered from 0.

        Raises ``OSError`` when the file can't be opened.
        """

    def resume(self, session: Session) -> Resume:
        """Return how the session is picked up, or why it can't be."""


@runtime_checkable
class PromptReader(Protocol):
    """A source whose agent's hooks are handed prompts: it tells what was typed."""

    def typed(self, prompt: str) -> str:
        """Return what the person typed of a prompt, ``""`` for what a client sent."""


@runtime_checkable
class AnswerReader(Protocol):
    """A source whose agent asks the person questions in a form of its own."""

    def written_answers(self, turns: Iterable[Turn]) -> Iterator[str]:
        """Yield each answer that the person wrote instead of taking a choice."""


@runtime_checkable
class Growing(Protocol):
    """A source that can go on reading a conversation where it stopped."""

    def turns_since(
        self, session: Session, mark: Mark | None
    ) -> tuple[list[Turn], Mark | None]:
        """Return the turns from a mark on, and the mark for the next time.

        Turns that later lines may still change come again: those returned take the
        place of all from ``mark.number`` on. Without a mark, all are returned; the
        new mark is None where the session can't be read in parts. Raises ``Stale``
        where what was read before is not what the file holds now, and ``OSError``
        where it can't be opened.
        """


@runtime_checkable
class Manifold(Protocol):
    """A source whose agent may keep one session in several stores."""

    def fullness(self, session: Session) -> int:
        """Return how much a session's store tells; the one that tells most wins."""


@runtime_checkable
class Hasty(Protocol):
    """A source that can tell some of what a file says without reading all of it."""

    def sure_answers(self, data: bytes, lowered: bytes, word: bytes) -> Iterator[str]:
        """Yield texts of answers that the conversation of a file holds for sure.

        Only lines are looked at in which ``word`` stands, a part of a word in lower
        case; ``data`` is the whole file, and ``lowered`` the same in lower case.
        """


@cache
def sources() -> Mapping[str, Source]:
    """Return every source by name, in the order of their module names."""
    found: dict[str, Source] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        if module.name.startswith("_"):
            continue
        source: Source = importlib.import_module(f"{__name__}.{module.name}").SOURCE
        found[source.name] = source
    return found


@cache
def hasty(agent: str) -> Hasty | None:
    """Return the source of an agent where it is hasty; asked for every session."""
    source = sources().get(agent)
    return source if isinstance(source, Hasty) else None
