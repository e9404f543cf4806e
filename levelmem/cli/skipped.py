"""What could not be read of the agents' files: the file, the lines, and why."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from levelmem.cli.output import complain, print_text
from levelmem.engine.sessions.catalog import Listing
from levelmem.engine.sessions.damage import bad_lines, numbered

_TOLD = 3
"""Files named on standard error, where what was asked for is something else."""
_NUMBERS = 5
_SEARCHED = 50
"""Files whose bad lines are looked for: each of them is read anew."""
_LINES = 100
"""Lines of each file that are listed where all of it is asked for."""


def skipped(listing: Listing) -> Iterator[dict[str, Any]]:
    """Yield what was left out, file by file, as JSON tells it."""
    searched = _SEARCHED
    for report in listing.reports:
        for file in report.damaged:
            searched -= 1
            found = bad_lines(file, _LINES) if searched >= 0 else []
            yield {
                "agent": report.agent,
                "path": str(file.path),
                "lines": file.lines,
                "at": [line.number for line in found],
                "why": "",
            }
        for path, why in report.problems:
            yield {
                "agent": report.agent,
                "path": str(path),
                "lines": 0,
                "at": [],
                "why": why,
            }


def complain_of_skipped(listing: Listing) -> None:
    """Name the first files that could not be read (whole) on standard error."""
    told = list(islice(_sentences(listing), _TOLD))
    for sentence in told:
        complain(sentence)
    left = len(listing.damaged) + len(listing.problems) - len(told)
    if left:
        files = "file" if left == 1 else "files"
        complain(f"and {left:,} more {files}: levelmem sessions --skipped")


def print_skipped(listing: Listing) -> None:
    """List every file that could not be read (whole), with its lines and why."""
    if not listing.damaged and not listing.problems:
        print_text("Every line of every session could be read.")
    for path, why in listing.problems:
        print_text(f"{path}\n  {why}")
    for file in listing.damaged:
        print_text(str(file.path))
        found = bad_lines(file, _LINES)
        for line in found:
            print_text(f"  line {line.number}: {line.why}")
        if left := file.lines - len(found):
            more = "more lines" if found else "lines"
            print_text(f"  {left:,} {more} could not be read")


def _sentences(listing: Listing) -> Iterator[str]:
    for path, why in listing.problems:
        yield f"{path}: {why}"
    for file in listing.damaged:
        where = numbered(bad_lines(file, _NUMBERS), file.lines)
        count = f"{file.lines:,} line{'s' * (file.lines != 1)} skipped"
        yield f"{file.path}: {count}{f' ({where})' if where else ''}"
