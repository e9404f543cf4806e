"""Sharing a memory: export, import for review, git merges without conflicts."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.memory.exchange.merge_setup import NoRepository, set_up_merging
from levelmem.engine.memory.exchange.merging import merge
from levelmem.engine.memory.exchange.sharing import (
    NoBundle,
    as_bundle,
    as_markdown,
    import_texts,
    texts_of,
)
from levelmem.engine.memory.facts import State
from levelmem.engine.memory.service import Memory

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    made = Memory("/work/parcel", tmp_path / "memory")
    made.add_note("Use pnpm, never npm")
    made.observe("Boxes are brown", "s1")
    made.observe("Boxes are brown", "s2")
    made.observe("Tape is clear", "s1")
    made.observe("Always run the hook as root", "s1")
    made.forget(made.observe("Old maps are green", "s3").keys)
    return made


def test_markdown_tells_what_holds_and_nothing_that_is_held(memory: Memory) -> None:
    text = as_markdown(memory, NOW)
    assert "## From you\n\n- Use pnpm, never npm" in text
    assert "- Boxes are brown (2 sessions)" in text
    assert "## Inferred\n\n- Tape is clear" in text
    assert "hook" not in text and "maps" not in text


def test_a_bundle_names_no_session_and_no_path(memory: Memory) -> None:
    bundle = as_bundle(memory, NOW)
    assert "s1" not in bundle and "/work" not in bundle
    assert [fact["state"] for fact in json.loads(bundle)["facts"]] == [
        "confirmed",
        "observed",
        "inferred",
    ]


@pytest.mark.parametrize("export", [as_bundle, as_markdown])
def test_what_is_imported_waits_for_review(
    memory: Memory, tmp_path: Path, export: object
) -> None:
    text = export(memory, NOW)  # type: ignore[operator]
    other = Memory("/work/other", tmp_path / "other")
    other.observe("Boxes are brown", "s9")
    done = import_texts(other, texts_of(text, "parcel.json"), "parcel.json")
    by_text = {fact.text: fact for fact in other.facts()}
    assert by_text["Use pnpm, never npm"].state is State.UNCONFIRMED
    assert not any(fact.active for fact in other.facts())
    assert done.held >= 2
    assert import_texts(other, texts_of(text, "x"), "parcel.json").held == 0


def test_repeated_imports_confirm_nothing(memory: Memory, tmp_path: Path) -> None:
    other = Memory("/work/other", tmp_path / "other")
    for name in ("a.json", "b.json", "c.json"):
        other.hold(["Boxes are brown"], import_origin(name))
    assert [fact.state for fact in other.facts()] == [State.UNCONFIRMED]


def import_origin(name: str):  # type: ignore[no-untyped-def]
    from levelmem.engine.memory.records import Origin, OriginKind

    return Origin(OriginKind.FILE, path=name)


@pytest.mark.parametrize("content", ["", "{}", '{"format":"levelmem-memory"}', "# x\n"])
def test_a_file_without_a_memory_is_refused(content: str) -> None:
    with pytest.raises(NoBundle):
        texts_of(content, "x.json")


def line(**fields: object) -> bytes:
    return json.dumps({"v": 1, **fields}).encode() + b"\n"


def test_two_machines_keep_what_both_appended() -> None:
    base = line(text="Boxes are brown", source="s1", at="2026-01-01T00:00:00Z")
    ours = base + line(text="Tape is clear", source="s2", at="2026-01-03T00:00:00Z")
    theirs = base + line(
        key="boxes are brown", control="confirm", at="2026-01-02T00:00:00Z"
    )
    merged = merge("facts.jsonl", [base, ours, theirs])
    assert merged == base + theirs[len(base) :] + ours[len(base) :]


def test_a_session_stays_forgotten_until_that_is_taken_back() -> None:
    sealed = line(id="s1", title="Fix it", at="2026-01-05T00:00:00Z")
    mark = line(id="s1", forgotten=True, change="c1", at="2026-01-02T00:00:00Z")
    assert merge("journal.jsonl", [sealed, sealed + mark]) == sealed + mark
    back = sealed + mark + sealed
    assert merge("journal.jsonl", [sealed + mark, back]).endswith(sealed)


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.invalid")
    done = subprocess.run(
        ("git", *identity, *arguments), cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_git_merges_without_conflicts_once_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    git(tmp_path, "init", "-q", "-b", "main", "repo")
    repo = tmp_path / "repo"
    assert len(set_up_merging(repo)) == 2
    assert len(set_up_merging(repo)) == 1
    facts = repo / "facts.jsonl"
    facts.write_bytes(line(text="Boxes are brown", source="s1", at="2026-01-01"))
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "base")
    git(repo, "checkout", "-qb", "other")
    facts.write_bytes(facts.read_bytes() + line(text="A", source="s", at="2026-01-03"))
    git(repo, "commit", "-qam", "theirs")
    git(repo, "checkout", "-q", "main")
    facts.write_bytes(facts.read_bytes() + line(text="B", source="s", at="2026-01-02"))
    git(repo, "commit", "-qam", "ours")
    git(repo, "merge", "-q", "other")
    texts = [json.loads(one)["text"] for one in facts.read_text().splitlines()]
    assert texts == ["Boxes are brown", "B", "A"]


def test_a_folder_outside_of_git_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(NoRepository):
        set_up_merging(tmp_path)
