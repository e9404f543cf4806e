"""How fast search is, beside ripgrep over the same files.

    python tests/benchmarks/make_corpus.py /tmp/corpus
    python tests/benchmarks/bench_search.py /tmp/corpus

All times are CPU seconds of one process with warm files, the best of three; ratios
carry over to other machines, seconds do not. Words: one that stands nowhere, a seldom
one, one in half of the files, one in nearly all.
"""

import argparse
import json
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search_results import Progress

WORDS = ("zzqxv", "yuyuyuqui", "printer", "the")
RUNS = 3


@dataclass(frozen=True)
class Pass:
    """One full search: CPU seconds to its first batch, and to its end."""

    first: float
    whole: float
    hits: int


def search(finder: Finder, sessions: Sequence[Session], text: str) -> Pass:
    """Search once."""
    begun, first, hits = process_time(), 0.0, 0
    for found in finder.search(sessions, parse(text)):
        if not isinstance(found, Progress):
            hits += 1
            continue
        if not first and found.searched:
            first = process_time() - begun
        if found.done:
            break  # what follows is the search for words like it
    return Pass(first, process_time() - begun, hits)


def ripgrep(word: str, folder: Path) -> float:
    """Return the CPU seconds that ripgrep takes for a word in any case."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    argv = ["rg", "-il", "--no-ignore", "--hidden", "-F", word, str(folder)]
    subprocess.run(argv, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(measure: Callable[[], Pass], runs: int = RUNS) -> Pass:
    """Return the fastest of several passes."""
    return min((measure() for _ in range(runs)), key=lambda p: p.whole)


def main() -> None:
    """Measure what the command line asks for, and print a line of JSON a word."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the texts there, or use them")
    parser.add_argument("--files", action="store_true", help="without a cache as well")
    parser.add_argument("--words", nargs="*", default=WORDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        cache = options.cache or Path(scratch)
        environ = {
            "HOME": str(options.folder),
            "LEVELMEM_CACHE_DIR": str(cache),
            "LEVELMEM_DATA_DIR": scratch,
            "LEVELMEM_CONFIG_DIR": scratch,
        }
        places = Places(environ)
        catalog = Catalog.open(places)
        sessions = catalog.listing().sessions
        finder = Finder.open(catalog, places)
        _report_keeping(finder, sessions)
        for word in options.words:
            _report_word(finder, sessions, word, options)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"peak_megabytes": round(peak)}))


def _report_keeping(finder: Finder, sessions: Sequence[Session]) -> None:
    begun = process_time()
    for _ in finder.keep(sessions):
        pass
    assert finder.cache is not None
    raw = sum(session.size for session in sessions)
    facts = {
        "keep_seconds": round(process_time() - begun, 2),
        "sessions": len(sessions),
        "raw_megabytes": round(raw / 1e6),
        "kept_share": round(finder.cache.size / raw, 3),
    }
    print(json.dumps(facts), flush=True)


def _report_word(
    finder: Finder,
    sessions: Sequence[Session],
    word: str,
    options: argparse.Namespace,
) -> None:
    talk = best(lambda: search(finder, sessions, f"in:said in:answered {word}"))
    whole = best(lambda: search(finder, sessions, word))
    facts: dict[str, object] = {
        "word": word,
        "hits": whole.hits,
        "first_batch": round(whole.first, 4),
        "conversations": round(talk.whole, 3),
        "with_tools": round(whole.whole, 3),
    }
    passes = {"conversations": talk.whole, "with_tools": whole.whole}
    if options.files:
        bare = replace(finder, cache=None)
        files = search(bare, sessions, word)
        facts["from_files"], facts["from_files_first"] = (
            round(files.whole, 2),
            round(files.first, 3),
        )
        passes["from_files"] = files.whole
        assert files.hits == whole.hits, (files.hits, whole.hits)
    if shutil.which("rg"):
        seconds = min(ripgrep(word, options.folder) for _ in range(RUNS))
        facts["rg"] = round(seconds, 3)
        facts["times_rg"] = {n: round(s / seconds, 2) for n, s in passes.items()}
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main()
