"""What the model proposed to change, in the ways that Aider asks it to write it."""

import re
from dataclasses import dataclass, field

from levelmem.engine.sessions.file_edits import cut_diff, unified

_SEARCH = re.compile(r"<{5,9} ?SEARCH")
_DIVIDER = re.compile(r"={5,9}[ \t]*")
_REPLACE = re.compile(r">{5,9} ?REPLACE")
_MARKS = "*`#: \t"
_FENCES = ("```", "~~~")
_ABOVE = 4
"""Lines above a block in which its file is named; fences may stand between."""


@dataclass(slots=True)
class _Reader:
    """What is known while an answer is read, line by line."""

    above: list[str] = field(default_factory=list)
    old: list[str] | None = None
    new: list[str] | None = None
    path: str = ""
    """The file of the block or the diff that is being read."""
    is_diff: bool = False
    found: dict[str, list[str]] = field(default_factory=dict)

    def take(self, line: str) -> None:
        """Take in the next line."""
        if _SEARCH.match(line):
            self.path, self.old, self.new = _named(self.above), [], None
            self.is_diff = False
        elif self.old is not None:
            self._take_block(line, self.old)
        elif line.startswith("+++ ") and self.above and self.above[-1][:4] == "--- ":
            old, new = self.above[-1][4:].strip(), line[4:].strip()
            self.path, self.is_diff = (old if new == "/dev/null" else new), True
        elif self.is_diff and line[:1] in ("@", "+", "-", " "):
            self.found.setdefault(self.path, []).append(line)
        else:
            self.is_diff = False
        self.above = [*self.above[1 - _ABOVE :], line]

    def _take_block(self, line: str, old: list[str]) -> None:
        if self.new is None:
            if _DIVIDER.fullmatch(line):
                self.new = []
            else:
                old.append(line)
        elif _REPLACE.match(line):
            diff = unified("\n".join(old), "\n".join(self.new))
            self.found.setdefault(self.path, []).extend(diff.split("\n"))
            self.old = self.new = None
        else:
            self.new.append(line)


def proposed(text: str) -> dict[str, str]:
    """Return the diffs that an answer holds, by the path that it names."""
    if "SEARCH" not in text and "+++ " not in text:
        return {}
    reader = _Reader()
    for line in text.split("\n"):
        reader.take(line)
    return {path: cut_diff("\n".join(diff)) for path, diff in reader.found.items()}


def _named(above: list[str]) -> str:
    """Return the file that the lines above a block name."""
    for line in reversed(above):
        name = line.strip().strip(_MARKS)
        if name and not line.strip().startswith((*_FENCES, "<", ">", "=")):
            return name
    return ""
