"""What the names of Codex's rollout files say.

A rollout is ``rollout-<local time>-<thread id>.jsonl``. A later revision of the
same thread is a file of its own, ``rollout-<time>-<thread id>_<rollout id>.jsonl``.
Codex compresses old ones to ``.jsonl.zst`` in place; the earliest were one JSON
document, ``.json``.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_NAME = re.compile(
    r"rollout-(?P<stamp>\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?)-(?P<rest>.+?)"
    r"(?P<ending>\.jsonl\.zst|\.jsonl|\.json)"
)
_IDS = re.compile(rf"(?P<thread>{_UUID})(?:_(?P<rollout>{_UUID}))?")
_SAFE_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,127}")


@dataclass(frozen=True, slots=True)
class RolloutName:
    """What the name of a rollout file says."""

    thread_id: str
    rollout_id: str
    """The revision; the first one has its thread's own id."""
    stamp: str
    ending: str

    @property
    def created(self) -> datetime | None:
        """When the thread began: from a version 7 UUID, else the local stamp."""
        return _uuid_time(self.thread_id) or _local_time(self.stamp)


def parse_name(path: Path) -> RolloutName | None:
    """Return what the file name says, or None where it is no rollout's."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    ids = _IDS.fullmatch(match["rest"])
    thread = ids["thread"] if ids else match["rest"]
    rollout = ids["rollout"] if ids and ids["rollout"] else thread
    return RolloutName(thread, rollout, match["stamp"], match["ending"])


def safe_id(value: object) -> str:
    """Return an id fit for a command line and a comparison, or ``""``."""
    return value if isinstance(value, str) and _SAFE_ID.fullmatch(value) else ""


def _uuid_time(thread_id: str) -> datetime | None:
    """Return the time in a version 7 UUID: milliseconds in its first 48 bits."""
    digits = thread_id.replace("-", "")
    if len(digits) != 32 or digits[12] != "7":
        return None
    try:
        return datetime.fromtimestamp(int(digits[:12], 16) / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _local_time(stamp: str) -> datetime | None:
    pattern = "%Y-%m-%dT%H-%M-%S" if "T" in stamp else "%Y-%m-%d"
    try:
        return datetime.strptime(stamp, pattern).astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        return None
