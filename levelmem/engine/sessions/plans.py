"""Plans that an agent laid before the person, and what became of them.

Claude Code and Gemini CLI hand a plan to a tool, Codex sets it between tags, memcode
keeps a record of it. A plan that was presented again is one plan, in its last form.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from levelmem.engine.eventlog.plans import plan_title
from levelmem.engine.sessions.model import Origin, Text, ToolCall, ToolResult, Turn
from levelmem.engine.sessions.results import was_denied

PLAN = "plan"
"""The note of a turn that is a plan as a whole."""
_TOOLS = frozenset(("exitplanmode", "presentplan"))
_TEXTS = ("plan", "plan_content", "planContent")
_TAGGED = re.compile(r"<proposed_plan>(.*?)</proposed_plan>", re.DOTALL)


class Answer(StrEnum):
    """What the person said to a plan."""

    OPEN = "open"
    """Nothing that is known."""
    APPROVED = "approved"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan in its last form."""

    title: str
    """Its first line, without marks."""
    text: str
    turn: int
    """The number of the turn that presented it last."""
    when: datetime | None = None
    answer: Answer = Answer.OPEN
    revisions: int = 0
    """How often it was presented again."""


def plans(turns: Iterable[Turn]) -> tuple[Plan, ...]:
    """Return the plans of a conversation, in the order they were presented last.

    One that follows a refused plan, or bears the title of an earlier one, is that
    plan in a new form.
    """
    kept = list(turns)
    found: list[Plan] = []
    for plan in _presented(kept):
        earlier = next((old for old in found if _is_revision(plan, old, found)), None)
        if earlier:
            found.remove(earlier)
            plan = replace(plan, revisions=earlier.revisions + 1)
        found.append(plan)
    return tuple(found)


def _is_revision(plan: Plan, old: Plan, found: Sequence[Plan]) -> bool:
    follows = old is found[-1] and old.answer is Answer.REFUSED
    return follows or old.title == plan.title


def _presented(turns: Sequence[Turn]) -> Iterator[Plan]:
    results = {
        block.call_id: block
        for turn in turns
        for block in turn.blocks
        if isinstance(block, ToolResult)
    }
    for turn in turns:
        if turn.origin is Origin.AGENT:
            for text, answer in _texts(turn, results):
                if title := plan_title(text):
                    yield Plan(title, text.strip(), turn.number, turn.when, answer)


def _texts(turn: Turn, results: dict[str, ToolResult]) -> Iterator[tuple[str, Answer]]:
    for block in turn.blocks:
        if isinstance(block, ToolCall) and _plain(block.tool) in _TOOLS:
            given = (block.input.get(name) for name in _TEXTS)
            text = next((part for part in given if isinstance(part, str)), "")
            yield text, _answer(results.get(block.call_id))
        elif isinstance(block, Text) and turn.note == PLAN:
            yield block.text, Answer.OPEN
        elif isinstance(block, Text):
            yield from ((text, Answer.OPEN) for text in _TAGGED.findall(block.text))


def _answer(result: ToolResult | None) -> Answer:
    if result is None:
        return Answer.OPEN
    if result.is_error or was_denied(result):
        return Answer.REFUSED
    return Answer.APPROVED


def _plain(tool: str) -> str:
    return tool.replace("_", "").replace("-", "").casefold()
