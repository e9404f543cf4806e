"""What an agent established by doing: a command of the project that was seen to pass.

"Tests run with `pnpm test`" is true because it ran and passed, not because somebody
wrote it. Only the part of a command that holds for the whole project is kept: no
paths, no filters, no flags.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from levelmem.engine.project import normalise
from levelmem.engine.sessions.checks import Check, Verdict
from levelmem.engine.sessions.shell import is_check

_PLAIN = re.compile(r"[A-Za-z][\w:.-]{0,40}|-m|\./\.\.\.")
_PROGRAM = re.compile(r"(?:\./)?[A-Za-z][\w.-]{0,40}")
_MOST_WORDS = 4
_LAUNCHER = (
    r"(?:^|[\s;&|(])(npx|bunx|pnpm exec|pnpm dlx|yarn dlx|uv run|poetry run|pipenv run"
    r"|pdm run|hatch run|rye run|bundle exec|mise exec --)\s+(?:-\S+\s+)*"
)
_FOLDER = re.compile(
    r"(?:^|&&\s*|;\s*|\n\s*)cd\s+(?P<quote>[\"']?)(?P<path>[^\s\"'&;|]+)(?P=quote)"
)

WORDS = {
    "tests": "Tests run",
    "build": "The build runs",
    "lint": "Linting runs",
    "types": "Type checks run",
}
"""Kind of check to how a fact about it begins, the most useful first."""


@dataclass(frozen=True, slots=True)
class Established:
    """A fact that a passing command established."""

    text: str
    command: str
    turn: int


def established(checks: Sequence[Check], project: str) -> list[Established]:
    """Return a fact for each kind of check that passed, the most useful first.

    ``project`` is the session's folder: a command that ran in another place says
    nothing about it.
    """
    found: dict[str, list[Established]] = {}
    for check in checks:
        if check.verdict is Verdict.PASSED:
            for fact in _of_check(check, project):
                found.setdefault(check.kind, []).append(fact)
    return [_most_often(found[kind]) for kind in WORDS if kind in found]


def _most_often(facts: Sequence[Established]) -> Established:
    """Return the fact that was established most often, the first one on a tie."""
    counts = Counter(fact.text for fact in facts)
    return max(facts, key=lambda fact: counts[fact.text])


def _of_check(check: Check, project: str) -> Iterator[Established]:
    command = general_command(check.words, check.script)
    folder = _folder(check.script, project)
    begins = WORDS.get(check.kind)
    if not command or folder is None or begins is None:
        return
    where = f" in `{folder}`" if folder else ""
    noun, _, verb = begins.rpartition(" ")
    yield Established(f"{noun}{where} {verb} with `{command}`", command, check.turn)


def general_command(words: Sequence[str], script: str) -> str:
    """Return the part of a command that holds for the whole project, or ``""``.

    That is its shortest beginning which is still the same kind of check: ``ruff
    check`` of ``ruff check src``, ``pnpm test`` of ``pnpm test -- parser``. A
    beginning with a flag or a path in it (``pnpm --filter web test``) is about a
    part of the project, and gives nothing.
    """
    program = _program(words[0]) if words else ""
    if not program:
        return ""
    kind = is_check(list(words))
    for size in range(1, min(len(words), _MOST_WORDS) + 1):
        begin = [program, *words[1:size]]
        if is_check(begin) == kind:
            break
    else:
        return ""
    if not all(map(_PLAIN.fullmatch, begin[1:])):
        return ""
    if program == "go" and "./..." in words:
        begin.append("./...")
    launcher = re.search(_LAUNCHER + re.escape(words[0]), script)
    return " ".join([launcher[1], *begin] if launcher else begin)


def _program(word: str) -> str:
    """Return a program's name; one in a virtual environment goes without its path."""
    if word.startswith("./") and word.count("/") == 1:
        name = word
    else:
        name = PurePosixPath(word.replace("\\", "/")).name
    return name if _PROGRAM.fullmatch(name) else ""


def _folder(script: str, project: str) -> str | None:
    """Return the folder of the project that a script went to; None: another place."""
    visits = [match["path"] for match in _FOLDER.finditer(script)]
    if not visits:
        return ""
    if len(visits) > 1:
        return None
    path, root = normalise(visits[0]), normalise(project) if project else ""
    if path == root or path == ".":
        return ""
    if root and path.startswith(f"{root}/"):
        path = path[len(root) + 1 :]
    inside = not path.startswith(("/", "~", "-", "$")) and ".." not in path
    return path if inside and re.fullmatch(r"[\w@][\w@./-]{0,80}", path) else None
