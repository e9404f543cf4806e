"""Tests, linters, type checks and builds of a session, and whether they passed.

The exit status decides where it speaks for the check; else what the runner printed;
else nobody knows, and that is what is said.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from levelmem.engine.sessions.runs import Run
from levelmem.engine.sessions.shell import is_check, programs
from levelmem.engine.sessions.vouching import vouched


class Verdict(StrEnum):
    """How a check went."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"
    """It could not start (command not found), or was refused."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One run of a test suite, a linter, a type checker or a build."""

    kind: str
    """What :func:`~levelmem.engine.sessions.shell.is_check` calls it."""
    words: tuple[str, ...]
    """The command, as the shell parser read it."""
    verdict: Verdict
    turn: int
    when: datetime | None = None
    script: str = ""
    """The whole script that it stood in."""

    @property
    def command(self) -> str:
        """The command on one line."""
        return " ".join(" ".join(self.words).split())


_FAILED = re.compile(
    r"""
      \b[1-9]\d*\ (?:tests?\ |specs?\ )?fail(?:ed|ing|ures?)\b
    | ^FAILED\b | ^FAIL\b | ^---\ FAIL: | ^\s*✗\ | ^not\ ok\ \d
    | \btest\ result:\ FAILED | \b[1-9]\d*\ fail$
    | ^\#\ fail\ [1-9] | ^ℹ\ fail\ [1-9] | Tests:.*\bfailed | Test\ Files\ .*\bfailed
    | \bexamples?,\ [1-9]\d*\ failures? | \btests?,\ [1-9]\d*\ failures?
    | \b(?:failures|errors)=[1-9] | \b(?:Failures|Errors):\ [1-9]
    | \berror\ TS\d+: | \bFound\ [1-9]\d*\ errors?\b | \b[1-9]\d*\ errors?\ in\ \d
    | \bproblems?\ \([1-9]\d*\ errors? | ^error(?:\[E\d+\])?: | ^ERROR\b.*collect
    | \bBUILD\ FAIL(?:URE|ED) | \bBuild\ FAILED | ^Failed!\ | ^would\ reformat\
    | \*\*\ (?:TEST|BUILD)\ FAILED | ^npm\ (?:ERR!|error) | \bELIFECYCLE\b
    | ^make(?:\[\d+\])?:\ \*\*\*\ | ^Failed\ to\ compile | ^\s*\d+:\d+\s+error\s
    | ^=+.*\b[1-9]\d*\ (?:failed|errors?)\b.*=+$ | \bCompilation\ error\b
    """,
    re.M | re.X,
)
_PASSED = re.compile(
    r"""
      \b[1-9]\d*\ pass(?:ed|ing)?\b | ^ok\s+\S+ | ^PASS\b | \btest\ result:\ ok
    | ^OK(?:\ \(.*\))?$ | \b0\ failures\b | \bAll\ checks\ passed
    | \bSuccess:\ no\ issues | \bFound\ 0\ (?:errors|warnings) | \bno\ issues\ found
    | \bBUILD\ SUCCESS(?:FUL)? | \bBuild\ succeeded | \bCompiled\ successfully
    | ✓\ built\ in | ^\s*Finished\ .*(?:profile|target) | ^\#\ fail\ 0 | ^ℹ\ fail\ 0
    | ^Passed!\ | \*\*\ (?:TEST|BUILD)\ SUCCEEDED | \b0\ errors\b | \b0\ problems\b
    | ^\d+\ files?\ already\ formatted | \bwould\ be\ left\ unchanged
    | ^All\ files\ (?:pass|formatted) | ^All\ matched\ files\ use\ Prettier
    """,
    re.M | re.X,
)
_NOT_RUN = re.compile(
    r"""
      command\ not\ found | :\ not\ found$ | No\ module\ named\ ['"]?[\w.]+['"]?$
    | Missing\ script: | is\ not\ recognized\ as\ an?\ (?:internal|name)
    | ^error:\ (?:Script|no\ such\ command) | No\ rule\ to\ make\ target
    | ERR_PNPM_NO_SCRIPT | ^bash:.*No\ such\ file\ or\ directory
    """,
    re.M | re.X,
)


def checks(runs: Iterable[Run]) -> tuple[Check, ...]:
    """Return the checks of a session's commands, in order."""
    return tuple(check for run in runs for check in _of_run(run))


def _of_run(run: Run) -> list[Check]:
    commands = programs(run.command)
    found = [(words, kind) for words in commands if (kind := is_check(words))]
    alone = len(found) == 1
    return [
        Check(
            kind,
            tuple(words),
            _verdict(run, words, alone),
            run.turn,
            run.when,
            run.command,
        )
        for words, kind in found
    ]


def _verdict(run: Run, words: list[str], alone: bool) -> Verdict:
    if run.denied:
        return Verdict.NOT_RUN
    if not run.answered:
        return Verdict.UNKNOWN
    spoken_for = [words in programs(command) for command in vouched(run.command)]
    if run.exit_code == 0 and any(spoken_for):
        return Verdict.PASSED
    output = run.output
    if run.exit_code == 127 or (_NOT_RUN.search(output) and not _PASSED.search(output)):
        return Verdict.NOT_RUN
    if run.exit_code and spoken_for and spoken_for[-1] and alone:
        return Verdict.FAILED
    # Two checks in one script share their output: no sign is surely of this one.
    printed = _printed(output)
    if alone and printed is not Verdict.UNKNOWN:
        return printed
    if run.unflagged and any(spoken_for) and printed is not Verdict.FAILED:
        return Verdict.PASSED
    return Verdict.UNKNOWN


def _printed(output: str) -> Verdict:
    if _FAILED.search(output):
        return Verdict.FAILED
    if _PASSED.search(output):
        return Verdict.PASSED
    return Verdict.UNKNOWN
