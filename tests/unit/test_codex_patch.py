"""Codex's patches: one diff a file, from calls, commands and records."""

import time

import pytest

from levelmem.engine.sessions.sources.codex.patch import (
    FileChange,
    parse_patch,
    patch_in_command,
    recorded_changes,
)

PATCH = """*** Begin Patch
*** Add File: new.py
+one
+two
*** Update File: src/old.py
*** Move to: src/renamed.py
@@ class A
 keep
-drop
+add
*** End of File
*** Delete File: gone.py
*** End Patch"""


def test_a_patch_is_one_change_a_file() -> None:
    assert parse_patch(PATCH) == [
        FileChange("new.py", "+one\n+two"),
        FileChange("src/renamed.py", "@@ class A\n keep\n-drop\n+add"),
        FileChange("gone.py", ""),
    ]


@pytest.mark.parametrize(
    "patch",
    [
        "",
        "words",
        "*** Update File: a.py\n+x",
        "*** Begin Patch",
        "*** Begin Patch\n+x\n",
    ],
)
def test_what_is_no_patch_changes_nothing(patch: str) -> None:
    assert parse_patch(patch) == []


def test_a_patch_that_was_cut_short_still_names_its_files() -> None:
    assert parse_patch("*** Begin Patch\n*** Add File: a.py\n+x") == [
        FileChange("a.py", "+x")
    ]


def test_windows_line_ends_are_no_part_of_paths() -> None:
    assert parse_patch(PATCH.replace("\n", "\r\n")) == parse_patch(PATCH)


@pytest.mark.parametrize(
    ("before", "after", "folder"),
    [
        ("apply_patch <<'EOF'\n", "\nEOF", ""),
        ("apply_patch << 'PATCH'\n", "\nPATCH\n", ""),
        ("applypatch <<EOF\n", "\nEOF", ""),
        ("apply_patch '", "'", ""),
        ("apply_patch \\\n'", "'", ""),
        ("apply_patch\n", "", ""),
        ("cd src && apply_patch <<'EOF'\n", "\nEOF", "src"),
        ("cd 'my src'; apply_patch <<'EOF'\n", "\nEOF", "my src"),
        ("set -e\napply_patch <<'EOF'\n", "\nEOF\npytest -q", ""),
    ],
)
def test_a_command_that_applies_a_patch_is_found(
    before: str, after: str, folder: str
) -> None:
    assert patch_in_command(before + PATCH + after) == (PATCH, folder)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "ls",
        f"cat > note.txt <<'EOF'\n{PATCH}\nEOF",
        "grep -rn '*** Begin Patch' src",
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.py\n+x",
    ],
)
def test_a_command_that_applies_none_has_none(command: str) -> None:
    assert patch_in_command(command) == ("", "")


def test_a_hostile_command_takes_no_time() -> None:
    begins = "apply_patch\n*** Begin Patch\n" * 40_000
    start = time.perf_counter()
    patch_in_command(begins)
    patch_in_command("*** End Patch\n" + begins)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"/w/a.py": {"type": "update", "unified_diff": "@@ -1 +1 @@\n-a\n+b\n"}},
            [FileChange("/w/a.py", "@@ -1 +1 @@\n-a\n+b")],
        ),
        (
            {"/w/a.py": {"type": "update", "unified_diff": "", "move_path": "/w/b.py"}},
            [FileChange("/w/b.py", "")],
        ),
        (
            {"/w/a.py": {"type": "add", "content": "one\ntwo\n"}},
            [FileChange("/w/a.py", "+one\n+two")],
        ),
        (
            {"/w/a.py": {"type": "delete", "content": "one\n"}},
            [FileChange("/w/a.py", "-one")],
        ),
        (
            [{"path": "/w/a.py", "kind": {"type": "update"}, "diff": "@@\n-a"}],
            [FileChange("/w/a.py", "@@\n-a")],
        ),
        ({"/w/a.py": None}, [FileChange("/w/a.py", "")]),
        ([{}, 7], []),
        (None, []),
        ("words", []),
    ],
)
def test_recorded_changes_are_read_in_every_shape(
    changes: object, expected: list[FileChange]
) -> None:
    assert recorded_changes(changes) == expected
