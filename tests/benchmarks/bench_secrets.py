"""How many megabytes a second the secret scan takes, on kind and on hostile texts.

    python tests/benchmarks/bench_secrets.py [FILE ...]

Without files it measures made-up prose, the standard library's source, the same as
lines of JSON, a text of near-misses only, and texts made to be slow. Figures are of
processor time, best of three; the goal is 20 MB/s on prose.
"""

import argparse
import json
import random
import sys
import sysconfig
import time
from pathlib import Path

from levelmem.engine.secrets import find

GOAL = 20.0
SIZE = 2_000_000

WORDS = (
    *("the", "of", "and", "to", "in", "is", "that", "it", "was", "for", "on", "are"),
    *("as", "with", "his", "they", "at", "be", "this", "from", "have", "build"),
    *("tests", "branch", "because", "deploy", "which", "another", "configuration"),
    *("transaction", "understanding", "pull-request", "src/app/main.py", "we"),
    *("don’t", "remember", "yesterday,", "however:"),
)
NEAR_MISSES = (
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b, prefix AKIA means a key, sk-learn"
    " and glpat- tokens, hf_hub_download of npm_config_registry, the SG. prefix,"
    " postgres://app:${DB_PASSWORD}@db/app, Bearer authentication is required,"
    " eyJhbGciOiJIUzI1NiJ9 is a header, uuid 550e8400-e29b-41d4-a716-446655440000\n"
)


def prose() -> str:
    """Return made-up prose in lines of about 80 characters."""
    rng = random.Random(1)
    lines = (" ".join(rng.choices(WORDS, k=14)) + "." for _ in range(SIZE // 85))
    return "\n".join(lines)


def source() -> str:
    """Return Python source of the standard library."""
    root = Path(sysconfig.get_paths()["stdlib"])
    pieces: list[str] = []
    for path in sorted(root.glob("*.py")):
        pieces.append(path.read_text(encoding="utf-8", errors="replace"))
        if sum(map(len, pieces)) > SIZE:
            break
    return "".join(pieces)


def json_lines(text: str) -> str:
    """Return the text as a transcript holds it, 3,000 characters a line."""
    return "\n".join(
        json.dumps({"role": "tool", "content": text[start : start + 3000]})
        for start in range(0, len(text), 3000)
    )


def texts() -> dict[str, str]:
    """Return the texts to measure by name, prose first."""
    code = source()
    rng = random.Random(2)
    base64 = "".join(
        rng.choices("abcdefghijklmnopqrstuvwxyzABCDEF0123456789+/", k=SIZE)
    )
    return {
        "prose": prose(),
        "source code": code,
        "JSON lines": json_lines(code),
        "near-misses only": NEAR_MISSES * (SIZE // len(NEAR_MISSES)),
        "base64, one run": base64,
        "Japanese": "日本語の文章です。とても長いので、走査には時間が掛かります。\n"
        * 20_000,
        "hostile: half keys": "sk-ant-aa-\n" * 20_000,
        "hostile: half tokens": "eyJaaaaaaaaaaaaaa." * 15_000,
        "hostile: invisible": "sk-\u200b" * 60_000,
        "hostile: escapes": "\\u0073" * 40_000,
    }


def measure(text: str) -> tuple[float, int]:
    """Return (megabytes a second, secrets found) for the text."""
    best = float("inf")
    found = 0
    for _ in range(3):
        begin = time.process_time()
        found = len(find(text))
        best = min(best, time.process_time() - begin)
    return len(text.encode("utf-8", "replace")) / 1e6 / best, found


def main() -> int:
    """Print a line for each text; return 1 if prose misses the goal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    files: list[Path] = parser.parse_args().files
    measured = {
        str(path): path.read_text(encoding="utf-8", errors="replace") for path in files
    } or texts()
    reached = True
    for name, text in measured.items():
        speed, found = measure(text)
        print(f"{name:24} {len(text) / 1e6:6.2f} MB {speed:8.1f} MB/s {found:7} found")
        reached = reached and (name != "prose" or speed >= GOAL)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
