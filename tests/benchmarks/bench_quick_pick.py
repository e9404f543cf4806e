"""How much CPU a key press in the quick pick takes, for 10,000 sessions.

    python tests/benchmarks/bench_quick_pick.py [--sessions 10000]

Each query is typed letter by letter; told are the median and the worst CPU time of a
key press in milliseconds, of what finds the sessions. The goal is 16 ms.
"""

import argparse
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import process_time

from make_corpus import Words

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.quick import QuickIndex

QUERIES = ("refund retry", "printer", "pritner weihgt", "customs.py", "zzqxv", "the of")
GOAL_MS = 16


def made_up(count: int) -> Iterator[Session]:
    """Yield sessions of forty projects, newest first, with titles and edited files."""
    rng = random.Random(1)
    words = Words(rng, 2000)
    newest = datetime(2026, 3, 1, tzinfo=UTC)
    for number in range(count):
        edits = ((f"src/{words.name()}.py", rng.randint(1, 9)) for _ in range(5))
        yield Session(
            agent=rng.choice(("claude-code", "codex", "gemini")),
            id=str(number),
            path=Path(f"/made/up/{number}.jsonl"),
            project=f"/work/project-{number % 40}",
            branch=rng.choice(("main", "fix/refund", "feature/labels")),
            title=words.sentence(12),
            updated=newest - timedelta(minutes=20 * number),
            edits=tuple(edits),
        )


def key_presses(index: QuickIndex, query: str) -> list[float]:
    """Return the CPU milliseconds of each key press while a query is typed."""
    times = []
    for end in range(1, len(query) + 1):
        begun = process_time()
        index.picks(query[:end])
        times.append(1000 * (process_time() - begun))
    return times


def main() -> None:
    """Measure, and print a line of JSON a query."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=10_000)
    options = parser.parse_args()
    index = QuickIndex(list(made_up(options.sessions)))
    index.picks("warm up")
    for query in QUERIES:
        times = key_presses(index, query)
        facts = {
            "query": query,
            "median_ms": round(median(times), 2),
            "worst_ms": round(max(times), 2),
            "goal_ms": GOAL_MS,
        }
        print(json.dumps(facts))


if __name__ == "__main__":
    main()
