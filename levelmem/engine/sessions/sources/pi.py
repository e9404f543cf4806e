"""Pi: ``~/.pi/agent/sessions``, a file for each session."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.sessions.json_values import read_object
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.sources._pi_family import PiFamily


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
        settings = read_object(Path(above, "settings.json"))
        if chosen := text_of(settings.get("sessionDir")):
            if home and chosen.startswith("~/"):
                chosen = str(Path(home, chosen[2:]))
            yield Path(chosen)
        yield Path(above, "sessions")


SOURCE = PiFamily("pi", "Pi", "pi", _roots)
