"""How much CPU a fold of many records takes, the guard and the reading apart.

python tests/benchmarks/fold_records.py --records 100000 --facts 10000
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from levelmem.engine.memory.fold import fold, judged
from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.records import Record
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import FACTS, MemoryStore

T = TypeVar("T")

_SUBJECTS = ("service", "worker", "client", "parser", "scheduler", "gateway")
_VERBS = ("reads", "writes", "caches", "validates", "streams", "rotates")


def made_up_lines(records: int, facts: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return records as a long life leaves them: most facts seen again and again,
    one record in twenty a control, one in five with an origin."""
    chance = random.Random(seed)
    texts = [
        f"The {_SUBJECTS[n % 6]} {_VERBS[n // 6 % 6]} config/app-{n}.toml at start"
        for n in range(facts)
    ]
    lines: list[dict[str, Any]] = []
    for number in range(records):
        text = texts[int(facts * chance.random() ** 2)]
        minute, second = divmod(number, 60)
        at = f"2026-01-{1 + minute // 1440 % 28:02}T{minute // 60 % 24:02}"
        line: dict[str, Any] = {"v": 1, "at": f"{at}:{minute % 60:02}:{second:02}.000Z"}
        if chance.random() < 0.05:
            word = chance.choice(["confirm", "remove", "supersede", "pin"])
            line |= {"key": levelcode_key(text), "control": word, "by": texts[0]}
            line |= {"lmKey": fact_key(text)} if chance.random() < 0.5 else {}
        else:
            line |= {"text": text, "source": f"2026-01-01T00-00-00-{number % 500:04}"}
            if chance.random() < 0.2:
                line["from"] = {"origin": "file", "path": f"docs/{number % 50}.md"}
        lines.append(line)
    return lines


def cpu(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds that a piece of work takes, and its result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--facts", type=int, default=10_000)
    given = parser.parse_args()
    lines = made_up_lines(given.records, given.facts)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / FACTS).write_text("".join(json.dumps(line) + "\n" for line in lines))
        reading, (records, _) = cpu(lambda: MemoryStore(folder).facts())
        guarding = cpu(lambda: judge_all(records))[0]
        fact_key.cache_clear()
        first = cpu(lambda: fold(records))[0]
        again, facts = cpu(lambda: fold(records))
        memory = Memory("/made/up", folder)
        opening = cpu(memory.facts)[0]
        key = memory.facts()[-1].key
        changing = cpu(lambda: (memory.pin(key), memory.facts()))[0]
        undoing = cpu(lambda: (memory.undo(), memory.facts()))[0]
    print(f"records: {given.records}, facts: {len(facts)}")
    print(f"reading: {reading:.2f} s of CPU")
    print(f"guard, each text once: {guarding:.2f} s")
    print(f"fold: {first:.2f} s, again {again:.2f} s")
    print(f"opening (reading and fold): {opening:.2f} s")
    print(f"a change and the facts after it: {changing:.2f} s, undo {undoing:.2f} s")


def judge_all(records: list[Record]) -> None:
    """Ask the guard about every text, as the first fold of a run does."""
    for text in {getattr(record, "text", "") for record in records} - {""}:
        judged(text)


if __name__ == "__main__":
    main()
