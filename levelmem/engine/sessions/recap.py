"""What a session amounts to: who asked what, what was done, how it ended.

Everything here is a projection of the turns: the same turns give the same recap,
whichever agent wrote them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePath

from levelmem.engine.sessions.checks import Check, checks
from levelmem.engine.sessions.ending import Ending, ending
from levelmem.engine.sessions.gitwork import GitEvent, GitResult, git_work
from levelmem.engine.sessions.model import (
    ASKED,
    FileEdit,
    Origin,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.plans import Plan, plans
from levelmem.engine.sessions.runs import Run, command_of, runs
from levelmem.engine.text import clip, first_line, one_line

REQUEST_CELLS = 160
ACTION_CELLS = 100
NO_TEXT = "(no text)"
BEFORE_ANY_ASK = "(session)"


@dataclass(frozen=True, slots=True)
class Action:
    """Something an agent did, once or several times in a row."""

    text: str
    """One line for people: ``ran pytest -q``, ``edited src/app.py``."""
    turn: int
    times: int = 1

    def __str__(self) -> str:
        return self.text if self.times == 1 else f"{self.text} ×{self.times}"


@dataclass(frozen=True, slots=True)
class Thread:
    """One request and what was done for it."""

    request: str
    """First line of what was asked, ``(no text)``, or ``(session)``."""
    turn: int
    """Number of the turn that asked, or -1."""
    origin: Origin | None = None
    when: datetime | None = None
    text: str = ""
    """All of what was asked."""
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Recap:
    """The projections of one session."""

    threads: tuple[Thread, ...] = ()
    commits: tuple[GitEvent, ...] = ()
    pushes: tuple[GitEvent, ...] = ()
    checks: tuple[Check, ...] = ()
    edits: tuple[tuple[str, int], ...] = ()
    """Files edited and how often, most edited first."""
    plans: tuple[Plan, ...] = ()
    runs: tuple[Run, ...] = ()
    ending: Ending = Ending.EMPTY
    error: str = ""
    """What the client said went wrong at the end."""
    last_words: str = ""
    """The agent's last prose."""
    last_edit: int = -1
    """Number of the turn that last edited a file."""
    answers: int = 0
    """Turns in which the agent said or did something."""

    @property
    def asks(self) -> tuple[Thread, ...]:
        """The threads that somebody's request opened."""
        return tuple(thread for thread in self.threads if thread.turn >= 0)

    @property
    def committed(self) -> tuple[GitEvent, ...]:
        """The commits that were surely made."""
        return _succeeded(self.commits)

    @property
    def pushed(self) -> tuple[GitEvent, ...]:
        """The pushes that surely went out."""
        return _succeeded(self.pushes)

    @property
    def last_checks(self) -> tuple[Check, ...]:
        """The last run of each different check, in the order they last ran."""
        latest: dict[str, Check] = {}
        for check in self.checks:
            latest.pop(check.command, None)
            latest[check.command] = check
        return tuple(latest.values())

    @property
    def did_something(self) -> bool:
        """Whether any thread has an action."""
        return any(thread.actions for thread in self.threads)


def _succeeded(events: tuple[GitEvent, ...]) -> tuple[GitEvent, ...]:
    return tuple(e for e in events if e.result is GitResult.SUCCEEDED)


def recap(turns: Iterable[Turn]) -> Recap:
    """Return what the turns of one session amount to, of whatever agent."""
    kept = [turn for turn in turns if turn.note != "abandoned branch"]
    ran = runs(kept)
    git = git_work(ran)
    edits = Counter(_edited_paths(kept))
    end, error = ending(kept)
    return Recap(
        threads=_threads(kept),
        commits=tuple(event for event in git if event.kind == "commit"),
        pushes=tuple(event for event in git if event.kind == "push"),
        checks=checks(ran),
        edits=tuple(sorted(edits.items(), key=lambda item: -item[1])),
        plans=plans(kept),
        runs=ran,
        ending=end,
        error=error,
        last_words=_last_words(kept),
        last_edit=max((t.number for t in kept if _edits_of(t)), default=-1),
        answers=sum(_is_answer(turn) for turn in kept),
    )


# --- threads -------------------------------------------------------------------


def _threads(turns: Sequence[Turn]) -> tuple[Thread, ...]:
    threads: list[Thread] = []
    actions: list[Action] = []

    def close() -> None:
        if threads:
            threads[-1] = replace(threads[-1], actions=tuple(actions))
        elif actions:
            threads.append(Thread(BEFORE_ANY_ASK, -1, actions=tuple(actions)))
        actions.clear()

    for turn in turns:
        if turn.origin in ASKED:
            close()
            threads.append(_thread(turn))
        for action in _actions(turn):
            _append(actions, action)
    close()
    return tuple(threads)


def _thread(turn: Turn) -> Thread:
    request = clip(first_line(turn.text), REQUEST_CELLS) or NO_TEXT
    return Thread(request, turn.number, turn.origin, turn.when, turn.text)


def _append(actions: list[Action], action: Action) -> None:
    """Add an action; the same one again only counts."""
    if actions and actions[-1].text == action.text:
        actions[-1] = replace(actions[-1], times=actions[-1].times + 1)
    else:
        actions.append(action)


def _actions(turn: Turn) -> Iterator[Action]:
    edited = {block.call_id for block in turn.blocks if isinstance(block, FileEdit)}
    for block in turn.blocks:
        if isinstance(block, FileEdit):
            yield Action(f"edited {one_line(block.path)}", turn.number)
        elif isinstance(block, ToolCall) and (block.call_id or None) not in edited:
            yield from _action_of(block, turn.number)


def _action_of(call: ToolCall, turn: int) -> Iterator[Action]:
    if command := command_of(call):
        yield Action(clip(f"ran {first_line(command)}", ACTION_CELLS), turn)
    elif call.tool:
        text = f"{one_line(call.tool)} {first_line(call.summary)}".strip()
        yield Action(clip(text, ACTION_CELLS), turn)


# --- edits -----------------------------------------------------------------------


def _edits_of(turn: Turn) -> list[FileEdit]:
    return [block for block in turn.blocks if isinstance(block, FileEdit)]


def _edited_paths(turns: Sequence[Turn]) -> list[str]:
    """Return the path of each edit that was not refused or failed."""
    failed = {
        block.call_id
        for turn in turns
        for block in turn.blocks
        if isinstance(block, ToolResult) and block.is_error and block.call_id
    }
    edits = [edit for turn in turns for edit in _edits_of(turn)]
    return [edit.path for edit in edits if edit.path and edit.call_id not in failed]


def short_names(paths: Sequence[str]) -> list[str]:
    """Return the file names of ``paths``, longer where two would look the same."""
    names = [PurePath(path.replace("\\", "/")).name or path for path in paths]
    common = {name for name, count in Counter(names).items() if count > 1}
    return [
        "/".join(path.replace("\\", "/").split("/")[-2:]) if name in common else name
        for name, path in zip(names, paths, strict=True)
    ]


def _is_answer(turn: Turn) -> bool:
    return turn.role == "assistant" and any(
        isinstance(block, Text | ToolCall | FileEdit) for block in turn.blocks
    )


def _last_words(turns: Sequence[Turn]) -> str:
    for turn in reversed(turns):
        if turn.origin is Origin.AGENT and turn.text.strip():
            return turn.text.strip()
    return ""
