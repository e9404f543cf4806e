"""What keeps Memory up to date: reading in workers, and comparing with the code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic, sleep
from typing import Any

from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.views.telling import Tellings, tellings
from levelmem.engine.problem import Problem
from levelmem.screens.library import Library
from levelmem.screens.memory_reading import (
    Reading,
    drifted,
    read_memory,
    with_tellings,
)
from levelmem.screens.memory_view import Filters
from levelmem.widgets.background import background
from levelmem.widgets.memory_items import FactItem, Item

_UNKNOWN = Tellings()
_DRAWING_SECONDS = 0.05
_IDLE_SECONDS = 0.5
"""After the first reading: what the first key needs is then worked out."""
_DRIFT_SECONDS = 120.0
"""How long it takes until the working tree is looked at again."""


@dataclass
class MemoryRead(Message):
    """A worker has read the memory."""

    generation: int
    """Those before the newest are dropped."""
    reading: Reading
    signature: tuple[object, ...]
    """What changes when it has to be read again; empty where more follows."""


@dataclass
class DriftFound(Message):
    """A worker has compared facts with the working tree."""

    drift: Mapping[str, str]
    """What contradicts a fact, by the id of its row."""


class MemoryFeed(Screen[Any]):
    """Adds reading to the Memory screen, which shows what was read."""

    library: Library
    filters: Filters

    reading: Reading | None = None
    """What was read last; None until then."""
    _signature: tuple[object, ...] = ()
    _generation = 0
    _told: Mapping[str, Tellings] = {}
    """By project: what its next session is told."""
    _drift: Mapping[str, str] = {}
    """What contradicts a fact in the working tree, by the id of its row."""
    _compared: frozenset[tuple[str, str]] = frozenset()
    _compared_at = 0.0

    def take_items(self, items: Sequence[Item]) -> None:
        """Show what was read."""
        raise NotImplementedError

    def items(self) -> Sequence[Item]:
        """Return what was read last, drifted facts marked."""
        read = self.reading.items if self.reading else ()
        drift = self._drift
        if not drift:
            return read
        return [
            replace(item, drift=drift.get(item.id, ""))
            if isinstance(item, FactItem)
            else item
            for item in read
        ]

    def read(self) -> None:
        """Read what the filters ask for in a worker, if anybody changed it."""
        self._generation += 1
        before = self.reading.items if self.reading else ()
        everywhere = self.filters.everywhere
        self._read(self._generation, everywhere, self._signature, before)

    @background("read memory", group="memory")
    def _read(
        self,
        generation: int,
        everywhere: bool,
        known: tuple[object, ...],
        items: Sequence[Item],
    ) -> None:
        shelf, environ = self.library.shelf, self.library.places.environ
        today = self.library.digest_day()
        signature = (everywhere, today, shelf.signature(everywhere))
        if signature == known:
            return
        # What was told before is told with it: a key answers at once, and what the
        # next session is told, which takes longer to find, follows.
        before = self._told
        reading = read_memory(
            shelf, everywhere, environ, lambda p: before.get(p, _UNKNOWN), items
        )
        if before:
            self.post_message(MemoryRead(generation, reading, ()))
            # The screen's turn: it draws before this goes on, and what is out of date
            # by then is not worked out.
            sleep(_DRAWING_SECONDS)
            if generation != self._generation:
                return
        told = {project: self._told_of(project) for project in reading.projects}
        self._told = told
        told_now = with_tellings(reading, told)
        self.post_message(MemoryRead(generation, told_now, signature))

    def _told_of(self, project: str) -> Tellings:
        today = self.library.digest_day()

        def ask(memory: Memory) -> Tellings:
            return tellings(memory, self.library.consolidator(memory), today)

        try:
            return self.library.shelf.ask(project, ask)
        except Problem:
            return _UNKNOWN

    @background("make ready", group="memory")
    def _make_ready(self) -> None:
        with suppress(Problem):
            self.library.shelf.ask("", Memory.make_ready)

    def on_memory_read(self, event: MemoryRead) -> None:
        """Show the newest reading."""
        event.stop()
        if event.generation != self._generation:
            return
        self._signature = event.signature
        if self.reading is None:
            self.set_timer(_IDLE_SECONDS, self._make_ready)
        if event.reading != self.reading:
            self.reading = event.reading
            self.take_items(self.items())
        if event.signature:
            self._compare()

    def _compare(self) -> None:
        """Compare facts with the working tree, where that was not just done."""
        now = monotonic()
        items = self.items()
        facts = frozenset(
            (item.id, item.fact.text)
            for item in items
            if isinstance(item, FactItem) and item.fact.in_force
        )
        if facts != self._compared or now - self._compared_at > _DRIFT_SECONDS:
            self._compared, self._compared_at = facts, now
            self._find_drift(items)

    @background("compare with code", group="drift", exclusive=True)
    def _find_drift(self, items: Sequence[Item]) -> None:
        worker = get_current_worker()
        found = dict(drifted(items, lambda: worker.is_cancelled))
        if not worker.is_cancelled:
            self.post_message(DriftFound(found))

    def on_drift_found(self, event: DriftFound) -> None:
        """Mark what drifted."""
        event.stop()
        if event.drift != self._drift:
            self._drift = event.drift
            self.take_items(self.items())
