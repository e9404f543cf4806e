"""Turns become parts: speakers get heads, tools find their results."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo

from levelmem.engine.sessions.model import (
    ASKED,
    FileEdit,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.text import first_line, one_line
from levelmem.widgets.body_lines import BodyLine
from levelmem.widgets.code import with_code_coloured
from levelmem.widgets.diffs import changed, diff_lines
from levelmem.widgets.prose import markdown, verbatim
from levelmem.widgets.session_look import inside
from levelmem.widgets.spans import Line
from levelmem.widgets.transcript_parts import Part

_ASKED = {
    Origin.HUMAN: "You",
    Origin.QUEUED: "You, while the agent worked",
    Origin.HEADLESS: "A script (not typed)",
    Origin.SLASH_COMMAND: "You, a command",
    Origin.SHELL_ESCAPE: "You, a shell command",
}
_NOT_TYPED = {
    Origin.INJECTED: "put in by the client",
    Origin.HOOK: "a hook",
    Origin.SUBAGENT_PROMPT: "a task from another agent",
    Origin.COMPACTION: "a summary of what came before",
    Origin.NOTIFICATION: "the client",
}
_SHORT_DIFF = 24
"""A diff of at most so many lines is shown unfolded."""
_SLOW = 2.0
"""Seconds from which on a tool's time is told."""


