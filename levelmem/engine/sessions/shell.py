"""What a shell command does: commits, pushes, checks; told by parsing, never by search.

The command may be a command line or the JSON of a tool's input.
"""

import json
from collections.abc import Iterator

from levelmem.engine.sessions.shell_checks import is_check
from levelmem.engine.sessions.shell_git import git_event
from levelmem.engine.sessions.shell_words import Word, plain_word, simple_commands
from levelmem.engine.sessions.shell_wrappers import (
    program_name,
    programs_run,
    run_by,
)

__all__ = ["git_events", "is_check", "programs"]

# The members of a tool's input that hold a script or the words of a command.
_MEMBERS = ("command", "cmd", "script")


def git_events(command: str) -> list[str]:
    """The commits and pushes that a command attempts, in order of appearance.

    Args:
        command: a command line or script of bash, or a JSON object with a script
            (a string) or the words of a command (a list) as its `command`, `cmd`
            or `script`. Any other JSON object holds no command.

    Returns:
        "commit" and "push", once for each attempt; whether it succeeded, the command
        does not tell. Dry runs, help, and words that only look like it are left out.
    """
    return [
        event
        for words in _programs(command)
        if program_name(words[0]) == "git" and (event := git_event(words[1:]))
    ]


def programs(command: str) -> list[list[str]]:
    """The words of each simple command that is run in the end, in order.

    Quotes are resolved and wrappers (sudo, env, `bash -c`, ...) peeled off; a word
    that the shell would expand stands as it was written.

    Args:
        command: as in `git_events`.
    """
    return [
        [word.text if word.literal else word.source for word in words]
        for words in _programs(command)
    ]


def _programs(command: str) -> Iterator[tuple[Word, ...]]:
    script = _script_of(command)
    if isinstance(script, str):
        return programs_run(simple_commands(script))
    return run_by(tuple(plain_word(text) for text in script))


def _script_of(command: str) -> str | list[str]:
    """The script or the list of words that the input holds."""
    text = command.strip()
    if not text.startswith("{"):
        return command
    try:
        tool_input = json.loads(text)
    except (ValueError, RecursionError):
        return command
    members = {name.casefold(): value for name, value in tool_input.items()}
    for name in _MEMBERS:
        value = members.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, list) and value:
            return [word for word in value if isinstance(word, str)]
    return ""
