"""One line for people about a tool call: the command, the file, the pattern.

Works for the tools of any agent: it goes by the names of the arguments, which
agents have in common far more than the names of their tools.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from levelmem.engine.text import clip, one_line

_CELLS = 160

# In order: what says most about a call comes first.
_COMMANDS = ("command", "cmd", "script", "code")
_FILES = (
    "file_path",
    "filePath",
    "filepath",
    "notebook_path",
    "absolute_path",
    "target_file",
    "relative_workspace_path",
    "filename",
    "file",
    "path",
    "dir_path",
    "directory",
    "paths",
)
_PATTERNS = ("pattern", "regex", "query", "search_query", "q", "glob", "name_path")
_PLACES = ("path", "glob", "include", "dir_path", "directory")
_ADDRESSES = ("url", "uri", "urls")
_WORDS = (
    "description",
    "skill",
    "subject",
    "title",
    "name",
    "question",
    "prompt",
    "message",
    "text",
    "input",
    "plan",
    "task_id",
    "taskId",
    "bash_id",
    "shell_id",
    "session_id",
    "id",
)
_SHELLS = frozenset({"bash", "sh", "zsh", "cmd", "powershell", "pwsh"})


def tool_line(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return one line about a call of ``tool``, at most 160 cells wide, or ``""``.

    A command is itself, a search its pattern and place, everything else the file
    or address it is about, or its first words.
    """
    for find in (_command, _search, _todos, _questions, _subject):
        line = find(arguments)
        if line:
            return clip(one_line(line), _CELLS)
    return ""


def _command(arguments: Mapping[str, Any]) -> str:
    return _first(arguments, _COMMANDS)


def _search(arguments: Mapping[str, Any]) -> str:
    pattern = _first(arguments, _PATTERNS)
    place = _first(arguments, _PLACES)
    if pattern and place and place != pattern:
        return f"{pattern} in {place}"
    return pattern


def _todos(arguments: Mapping[str, Any]) -> str:
    todos = arguments.get("todos")
    if not isinstance(todos, list):
        todos = arguments.get("plan")
    if not isinstance(todos, list):
        return ""
    states = [t.get("status") for t in todos if isinstance(t, dict)]
    done = states.count("completed")
    return f"{done} of {len(states)} done" if states else ""


def _questions(arguments: Mapping[str, Any]) -> str:
    questions = arguments.get("questions")
    if not isinstance(questions, list):
        return ""
    asked = [_said(q.get("question")) for q in questions if isinstance(q, dict)]
    return " ".join(filter(None, asked))


def _subject(arguments: Mapping[str, Any]) -> str:
    return _first(arguments, _FILES + _ADDRESSES + _WORDS) or _anything(arguments)


def _anything(arguments: Mapping[str, Any]) -> str:
    """Fall back on the first argument that is a text."""
    return next((v for v in arguments.values() if isinstance(v, str) and v.strip()), "")


def _first(arguments: Mapping[str, Any], names: Sequence[str]) -> str:
    for name in names:
        said = _said(arguments.get(name))
        if said:
            return said
    return ""


def _said(value: object) -> str:
    """Return a text, or the words of a command given as a list."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list) and value and all(isinstance(v, str) for v in value):
        # ["bash", "-lc", "the command"] is the command.
        if len(value) == 3 and value[0].rpartition("/")[2] in _SHELLS:
            return str(value[2]).strip()
        return " ".join(value)
    return ""
