"""How soon Memory opens and answers its keys with a large memory.

Opens the application without a terminal on an empty memory and on a made-up one, and
tells the seconds of CPU that Memory takes beyond the empty one, and for each key: how
long until the list shows what it did, how long until all is at rest, and the longest
time in between that the screen could not draw. Run it by hand on a quiet machine::

    python tests/benchmarks/bench_memory_screen.py [--records 50000] [--facts 5000]
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "app"))

from fold_records import made_up_lines
from memories import MadeUpMemory, journal, remembering, screen
from running import settle
from textual.pilot import Pilot
from textual.widgets import TextArea


@dataclass
class Taken:
    """What a key took, in seconds."""

    shown: float
    cpu: float
    """Of all threads, until it was shown: what a busy machine does not change."""
    settled: float
    stalled: float


@asynccontextmanager
async def ticking(taken: list[float]) -> AsyncIterator[None]:
    """Collect how long each turn of the event loop takes meanwhile."""

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.0005)
            taken.append(time.perf_counter() - before)

    task = asyncio.create_task(tick())
    try:
        yield
    finally:
        task.cancel()


async def timed(pilot: Pilot[None], key: str) -> Taken:
    """Press a key and wait for what it does to memory."""
    memory, turns = screen(pilot), [0.0]
    before, shown, cpu = memory.reading, 0.0, 0.0
    async with ticking(turns):
        start, began = time.perf_counter(), time.process_time()
        pilot.app.simulate_key(key)
        while not shown and time.perf_counter() - start < 5:
            await asyncio.sleep(0.0005)
            if memory.reading is not before:
                shown = time.perf_counter() - start
                cpu = time.process_time() - began
        await settle(pilot)
        settled = time.perf_counter() - start
    return Taken(shown, cpu, settled, max(turns))


async def cpu_of_opening(memory: MadeUpMemory) -> float:
    """Return the CPU seconds from the start until Memory shows all."""
    start = time.process_time()
    async with remembering(memory):
        return time.process_time() - start


async def measure(memory: MadeUpMemory) -> None:
    """Print what each key takes."""
    async with remembering(memory) as pilot:
        for name, keys in (
            ("confirm", "c"),
            ("undo", "u"),
            ("pin", "p"),
            ("undo", "u"),
            ("not true", "f"),
            ("undo", "u"),
            ("redo", "U"),
            ("restore", "R"),
            ("undo", "u"),
        ):
            await pilot.press("down", "down")
            found = [await timed(pilot, keys) for _ in range(3)]
            best = min(found, key=lambda taken: taken.shown)
            worst = max(taken.cpu for taken in found)
            print(
                f"{name:10} shown after {best.shown * 1e3:4.0f} ms"
                f", {best.cpu * 1e3:4.0f} ms of CPU (worst {worst * 1e3:.0f})"
                f", at rest {best.settled * 1e3:5.0f} ms"
                f", stalled {best.stalled * 1e3:4.0f} ms"
            )
        await pilot.press("n")
        await settle(pilot)
        pilot.app.screen.query_one(TextArea).text = "The deploy waits for the tests"
        await pilot.press("enter")
        await settle(pilot)


def main() -> None:
    """Measure and print."""
    sys.setswitchinterval(0.0005)  # as the application does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--facts", type=int, default=5_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty, full = (MadeUpMemory(Path(folder) / name) for name in ("none", "many"))
        empty.write([], [])
        lines: list[dict[str, Any]] = made_up_lines(options.records, options.facts)
        full.write(lines, journal())
        asyncio.run(cpu_of_opening(full))  # the guard's verdicts are kept from then on
        base = min(asyncio.run(cpu_of_opening(empty)) for _ in range(3))
        opened = min(asyncio.run(cpu_of_opening(full)) for _ in range(3))
        print(f"opening    {opened - base:.3f} s of CPU over the empty {base:.3f} s")
        print(json.dumps({"records": len(lines), "facts": options.facts}))
        asyncio.run(measure(full))


if __name__ == "__main__":
    main()
