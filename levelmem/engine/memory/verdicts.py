"""The guard's verdicts kept between runs: a cache, to be deleted at any time.

The guard looks at each text from many sides, which takes longer than all the rest of
a fold. Its verdict depends on the text and on the guard's own code alone, so it is
kept under a hash of the text, for as long as that code is the same.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from levelmem.engine.memory.facts import Reason
from levelmem.engine.memory.fold import Judge, Verdict, judged
from levelmem.engine.memory.store import MemoryStore, StoreError

_MOST = 50_000
"""Verdicts kept; the oldest go first."""
_SAVE_AFTER = 500
"""New verdicts before the file is written without being asked: a memory of fewer
facts is judged in no time."""


@dataclass(frozen=True, slots=True)
class KnownVerdict:
    """A verdict of an earlier run."""

    held: bool
    reasons: tuple[Reason, ...] = ()


class VerdictCache:
    """Judges texts, asking the guard only about those that it has not seen."""

    def __init__(self, file: Path, judge: Judge = judged) -> None:
        """Keep verdicts in ``file``, which need not exist."""
        self._store = MemoryStore(file.parent, scrub=lambda text: text)
        self._name = file.name
        self._ask = judge
        self._known: dict[str, Any] | None = None
        self._new = 0

    def judge(self, text: str) -> Verdict:
        """Return the guard's verdict on a text."""
        known = self._known if self._known is not None else self._load()
        mark = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16)
        key = mark.hexdigest()
        if key in known:
            return _verdict(known[key])
        verdict = self._ask(text)
        known[key] = [[why.rule, why.start, why.end] for why in verdict.reasons]
        if verdict.held and not known[key]:
            known[key] = True
        self._new += 1
        if self._new >= max(_SAVE_AFTER, len(known) // 2):
            self.save()
        return verdict

    def save(self) -> None:
        """Write down what is new; a cache that can't be written is no matter."""
        if not self._new or self._known is None:
            return
        newest = dict(list(self._known.items())[-_MOST:])
        data = {"v": 1, "guard": guard_fingerprint(), "verdicts": newest}
        with suppress(StoreError):
            self._store.replace(self._name, json.dumps(data, separators=(",", ":")))
            self._new = 0

    def _load(self) -> dict[str, Any]:
        self._known = {}
        with suppress(StoreError, ValueError, RecursionError):
            data = json.loads(self._store.read_text(self._name) or "{}")
            if isinstance(data, dict) and data.get("guard") == guard_fingerprint():
                verdicts = data.get("verdicts")
                if isinstance(verdicts, dict) and all(
                    map(_is_sound, verdicts.values())
                ):
                    self._known = verdicts
        return self._known


@cache
def guard_fingerprint() -> str:
    """Return what changes whenever the code or the data of the guard does."""
    mark = hashlib.blake2b(digest_size=16)
    for file in _files_of_the_guard():
        found = file.stat()
        mark.update(f"{file.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return mark.hexdigest()


def _files_of_the_guard() -> Iterator[Path]:
    here = Path(__file__).parent / "rules"
    for file in sorted(here.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            yield file


def _verdict(kept: Any) -> Verdict:
    if kept is True:
        return KnownVerdict(True)
    return KnownVerdict(bool(kept), tuple(Reason(*reason) for reason in kept))


def _is_sound(kept: Any) -> bool:
    return kept is True or (isinstance(kept, list) and all(map(_is_reason, kept)))


def _is_reason(kept: Any) -> bool:
    return isinstance(kept, list) and [type(part) for part in kept] == [str, int, int]
