"""Real sessions of the further agents, where the samples lie beside the repository."""

import shutil
from pathlib import Path

import pytest

from levelmem.engine.sessions.model import ASKED, Kind, Session
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.aider import SOURCE as AIDER
from levelmem.engine.sessions.sources.copilot_cli import SOURCE as COPILOT
from levelmem.engine.sessions.sources.crush import SOURCE as CRUSH
from levelmem.engine.sessions.sources.cursor import SOURCE as CURSOR
from levelmem.engine.sessions.sources.droid import SOURCE as DROID
from levelmem.engine.sessions.sources.gemini import SOURCE as GEMINI
from levelmem.engine.sessions.sources.grok import SOURCE as GROK
from levelmem.engine.sessions.sources.hermes import SOURCE as HERMES
from levelmem.engine.sessions.sources.kimi import SOURCE as KIMI
from levelmem.engine.sessions.sources.openclaw import SOURCE as OPENCLAW
from levelmem.engine.sessions.sources.opencode import SOURCE as OPENCODE
from levelmem.engine.sessions.sources.pi import SOURCE as PI
from levelmem.engine.sessions.sources.qwen import SOURCE as QWEN

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples"

pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no samples here")


def laid_out(agent: str, home: Path) -> Path:
    """Lay the samples of an agent out as it does; return the store."""
    for path in sorted(p for p in (SAMPLES / agent).rglob("*") if p.is_file()):
        owner = path.relative_to(SAMPLES / agent).parts[0]
        name = path.parent.name if path.name == "events.jsonl" else path.stem
        place = {
            "gemini": f"tmp/{owner}/chats/{path.name}",
            "qwen": f"projects/{owner}/chats/{path.name}",
            "copilot-cli": f"session-state/{name}/events.jsonl",
            "hermes": f"sessions/session_{path.name}",
            "aider": f"{owner}/{path.name}",
            "factory-droid": f"{owner}/{path.name}",
            "openclaw": f"sessions/{path.name}",
            "pi": f"--{owner}--/{path.name}",
        }[agent]
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, home / place)
    return home


def shown(source: Source, root: Path) -> dict[str, Session]:
    """Return the main sessions by id, each read to its end."""
    scans = [source.scan(file) for file in source.files(root)]
    found: dict[str, Session] = {}
    for session in source.assemble(root, scans):
        turns = list(source.turns(session))
        assert session.turns == sum(turn.origin in ASKED for turn in turns)
        assert (session.error, session.skipped) == ("", 0)
        if session.kind is Kind.MAIN:
            assert session.id not in found
            found[session.id] = session
    return found


def test_gemini(tmp_path: Path) -> None:
    found = shown(GEMINI, laid_out("gemini", tmp_path))
    assert len(found) == 6
    titles = {session.title for session in found.values()}
    assert "Reduce the size of the gifs in @media/demo/ with ffmpeg" in titles
    assert not any("Content from" in title for title in titles)
    known = [s for s in found.values() if s.project.endswith("/session-bridge")]
    assert sorted(session.turns for session in known) == [1, 3]


def test_qwen(tmp_path: Path) -> None:
    found = shown(QWEN, laid_out("qwen", tmp_path))
    session = found["019f0000-0000-7000-8000-000000000004"]
    assert (session.title, session.model) == (
        "Active branch title",
        "synthetic-active-model",
    )
    assert session.project == "/tmp/as-qwen-fixture/new-project"


def test_copilot(tmp_path: Path) -> None:
    found = shown(COPILOT, laid_out("copilot-cli", tmp_path))
    assert len(found) == 11
    session = found["c3f091b3-1a1f-435f-8acb-6c7520106212"]
    assert (session.turns, session.model) == (4, "claude-opus-4.8")
    assert session.branch == "conflict-free-results-sync"
    assert len(session.edits) == 1
    assert "What is 2+2?" in {session.title for session in found.values()}


def test_aider(tmp_path: Path) -> None:
    found = shown(AIDER, laid_out("aider", tmp_path))
    assert len(found) > 500
    sent = ("# Fix any errors", "# Question:", "I ran this command")
    assert not any(session.title.startswith(sent) for session in found.values())
    assert not any(session.title == "(no prompt)" for session in found.values())
    edited = [session for session in found.values() if session.edits]
    assert len(edited) > 100


