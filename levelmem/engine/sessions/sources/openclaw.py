"""OpenClaw: ``~/.openclaw/agents/<agent>/sessions``, in Pi's form."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.sessions.sources._pi_family import PiFamily
from levelmem.engine.sessions.store_files import subfolders


def _roots(environ: Mapping[str, str]) -> Iterator[Path]:
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        for agent in subfolders(Path(home, ".openclaw/agents"), set()):
            yield agent / "sessions"


SOURCE = PiFamily("openclaw", "OpenClaw", "", _roots)
