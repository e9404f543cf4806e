"""What a person may type into the search box."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import FieldTerm, Query, parse


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", Query()),
        ("Refund Retry", Query(("refund", "retry"))),
        ('"refund  job" bank', Query(("refund job", "bank"))),
        ("retry -bank", Query(("retry",), ("bank",))),
        ('-"two words"', Query((), ("two words",))),
        ('"unclosed phrase', Query(("unclosed phrase",))),
        ("agent:Codex x", Query(("x",), (), (FieldTerm("agent", "codex"),))),
        ("-agent:codex", Query((), (), (FieldTerm("agent", "codex", True),))),
        ('project:"my shop"', Query((), (), (FieldTerm("project", "my shop"),))),
        ("std::vector", Query(("std::vector",))),
        ("https://a.example/x", Query(("https://a.example/x",))),
        ("-", Query(("-",))),
        ("--force", Query((), ("-force",))),
        ("CAFÉ café", Query(("cafe",))),
    ],
)
def test_every_part_means_what_it_looks_like(text: str, query: Query) -> None:
    assert parse(text) == query


@given(st.text())
def test_every_text_is_a_query(text: str) -> None:
    parse(text)


def test_fields_look_at_the_session() -> None:
    session = Session(
        "codex",
        "1",
        Path("/x"),
        project="/home/ada/Shop",
        models=("gpt-5",),
        branch="main",
        edits=(("src/refund.py", 1),),
    )
    assert parse("project:shop agent:codex model:gpt file:refund").admits(session)
    assert not parse("-agent:codex").admits(session)
    assert not parse("branch:feature").admits(session)
