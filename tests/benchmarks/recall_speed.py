"""How much CPU it takes to index many turns, and to ask a question over them.

python tests/benchmarks/recall_speed.py --turns 100000 --questions 200
"""

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from levelmem.engine.recall.documents import Document, DocumentKind, Role
from levelmem.engine.recall.index import Conversation, Index
from levelmem.engine.recall.ranking import rank

_PER_SESSION = 100
_START = datetime(2026, 1, 1, tzinfo=UTC)
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe")


def vocabulary(size: int, chance: random.Random) -> list[str]:
    """Return made-up words; every twentieth is a name as code has them."""
    made = (chance.choices(_SYLLABLES, k=chance.randint(2, 5)) for _ in range(size))
    names = sorted(set(map("".join, made)))
    chance.shuffle(names)
    return [
        f"src/{word}/{other}_{word}.py" if n % 20 == 0 else word
        for n, (word, other) in enumerate(pairwise(names))
    ]


def turn_text(words: list[str], chance: random.Random) -> str:
    """Return a turn: most are short, words are as unevenly common as in speech."""
    length = chance.choice((4, 8, 15, 25, 40, 60, 80))
    at = (int(len(words) * chance.random() ** 4) for _ in range(length))
    return " ".join(words[n] for n in at)


def sessions(
    turns: int, words: list[str], chance: random.Random
) -> Iterator[tuple[Conversation, list[Document]]]:
    """Yield made-up sessions of a hundred turns."""
    for number in range(turns // _PER_SESSION):
        name = f"session-{number}"
        yield (
            Conversation(name, agent="made-up"),
            [
                Document(
                    DocumentKind.TURN,
                    turn_text(words, chance),
                    role=Role.AGENT if turn % 2 else Role.PERSON,
                    when=_START + timedelta(hours=number, minutes=turn),
                    agent="made-up",
                    session=name,
                    turn=turn,
                )
                for turn in range(_PER_SESSION)
            ],
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    given = parser.parse_args()
    chance = random.Random(1)
    words = vocabulary(40_000, chance)
    made = list(sessions(given.turns, words, chance))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "recall.sqlite")
        index = Index(path)
        begun = time.process_time()
        for conversation, documents in made:
            index.replace(conversation, "1", documents)
        index.save()
        print(f"index {given.turns} turns: {time.process_time() - begun:.2f} s of CPU")
        print(f"on disk: {path.stat().st_size / 1e6:.0f} MB")
        begun = time.process_time()
        index.replace(made[0][0], "2", made[0][1])
        index.save()
        print(f"one session anew: {(time.process_time() - begun) * 1e3:.1f} ms")
        texts = [
            " ".join(turn_text(words, chance).split()[: chance.randint(2, 9)])
            for _ in range(given.questions + 1)
        ]
        rank(index, texts.pop(), _START)
        spent = []
        for text in texts:
            begun = time.process_time()
            rank(index, text, _START)
            spent.append((time.process_time() - begun) * 1e3)
    spent.sort()
    middle, high = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    print(f"a question: {middle:.1f} ms, p95 {high:.1f} ms, most {spent[-1]:.1f} ms")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {memory:.0f} MB")


if __name__ == "__main__":
    main()
