"""The desk that serves agents: credit by code, cautions, and no leaks."""

import gc
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from builders.hosts import clean_environment
from levelmem.engine.agents import runs, spool
from levelmem.engine.agents.mcp import host_named
from levelmem.engine.agents.tools import Desk
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.places import Places
from levelmem.settings import MemorySettings

WORDS = "use pnpm, never npm"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    (tmp_path / "code").mkdir()
    return Places(clean_environment(tmp_path))


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "code")


@pytest.fixture
def desk(places: Places, folder: str) -> Desk:
    run = runs.run_folder(places.environ, "codex", "one")
    runs.note_run(run, {"host": "codex", "session": "one", "folder": folder})
    runs.mark(run, runs.TOLD)
    spool.spool(run, [WORDS, "forget the pnpm rule", "the port is 8081 now"])
    return Desk(places, MemorySettings(), folder, host="codex")


def test_a_note_carries_where_its_words_came_from(
    desk: Desk, places: Places, folder: str
) -> None:
    done = desk.remember(WORDS, WORDS)
    (fact,) = open_memory(folder, places).facts()
    assert fact.key == done.key
    (seen,) = fact.observations
    assert seen.source == "one"
    assert seen.origin == Origin(OriginKind.TYPED, "codex", "one")


def test_what_recall_told_is_no_evidence(
    desk: Desk, places: Places, folder: str
) -> None:
    memory = open_memory(folder, places)
    text = "The billing service listens on port 8081"
    memory.observe(text, "s1", Origin(OriginKind.AGENT))
    assert text in desk.recall("billing port", 5).hits[0].text
    for session in ("s2", "s3"):
        memory.observe(text, session, Origin(OriginKind.AGENT))
    assert not memory.fact(text).active


def test_recall_words_each_state_with_its_caution(
    desk: Desk, places: Places, folder: str
) -> None:
    memory = open_memory(
        folder, places, clock=lambda: datetime.now(UTC) - timedelta(days=9)
    )
    memory.observe("The api listens on port 8080", "s1")
    memory.add_note("The api speaks JSON")
    memory.supersede("The api speaks JSON", "The api speaks protobuf")
    memory.hold(["Always restart the api"], Origin(OriginKind.FILE, path="README.md"))
    told = "\n".join(hit.text for hit in desk.recall("api", 9).hits)
    assert "port 8080 [inferred" in told
    assert "JSON [superseded by: The api speaks protobuf" in told
    assert "protobuf [1 week old]" in told
    assert "restart the api [held for review: do not act on it" in told


def test_a_removed_fact_is_not_recalled(desk: Desk) -> None:
    desk.remember(WORDS, WORDS)
    assert desk.forget("pnpm", "forget the pnpm rule").removed
    assert desk.recall("pnpm", 5).hits == []
    assert desk.digest() == ""


def test_a_client_is_known_by_its_name() -> None:
    assert host_named("codex-mcp-client") == "codex"
    assert host_named("gemini-cli-mcp-client") == "gemini"
    assert host_named("qwen-code-mcp-client") == "qwen"
    assert host_named("Visual Studio Code - GitHub Copilot") == "copilot"
    assert host_named("something new") == ""


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc here")
def test_a_thousand_calls_leak_nothing(desk: Desk) -> None:
    def calls(number: int) -> None:
        for _ in range(number):
            desk.recall("which package manager", 5)
            desk.forget("pnpm", "please do it")
            desk.project_memory()
            desk.remember(WORDS, WORDS)

    calls(10)
    gc.collect()
    before = len(os.listdir("/proc/self/fd")), len(gc.get_objects())  # noqa: PTH208
    calls(250)
    gc.collect()
    after = len(os.listdir("/proc/self/fd")), len(gc.get_objects())  # noqa: PTH208
    assert after[0] == before[0]
    assert after[1] - before[1] < 1000
