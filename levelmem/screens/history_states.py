"""What History says while there is nothing to list, and in the status line."""

from typing import TYPE_CHECKING

from levelmem.screens.history_view import Filters
from levelmem.widgets.spans import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from levelmem.engine.sessions.catalog import Listing
    from levelmem.engine.sessions.damage import DamagedFile

OPEN_EXAMPLE = -1
"""Returned by an application that was left for the built-in example; no exit code."""

_NAME = 40
"""Characters of a file's name."""


def placeholder(
    listing: "Listing | None",
    filters: Filters,
    calendar: bool = False,
    archived: int = 0,
) -> tuple[Line, ...]:
    """Return what stands in the list while it is empty.

    ``calendar`` tells whether it is open: ``esc`` closes that first. ``archived`` is
    how many sessions the archive would show.
    """
    if listing is None:
        return ((("Looking for sessions …", "muted"),),)
    if no_agents(listing):
        return (
            (("No agent has left sessions on this machine yet.", "strong"),),
            (),
            (("levelmem reads what Claude Code, Codex, Gemini CLI and", "muted"),),
            (("others keep of their work.", "muted"),),
            (),
            (("↵", "key"), (" opens a made-up project to look around", "muted")),
        )
    if not listing.done and not listing.sessions:
        return ((("Reading sessions … ", "muted"), (_progress(listing), "muted")),)
    if filters.narrowed:
        return (
            (("No session fits the filters.", "strong"),),
            (),
            (
                ("esc", "key"),
                (" closes the calendar, then" * calendar + " takes them away", "muted"),
            ),
        )
    if archived:
        sessions = "session is" if archived == 1 else "sessions are"
        return (
            (("Everything here is filed away.", "strong"),),
            (),
            (
                (f"{archived:,} {sessions} in the archive: ", "muted"),
                ("f", "key"),
            ),
        )
    if filters.project is not None:
        return (
            (("No sessions in this project yet.", "strong"),),
            (),
            (("s", "key"), (" shows all projects", "muted")),
        )
    return ((("No sessions yet.", "strong"),),)


def no_agents(listing: "Listing | None") -> bool:
    """Whether all stores were looked for, and there is none."""
    return listing is not None and listing.done and not listing.reports


def status(listing: "Listing | None", shown: int, filters: Filters) -> Line:
    """Return the status: how many are shown, what is being read, what is off."""
    if listing is None:
        return (("Looking for sessions …", "muted"),)
    if listing.newest_only:
        return ((f"The newest {shown:,} · reading all …", "accent"),)
    sessions = "session" if shown == 1 else "sessions"
    line: Line = ((f"{shown:,} {sessions}", "muted"),)
    if not listing.done and listing.total:
        line = (*line, (f" · reading {_progress(listing)}", "accent"))
    problems = sum(len(report.problems) for report in listing.reports)
    if problems:
        files = "file" if problems == 1 else "files"
        line = (*line, (f" · ✗ {problems} {files} can't be read", "error"))
    skipped = sum(report.skipped_lines for report in listing.reports)
    if skipped:
        lines = "line" if skipped == 1 else "lines"
        where = _files(listing.damaged)
        line = (*line, (f" · ! {skipped:,} unreadable {lines} in {where}", "warning"))
    if problems or skipped:
        line = (*line, (" · ", "muted"), ("!", "key"), (" lists them", "muted"))
    return line


def _files(damaged: "Sequence[DamagedFile]") -> str:
    """Return where the damage is; a name keeps its beginning and its end."""
    if len(damaged) > 1:
        return f"{len(damaged):,} files"
    name = damaged[0].path.name
    return name if len(name) <= _NAME else f"{name[: _NAME - 13]}…{name[-12:]}"


def _progress(listing: "Listing") -> str:
    return f"{listing.read:,} of {listing.total:,} files"
