"""The sentence about what was done in a session: commits, files, checks."""

from collections.abc import Sequence

from levelmem.engine.sessions.checks import Check, Verdict
from levelmem.engine.sessions.gitwork import GitEvent, GitResult
from levelmem.engine.sessions.recap import Recap, short_names
from levelmem.engine.text import clip

_COMMIT_CELLS = 72
_NAMED_FILES = 3
_NAMED_COMMITS = 2
_KINDS = {
    "tests": "tests",
    "lint": "linting",
    "types": "type checks",
    "build": "the build",
}


def work_sentence(recap: Recap, files: Sequence[str], commits: Sequence[str]) -> str:
    """Return what was done, or ``""``.

    ``files`` and ``commits`` are fit to be told: scrubbed, on one line.
    """
    parts = [
        _git_part(recap, commits),
        _files_part(files),
        *_check_parts(recap),
    ]
    told = "; ".join(part for part in parts if part)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def _git_part(recap: Recap, messages: Sequence[str]) -> str:
    made = len(recap.committed)
    if made:
        pushed = " and pushed" if recap.pushed else _unpushed(recap.pushes)
        return f"committed {_commits(made, messages)}{pushed}"
    if recap.commits:
        return _unmade("commit", recap.commits)
    if recap.pushed:
        return "pushed"
    return _unmade("push", recap.pushes) if recap.pushes else ""


def _commits(made: int, messages: Sequence[str]) -> str:
    named = [f"“{_message(text)}”" for text in messages[:_NAMED_COMMITS]]
    if not named:
        return "once" if made == 1 else f"{made} times"
    more = made - len(named)
    return _listed(named, f"{more} more" if more else "")


def _message(text: str) -> str:
    return clip(text.replace("“", "").replace("”", "").rstrip("."), _COMMIT_CELLS)


def _unpushed(pushes: Sequence[GitEvent]) -> str:
    if not pushes:
        return ""
    if pushes[-1].result is GitResult.ATTEMPTED:
        return " (a push was tried, with no result on record)"
    return " (the push did not go through)"


def _unmade(kind: str, events: Sequence[GitEvent]) -> str:
    last = events[-1].result
    if last is GitResult.DENIED:
        return f"a {kind} was not allowed to run"
    if last is GitResult.FAILED:
        return f"a {kind} was tried and failed"
    return f"a {kind} was tried, with no result on record"


def _files_part(files: Sequence[str]) -> str:
    if not files:
        return ""
    names = short_names(files[:_NAMED_FILES])
    more = len(files) - len(names)
    return f"changed {_listed(names, f'{more} more' if more else '')}"


def _listed(names: Sequence[str], more: str) -> str:
    items = [*names, more] if more else list(names)
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} and {items[-1]}"


# --- checks ----------------------------------------------------------------------

_ORDER = (Verdict.FAILED, Verdict.NOT_RUN, Verdict.UNKNOWN, Verdict.PASSED)
_SAID = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "failed",
    Verdict.NOT_RUN: "could not run",
    Verdict.UNKNOWN: "ran, with no result on record",
}


def _check_parts(recap: Recap) -> list[str]:
    """Return a part for each verdict: ``tests and linting passed``."""
    last: dict[str, Check] = {}
    for check in recap.checks:
        last[check.kind] = check
    parts = []
    for verdict in reversed(_ORDER):
        kinds = [check for check in last.values() if check.verdict is verdict]
        if not kinds:
            continue
        names = _listed([_KINDS.get(check.kind, check.kind) for check in kinds], "")
        stale = verdict is Verdict.PASSED and all(
            check.turn < recap.last_edit for check in kinds
        )
        parts.append(f"{names} {_SAID[verdict]}{' before the last edits' * stale}")
    return parts
