"""``status``: one line for a shell's prompt or a status bar, told in a blink.

Imported before the rest of the command line: nothing here may take time.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from levelmem.engine.memory.views.counts import Counts, recall_counts

if TYPE_CHECKING:
    import argparse

WAITS = 3
"""The exit code that ``--exit-code`` gives where something waits for the person."""
_PLAIN = frozenset(("--json", "--exit-code"))


def quick_status(argv: Sequence[str]) -> int | None:
    """Answer ``status`` from what was counted before; None where that can't be.

    ``argv`` is what follows the word.
    """
    if not _PLAIN.issuperset(argv):
        return None
    try:
        folder = os.getcwd()  # noqa: PTH109
    except FileNotFoundError:  # the slower way says so
        return None
    counts = recall_counts(folder, _cache(), os.environ)
    if counts is None:
        return None
    _print(counts, "--json" in argv)
    return _exit_code(counts, "--exit-code" in argv)


def status(options: "argparse.Namespace") -> int:
    """Count anew, tell it, and remember it for the next time."""
    from levelmem.cli.context import memory_of, project_folder
    from levelmem.engine.memory.errors import MemoryOff
    from levelmem.engine.memory.views.counts import counts_of, keep_counts
    from levelmem.engine.memory.watching import watched_files

    memory = memory_of(options)
    folder = project_folder(options)
    try:
        counts = counts_of(memory)
    except MemoryOff:
        # A prompt has nothing to tell there, and nothing to complain about.
        _print(Counts(memory.project, 0, 0, 0), options.json)
        return 0
    if not options.root:
        files = watched_files(memory, folder, os.environ)
        keep_counts(counts, files, folder, _cache(), os.environ)
    _print(counts, options.json)
    return _exit_code(counts, options.exit_code)


def _exit_code(counts: Counts, wanted: bool) -> int:
    return WAITS if wanted and counts.to_review else 0


def _print(counts: Counts, as_json: bool) -> None:
    if as_json:
        import json

        from levelmem.engine.text import escaped_json

        fields = {"schema": 1, **counts._asdict()}
        print(escaped_json(json.dumps(fields, ensure_ascii=False)))
        return
    parts = []
    if counts.to_review:
        parts.append(f"{counts.to_review} to review")
    if counts.told:
        parts.append(f"{counts.told} {'fact' if counts.told == 1 else 'facts'}")
    if parts:
        print(" · ".join(parts))


def _cache() -> str:
    """Return levelmem's cache folder as ``Places`` does, without its imports."""
    environ = os.environ
    if named := environ.get("LEVELMEM_CACHE_DIR"):
        return named
    if named := environ.get("XDG_CACHE_HOME"):
        return f"{named}/levelmem"
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches/levelmem")  # noqa: PTH111
    return os.path.expanduser("~/.cache/levelmem")  # noqa: PTH111
