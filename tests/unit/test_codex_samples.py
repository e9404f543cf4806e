"""Codex's sample sessions, where they lie beside the repository."""

from itertools import pairwise
from pathlib import Path

import pytest

from levelmem.engine.sessions.model import ASKED, Kind, Origin, Session
from levelmem.engine.sessions.sources.codex import CodexSource
from levelmem.engine.sessions.sources.codex.prompts import read_prompt

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples" / "codex"
STORES = sorted(path for path in SAMPLES.glob("*") if (path / "sessions").is_dir())


def sessions_of(store: Path) -> list[Session]:
    source = CodexSource()
    return source.assemble(store, [source.scan(f) for f in source.files(store)])


@pytest.mark.skipif(not STORES, reason="the samples are not on this machine")
def test_every_sample_is_listed_once_with_all_that_a_list_shows() -> None:
    for store in STORES:
        sessions = sessions_of(store)
        assert len({s.key for s in sessions}) == len(list(CodexSource().files(store)))
        main = [s for s in sessions if s.kind is Kind.MAIN]
        assert main
        for session in main:
            assert session.title
            assert read_prompt(session.title).origin is Origin.HUMAN
            assert session.project and session.turns
            assert session.created and session.updated
            assert session.created <= session.updated
            assert not session.error and not session.skipped


@pytest.mark.skipif(not STORES, reason="the samples are not on this machine")
def test_every_sample_reads_as_one_conversation() -> None:
    source = CodexSource()
    for store in STORES:
        for session in sessions_of(store):
            turns = list(source.turns(session))
            asked = [turn.text for turn in turns if turn.origin in ASKED]
            assert len(asked) == session.turns
            answers = [t.text for t in turns if t.origin is Origin.AGENT and t.text]
            pairs = pairwise(answers)
            assert not any(first == second for first, second in pairs)
