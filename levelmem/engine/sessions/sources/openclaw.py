"""OpenClaw: ``~/.openclaw/agents/<agent>``, a database, or files in Pi's form.

Beside the files of sessions lie copies, checkpoints and traces of them, whose names
have further parts.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.sources._database import Listed, counted, row_files
from levelmem.engine.sessions.sources._pi_family import PiFamily
from levelmem.engine.sessions.sources._pi_family.entries import EVENTS
from levelmem.engine.sessions.store_files import subfolders


class OpenClaw(PiFamily):
    """What levelmem knows of OpenClaw."""

    def files(self, root: Path) -> Iterator[SessionFile]:
        """Yield every session; ``root`` may be the folder of files itself.

        Raises ``OSError`` when they can't be listed.
        """
        below = root / "sessions"
        for file in super().files(below if below.is_dir() else root):
            if "." not in file.path.stem:
                yield replace(file, root=root)
        for database in sorted((root / "agent").glob("openclaw-agent*.sqlite")):
            yield from row_files(self.name, root, database, _listed)


def _listed(connection: sqlite3.Connection) -> Iterator[Listed]:
    found = counted(connection, EVENTS, "count(*), max(seq), max(created_at)")
    for ident, marks in found.items():
        yield Listed(text_of(ident), str(marks), marks[-1])


def _roots(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folder of each agent; ``OPENCLAW_STATE_DIR`` names the one above."""
    home = environ.get("HOME") or environ.get("USERPROFILE")
    above = environ.get("OPENCLAW_STATE_DIR") or (home and str(Path(home, ".openclaw")))
    if above:
        yield from subfolders(Path(above, "agents"), set())


SOURCE = OpenClaw("openclaw", "OpenClaw", "", _roots)
