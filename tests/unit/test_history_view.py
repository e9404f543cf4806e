"""What History shows of the sessions: filters, buckets, counts, subagents."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.project import Project
from levelmem.engine.sessions.model import Kind, Session
from levelmem.screens.history_view import Filters, history_view, is_project

NOW = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)
HERE = Project("/work/here")


def make(name: str, hours: int = 1, **given: Any) -> Session:
    given.setdefault("project", "/work/here")
    given.setdefault("title", name)
    when = NOW - timedelta(hours=hours)
    return Session("claude-code", name, Path("/x"), updated=when, **given)


SESSIONS = (
    make("fresh", 1, edits=(("a.py", 1),)),
    make("broken", 2, state="interrupted"),
    make("yesterday", 20, pinned=True),
    make("sub", 21, kind=Kind.SUBAGENT, parent_id="fresh"),
    make("quiet", 22, kind=Kind.HIDDEN),
    make("inside", 30, project="/work/here/deep", title="Größe ändern"),
    make("other", 40, project="/work/there"),
    make("filed", 50, lifecycle="archived"),
    make("thrown", 60, lifecycle="trashed"),
)


def shown(filters: Filters) -> list[str]:
    view = history_view(SESSIONS, filters, HERE, NOW)
    return [session.id for session in view.rows.items]


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (Filters(), ["fresh", "broken", "yesterday", "inside", "other"]),
        (Filters(project=HERE), ["fresh", "broken", "yesterday", "inside"]),
        (Filters(agent="codex"), []),
        (Filters(words="GROSSE"), ["inside"]),
        (Filters(words="there oth"), ["other"]),
        (Filters(words="there fresh"), []),
        (Filters(flags=frozenset({"edited"})), ["fresh"]),
        (Filters(flags=frozenset({"interrupted"})), ["broken"]),
        (Filters(flags=frozenset({"pinned", "edited"})), []),
        (Filters(shelf="archived"), ["filed"]),
        (Filters(shelf="trashed"), ["thrown"]),
        (
            Filters(project=HERE, unfolded=frozenset({"claude-code:fresh"})),
            ["fresh", "sub", "broken", "yesterday", "inside"],
        ),
    ],
)
def test_filters_let_these_through(filters: Filters, ids: list[str]) -> None:
    assert shown(filters) == ids


def test_sections_count_sessions_and_not_their_subagents() -> None:
    filters = Filters(unfolded=frozenset({"claude-code:fresh"}))
    sections = history_view(SESSIONS, filters, HERE, NOW).rows.sections
    assert [(s.label, s.start, s.aside) for s in sections] == [
        ("Today", 0, "2"),
        ("Yesterday", 3, "2"),
        ("This week", 5, "1"),
    ]


def test_counts_say_what_each_filter_would_show_next() -> None:
    filters = Filters(project=HERE, flags=frozenset({"edited"}))
    counts = history_view(SESSIONS, filters, HERE, NOW).counts
    assert (counts.here, counts.everywhere, counts.total) == (1, 1, 5)
    assert counts.flags == {"edited": 1}
    plain = history_view(SESSIONS, Filters(project=HERE), HERE, NOW).counts
    assert (plain.here, plain.everywhere) == (4, 5)
    assert plain.agents == {"claude-code": 4}
    assert plain.flags == {"edited": 1, "interrupted": 1, "pinned": 1}
    assert plain.shelves == {"active": 4, "archived": 1, "trashed": 1}


def test_a_folder_of_projects_is_no_project() -> None:
    assert is_project(HERE, SESSIONS)
    assert not is_project(Project("/work"), SESSIONS)
    assert not is_project(Project("/work/nowhere"), SESSIONS)


def test_words_are_no_reason_to_forget_the_rest() -> None:
    assert Filters(words="x").narrowed
    assert not Filters(project=HERE, unfolded=frozenset({"a"})).narrowed
