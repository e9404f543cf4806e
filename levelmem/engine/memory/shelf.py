"""Several memories as one: this project's, or those of all projects.

Screens work on it from worker threads, one at a time: a memory is no more than its
files and what was read of them last.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from typing import TypeVar

from levelmem.engine.memory.changes import PastChange
from levelmem.engine.memory.errors import MemoryProblem, NothingToUndo
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.memory.store import DIGEST, FACTS, JOURNAL, StoreError

T = TypeVar("T")
Act = Callable[[Memory, list[str]], Change]
"""A change of the facts with some keys."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What one memory holds, as far as it could be read."""

    project: str
    facts: tuple[Fact, ...] = ()
    journal: tuple[JournalLine, ...] = ()
    skipped: int = 0
    """Lines that could not be read."""
    problem: str = ""
    """Why nothing could be read, for people."""


class Shelf:
    """The memories of this machine, opened when they are first needed."""

    def __init__(
        self,
        folder: str,
        open_one: Callable[[str], Memory],
        open_all: Callable[[], list[Memory]],
    ) -> None:
        """``folder`` is where levelmem is; its project's memory comes first.

        ``open_one`` opens the memory of the project that a folder belongs to.
        """
        self._folder = folder
        self._open_one = open_one
        self._open_all = open_all
        self._by_project: dict[str, Memory] = {}
        self._lock = RLock()

    @property
    def here(self) -> Memory:
        """The memory of the project that levelmem is in."""
        return self.memory(self._folder)

    def memory(self, project: str = "") -> Memory:
        """Return the memory of a project; this one's where none is named."""
        with self._lock:
            project = project or self._folder
            if project not in self._by_project:
                memory = self._open_one(project)
                memory = self._by_project.setdefault(memory.project, memory)
                self._by_project[project] = memory
            return self._by_project[project]

    def read_here(self) -> list[Contents]:
        """Return what this project's memory holds."""
        with self._lock:
            return [_contents(self.here)]

    def read_all(self) -> list[Contents]:
        """Return what each memory of this machine holds, this project's first."""
        with self._lock:
            here = self.here
            for memory in self._open_all():
                self._by_project.setdefault(memory.project, memory)
            return [_contents(memory) for memory in (here, *self._others())]

    def signature(self, everywhere: bool = False) -> tuple[object, ...]:
        """Return what changes when a listed memory does, or is decided on."""
        with self._lock:
            memories = [self.here, *(self._others() if everywhere else ())]
            return tuple(_signature(memory) for memory in memories)

    def change(self, keys: Mapping[str, Sequence[str]], act: Act) -> Change:
        """Change facts of one or several projects; ``keys`` are by project.

        What was done in one project is a step of its own there. Raises what ``act``
        raises, after as many projects as went well.
        """
        with self._lock:
            return _joined(
                [
                    act(self.memory(project), list(some))
                    for project, some in keys.items()
                ]
            )

    def ask(self, project: str, question: Callable[[Memory], T]) -> T:
        """Return what ``question`` makes of one project's memory."""
        with self._lock:
            return question(self.memory(project))

    def undo(self, everywhere: bool = False) -> Change:
        """Take back the last step that still stands, here or in any memory.

        Raises ``NothingToUndo``.
        """
        with self._lock:
            latest = self._latest(everywhere, lambda s: not s.undone and not s.undoes)
            return latest.undo()

    def redo(self, everywhere: bool = False) -> Change:
        """Do again what was undone last. Raises ``NothingToUndo``."""
        with self._lock:
            return self._latest(everywhere, lambda s: not s.undone).redo()

    def _others(self) -> list[Memory]:
        """Return the other memories that are open, by project."""
        others = {m.project: m for m in self._by_project.values()}
        others.pop(self.here.project)
        return [others[project] for project in sorted(others)]

    def _latest(self, everywhere: bool, fits: Callable[[PastChange], bool]) -> Memory:
        """Return the memory whose last fitting step is the newest of all."""
        memories = [self.here, *(self._others() if everywhere else ())]
        newest: tuple[str, Memory] | None = None
        for memory in memories:
            steps: Sequence[PastChange] = ()
            with suppress(MemoryProblem, StoreError):
                steps = [step for step in memory.changes() if fits(step)]
            if steps and (newest is None or steps[-1].at > newest[0]):
                newest = (steps[-1].at, memory)
        if newest is None:
            raise NothingToUndo
        return newest[1]


def _signature(memory: Memory) -> tuple[object, ...]:
    try:
        return tuple(map(memory.store.signature, (FACTS, JOURNAL, DIGEST)))
    except (MemoryProblem, StoreError):
        return ()


def _contents(memory: Memory) -> Contents:
    try:
        return Contents(
            memory.project,
            tuple(memory.facts()),
            tuple(memory.journal()),
            memory.skipped,
        )
    except (MemoryProblem, StoreError) as problem:
        return Contents(memory.project, problem=str(problem))


def _joined(changes: Sequence[Change]) -> Change:
    if len(changes) == 1:
        return changes[0]
    return Change(
        " ".join(change.words for change in changes),
        tuple(key for change in changes for key in change.keys),
        tuple(record for change in changes for record in change.records),
    )
