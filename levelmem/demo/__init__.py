"""The built-in example: a made-up home with sessions, facts and held notes.

Everything is generated in the agents' own formats and read by the same sources as
real files, so the example shows all of levelmem and nothing of anybody's data.
"""

from datetime import UTC, datetime
from pathlib import Path

from levelmem.demo.formats import write_claude_code, write_codex, write_levelcode
from levelmem.demo.memory import write_memory
from levelmem.demo.story import PROJECT, STORIES
from levelmem.engine.places import Places

_WRITERS = {
    "claude-code": write_claude_code,
    "codex": write_codex,
    "levelcode": write_levelcode,
}


def make(home: Path, now: datetime | None = None) -> Places:
    """Write the example below ``home`` and return its places.

    The newest session ended minutes before ``now`` (default: the present), the
    oldest some weeks ago. Raises ``OSError`` where ``home`` can't be written.
    """
    moment = now or datetime.now(UTC)
    (home / PROJECT).mkdir(parents=True, exist_ok=True)
    project = str(home / PROJECT)
    ids = [
        _WRITERS[story.agent](home, project, story, number, moment)
        for number, story in enumerate(STORIES)
    ]
    write_memory(home, project, ids, moment)
    return Places(
        {
            "HOME": str(home),
            "LEVELMEM_DATA_DIR": str(home / ".local/share/levelmem"),
            "LEVELMEM_CACHE_DIR": str(home / ".cache/levelmem"),
            "LEVELMEM_CONFIG_DIR": str(home / ".config/levelmem"),
        }
    )
