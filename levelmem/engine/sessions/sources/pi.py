"""Pi: ``~/.pi/agent/sessions``, a file for each session."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources._pi_family import PiFamily

_MOST_BYTES = 1 << 20


def _roots(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield where Pi may keep its sessions.

    ``PI_CODING_AGENT_SESSION_DIR`` and the setting ``sessionDir`` name the folder
    itself, ``PI_CODING_AGENT_DIR`` the one above.
    """
    if named := environ.get("PI_CODING_AGENT_SESSION_DIR"):
        yield Path(named)
    home = environ.get("HOME") or environ.get("USERPROFILE")
    above = environ.get("PI_CODING_AGENT_DIR") or (
        home and str(Path(home, ".pi/agent"))
    )
    if above:
        if chosen := _session_dir(Path(above, "settings.json")):
            yield Path(chosen.replace("~", home, 1) if home else chosen)
        yield Path(above, "sessions")


def _session_dir(settings: Path) -> str:
    with suppress(OSError, ValueError, RecursionError), open_regular(settings) as file:
        found = json.loads(file.read(_MOST_BYTES))
        return text_of(found.get("sessionDir")) if isinstance(found, dict) else ""
    return ""


SOURCE = PiFamily("pi", "Pi", "pi", _roots)
