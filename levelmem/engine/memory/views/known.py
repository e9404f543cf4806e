"""What other agents know already: the instruction and memory files that they load.

Read only, entry by entry. Nothing of it is a fact of levelmem's: it is shown beside
them, so that a person sees at one place all that their agents are told.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from levelmem.engine.regular_file import open_regular

_MOST_BYTES = 512 * 1024
_MOST_ENTRIES = 400
"""Entries taken from one file."""
_MOST_CHARACTERS = 600
"""Of one entry; the file has the rest."""

_IN_PROJECT = (
    ("CLAUDE.md", "Claude Code"),
    (".claude/CLAUDE.md", "Claude Code"),
    ("CLAUDE.local.md", "Claude Code"),
    ("AGENTS.md", "Codex and others"),
    ("AGENTS.override.md", "Codex"),
    ("GEMINI.md", "Gemini CLI"),
    (".github/copilot-instructions.md", "Copilot"),
    (".cursorrules", "Cursor"),
    (".windsurfrules", "Windsurf"),
    (".clinerules", "Cline"),
)
_CURSOR_RULES = ".cursor/rules"
_NOT_SLUG = re.compile(r"[^A-Za-z0-9]")

_FENCE = re.compile(r"\s*(```+|~~~+)")
_HEADING = re.compile(r" {0,3}#{1,6}\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)")


@dataclass(frozen=True, slots=True)
class Known:
    """One entry of a file that an agent loads."""

    text: str
    path: Path
    line: int
    """Where it begins in the file, from 1."""
    agent: str
    """Who loads the file, for people."""
    heading: str = ""
    """What it stands under."""


def known_of_project(project: str, environ: Mapping[str, str]) -> list[Known]:
    """Return what agents load for one project.

    Args:
        project: its absolute path, which need not exist here.
        environ: names the homes of the agents.
    """
    return _known(_project_files(Path(project), environ))


def known_everywhere(environ: Mapping[str, str]) -> list[Known]:
    """Return what agents load in every project: the person's own files."""
    return _known(_personal_files(environ))


def _known(files: Iterable[tuple[Path, str]]) -> list[Known]:
    found: list[Known] = []
    seen: set[Path] = set()
    for path, agent in files:
        real = path.resolve()
        if real not in seen and path.is_file():
            seen.add(real)
            found += _entries(path, agent)
    return found


def _project_files(
    project: Path, environ: Mapping[str, str]
) -> Iterator[tuple[Path, str]]:
    if not project.is_absolute():
        return
    for name, agent in _IN_PROJECT:
        yield project / name, agent
    for path in sorted(project.glob(f"{_CURSOR_RULES}/*.mdc")):
        yield path, "Cursor"
    slug = _NOT_SLUG.sub("-", str(project))
    own = _claude_home(environ) / "projects" / slug / "memory"
    for path in sorted(own.glob("*.md")):
        yield path, "Claude Code's own memory"


def _personal_files(environ: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    yield _claude_home(environ) / "CLAUDE.md", "Claude Code, in every project"
    codex = Path(environ.get("CODEX_HOME") or _home(environ) / ".codex")
    yield codex / "AGENTS.md", "Codex, in every project"


def _claude_home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("CLAUDE_CONFIG_DIR") or _home(environ) / ".claude")


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or Path.home())


def _entries(path: Path, agent: str) -> list[Known]:
    try:
        with open_regular(path) as stream:
            text = stream.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return []
    entries = (
        Known(words[:_MOST_CHARACTERS], path, line, agent, heading)
        for words, line, heading in parts_of(text)
    )
    return [entry for entry, _ in zip(entries, range(_MOST_ENTRIES), strict=False)]


def parts_of(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the list items and paragraphs of a Markdown text.

    Each comes with its first line, from 1, and the heading that it stands under.
    Code fences belong to what they follow and are left out, as is front matter.
    """
    heading, fence, part, start = "", "", "", 0
    for number, line in _body(text):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
            continue
        title, item = _HEADING.match(line), _ITEM.match(line)
        if mark or title or item or not line.strip():
            if part:
                yield part, start, heading
            part = ""
        if mark:
            fence = mark[1]
        elif title:
            heading = title[1].strip()
        elif item:
            part, start = item[1].strip(), number
        elif line.strip():
            start = start if part else number
            part = f"{part} {line.strip()}".strip()
    if part:
        yield part, start, heading


def _body(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines after the front matter, if there is any."""
    lines = text.splitlines()
    first = 0
    if lines and lines[0].strip() == "---" and "---" in map(str.strip, lines[1:]):
        first = list(map(str.strip, lines)).index("---", 1) + 1
    for number, line in enumerate(lines[first:], first + 1):
        if not line.lstrip().startswith("<!--"):
            yield number, line
