"""Searches that a person made lately, and those they keep under a name."""

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECENT = 30
"""Searches that are remembered."""


@dataclass(frozen=True, slots=True)
class Searches:
    """What was searched for."""

    recent: tuple[str, ...] = ()
    """The newest first, each once."""
    saved: tuple[str, ...] = ()
    """In the order in which they were saved."""


@dataclass(frozen=True, slots=True)
class SearchBook:
    """Keeps searches in one private file; one that can't be read is an empty one."""

    path: Path
    _most: int = field(default=RECENT)

    def read(self) -> Searches:
        """Return what is kept."""
        try:
            data = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return Searches()
        if not isinstance(data, dict):
            return Searches()
        return Searches(_texts(data.get("recent")), _texts(data.get("saved")))

    def note(self, text: str) -> Searches:
        """Remember a search that was made. Raises ``OSError``."""
        known, text = self.read(), text.strip()
        if not text:
            return known
        recent = (text, *(t for t in known.recent if t != text))[: self._most]
        return self._write(Searches(recent, known.saved))

    def save(self, text: str) -> Searches:
        """Keep a search for good, or no longer where it is kept. Raises ``OSError``."""
        known, text = self.read(), text.strip()
        if not text:
            return known
        saved = tuple(t for t in known.saved if t != text)
        if len(saved) == len(known.saved):
            saved = (*saved, text)
        return self._write(Searches(known.recent, saved))

    def _write(self, searches: Searches) -> Searches:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        body = {"recent": searches.recent, "saved": searches.saved}
        # mkstemp makes a file that nobody else can read.
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".searches")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(body, stream, ensure_ascii=False, indent=1)
            Path(name).replace(self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return searches


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(text for text in value if isinstance(text, str) and text.strip())
