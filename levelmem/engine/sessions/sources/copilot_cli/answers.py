"""What the person wrote in answer to a question of the agent's.

``ask_user`` shows choices and lets the person write something else; the tool's result
says which of the two it was. A choice that they took is in the agent's words.
"""

from collections.abc import Iterable, Iterator

from levelmem.engine.sessions.model import ToolCall, ToolResult, Turn

_TOOL = "ask_user"
_WROTE = "User responded: "


def written_answers(turns: Iterable[Turn]) -> Iterator[str]:
    """Yield each answer of a conversation that the person wrote themselves."""
    offered: dict[str, frozenset[str]] = {}
    for turn in turns:
        for block in turn.blocks:
            if isinstance(block, ToolCall) and block.tool == _TOOL:
                offered[block.call_id] = _choices(block)
            elif isinstance(block, ToolResult) and block.call_id in offered:
                choices = offered.pop(block.call_id)
                answer = block.text.removeprefix(_WROTE).strip()
                is_written = block.text.startswith(_WROTE) and not block.is_error
                if is_written and answer and answer not in choices:
                    yield answer


def _choices(call: ToolCall) -> frozenset[str]:
    listed = call.input.get("choices")
    choices = listed if isinstance(listed, list) else []
    return frozenset(c.strip() for c in choices if isinstance(c, str))
