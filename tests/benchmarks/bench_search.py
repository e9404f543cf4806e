"""How fast search is, beside ripgrep over the same files.

    python tests/benchmarks/make_corpus.py /tmp/corpus
    python tests/benchmarks/bench_search.py /tmp/corpus --files --growth

The first line tells what it takes to keep the texts of all sessions. To compare that
with the first index of another program, give the command that makes one; it is run
with the corpus as its home and a new folder for its caches::

    python tests/benchmarks/bench_search.py /tmp/corpus --beside \
        "fr --rebuild --list --limit 1"

A line a word follows: CPU seconds to the first batch of results, for a pass over the
conversations, with what tools did, and with ``--files`` without kept texts. With
``--growth``, a line a session tells what it takes to keep it, and once more after it
grew by a line. The last line is the most memory that was held.

All times are CPU seconds of one process with warm files, the best of three; ratios
carry over to other machines, seconds do not. Words: two that stand nowhere (one of
letters that no other word has, one made like the others), one in half of the files,
one in nearly all.
"""

import argparse
import json
import os
import resource
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
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
    argv = ["rg", "-il", "--no-ignore", "--hidden", "-F", word, str(folder)]
    return children_cpu(argv, os.environ)


def children_cpu(argv: Sequence[str], environ: Mapping[str, str]) -> float:
    """Run a command; return the CPU seconds that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = subprocess.DEVNULL
    subprocess.run(argv, env=environ, stdout=quiet, stderr=quiet, check=False)
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
    parser.add_argument(
        "--growth", action="store_true", help="keep what grew by a line"
    )
    parser.add_argument("--beside", help="a command that makes another first index")
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
        kept = _report_keeping(finder, sessions)
        if options.beside:
            _report_beside(options.beside, options.folder, kept)
        if options.growth:
            _report_growth(sessions)
        for word in options.words:
            _report_word(finder, sessions, word, options)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"peak_megabytes": round(peak)}))


def _report_keeping(finder: Finder, sessions: Sequence[Session]) -> float:
    begun = process_time()
    for _ in finder.keep(sessions):
        pass
    taken = process_time() - begun
    assert finder.cache is not None
    raw = sum(session.size for session in sessions)
    facts = {
        "keep_seconds": round(taken, 2),
        "sessions": len(sessions),
        "raw_megabytes": round(raw / 1e6),
        "kept_share": round(finder.cache.size / raw, 3),
    }
    print(json.dumps(facts), flush=True)
    return taken


def _report_beside(command: str, folder: Path, kept: float) -> None:
    """Tell what another program takes for its first index of the same home."""
    with tempfile.TemporaryDirectory() as scratch:
        environ = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": scratch}
        seconds = children_cpu(shlex.split(command), environ)
    facts = {"beside": round(seconds, 2), "keep_times_beside": round(kept / seconds, 1)}
    print(json.dumps(facts), flush=True)


def _report_growth(sessions: Sequence[Session]) -> None:
    """Tell what keeping takes for a small, a middling and the largest session."""
    by_size = sorted(sessions, key=lambda session: session.size)
    for session in (
        by_size[len(by_size) // 10],
        by_size[len(by_size) // 2],
        by_size[-1],
    ):
        with tempfile.TemporaryDirectory() as home:
            whole, grown = _growth(session, Path(home))
        facts = {
            "session_kilobytes": session.size // 1000,
            "keep_ms": round(1000 * whole, 1),
            "keep_grown_ms": round(1000 * grown, 1),
        }
        print(json.dumps(facts), flush=True)


def _growth(session: Session, home: Path) -> tuple[float, float]:
    """Return the CPU seconds of keeping a copy of a session, and after a line more."""
    copy = home / ".claude" / "projects" / "-copy" / session.path.name
    copy.parent.mkdir(parents=True)
    shutil.copy(session.path, copy)
    places = Places({"HOME": str(home), "LEVELMEM_CACHE_DIR": str(home / "cache")})
    whole = _kept_once(places)
    grown = []
    for number in range(RUNS):
        _say_more(copy, number)
        grown.append(_kept_once(places))
    return whole, min(grown)


def _kept_once(places: Places) -> float:
    catalog = Catalog.open(places)
    finder, sessions = Finder.open(catalog, places), catalog.listing().sessions
    begun = process_time()
    for _ in finder.keep(sessions):
        pass
    return process_time() - begun


def _say_more(path: Path, number: int) -> None:
    """Add a prompt to a session."""
    last = json.loads(path.read_bytes().splitlines()[-1])
    message = {"role": "user", "content": f"and once more, please: {number}"}
    own = f"{number:08d}-0000-4000-8000-000000000000"
    record = {**last, "type": "user", "message": message}
    record |= {"uuid": own, "parentUuid": last["uuid"]}
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(record) + "\n")


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
