"""Sessions and their turns as the values of JSON, the same at every door."""

from typing import Any

from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.times import iso


def session_fields(session: Session) -> dict[str, Any]:
    """Return what is known of a session."""
    return {
        "agent": session.agent,
        "id": session.id,
        "title": session.title,
        "project": session.project,
        "created": iso(session.created),
        "updated": iso(session.updated),
        "turns": session.turns,
        "model": session.model,
        "path": str(session.path),
        "branch": session.branch,
        "state": session.state,
        "lifecycle": session.lifecycle,
        "pinned": session.pinned,
        "tags": list(session.tags),
        "edits": [{"path": path, "count": count} for path, count in session.edits],
        "children": session.children,
        "skipped_lines": session.skipped,
    }


def turn_fields(turn: Turn) -> dict[str, Any]:
    """Return a turn with all its blocks."""
    return {
        "number": turn.number,
        "role": turn.role,
        "origin": turn.origin.value,
        "when": iso(turn.when),
        "model": turn.model,
        "note": turn.note,
        "blocks": [_block(block) for block in turn.blocks],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"kind": "text", "text": text}
        case Thinking(text):
            return {"kind": "thinking", "text": text}
        case ToolCall():
            return {
                "kind": "tool_call",
                "tool": block.tool,
                "summary": block.summary,
                "input": dict(block.input),
                "call": block.call_id,
            }
        case ToolResult():
            return {
                "kind": "tool_result",
                "text": block.text,
                "error": block.is_error,
                "call": block.call_id,
            }
        case FileEdit():
            return {"kind": "edit", "path": block.path, "diff": block.diff}
        case Image(label):
            return {"kind": "image", "label": label}
        case Notice(text):
            return {"kind": "notice", "text": text}
