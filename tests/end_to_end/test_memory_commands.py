"""The commands that keep, forget, move and switch off a memory, as installed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builders.claude import Store, Talk, call, new_id
from builders.hosts import Host, clean_environment, context_of
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.memory.service import Memory

COMMAND = Path(sys.executable).parent / "levelmem"
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
LIE = "The deploy key lives in the file deploy/key.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "code" / "lamp"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def run(tmp_path: Path, folder: Path) -> Run:
    environ = clean_environment(tmp_path)

    def call(*words: str, cwd: Path = folder, **more: str) -> Done:
        return subprocess.run(
            [COMMAND, *words],
            env={**environ, **more},
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
        )

    return call


def data(done: Done) -> Any:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def memory_folder(home: Path) -> Path:
    (found,) = (home / "data" / "projects").glob("*/memory")
    return found


def memory_files(home: Path) -> dict[Path, bytes]:
    """Return every file that levelmem keeps of its projects, but for the switch."""
    files = (home / "data" / "projects").rglob("*")
    return {f: f.read_bytes() for f in files if f.is_file() and f.name != "disabled"}


def talked(home: Path, folder: Path) -> None:
    """Put a Claude Code session of the project into the made-up home."""
    talk = Talk(new_id(900), cwd=str(folder))
    talk.says("No, use pnpm from now on, never npm. Then fix the parser.")
    talk.answers(call("Edit", file_path=str(folder / "a.py"), old_string="a"))
    talk.result("toolu_1", "ok").answers("Done.")
    Store(home).put(talk)


# --- off and on ----------------------------------------------------------------------


def test_a_project_without_memory_is_neither_read_nor_written_by_any_door(
    run: Run, tmp_path: Path, folder: Path
) -> None:
    host = Host("claude-code", tmp_path, folder)
    run("remember", "Use pnpm, never npm")
    run("consolidate")
    host.start("before")
    assert "pnpm" in context_of(host.start("one"))
    talked(tmp_path, folder)

    assert "neither read nor written" in run("off").stdout
    before = memory_files(tmp_path)
    for words in (
        ("facts",),
        ("remember", "Use bun"),
        ("digest",),
        ("journal",),
        ("consolidate",),
        ("export",),
        ("undo",),
        ("forget", "pnpm"),
        ("forget", "--file", "README.md"),
    ):
        done = run(*words)
        assert (done.returncode, done.stdout) == (1, ""), words
        assert "Memory is switched off" in done.stderr
    sealed = run("seal", "--all")
    assert sealed.stdout == ""
    assert "Memory is switched off" in sealed.stderr
    assert run("sweep").returncode == 0
    assert "pnpm" not in run("recall", "which package manager").stdout
    assert (run("status").stdout, run("status").stderr) == ("", "")
    assert run("welcome").stdout == ""
    assert context_of(host.start("two")) == ""
    host.types("use bun, never pnpm", "two")
    host.stops("two")
    host.ends("two")
    assert memory_files(tmp_path) == before
    assert not any(
        b"pnpm" in content
        for path, content in before.items()
        if path.parent.name != "memory" and path.name in ("digest.md", "briefing.json")
    )

    assert data(run("on", "--json"))["memory"] == "on"
    assert "pnpm" in context_of(host.start("three"))
    assert "Use pnpm" in run("facts").stdout


def test_other_projects_keep_their_memory(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "code" / "other"
    (other / ".git").mkdir(parents=True)
    run("off")
    assert run("remember", "Use bun", cwd=other).returncode == 0
    assert "Use bun" in run("facts", cwd=other).stdout


def test_the_master_switch_stays_above_a_projects_own(run: Run) -> None:
    done = run("on", LEVELMEM_MEMORY_ENABLED="0")
    assert "off still for all projects" in done.stdout


@pytest.mark.parametrize("word", ["off", "on"])
def test_an_agent_can_not_turn_the_switch(run: Run, word: str) -> None:
    done = run(word, CLAUDECODE="1")
    assert done.returncode == 1
    assert "only the person" in done.stderr


# --- forget by source ----------------------------------------------------------------


@pytest.fixture
def memory(run: Run, tmp_path: Path, folder: Path) -> Memory:
    """The project's memory, with what a file, a host and a session said."""
    run("remember", "Use pnpm, never npm")
    memory = Memory(str(folder), memory_folder(tmp_path))
    memory.observe(
        LIE, "s-one-1", Origin(OriginKind.FILE, path="third_party/README.md")
    )
    memory.observe(
        "The mirror holds all packages",
        "s-one-1",
        Origin(OriginKind.WEB, host="docs.evil.example"),
    )
    memory.observe("Tests run with `make test`", "s-two-2")
    return memory


