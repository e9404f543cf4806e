"""Commits and pushes of a session: tried, done, or refused.

A shell parser says that a script commits; only what came back says whether it did.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from levelmem.engine.sessions.runs import Run
from levelmem.engine.sessions.shell import git_events
from levelmem.engine.sessions.vouching import vouched


class GitResult(StrEnum):
    """What became of a commit or a push."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    """It did not happen: it failed, or the script never came to it."""
    DENIED = "denied"
    """It was refused and never ran."""
    ATTEMPTED = "attempted"
    """Nothing that came back tells."""


@dataclass(frozen=True, slots=True)
class GitEvent:
    """One ``git commit`` or ``git push``."""

    kind: str
    """``commit`` or ``push``."""
    result: GitResult
    turn: int
    when: datetime | None = None
    message: str = ""
    """First line of the commit's message, where it is visible."""
    sha: str = ""
    """The short hash that git printed."""
    branch: str = ""
    """The branch that git printed."""


# What git prints when a commit was made: [main 1a2b3c4] Message
_LANDED = re.compile(
    r"^\[(?P<branch>[^\s\]]+|detached HEAD)(?: \(root-commit\))? "
    r"(?P<sha>[0-9a-f]{7,40})\] (?P<message>.*)$",
    re.M,
)
_DIFFSTAT = re.compile(r"^ ?\d+ files? changed(?:, \d+ insertions?|, \d+ del)", re.M)
_NO_COMMIT = re.compile(
    r"""
    nothing\ (?:added\ )?to\ commit | no\ changes\ added\ to\ commit
    | ^(?:error|fatal):.*\b(?:commit|pathspec|index|unmerged|identity|repository)
    | ^husky\ -\ .*(?:failed|exited) | pre-commit\ hook.*(?:failed|exited)
    | Aborting\ commit | Committing\ is\ not\ possible
    """,
    re.I | re.M | re.X,
)
_PUSHED = re.compile(
    r"^(?: [ +*=-] )?[ +*=-]*(?:\[new (?:branch|tag)\]|[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,})"
    r"\s.*->|^Everything up-to-date|^branch '.*' set up to track",
    re.M,
)
_NOT_PUSHED = re.compile(
    r"""
    ! \s* \[(?:remote\ )?rejected\] | ^error:\ failed\ to\ push
    | ^fatal:.*(?:remote|repository|upstream|authenticat|could\ not\ read|access|push)
    | ^remote:\ (?:Permission|error) | Permission\ denied\ \(publickey
    """,
    re.I | re.M | re.X,
)
_INLINE = re.compile(
    r"""
    \bcommit\b [^\n;|&]*? \s
    (?: -[a-zA-Z]*m \s* | --message (?:=|\s+) )
    (?: "\$\(\s* cat \s* <<-? \s* ['"]?\w+['"]? \s* \n (?P<heredoc>[^\n]*)
      | "(?P<double>(?:[^"\\]|\\.)*)" | '(?P<single>[^']*)' | (?P<bare>[^\s'"]+) )
    """,
    re.X,
)
_COMPUTED = re.compile(r"\$\(|`|^\$\{?\w+\}?$")
_FROM_STDIN = re.compile(
    r"\bcommit\b[^\n;|&]*?\s(?:-F|--file=?)\s*-[^\n]*<<-?\s*['\"]?\w+['\"]?[^\n]*\n([^\n]*)"
)


def git_work(runs: Iterable[Run]) -> tuple[GitEvent, ...]:
    """Return the commits and pushes of a session's commands, in order."""
    return tuple(event for run in runs for event in _events(run))


def _events(run: Run) -> list[GitEvent]:
    if "commit" not in run.command and "push" not in run.command:
        return []
    kinds = git_events(run.command)
    commits = _commits(run, kinds.count("commit"))
    pushes = _pushes(run, kinds.count("push"))
    return [(commits if kind == "commit" else pushes).pop(0) for kind in kinds]


def _commits(run: Run, count: int) -> list[GitEvent]:
    if not count:
        return []
    landed = list(_LANDED.finditer(run.output))
    typed = messages(run.command)
    events = []
    for at in range(count):
        if at < len(landed) and not run.denied:
            found = landed[at]
            event = GitEvent(
                "commit",
                GitResult.SUCCEEDED,
                run.turn,
                run.when,
                found["message"].strip(),
                found["sha"],
                found["branch"],
            )
        else:
            message = typed[at] if at < len(typed) else ""
            event = GitEvent(
                "commit", _result(run, "commit"), run.turn, run.when, message
            )
        events.append(event)
    return events


def _pushes(run: Run, count: int) -> list[GitEvent]:
    result = _result(run, "push") if count else GitResult.ATTEMPTED
    return [GitEvent("push", result, run.turn, run.when)] * count


def _result(run: Run, kind: str) -> GitResult:
    """Judge by an exit status that speaks for it, else by what git printed."""
    if run.denied:
        return GitResult.DENIED
    spoken_for = [kind in git_events(command) for command in vouched(run.command)]
    if run.exit_code == 0 and any(spoken_for):
        return GitResult.SUCCEEDED
    if _refused(run, kind):
        return GitResult.FAILED
    if (_DIFFSTAT if kind == "commit" else _PUSHED).search(run.output):
        return GitResult.SUCCEEDED
    if run.exit_code and spoken_for and spoken_for[-1]:
        return GitResult.FAILED
    if run.unflagged and any(spoken_for):
        return GitResult.SUCCEEDED
    return GitResult.ATTEMPTED


def _refused(run: Run, kind: str) -> bool:
    if kind == "push":
        return bool(_NOT_PUSHED.search(run.output))
    found = _NO_COMMIT.search(run.output)
    # After a commit that worked, "git status" prints the same words.
    return bool(found) and "status" not in run.command


def messages(command: str) -> list[str]:
    """Return the first line of each commit message that a script spells out."""
    found = []
    for match in _INLINE.finditer(command):
        text = next((group for group in match.groups() if group is not None), "")
        if match["double"] is not None:
            text = re.sub(r'\\(["\\$`])', r"\1", text)
        if not _COMPUTED.search(text):
            found.append(_first(text))
    found += [_first(match[1]) for match in _FROM_STDIN.finditer(command)]
    return [message for message in found if message]


def _first(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0].strip() if lines else ""
