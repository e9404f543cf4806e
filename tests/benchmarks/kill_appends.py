"""Kill writers at random moments and count what was lost, torn or half written.

Two processes at a time append to one memory and rewrite its digest; each is killed
with SIGKILL after a random delay and another one takes its place. A record counts
as acknowledged once its writer has said so, which is after `append` returned.

    python tests/benchmarks/kill_appends.py --kills 200
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from levelmem.engine.memory.records import Observation
from levelmem.engine.memory.store import DIGEST, FACTS, MemoryStore

_BODY = "The service reads its configuration at start. " * 20
_END = "<!-- end -->\n"


def write_forever(folder: Path, name: str) -> None:
    """Append records and rewrite the digest, telling each record that is safe."""
    store = MemoryStore(folder, scrub=lambda text: text)
    number = 0
    while True:
        batch = [f"{name}-{number + step}" for step in range(3)]
        store.append([Observation(f"{mark} {_BODY}", source=name) for mark in batch])
        sys.stdout.write("".join(f"{mark}\n" for mark in batch))
        sys.stdout.flush()
        number += 3
        if number % 5 == 0:
            with store.locked():
                store.replace(DIGEST, f"# {name} {number}\n" + _BODY * 50 + _END)


class Writer:
    """One writing process, with the file that it tells its progress to."""

    def __init__(self, folder: Path, name: str) -> None:
        self.progress = folder.parent / f"{name}.txt"
        with self.progress.open("wb") as stream:
            self.process = subprocess.Popen(
                [sys.executable, __file__, "--write", str(folder), name], stdout=stream
            )

    def kill(self) -> list[str]:
        """End it where it stands; return the records it had said were safe."""
        self.process.kill()
        self.process.wait()
        whole = self.progress.read_text().rpartition("\n")[0]
        return whole.split("\n") if whole else []


def is_whole(store: MemoryStore) -> bool:
    """Tell whether the digest, where there is one, was written to its end."""
    text = store.read_text(DIGEST)
    return text is None or text.endswith(_END)


def measure(kills: int, seed: int) -> dict[str, int]:
    """Return what is left after so many kills."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "memory"
        store = MemoryStore(folder)
        writers = [Writer(folder, f"w{number}") for number in range(2)]
        safe: list[str] = []
        half = 0
        for kill in range(kills):
            time.sleep(0.15 + chance.random() * 0.15)
            victim = writers.pop(chance.randrange(2))
            safe += victim.kill()
            half += not is_whole(store)
            writers.append(Writer(folder, f"w{kill + 2}"))
        for writer in writers:
            safe += writer.kill()
        return count(store, safe) | {"kills": kills, "half_digests": half}


def count(store: MemoryStore, safe: list[str]) -> dict[str, int]:
    """Compare the file with what its writers said was safe."""
    records, skipped = store.facts()
    found = [record.text for record in records if isinstance(record, Observation)]
    marks = {text.split(" ")[0] for text in found}
    torn = sum(text != f"{text.split(' ')[0]} {_BODY}" for text in found)
    return {
        "acknowledged": len(safe),
        "records": len(found),
        "lost": len(set(safe) - marks),
        "torn": torn,
        "unfinished_lines": skipped,
        "bytes": (store.folder / FACTS).stat().st_size,
    }


def main() -> None:
    """Run the measurement, or one of its writers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", nargs=2, metavar=("FOLDER", "NAME"))
    given = parser.parse_args()
    if given.write:
        write_forever(Path(given.write[0]), given.write[1])
    result = measure(given.kills, given.seed)
    if given.json:
        print(json.dumps(result))
    else:
        print("\n".join(f"{name}: {value}" for name, value in result.items()))


if __name__ == "__main__":
    main()
