"""Messages of opencode's second form, ``session_message``, told in the first.

There a message has a type of its own, and what was a part lies inside of it.
"""

from collections.abc import Callable, Mapping

from levelmem.engine.sessions.json_values import Data, as_dict, as_list
from levelmem.engine.sessions.jsonl import text_of

Told = tuple[Data, list[Data]]
"""What a message says of itself, and its parts."""


def as_before(kind: str, data: Data) -> Told | None:
    """Return a message in the first form; None for what is no part of the talk."""
    make = _KINDS.get(kind)
    return make(data) if make else None


def _user(data: Data) -> Told:
    files = [
        {**file, "type": "file", "filename": file.get("name") or file.get("filename")}
        for file in as_list(data.get("files"))
    ]
    return {**data, "role": "user"}, [_text(data.get("text")), *files]


def _sent(data: Data) -> Told:
    return {**data, "role": "user"}, [{**_text(data.get("text")), "synthetic": True}]


def _shell(data: Data) -> Told:
    part = {key: data.get(key) for key in ("command", "output")}
    return {**data, "role": "user"}, [{**part, "type": "shell"}]


def _assistant(data: Data) -> Told:
    parts = [
        _tool(part) if part.get("type") == "tool" else part
        for part in as_list(data.get("content"))
    ]
    error = as_dict(data.get("error"))
    named = error if "data" in error or "name" in error else _error(error)
    model = as_dict(data.get("model"))
    known = {"role": "assistant", "modelID": model.get("id") or model.get("modelID")}
    return {**data, **known, "error": named}, parts


def _compaction(data: Data) -> Told:
    known = {"role": "assistant", "summary": True}
    return {**data, **known}, [_text(data.get("summary"))]


def _tool(part: Data) -> Data:
    state = as_dict(part.get("state"))
    error = as_dict(state.get("error"))
    content = state.get("content")
    said = {
        "output": content if content else state.get("result"),
        "error": text_of(error.get("message")) or content,
        "metadata": state.get("structured"),
    }
    return {
        "type": "tool",
        "tool": part.get("name"),
        "callID": part.get("id"),
        "state": {**state, **said},
    }


def _error(error: Data) -> Data:
    words = {"data": {"message": error.get("message")}}
    return {"name": error.get("type"), **words} if error else {}


def _text(words: object) -> Data:
    return {"type": "text", "text": words}


_KINDS: Mapping[str, Callable[[Data], Told]] = {
    "user": _user,
    "synthetic": _sent,
    "system": _sent,
    "shell": _shell,
    "assistant": _assistant,
    "compaction": _compaction,
}
"""What each type makes; the others are changes of the model and the like."""
