"""What the model proposed to change, in the ways that Aider asks it to write it."""

import re

from levelmem.engine.sessions.file_edits import cut_diff, unified

_BLOCK = re.compile(
    r"^<{5,9} ?SEARCH[^\n]*\n(?P<old>.*?)^={5,9}[ \t]*\n(?P<new>.*?)^>{5,9} ?REPLACE",
    re.MULTILINE | re.DOTALL,
)
_DIFF = re.compile(
    r"^--- (?P<old>[^\n]+)\n\+\+\+ (?P<new>[^\n]+)\n(?P<body>(?:[@+\- ][^\n]*\n?)*)",
    re.MULTILINE,
)
_MARKS = "*`#: \t"


def proposed(text: str) -> dict[str, str]:
    """Return the diffs that an answer holds, by the path that it names."""
    found: dict[str, list[str]] = {}
    for block in _BLOCK.finditer(text):
        path = _path_above(text[max(0, block.start() - 600) : block.start()])
        found.setdefault(path, []).append(unified(block["old"], block["new"]))
    for diff in _DIFF.finditer(text):
        path = diff["new"].strip()
        path = diff["old"].strip() if path == "/dev/null" else path
        found.setdefault(path, []).append(diff["body"].rstrip("\n"))
    return {
        path: cut_diff("\n".join(filter(None, diffs))) for path, diffs in found.items()
    }


def _path_above(text: str) -> str:
    """Return the file that the lines above a block name; fences stand between."""
    for line in reversed(text.split("\n")[-5:]):
        name = line.strip().strip(_MARKS)
        if name and not line.strip().startswith(("```", "~~~", "<", ">", "=")):
            return name
    return ""