def test_pi(tmp_path: Path) -> None:
    found = shown(PI, laid_out("pi", tmp_path))
    assert len(found) == 8
    session = found["019da84b-b5b8-706b-bdd2-4179522668f4"]
    assert session.project == "/Users/raquezha/Developer/pi.dev"
    assert session.title.startswith("read the @scripts/setup.sh")
    assert session.edits[0][1] > 0
    assert found["019dc1ea-6958-71d3-8c6e-2501e1b3c6c5"].models


def test_opencode(tmp_path: Path) -> None:
    for name in ("storage_legacy", "storage_v2"):
        (layout,) = (SAMPLES / "opencode").glob(f"*/{name}")
        shutil.copytree(layout, tmp_path / "storage", dirs_exist_ok=True)
    found = shown(OPENCODE, tmp_path)
    assert {session.title: session.turns for session in found.values()} == {
        "OpenCode Drift": 1,
        "OpenCode Large": 2,
        "OpenCode Small": 1,
    }


def test_crush() -> None:
    (root,) = (SAMPLES / "crush").iterdir()
    found = shown(CRUSH, root)
    (session,) = found.values()
    assert session.title == "Codebase Documentation and Style Guide Generation"
    assert session.preview.startswith("I am working on the BDD tests")
    assert (session.turns, session.children, session.model) == (
        13,
        1,
        "qwen/qwen3-coder:free",
    )
    assert session.edits[0] == (
        "dbr_mvp/frontend/tests_bdd/step_definitions/test_collection_steps.py",
        10,
    )


def test_droid(tmp_path: Path) -> None:
    found = shown(DROID, laid_out("factory-droid", tmp_path))
    assert found["droid_large"].turns == 2
    assert found["droid_drift"].turns == 1
    assert found["droid_s1"].title == "Stage0 Droid Small"


def test_openclaw(tmp_path: Path) -> None:
    found = shown(OPENCLAW, laid_out("openclaw", tmp_path))
    assert found["openclaw-stage0-drift"].title == "Need a quick diagnostic"
    assert len(found) == 3


def test_kimi(tmp_path: Path) -> None:
    sample = SAMPLES / "kimi" / "jazzyalex__agent-sessions"
    session = tmp_path / "sessions" / "wd_project" / "session_1"
    for name, agent in (("assistant_tools", "main"), ("subagent_agent-0", "agent-0")):
        (session / "agents" / agent).mkdir(parents=True)
        shutil.copy2(
            sample / f"{name}.jsonl", session / "agents" / agent / "wire.jsonl"
        )
    shutil.copy2(sample / "assistant_tools.state.json", session / "state.json")
    found = shown(KIMI, tmp_path)["session_1"]
    assert (found.title, found.turns, found.children) == ("hi", 8, 1)
    assert found.model == "kimi-k2.7-code"
    assert found.project == "/private/tmp/as-agent-lab/kimi/project"


def test_cursor(tmp_path: Path) -> None:
    for path in sorted((SAMPLES / "cursor").rglob("*.jsonl")):
        owner = path.relative_to(SAMPLES / "cursor").parts[0]
        name = Path(path.stem, path.name)
        if path.parent.name == "subagents":
            name = Path("parent", "subagents", path.name)
        place = tmp_path / "projects" / owner / "agent-transcripts" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    found = shown(CURSOR, tmp_path)
    assert found["large"].turns == 3
    assert found["parent"].children == 1
    assert found["cursor-transcript"].title == "Read a file"
    assert found["schema_drift"].model == "cursor-auto"


def test_grok(tmp_path: Path) -> None:
    sample = SAMPLES / "grok" / "jazzyalex__agent-sessions"
    for folder, name in ((sample, "one"), (sample / "subagent", "two")):
        place = tmp_path / "sessions" / "%2Ftmp" / name
        place.mkdir(parents=True)
        for file in ("chat_history.jsonl", "summary.json"):
            shutil.copy2(folder / file, place / file)
    found = shown(GROK, tmp_path)
    assert list(found) == ["one"]
    assert found["one"].title == "Read hello.py and summarize what it prints"
    assert (found["one"].turns, found["one"].model) == (2, "grok-4.5")


def test_hermes(tmp_path: Path) -> None:
    found = shown(HERMES, laid_out("hermes", tmp_path))
    assert len(found) == 3
    session = found["20260429_hermes_large"]
    assert (session.title, session.model) == ("Check the current directory.", "gpt-5.2")
    assert session.project == "~/Repository/Codex-History"
