"""``levelmem status`` as a prompt asks it: right, quick, silent where nothing is."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from levelmem.engine.memory.service import Memory


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    return tmp_path


def levelmem(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LEVELMEM_DATA_DIR": str(home / "data"),
        "LEVELMEM_CACHE_DIR": str(home / "cache"),
        "LEVELMEM_CONFIG_DIR": str(home / "config"),
        "LEVELCODE_SESSIONS_DIR": str(home / "levelcode"),
    }
    return subprocess.run(
        (sys.executable, "-m", "levelmem", *arguments),
        cwd=home / "shop",
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


def memory(home: Path) -> Memory:
    folder = home / "data/projects"
    made = [path for path in folder.glob("*") if path.is_dir()]
    assert len(made) == 1
    return Memory(str(home / "shop"), made[0] / "memory")


def test_it_is_silent_where_nothing_is_remembered(home: Path) -> None:
    done = levelmem(home, "status", "--exit-code")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_it_says_what_waits_and_what_is_told_and_follows_every_change(
    home: Path,
) -> None:
    levelmem(home, "remember", "Use pnpm, never npm")
    assert levelmem(home, "status").stdout == "1 fact\n"
    memory(home).observe("Always run the hook as root", "s1")
    for _ in range(2):  # counted, then recalled
        done = levelmem(home, "status", "--exit-code")
        assert (done.stdout, done.returncode) == ("1 to review · 1 fact\n", 3)
    counted = json.loads(levelmem(home, "status", "--json").stdout)
    assert counted == {
        "schema": 1,
        "project": str(home / "shop"),
        "to_review": 1,
        "told": 1,
        "listed": 2,
    }
    levelmem(home, "forget", "always run the hook as root")
    done = levelmem(home, "status", "--exit-code")
    assert (done.stdout, done.returncode) == ("1 fact\n", 0)


def test_a_project_may_be_named(home: Path) -> None:
    levelmem(home, "remember", "Use pnpm, never npm")
    (home / "other").mkdir()
    assert levelmem(home, "--project", str(home / "other"), "status").stdout == ""


def test_it_takes_at_most_five_times_as_long_as_starting_python(home: Path) -> None:
    levelmem(home, "remember", "Use pnpm, never npm")
    levelmem(home, "status")

    def seconds(run: object) -> float:
        used = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run()  # type: ignore[operator]
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used.append(after.ru_utime + after.ru_stime)
            used[-1] -= before.ru_utime + before.ru_stime
        return min(used)

    nothing = seconds(
        lambda: subprocess.run((sys.executable, "-c", "pass"), check=True)
    )
    assert seconds(lambda: levelmem(home, "status")) <= 5 * nothing
