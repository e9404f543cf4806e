"""What a catalog lists: the sessions at one moment, and what could not be read."""

from dataclasses import dataclass
from pathlib import Path

from levelmem.engine.sessions.damage import DamagedFile
from levelmem.engine.sessions.model import Kind, Session


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What was found in one store, and what could not be read."""

    agent: str
    root: Path
    files: int = 0
    sessions: int = 0
    """Main sessions."""
    damaged: tuple[DamagedFile, ...] = ()
    """Files with lines that could not be read, by path."""
    problems: tuple[tuple[Path, str], ...] = ()
    """Files (or the store itself) that can't be read, and why, for people."""

    @property
    def skipped_lines(self) -> int:
        """How many lines of all files could not be read."""
        return sum(file.lines for file in self.damaged)


@dataclass(frozen=True, slots=True)
class Listing:
    """The catalog at one moment."""

    sessions: tuple[Session, ...] = ()
    """Newest first, of every kind."""
    reports: tuple[StoreReport, ...] = ()
    read: int = 0
    """Files read so far."""
    total: int = 0
    done: bool = False
    newest_only: bool = False
    """Whether these are some of the last listing, shown while the whole is read."""

    @property
    def main(self) -> tuple[Session, ...]:
        """The sessions that a list shows by themselves."""
        return tuple(s for s in self.sessions if s.kind is Kind.MAIN)

    @property
    def damaged(self) -> tuple[DamagedFile, ...]:
        """The files of all stores with lines that could not be read."""
        return tuple(file for report in self.reports for file in report.damaged)

    @property
    def problems(self) -> tuple[tuple[Path, str], ...]:
        """What can't be read of all stores, and why, for people."""
        return tuple(problem for report in self.reports for problem in report.problems)

    def find(self, given: str, agent: str = "") -> list[Session]:
        """Return the sessions with this id, or else those whose id begins so."""
        mine = [s for s in self.sessions if not agent or s.agent == agent]
        exact = [s for s in mine if s.id == given]
        return exact or [s for s in mine if given and s.id.startswith(given)]