class TranscriptBuilder:
    """Makes parts of turns, batch by batch.

    A part that was handed out may still change: a tool's result comes later.
    """

    def __init__(self, agent: str, zone: tzinfo | None, project: str = "") -> None:
        """``agent`` is its name for people; times are told in ``zone``.

        Paths are told as they stand in the folder ``project``.
        """
        self._agent, self._zone, self._project = agent, zone, project
        self._calls: dict[str, tuple[Part, datetime | None]] = {}
        self._parts: list[Part] = []
        self._speaker: object = None
        self._group = ""

    def add(self, turns: Iterable[Turn]) -> list[Part]:
        """Return the parts of further turns."""
        self._parts = []
        for turn in turns:
            self._add_turn(turn)
        return self._parts

    def _add_turn(self, turn: Turn) -> None:
        if turn.origin in ASKED:
            self._head(turn, _ASKED[turn.origin], "accent")
            self._speaker = turn.number
        elif turn.origin is Origin.AGENT and self._speaker != (turn.origin, turn.note):
            self._head(turn, self._agent, "primary")
            self._speaker = (turn.origin, turn.note)
        for block, content in enumerate(turn.blocks):
            self._add_block(turn, block, content)

    def _add_block(self, turn: Turn, block: int, content: object) -> None:
        match content:
            case Text(text) if turn.origin in _NOT_TYPED:
                self._not_typed(turn, block, text)
            case Text(text):
                self._prose(turn, block, text)
            case Thinking(text):
                self._thinking(turn, block, text)
            case ToolCall():
                self._call(turn, block, content)
            case ToolResult():
                self._result(turn, block, content)
            case FileEdit():
                self._edit(turn, block, content)
            case Image(label):
                self._line(turn, block, (("▣ ", "accent"), (one_line(label), "muted")))
            case Notice(text):
                self._line(turn, block, (("─ ", "rule"), (one_line(text), "warning")))

    # The kinds of parts.

    def _put(self, part: Part) -> Part:
        if part.group == "head":
            part.gap = int(self._group != "")
        else:
            part.gap = int(self._group not in ("", "head", part.group))
        self._group = part.group
        self._parts.append(part)
        return part

    def _head(self, turn: Turn, name: str, tone: str) -> None:
        when = f"  {turn.when.astimezone(self._zone):%H:%M}" if turn.when else ""
        title: Line = (
            (name, f"{tone} bold"),
            (when, "muted"),
            (f"  {turn.model}" if turn.model else "", "faint"),
            (f"  ⑂ {one_line(turn.note)}" if turn.note else "", "warning"),
        )
        typed = turn.origin in ASKED
        self._put(Part(turn.number, group="head", title=title, typed=typed))

    def _prose(self, turn: Turn, block: int, text: str) -> None:
        if text.strip():
            self._put(
                Part(
                    turn.number,
                    block,
                    "prose",
                    texts=[text.strip("\n")],
                    shape=markdown,
                    finish=with_code_coloured,
                    dropped=len(text) - len(text.lstrip("\n")),
                    typed=turn.origin in ASKED,
                )
            )

    def _folded(
        self,
        turn: Turn,
        block: int,
        title: Line,
        texts: list[str],
        shape: Callable[[str], list[BodyLine]] = verbatim,
    ) -> Part:
        part = Part(turn.number, block, "fold", title, texts, shape, foldable=True)
        part.folded = True
        return self._put(part)

    def _not_typed(self, turn: Turn, block: int, text: str) -> None:
        self._speaker = None
        label = f"Not typed · {_NOT_TYPED[turn.origin]}"
        title = ((label, "muted"), (f" · {_glance(text)}", "faint"))
        self._folded(turn, block, title, [text.strip("\n")])

    def _thinking(self, turn: Turn, block: int, text: str) -> None:
        if text.strip():
            title = (("Reasoning", "muted"), (f" · {_glance(text)}", "faint"))
            self._folded(turn, block, title, [text.strip("\n")])

    def _line(self, turn: Turn, block: int, title: Line) -> None:
        self._put(Part(turn.number, block, "fold", title))

    def _call(self, turn: Turn, block: int, call: ToolCall) -> None:
        summary = one_line(call.summary)
        title = ((f"{call.tool} ", "code"), (summary, "title"))
        part = self._folded(turn, block, title, [_input_text(call).rstrip("\n")])
        if call.call_id:
            self._calls[call.call_id] = (part, turn.when)

    def _edit(self, turn: Turn, block: int, edit: FileEdit) -> None:
        part = self._edit_part(turn, block, edit)
        added, removed = changed(edit.diff)
        verb = tool_name(part) or "Edit"
        part.group = "edit"
        part.title = (
            (f"{verb} ", "code"),
            (one_line(inside(edit.path, self._project)), "title"),
            (f" +{added}", "success"),
            (f" −{removed}", "error"),
        )
        part.texts = [edit.diff.rstrip("\n")] if edit.diff else []
        part.shape = diff_lines
        part.folded = not 0 < edit.diff.count("\n") <= _SHORT_DIFF

    def _edit_part(self, turn: Turn, block: int, edit: FileEdit) -> Part:
        """Return the part of the call that made the edit, or a new one."""
        if edit.call_id in self._calls:
            part, _ = self._calls[edit.call_id]
            if part.group == "fold" and part in self._parts:
                part.block = block
                return part
        return self._folded(turn, block, (), [])

    def _result(self, turn: Turn, block: int, result: ToolResult) -> None:
        if result.call_id not in self._calls:
            title = (("Result", "code"), (f" {_glance(result.text)}", "faint"))
            self._folded(turn, block, title, [result.text.rstrip("\n")])
            return
        part, asked = self._calls[result.call_id]
        seconds = (turn.when - asked).total_seconds() if turn.when and asked else 0.0
        took = f" · {seconds:,.0f} s" if seconds >= _SLOW else ""
        if result.is_error:
            part.title = (*part.title, (" ✗ failed", "error"), (took, "muted"))
        elif took:
            part.title = (*part.title, (took, "muted"))
        if part.group == "edit" and not result.is_error:
            return
        part.texts = [*part.texts, result.text.rstrip("\n")]


def tool_name(part: Part) -> str:
    """Return the tool's name that a part's title begins with, or ``""``."""
    return part.title[0][0].strip() if part.title else ""


def _glance(text: str) -> str:
    """Return how long a text is and how it begins."""
    lines = text.strip().count("\n") + 1
    return f"{lines} line{'' if lines == 1 else 's'} · {first_line(text)}"


def _input_text(call: ToolCall) -> str:
    """Return a tool's arguments as people read them, ``""`` if the line says all."""
    values = list(call.input.values())
    if len(values) == 1 and isinstance(values[0], str):
        return "" if values[0].strip() == call.summary.strip() else values[0]
    parts = []
    for name, value in call.input.items():
        if not isinstance(value, str):
            value = json.dumps(value, ensure_ascii=False, indent=2, default=str)
        parts.append(f"{name}: {value}" if "\n" not in value else f"{name}:\n{value}")
    return "\n".join(parts)
