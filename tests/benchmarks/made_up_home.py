"""Makes a home with many small sessions in it, for benchmarks.

Run by itself it makes one and scans it once, so that its cache is filled::

    python tests/benchmarks/made_up_home.py FOLDER [--sessions 10000]
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

_PROJECTS = 100


def make_home(home: Path, count: int) -> None:
    """Put ``count`` sessions of a hundred projects into a Claude Code store."""
    chance = random.Random(1)
    for number in range(count):
        project = f"p{number % _PROJECTS}"
        folder = home / ".claude" / "projects" / f"-home-ada-code-{project}"
        folder.mkdir(parents=True, exist_ok=True)
        session = str(UUID(int=chance.getrandbits(128)))
        lines = map(json.dumps, _records(session, project, number, count))
        (folder / f"{session}.jsonl").write_text("\n".join(lines) + "\n")


def _records(
    session: str, project: str, number: int, count: int
) -> Iterator[dict[str, Any]]:
    month, day = 1 + number * 11 // count, 1 + number % 28
    common = {
        "sessionId": session,
        "cwd": f"/home/ada/code/{project}",
        "timestamp": f"2026-{month:02}-{day:02}T{number % 24:02}:00:00.000Z",
        "version": "2.0.0",
        "gitBranch": "main",
    }
    asked = {"role": "user", "content": f"Bench: please do thing {number}"}
    answer = {
        "role": "assistant",
        "model": "claude-opus-4-1",
        "id": f"msg_{number}",
        "content": [{"type": "text", "text": f"Did thing {number}."}],
    }
    first = f"{session[:-1]}a"
    yield {**common, "type": "user", "uuid": first, "message": asked}
    yield {
        **common,
        "type": "assistant",
        "uuid": f"{session[:-1]}b",
        "parentUuid": first,
        "message": answer,
    }


def environment(home: Path) -> dict[str, str]:
    """Return an environment in which nothing of this machine's home is read."""
    return {
        "HOME": str(home),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "TEXTUAL_ANIMATIONS": "none",
    }


def fill_cache(home: Path) -> None:
    """Read all sessions once, as a first start does."""
    subprocess.run(
        ["levelmem", "sessions", "--limit", "1"],
        env=environment(home),
        stdout=subprocess.DEVNULL,
        check=True,
    )


def main() -> None:
    """Make a home and fill its cache."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--sessions", type=int, default=10_000)
    options = parser.parse_args()
    make_home(options.home, options.sessions)
    fill_cache(options.home)


if __name__ == "__main__":
    main()
