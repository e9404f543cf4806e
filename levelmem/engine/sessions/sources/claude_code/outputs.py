"""Tool outputs that Claude Code moved out of the transcript into files of their own."""

import re
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import LIMIT, cut
from levelmem.engine.text import mend_surrogates

_STUB = "<persisted-output>"
_SAVED = re.compile(r"Full output saved to: ([^\n]+)")


def whole_output(transcript: Path, text: str) -> str:
    """Return a tool's output, read from its own file where ``text`` is but a stub.

    The stub names a path on the machine where it was written: only its last part
    counts, looked up in the session's own folder. A file that is missing, or that
    lies elsewhere in truth, leaves the stub with its preview.
    """
    if _STUB not in text[:200]:
        return text
    match = _SAVED.search(text)
    name = re.split(r"[/\\]", match[1].strip())[-1] if match else ""
    if not name or name in (".", ".."):
        return text
    folder = side_folder(transcript) / "tool-results"
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()) or not path.is_file():
            return text
        with open_regular(path) as stream:
            head = stream.read(LIMIT * 4).decode("utf-8", "replace")
    except (OSError, ValueError):
        return text
    return cut(mend_surrogates(head))


def side_folder(transcript: Path) -> Path:
    """Return the folder that holds what belongs to a transcript's session."""
    for folder in transcript.parents:
        if folder.name == "subagents":
            return folder.parent
    return transcript.with_suffix("")
