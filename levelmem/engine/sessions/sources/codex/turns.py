"""The steps of a Codex conversation: its lines, and the turns that they bring."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from levelmem.engine.sessions.model import ASKED, Origin, Turn
from levelmem.engine.sessions.sources.codex.history import History
from levelmem.engine.sessions.sources.codex.lines import EVENT, Line, as_count
from levelmem.engine.sessions.sources.codex.reader import TurnReader
from levelmem.engine.sessions.sources.codex.survey import survey

ROLLED_BACK = "rolled back"


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the conversation and the turns it brings: none as a rule."""

    line: Line
    turns: tuple[Turn, ...]


def read_steps(history: History) -> Iterator[Step]:
    """Yield the conversation line by line, its turns numbered from 0.

    Raises ``OSError`` when a file can't be opened.
    """
    found = survey(history)
    reader = TurnReader(history.meta, found)
    steps = (Step(line, reader.read(line)) for line in history.lines())
    if history.broken:
        yield Step(Line("broken", {}), reader.missing_beginning())
    if found.rolled_back:
        # What is taken back is known only further down.
        yield from _mark_rolled_back(list(steps))
    else:
        yield from steps


def _mark_rolled_back(steps: list[Step]) -> list[Step]:
    for at, step in enumerate(steps):
        if step.line.kind == EVENT and step.line.type == "thread_rolled_back":
            count = as_count(step.line.payload.get("num_turns"))
            start = _start_of_last(steps, at, count)
            steps[start:at] = map(_taken_back, steps[start:at])
    return steps


def _start_of_last(steps: list[Step], end: int, count: int) -> int:
    """Return where the last ``count`` turns of the person before ``end`` begin."""
    start = end
    for at in range(end - 1, -1, -1):
        if count <= 0:
            break
        if any(_asks(turn) and turn.note != ROLLED_BACK for turn in steps[at].turns):
            start, count = at, count - 1
    return start


def _asks(turn: Turn) -> bool:
    return turn.role == "user" and (
        turn.origin in ASKED or turn.origin is Origin.SUBAGENT_PROMPT
    )


def _taken_back(step: Step) -> Step:
    return Step(step.line, tuple(replace(t, note=ROLLED_BACK) for t in step.turns))