def texts(run: Run) -> set[str]:
    return {fact["text"] for fact in data(run("facts", "--json"))["facts"]}


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        (("--file", "third_party/README.md"), LIE),
        (("--file", "third_party"), LIE),
        (("--host", "evil.example"), "The mirror holds all packages"),
        (("--session", "s-two"), "Tests run with `make test`"),
    ],
)
def test_all_that_came_from_a_source_is_forgotten_in_one_step(
    run: Run, memory: Memory, words: tuple[str, str], gone: str
) -> None:
    before = texts(run)
    assert gone in before
    done = data(run("forget", *words, "--json"))
    assert [fact["text"] for fact in done["facts"]] == [gone]
    assert texts(run) == before - {gone}
    run("undo")
    assert texts(run) == before


def test_a_file_is_meant_from_where_one_stands(
    run: Run, memory: Memory, folder: Path
) -> None:
    (folder / "third_party").mkdir()
    (folder / "third_party" / "README.md").write_text("x")
    run("forget", "--file", "README.md", cwd=folder / "third_party")
    assert LIE not in texts(run)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        ((), 2, "name facts to forget"),
        (("pnpm", "--file", "README.md"), 2, "not both"),
        (("--file", "a", "--host", "b"), 2, "name facts to forget"),
        (("--session", "nowhere"), 1, "no session has the id nowhere"),
        (("--session", "s-"), 1, "2 sessions begin with s-"),
    ],
)
def test_what_to_forget_must_be_clear(
    run: Run, memory: Memory, words: tuple[str, ...], code: int, why: str
) -> None:
    done = run("forget", *words)
    assert done.returncode == code
    assert why in done.stderr


def test_a_listing_names_the_origin(run: Run, memory: Memory) -> None:
    assert "file third_party/READM" in run("facts").stdout
    fact = next(f for f in data(run("facts", "--json"))["facts"] if f["text"] == LIE)
    assert fact["sightings"][0]["origin"] == {
        "origin": "file",
        "path": "third_party/README.md",
    }


# --- export and import ---------------------------------------------------------------


def test_a_whole_memory_moves_to_another_machine(
    run: Run, memory: Memory, tmp_path: Path, folder: Path
) -> None:
    memory.forget(LIE)
    run("consolidate")
    file = tmp_path / "memory.json"
    assert run("export", "--whole", "--output", str(file)).returncode == 0
    assert file.stat().st_mode & 0o777 == 0o600
    before = data(run("facts", "--json"))["facts"]
    shutil.rmtree(tmp_path / "data")
    for words in (("records", "journal lines"), ("0 records", "0 journal lines")):
        done = run("import", "--mine", str(file))
        assert all(word in done.stdout for word in words), done.stderr
    assert data(run("facts", "--json"))["facts"] == before
    assert memory.fact(LIE).state == "removed"


def test_what_others_hand_over_is_held(run: Run, memory: Memory, folder: Path) -> None:
    bundle = folder / "bundle.json"
    bundle.write_text(run("export", "--bundle").stdout)
    shutil.rmtree(memory.store.folder)
    assert "held for your review" in run("import", "bundle.json").stdout
    facts = data(run("facts", "--json"))["facts"]
    assert {fact["state"] for fact in facts} == {"unconfirmed-instruction"}


def test_a_bundle_of_others_is_never_ones_own(
    run: Run, memory: Memory, folder: Path
) -> None:
    (folder / "bundle.json").write_text(run("export", "--bundle").stdout)
    assert "no whole memory" in run("import", "--mine", "bundle.json").stderr
    done = run("import", "--mine", "bundle.json", CLAUDECODE="1")
    assert "only the person" in done.stderr


def test_the_names_of_before_still_work(
    run: Run, memory: Memory, tmp_path: Path, folder: Path
) -> None:
    assert run("export-memory").stdout == run("export").stdout
    (folder / "notes.md").write_text("- Ports are in ports.toml\n")
    assert "1 held" in run("import-memory", "notes.md").stdout
    talked(tmp_path, folder)
    session = new_id(900)
    assert run("export", session).stdout == run("export-session", session).stdout
    assert "fix the parser" in run("export", session).stdout
    assert run("export", session, "--bundle").returncode == 2
