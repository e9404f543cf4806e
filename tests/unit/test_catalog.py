"""The catalog: incremental, newest first, honest about what it can't read."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from levelmem.engine.sessions.catalog import Catalog, Listing
from levelmem.engine.sessions.labels import Label
from levelmem.engine.sessions.model import (
    Kind,
    Origin,
    Resume,
    Scan,
    Session,
    SessionFile,
    Text,
    Turn,
)
from levelmem.engine.sessions.scan_cache import ScanCache


class Notebook:
    """A made-up agent: one text file a session, its first line the title."""

    name = "notebook"
    label = "Notebook"
    version = 1

    def __init__(self) -> None:
        self.scanned: list[str] = []
        self.fails = False

    def roots(self, environ: Mapping[str, str]) -> Sequence[Path]:
        return []

    def files(self, root: Path) -> Iterator[SessionFile]:
        if self.fails:
            raise PermissionError(13, "Permission denied")
        for path in root.glob("*.txt"):
            stat = path.stat()
            signature = f"{stat.st_size}-{stat.st_mtime_ns}"
            yield SessionFile(self.name, root, path, signature, stat.st_mtime)

    def scan(self, file: SessionFile) -> Scan:
        self.scanned.append(file.path.stem)
        lines = file.path.read_text().splitlines()
        error = "empty" if not lines else ""
        session = Session(
            agent=self.name,
            id=file.path.stem,
            path=file.path,
            title=lines[0] if lines else "",
            updated=datetime.fromtimestamp(file.modified, UTC),
            models=("m1",),
            edits=(("a.py", 2),),
            skipped=sum(line == "broken" for line in lines),
            error=error,
        )
        return Scan(session, {"lines": len(lines)})

    def assemble(self, root: Path, scans: Iterable[Scan]) -> list[Session]:
        return [
            replace(scan.session, turns=scan.hints["lines"])
            for scan in scans
            if not scan.session.error
        ]

    def turns(self, session: Session) -> Iterator[Turn]:
        text = session.path.read_text()
        yield Turn(0, "user", Origin.HUMAN, (Text(text),))

    def resume(self, session: Session) -> Resume:
        return Resume(("notebook", session.id), "")


@pytest.fixture
def source() -> Notebook:
    return Notebook()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    for age, name in enumerate(["new", "mid", "old"]):
        write(folder, name, f"title {name}\nline", age=age)
    return folder


def write(folder: Path, name: str, text: str, age: int = 0) -> None:
    path = folder / f"{name}.txt"
    path.write_text(text)
    moment = 1_790_000_000 - age * 3600
    os.utime(path, (moment, moment))


def open_catalog(source: Notebook, root: Path) -> Catalog:
    cache = ScanCache(root.parent / "cache/scans.sqlite")
    return Catalog([(source, root)], cache, root.parent / "labels.jsonl")


def ids(listing: Listing) -> list[str]:
    return [s.id for s in listing.sessions]


def test_sessions_come_newest_first(source: Notebook, root: Path) -> None:
    listing = open_catalog(source, root).listing()
    assert listing.done
    assert ids(listing) == ["new", "mid", "old"]


def test_an_unchanged_file_is_not_read_again(source: Notebook, root: Path) -> None:
    catalog = open_catalog(source, root)
    catalog.listing()
    assert source.scanned == ["new", "mid", "old"]
    catalog.listing()
    open_catalog(source, root).listing()  # another run: the cache knows
    assert source.scanned == ["new", "mid", "old"]


def test_a_session_survives_the_cache_whole(source: Notebook, root: Path) -> None:
    first = open_catalog(source, root).listing()
    assert open_catalog(source, root).listing().sessions == first.sessions
    assert open_catalog(source, root).cached().sessions == first.sessions


def test_new_changed_and_deleted_files_are_noticed(
    source: Notebook, root: Path
) -> None:
    catalog = open_catalog(source, root)
    catalog.listing()
    source.scanned.clear()
    write(root, "old", "another title\nline\nmore")
    write(root, "fresh", "fresh")
    (root / "mid.txt").unlink()
    listing = catalog.listing()
    assert sorted(source.scanned) == ["fresh", "old"]
    assert sorted(ids(listing)) == ["fresh", "new", "old"]
    assert "mid" not in ids(open_catalog(source, root).cached())


def test_a_changed_session_stays_listed_while_it_is_read_again(
    source: Notebook, root: Path
) -> None:
    catalog = open_catalog(source, root)
    catalog.listing()
    write(root, "old", "another title")
    titles = [listing.find("old")[0].title for listing in catalog.refresh()]
    assert titles == ["title old", "another title"]


def test_what_can_not_be_read_is_counted(source: Notebook, root: Path) -> None:
    write(root, "new", "title\nbroken\nbroken")
    write(root, "empty", "")
    (report,) = open_catalog(source, root).listing().reports
    assert report.skipped_lines == 2
    assert report.sessions == 3
    assert report.problems == ((root / "empty.txt", "empty"),)


def test_a_store_that_can_not_be_listed_keeps_what_was_known(
    source: Notebook, root: Path
) -> None:
    open_catalog(source, root).listing()
    source.fails = True
    listing = open_catalog(source, root).listing()
    assert ids(listing) == ["new", "mid", "old"]
    assert listing.reports[0].problems == ((root, "Permission denied"),)


@pytest.mark.parametrize("damage", [b"", b"not a database", b"SQLite format 3\x00torn"])
def test_a_damaged_cache_hides_nothing(
    source: Notebook, root: Path, damage: bytes
) -> None:
    open_catalog(source, root).listing()
    (root.parent / "cache/scans.sqlite").write_bytes(damage)
    assert ids(open_catalog(source, root).listing()) == ["new", "mid", "old"]


def test_a_cache_that_can_not_be_written_is_done_without(
    source: Notebook, root: Path
) -> None:
    (root.parent / "cache").write_text("a file where the folder should be")
    assert ids(open_catalog(source, root).listing()) == ["new", "mid", "old"]


def test_a_source_that_learned_more_reads_again(source: Notebook, root: Path) -> None:
    open_catalog(source, root).listing()
    source.version = 2
    source.scanned.clear()
    open_catalog(source, root).listing()
    assert len(source.scanned) == 3


def test_the_cache_is_private(source: Notebook, root: Path) -> None:
    open_catalog(source, root).listing()
    cache = root.parent / "cache/scans.sqlite"
    assert cache.stat().st_mode & 0o777 == 0o600


def test_a_cancelled_refresh_keeps_what_it_read(source: Notebook, root: Path) -> None:
    calls = iter([False, True])
    list(open_catalog(source, root).refresh(lambda: next(calls)))
    assert source.scanned == ["new"]
    assert ids(open_catalog(source, root).cached()) == ["new"]


def test_the_same_session_in_two_stores_is_listed_once(
    source: Notebook, root: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    write(copy, "old", "title old, later", age=0)
    cache = ScanCache(None)
    catalog = Catalog([(source, root), (source, copy)], cache, tmp_path / "l.jsonl")
    listing = catalog.listing()
    assert sorted(ids(listing)) == ["mid", "new", "old"]
    assert listing.find("old")[0].title == "title old, later"


def test_the_persons_filing_is_applied(source: Notebook, root: Path) -> None:
    catalog = open_catalog(source, root)
    session = catalog.listing().find("mid")[0]
    catalog.file(session, Label(pinned=True, title="Mine"))
    filed = catalog.listing().find("mid")[0]
    assert (filed.pinned, filed.title) == (True, "Mine")


def test_nothing_new_is_the_very_same_listing(source: Notebook, root: Path) -> None:
    catalog = open_catalog(source, root)
    assert catalog.listing().sessions is catalog.listing().sessions


def test_a_session_is_found_by_the_start_of_its_id(
    source: Notebook, root: Path
) -> None:
    listing = open_catalog(source, root).listing()
    assert [s.id for s in listing.find("ol")] == ["old"]
    assert listing.find("") == []
    assert all(s.kind is Kind.MAIN for s in listing.main)


def test_a_secret_in_a_title_reaches_neither_list_nor_cache(
    source: Notebook, root: Path
) -> None:
    secret = "ghp" + "_" + "a1B2" * 9
    write(root, "new", f"deploy with {secret} now")
    listing = open_catalog(source, root).listing()
    assert listing.find("new")[0].title == "deploy with [redacted] now"
    cache = (root.parent / "cache/scans.sqlite").read_bytes()
    assert secret.encode() not in cache
