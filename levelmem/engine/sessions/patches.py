"""Changes of files in the forms that models write them, made unified diffs."""

import re
from collections.abc import Iterator

from levelmem.engine.sessions.file_edits import cut_diff, unified
from levelmem.engine.sessions.model import FileEdit

_FILE = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")
_SEARCH = re.compile(r"(?:<{3,}|-{3,}) SEARCH\b.*")
_DIVIDER = re.compile(r"={3,}\s*")
_REPLACE = re.compile(r"(?:>{3,}|\+{3,}) REPLACE\b.*")


def patched_files(patch: str, ident: str) -> list[FileEdit]:
    """Return the files of a patch: ``*** Update File: path``, then its lines."""
    changes: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in patch.splitlines():
        head = next((head for head in _FILE if line.startswith(head)), "")
        if head:
            lines = changes.setdefault(line.removeprefix(head).strip(), [])
        elif not line.startswith("*** "):
            lines.append(line)
    return [
        FileEdit(path, cut_diff("\n".join(body)), ident)
        for path, body in changes.items()
        if path
    ]


def searched_diff(text: str) -> str:
    """Return blocks of ``SEARCH`` and ``REPLACE`` as a diff; other text as it is."""
    found = [unified(old, new) for old, new in _blocks(text)]
    return cut_diff("\n".join(found) if found else text)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    old: list[str] | None = None
    new: list[str] | None = None
    for line in text.splitlines():
        if _SEARCH.fullmatch(line):
            old, new = [], None
        elif old is None:
            continue
        elif new is None:
            if _DIVIDER.fullmatch(line):
                new = []
            elif not line.startswith((":start_line:", ":end_line:")):
                old.append(line)
        elif _REPLACE.fullmatch(line):
            yield "\n".join(old), "\n".join(new)
            old = new = None
        else:
            new.append(line)
