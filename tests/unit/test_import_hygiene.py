"""What is loaded when: a static contract can't prove that a late import is late."""

import pkgutil
import subprocess
import sys

import pytest

import levelmem.engine


def loaded_by(code: str) -> set[str]:
    """Run ``code`` in a fresh interpreter; return the top-level modules it loads."""
    script = f"import sys\n{code}\nprint(*{{m.split('.')[0] for m in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def engine_modules() -> list[str]:
    prefix = "levelmem.engine."
    found = pkgutil.walk_packages(levelmem.engine.__path__, prefix)
    return sorted(module.name for module in found)


def test_the_engine_loads_no_screen_and_nothing_heavy() -> None:
    code = "\n".join(f"import {name}" for name in engine_modules())
    heavy = {"textual", "rich", "pydantic", "mcp", "tree_sitter", "zstandard"}
    assert not loaded_by(code) & heavy


@pytest.mark.parametrize(
    "code",
    [
        "import levelmem.__main__",
        "import levelmem.cli",
        "from levelmem.cli.parser import parse; parse(['facts'])",
        "import levelmem.settings",
    ],
)
def test_the_doors_load_the_rooms_only_when_they_are_entered(code: str) -> None:
    heavy = {"textual", "rich", "pydantic", "rapidfuzz", "sqlite3"}
    assert not loaded_by(code) & heavy


@pytest.mark.parametrize("event", ["session-start", "prompt", "stop", "session-end"])
def test_hooks_load_next_to_nothing(event: str) -> None:
    code = (
        "import os; os.environ['LEVELMEM_DATA_DIR'] = '/nowhere'\n"
        "from levelmem.__main__ import main\n"
        f"sys.argv = ['levelmem', 'hook', 'claude-code', '{event}']; main()"
    )
    heavy = {"pydantic", "textual", "mcp", "argparse", "json", "re", "pathlib"}
    heavy |= {"dataclasses", "typing", "enum", "subprocess", "platformdirs"}
    assert not loaded_by(code) & heavy


def test_the_version_is_told_before_anything_is_loaded() -> None:
    code = "from levelmem.__main__ import main; sys.argv = ['x', '--version']; main()"
    assert not loaded_by(code) & {"argparse", "textual", "json"}
