"""Tells a git repository how memory files are merged."""

import subprocess
from pathlib import Path

from levelmem.engine.memory.store import FACTS, JOURNAL
from levelmem.engine.problem import Problem

DRIVER = "levelmem merge-driver %O %A %B %P"
ATTRIBUTES = (f"{FACTS} merge=levelmem", f"{JOURNAL} merge=levelmem")


class NoRepository(Problem):
    """A folder that git does not know, or will not change."""


def set_up_merging(folder: Path) -> list[str]:
    """Let the repository around ``folder`` merge memory files; return what was done.

    The driver goes into the repository's own configuration, which is not shared, and
    the names of the files into ``.gitattributes``, which is. Each clone needs it once.
    Raises :class:`NoRepository`.
    """
    root = Path(_git(folder, "rev-parse", "--show-toplevel"))
    _git(root, "config", "merge.levelmem.name", "union of levelmem's records")
    _git(root, "config", "merge.levelmem.driver", DRIVER)
    done = [f"{root}: git merges {FACTS} and {JOURNAL} with levelmem from now on"]
    attributes = root / ".gitattributes"
    try:
        text = attributes.read_text("utf-8") if attributes.exists() else ""
        missing = [line for line in ATTRIBUTES if line not in text.splitlines()]
        if missing:
            gap = "" if not text or text.endswith("\n") else "\n"
            attributes.write_text(text + gap + "\n".join(missing) + "\n", "utf-8")
            done.append(f"{attributes}: {len(missing)} lines added; commit it")
    except (OSError, UnicodeDecodeError) as error:
        raise NoRepository(f"{attributes} can't be changed: {error}") from error
    return done


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ("git", *arguments), cwd=folder, capture_output=True, text=True, check=True
        )
    except OSError as error:
        raise NoRepository(f"git can't be run in {folder}: {error}") from error
    except subprocess.CalledProcessError as error:
        raise NoRepository(f"{folder}: {error.stderr.strip()}") from error
    return done.stdout.strip()
