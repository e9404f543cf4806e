"""What a conversation's work came to: commits, checks, and how long it took."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from levelmem.engine.sessions.checks import Verdict
from levelmem.engine.sessions.model import Turn
from levelmem.engine.sessions.recap import recap

REST = timedelta(minutes=15)
"""A longer pause between two turns is no work."""

_RAN = (Verdict.PASSED, Verdict.FAILED)


@dataclass(frozen=True, slots=True)
class Work:
    """Counts of what only a whole conversation tells."""

    commits: int = 0
    checks: int = 0
    """Checks of which it is known how they ended."""
    failed: int = 0
    """Those that failed, mended later or not."""
    time: timedelta = timedelta()
    """The time between turns, without the rests."""

    def __add__(self, other: "Work") -> "Work":
        return Work(
            self.commits + other.commits,
            self.checks + other.checks,
            self.failed + other.failed,
            self.time + other.time,
        )


def work_of(turns: Iterable[Turn]) -> Work:
    """Return what a conversation came to."""
    kept = list(turns)
    found = recap(kept)
    ran = [check for check in found.checks if check.verdict in _RAN]
    return Work(
        commits=len(found.committed),
        checks=len(ran),
        failed=sum(check.verdict is Verdict.FAILED for check in ran),
        time=_time(kept),
    )


def _time(turns: Iterable[Turn]) -> timedelta:
    # Subagents stand where they were called, whenever they worked.
    moments = sorted(turn.when for turn in turns if turn.when is not None)
    pauses = (later - earlier for earlier, later in pairwise(moments))
    return sum((pause for pause in pauses if pause <= REST), timedelta())
