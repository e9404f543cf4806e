"""Which files of a tree agents load by themselves."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from levelmem.engine.folder_walk import walk

NAMES = frozenset(
    {
        "claude.md",
        "claude.local.md",
        "agents.md",
        "agents.override.md",
        "agent.md",
        "gemini.md",
        "qwen.md",
        "memory.md",
        "warp.md",
        "skill.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        ".roorules",
        ".goosehints",
        ".rules",
        ".mcp.json",
        "copilot-instructions.md",
    }
)
"""Files that are loaded wherever in the tree they are, by name in lower case."""

PATTERNS = (
    "*.claude/*.md",
    "*.claude/settings*.json",
    "*.cursor/rules/*",
    "*.cursor/commands/*.md",
    "*.cursor/mcp.json",
    "*.github/instructions/*.md",
    "*.github/prompts/*.md",
    "*.github/chatmodes/*.md",
    "*.github/agents/*.md",
    "*.windsurf/rules/*.md",
    "*.windsurf/workflows/*.md",
    "*.clinerules/*",
    "*.roo/rules*/*",
    "*.kilocode/rules*/*",
    "*.continue/rules/*.md",
    "*.kiro/steering/*.md",
    "*.junie/*.md",
    "*.amazonq/rules/*.md",
    "*.trae/rules/*.md",
    "*.augment/rules/*.md",
    "*.agents/*.md",
    "*.gemini/*.md",
    "*.gemini/commands/*.toml",
    "*.codex/*.md",
    "*.opencode/*.md",
    "*.qwen/*.md",
    "*.serena/memories/*.md",
)
"""Further ones, by path from the root; ``*`` crosses folders."""

_SKIPPED = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "node_modules",
        ".venv",
        "venv",
        "__pycache__",
        ".tox",
        ".mypy_cache",
        ".pytest_cache",
        "site-packages",
    }
)
# Claude Code keeps its sessions beside its instructions; they are no instructions.
_NOT_LOADED = re.compile(r"(?:^|/)\.claude/(?:projects/[^/]+/[^/]+\.jsonl|todos/)")


def loaded_files(root: Path) -> Iterator[Path]:
    """Yield the files below ``root`` that agents load, links among them, in order.

    Folders that are links are never entered.
    """
    for folder, files in walk(root, _SKIPPED):
        for path in map(folder.joinpath, files):
            if is_loaded(path.relative_to(root).as_posix()):
                yield path


def is_loaded(relative: str) -> bool:
    """Tell whether agents load a file, by its path from the root."""
    if relative.rsplit("/", 1)[-1].lower() in NAMES:
        return True
    rooted = f"/{relative}"
    return not _NOT_LOADED.search(relative) and any(
        fnmatchcase(rooted, pattern.replace("*.", "*/.", 1)) for pattern in PATTERNS
    )


_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:\./|\.\./|~/)?[\w@][\w./-]*\.[A-Za-z]\w*)")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.S)
IMPORTERS = frozenset({"claude.md", "claude.local.md", "gemini.md", "agents.md"})
"""Files in which ``@path`` loads another one."""
MOST_HOPS = 5


def imports(text: str) -> list[str]:
    """Return the paths that an instruction file imports with ``@path``."""
    return _IMPORT.findall(_CODE.sub(" ", text))
