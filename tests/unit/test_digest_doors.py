"""The command line, the screens and the hooks write the same MEMORY.md."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from builders.hosts import clean_environment
from levelmem.engine.agents.refresh import refresh_here
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.store import DIGEST, JOURNAL
from levelmem.engine.places import Places
from levelmem.screens.library import Library
from levelmem.settings import Settings


def days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat()


def test_every_door_writes_the_same_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "code" / "lamp"
    (folder / ".git").mkdir(parents=True)
    environ = clean_environment(tmp_path)
    places = Places(environ)
    memory = open_memory(str(folder), places)
    memory.add_note("Use pnpm, never npm")
    lines = [
        JournalLine(f"s{days}", days_ago(days), f"Work {days}", "Done.", state=state)
        for days, state in ((1, "done"), (3, "interrupted"), (25, "done"), (50, "done"))
    ]
    lines.append(
        JournalLine("s60", days_ago(60), "Old", "Kept.", state="done", pinned=True)
    )
    memory.claim()
    memory.store.append(lines, JOURNAL)

    refresh_here(str(folder), environ)
    by_hook = memory.store.read_text(DIGEST)
    assert by_hook
    assert "Old" in by_hook
    assert "Work 50" not in by_hook

    memory.store.replace(DIGEST, "")
    subprocess.run(
        [sys.executable, "-P", "-m", "levelmem", "consolidate"],
        env={**environ, "TZ": "Pacific/Kiritimati"},
        cwd=folder,
        check=True,
        capture_output=True,
    )
    assert memory.store.read_text(DIGEST) == by_hook

    library = Library(places, str(folder), memory=Settings().memory)
    made = library.consolidator(memory).digest(library.digest_day())
    assert made.text == by_hook
