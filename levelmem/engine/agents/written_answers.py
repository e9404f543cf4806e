"""What the person typed in answer to an agent's tool, instead of a choice.

Claude Code's ``AskUserQuestion`` shows choices and lets the person write something
else. What they wrote stands in the tool's result, between the questions. A choice
that they took is in the agent's words, and no note can be credited to it. Who refuses
a plan or an edit may say why: that stands in the result, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from levelmem.engine.sessions.model import ToolCall, ToolResult, Turn

_TOOL = "AskUserQuestion"
_OPENS = "User has answered your questions: "
_ENDS = ". You can now continue"
_REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected"
)
_SAID = "To tell you how to proceed, the user said:\n"
# A refused command could have printed the same words itself; these print nothing.
_SILENT = frozenset(("ExitPlanMode", "Edit", "MultiEdit", "Write", "NotebookEdit"))
_NOTES = '" user notes: '
_PREVIEW = '" selected preview:'


def typed_answers(turns: Iterable[Turn]) -> Iterator[str]:
    """Yield each answer of a conversation that the person wrote themselves."""
    asked: dict[str, Mapping[str, Any]] = {}
    silent: set[str] = set()
    for turn in turns:
        for block in turn.blocks:
            if isinstance(block, ToolCall) and block.tool == _TOOL:
                asked[block.call_id] = block.input
            elif isinstance(block, ToolCall) and block.tool in _SILENT:
                silent.add(block.call_id)
            elif isinstance(block, ToolResult) and block.call_id in silent:
                silent.discard(block.call_id)
                if block.is_error and block.text.startswith(_REFUSED):
                    yield from filter(None, [block.text.partition(_SAID)[2].strip()])
            elif isinstance(block, ToolResult) and block.call_id in asked:
                call = asked.pop(block.call_id)
                # Answers that the agent handed over itself are nobody's typing.
                if not block.is_error and not call.get("answers"):
                    yield from _written(call, block.text)


def _written(call: Mapping[str, Any], result: str) -> Iterator[str]:
    listed = call.get("questions")
    questions = [
        question
        for question in (listed if isinstance(listed, list) else [])
        if isinstance(question, dict) and isinstance(question.get("question"), str)
    ]
    for question, answer in zip(questions, _answers(questions, result), strict=False):
        chosen, note = _parted(answer)
        yield from filter(None, (_without_labels(question, chosen), note))


def _answers(questions: list[dict[str, Any]], result: str) -> Iterator[str]:
    """Yield what follows each question, in order; nothing more once one is missing.

    The questions are the agent's, and one could be worded like an answer to another:
    so each is looked for where it has to stand and nowhere else.
    """
    rest = result.removeprefix(_OPENS)
    marks = [f'"{question["question"]}"=' for question in questions]
    if rest == result or not marks or not rest.startswith(marks[0]):
        return
    rest = rest.removeprefix(marks[0])
    for mark in marks[1:]:
        answer, found, rest = rest.partition(f", {mark}")
        if not found:
            return
        yield answer
    answer, found, _ = rest.rpartition(_ENDS)
    if found:
        yield answer


def _parted(answer: str) -> tuple[str, str]:
    """Return the answer without its quotes, and the person's note beside it."""
    if not answer.startswith('"'):
        return "", ""
    answer = answer[1:]
    if _PREVIEW in answer:
        # What is shown beside a choice is the agent's, to its very end.
        return answer.partition(_PREVIEW)[0], ""
    chosen, found, note = answer.partition(_NOTES)
    return (chosen, note.strip()) if found else (answer.removesuffix('"'), "")


def _without_labels(question: Mapping[str, Any], answer: str) -> str:
    """Return what of an answer is none of the choices; several stand with commas."""
    options = question.get("options")
    labels = {
        str(option.get("label", ""))
        for option in (options if isinstance(options, list) else [])
        if isinstance(option, dict)
    }
    if not question.get("multiSelect"):
        return "" if answer in labels else answer.strip()
    for label in sorted(filter(None, labels), key=len, reverse=True):
        if answer == label:
            return ""
        answer = answer.removeprefix(f"{label}, ").removesuffix(f", {label}")
    return "" if answer in labels else answer.strip()
