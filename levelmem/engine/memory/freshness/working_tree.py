"""A working tree on this machine, as the freshness rule sees it.

The repository is not trusted: git runs with its hooks, file system monitor and
pager off, with a time limit, and never writes.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from levelmem.engine.folder_walk import walk

_LARGEST = 1024 * 1024
_SECONDS = 10
_MOST_FILES = 200_000
_SKIPPED = frozenset({".git", "node_modules", ".venv", "venv", "target", "__pycache__"})
_SAFE = (
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "core.untrackedCache=false",
)
# A fact is not confirmed by the notes that repeat it.
_NO_PROSE = tuple(f":!*.{extension}" for extension in ("md", "mdx", "rst", "jsonl"))


class WorkingTree:
    """One folder, as a :class:`~levelmem.engine.memory.freshness.checks.Tree`."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def exists(self, path: str) -> bool:
        """Tell whether a file or folder is there; never outside the root."""
        try:
            return (self.root / path).exists() and self._inside(path) is not None
        except (OSError, ValueError):
            return False

    def read(self, path: str) -> str | None:
        """Return a file of at most 1 MB as text, or None."""
        inside = self._inside(path)
        try:
            if inside is None or inside.stat().st_size > _LARGEST:
                return None
            return inside.read_text("utf-8", "replace")
        except OSError:
            return None

    def find(self, name: str) -> Sequence[str] | None:
        """Return every file called ``name``, or ending in ``/name``."""
        if self._files is None:
            return None
        return [
            file for file in self._files if file == name or file.endswith(f"/{name}")
        ]

    def mentions(self, symbol: str) -> bool | None:
        """Tell whether the code, prose left out, holds a name as a whole word.

        Case does not matter: a product in back-ticks (``TypeScript``) is in the
        code in lower case, if at all.
        """
        arguments = ("grep", "--untracked", "-I", "-i", "-q", "-w", "-F", "-e", symbol)
        code, _ = self._git(*arguments, "--", ".", *_NO_PROSE)
        return {0: True, 1: False}.get(code)

    def _inside(self, path: str) -> Path | None:
        try:
            resolved = (self.root / path).resolve()
        except (OSError, ValueError, RuntimeError):
            return None
        return resolved if resolved.is_relative_to(self.root) else None

    @cached_property
    def _files(self) -> list[str] | None:
        code, listing = self._git(
            "ls-files", "-z", "--cached", "--others", "--exclude-standard"
        )
        if code == 0:
            listed = [name for name in listing.split("\0") if name]
            return [name for name in listed if (self.root / name).exists()]
        return self._walked()

    def _walked(self) -> list[str] | None:
        found: list[str] = []
        for folder, files in walk(self.root, _SKIPPED):
            base = folder.relative_to(self.root)
            found += [(base / file).as_posix() for file in files]
            if len(found) > _MOST_FILES:
                return None
        return found

    def _git(self, *arguments: str) -> tuple[int, str]:
        environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
        try:
            done = subprocess.run(
                ("git", *_SAFE, *arguments),
                cwd=self.root,
                env=environment,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return -1, ""
        return done.returncode, done.stdout.decode("utf-8", "replace")
