"""What Memory says while there is nothing to list, and in the status line."""

from collections.abc import Sequence

from levelmem.engine.memory.facts import Fact
from levelmem.engine.project import Project
from levelmem.screens.memory_view import to_review, told
from levelmem.widgets.spans import Line


def placeholder(
    project: Project | None, ready: bool, problem: str, words: str
) -> tuple[Line, ...]:
    """Return what stands in the list while it is empty."""
    if problem:
        return ((("Memory can't be shown.", "strong"),), (), ((problem, "muted"),))
    if not ready:
        return ((("Reading memory …", "muted"),),)
    if words:
        return (
            (("No fact has these words.", "strong"),),
            (),
            (("esc", "key"), (" clears the box", "muted")),
        )
    name = project.name if project else "this folder"
    return (
        ((f"Nothing is remembered for {name} yet.", "strong"),),
        (),
        (("n", "key"), (" writes a note that every new session is told", "muted")),
    )


def status(
    project: Project | None, facts: Sequence[Fact], ready: bool, skipped: int
) -> Line:
    """Return the status: what is told, what waits, what could not be read."""
    if not ready:
        return (("Reading memory …", "muted"),)
    name = f"{project.name}: " if project else ""
    active, waiting = told(facts), to_review(facts)
    line: Line = ((f"{name}{active:,} told to new sessions", "muted"),)
    if waiting:
        line = (*line, (f" · ? {waiting:,} to review", "warning"))
    if skipped:
        lines = "line" if skipped == 1 else "lines"
        line = (*line, (f" · ! {skipped:,} unreadable {lines}", "warning"))
    return line
