"""The index of everything that can be recalled: one private SQLite file, a cache.

Documents of a conversation stand one after the other, so a turn's neighbours are the
rows beside it. FTS5 finds candidates; how good they are is decided by the ranker,
which reads their terms as they are kept here.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelmem.engine.recall.bm25 import Statistics
from levelmem.engine.recall.documents import COMMAND_MARK, Document, Stored
from levelmem.engine.recall.tokens import terms
from levelmem.engine.text import fold, mend_surrogates

_SCHEMA = 1
_MOST_TERMS = 400
"""Terms of one document that are ranked; a turn of pages is found by its first ones."""
_MOST_MATCHES = 8000
"""Matches of the rarer terms of a question that are weighed to choose candidates."""
_AT_ONCE = 500
_FLUSH = 4000
"""Documents that are written together: FTS5 is quick in large steps."""
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
GAP = 16
"""Numbers left free between conversations, so that none seems to go on in another."""

_COMMAND = f"\n{COMMAND_MARK}"

_TABLES = """
create table conversation(
  id integer primary key, kind text not null, agent text not null,
  name text not null, project text not null, signature text not null,
  unique (kind, agent, name)
);
create table document(
  id integer primary key, conversation integer not null, kind text not null,
  reference text not null, role text not null, author text not null, at real,
  agent text not null, session text not null, turn integer not null,
  length integer not null,
  text text not null, terms text not null
);
create index document_of on document(conversation);
create virtual table word using fts5(
  terms, content='document', content_rowid='id', detail=none, columnsize=0,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'"
);
create table word_count(
  term text primary key, documents integer not null
) without rowid;
create index unused_word on word_count(term) where documents <= 0;
create table total(documents integer not null, length integer not null);
insert into total values (0, 0);
"""
_COLUMNS = (
    "id, conversation, kind, reference, role, author, at, agent, session, turn,"
    " length, terms"
)
_LENGTH_AT = 10
"""Where the length stands in a row."""
_Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session, or a memory: what is indexed and replaced as a whole."""

    name: str
    """The session's id, or the memory's project."""
    kind: str = "session"
    """``session`` or ``memory``."""
    agent: str = ""
    project: str = ""
    """The folder that it belongs to."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies it."""
        return (self.kind, self.agent, self.name)


class Index:
    """Documents with their terms, found by term."""

    def __init__(self, path: Path | None = None) -> None:
        """Open the index at ``path``, made when needed; None keeps it in memory.

        A file that does not fit is emptied: it is rebuilt from the sessions. Raises
        ``OSError`` when its folder can't be made, ``sqlite3.Error`` when the file
        looks like an index and is none.
        """
        self._database, self.begun_anew = _open(path)
        self._authors: frozenset[str] | None = None
        self._vocabulary: dict[str, list[str]] = {}
        self._unwritten: list[_Row] = []
        self._counts: Counter[str] = Counter()
        self._next = self._database.execute(
            "select coalesce(max(id), 0) from document"
        ).fetchone()[0]

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    # Keeping

    def signatures(self) -> dict[tuple[str, str, str], str]:
        """Return the signature of each conversation that is kept, by its key."""
        rows = self._database.execute(
            "select kind, agent, name, signature from conversation"
        )
        return {(kind, agent, name): mark for kind, agent, name, mark in rows}

    def replace(
        self, conversation: Conversation, signature: str, documents: Iterable[Document]
    ) -> None:
        """Keep a conversation as it is now, in place of what was kept of it.

        Documents come in order. Nothing is on disk before :meth:`save`.
        """
        self.remove([conversation.key])
        added = self._database.execute(
            "insert into conversation(kind, agent, name, project, signature)"
            " values (?, ?, ?, ?, ?)",
            (*conversation.key, mend_surrogates(conversation.project), signature),
        )
        number, group = self._next + GAP, added.lastrowid or 0
        for document in documents:
            found = _terms_of(document)
            self._counts.update(set(found))
            self._unwritten.append(_row(number, group, document, found))
            number += 1
        self._next = number
        if len(self._unwritten) >= _FLUSH:
            self._flush()

    def remove(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Drop conversations."""
        for key in keys:
            found = self._database.execute(
                "select id from conversation where kind = ? and agent = ? and name = ?",
                key,
            ).fetchone()
            if found:
                self._flush()
                self._drop(found)

    def _drop(self, group: tuple[int]) -> None:
        run = self._database.execute
        gone = run(
            "select terms, length from document where conversation = ?", group
        ).fetchall()
        run(
            "insert into word(word, rowid, terms) select 'delete', id, terms"
            " from document where conversation = ?",
            group,
        )
        run("delete from document where conversation = ?", group)
        run("delete from conversation where id = ?", group)
        counts: Counter[str] = Counter()
        for made, _ in gone:
            counts.subtract(set(made.split()))
        self._count(counts, -len(gone), -sum(length for _, length in gone))
        run("delete from word_count where documents <= 0")

    def save(self) -> None:
        """Write to disk what was kept and dropped."""
        self._flush()
        self._database.commit()
        self._authors = None
        self._vocabulary.clear()

    def _flush(self) -> None:
        rows, self._unwritten = self._unwritten, []
        if not rows:
            return
        marks = ", ".join("?" * len(rows[0]))
        self._database.executemany(f"insert into document values ({marks})", rows)
        self._database.executemany(
            "insert into word(rowid, terms) values (?, ?)",
            [(row[0], row[-1]) for row in rows],
        )
        self._count(
            self._counts, len(rows), sum(int(str(row[_LENGTH_AT])) for row in rows)
        )
        self._counts.clear()

    def _count(self, terms: Mapping[str, int], documents: int, length: int) -> None:
        """Add to what is known of the whole: may be less than nothing."""
        self._database.executemany(
            "insert into word_count values (?, ?) on conflict (term)"
            " do update set documents = documents + excluded.documents",
            terms.items(),
        )
        self._database.execute(
            "update total set documents = documents + ?, length = length + ?",
            (documents, length),
        )

    # Looking

    @property
    def authors(self) -> frozenset[str]:
        """The names of all speakers, folded."""
        if self._authors is None:
            rows = self._database.execute("select distinct author from document")
            self._authors = frozenset(fold(name) for (name,) in rows if name)
        return self._authors

    def projects(self) -> dict[int, str]:
        """Return the project of each conversation, by its number."""
        rows = self._database.execute("select id, project from conversation")
        return dict(rows.fetchall())

    def statistics(self, asked: Iterable[str]) -> Statistics:
        """Return what the whole collection says about some terms."""
        documents, length = self._database.execute(
            "select documents, length from total"
        ).fetchone()
        return Statistics(
            documents=documents,
            mean_length=max(1.0, length / max(1, documents)),
            frequency={term: self._frequency(term) for term in asked},
        )

    def _frequency(self, term: str) -> int:
        found = self._database.execute(
            "select documents from word_count where term = ?", (term,)
        ).fetchone()
        return found[0] if found else 0

    def vocabulary(self, first: str) -> Sequence[str]:
        """Return every term that begins with one character."""
        if first not in self._vocabulary:
            rows = self._database.execute(
                "select term from word_count where term >= ? and term < ?",
                (first, chr(min(ord(first) + 1, 0x10FFFF))),
            )
            self._vocabulary[first] = [term for (term,) in rows]
        return self._vocabulary[first]

    def matches(self, frequency: Mapping[str, int]) -> dict[str, list[int]]:
        """Return the documents in which terms of a question stand, by term.

        Args:
            frequency: the terms, with how many documents have each.

        Rare terms choose candidates; a common one adds nothing that the rarer ones
        did not find, and is left out once there are matches enough. Where even the
        rarest is common, two stand together.
        """
        known = sorted((number, term) for term, number in frequency.items() if number)
        found: dict[str, list[int]] = {}
        total = 0
        for number, term in known:
            if found and total + number > _MOST_MATCHES:
                break
            if number > _MOST_MATCHES and len(known) > 1:
                return self._together(term, [other for _, other in known[1:3]])
            found[term] = self._standing(_quoted(term))
            total += number
        return found

    def _together(self, rarest: str, others: Iterable[str]) -> dict[str, list[int]]:
        """Return where a common term stands beside other common ones."""
        found: dict[str, list[int]] = {rarest: []}
        for other in others:
            both = self._standing(f"{_quoted(rarest)} AND {_quoted(other)}")
            found[other] = both
            found[rarest] += both
        return found if found[rarest] else {rarest: self._standing(_quoted(rarest))}

    def _standing(self, query: str) -> list[int]:
        try:
            rows = self._database.execute(
                "select rowid from word where word match ? order by rowid desc limit ?",
                (query, _MOST_MATCHES),
            )
            return [number for (number,) in rows]
        except sqlite3.OperationalError as error:
            if not str(error).startswith("fts5:"):
                raise
            # A letter that SQLite does not know yet cuts the term in two.
            return []

    def read(self, numbers: Iterable[int]) -> dict[int, Stored]:
        """Return documents by number, without their text; unknown ones are left out."""
        return {
            stored.id: stored
            for row in self._rows(
                f"select {_COLUMNS} from document where id in", numbers
            )
            if (stored := Stored(*row))
        }

    def texts(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the text of documents by number."""
        return dict(self._rows("select id, text from document where id in", numbers))

    def _rows(self, query: str, numbers: Iterable[int]) -> Iterator[Any]:
        wanted = sorted(set(numbers))
        for at in range(0, len(wanted), _AT_ONCE):
            some = wanted[at : at + _AT_ONCE]
            yield from self._database.execute(
                f"{query} ({', '.join('?' * len(some))})", some
            )


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _terms_of(document: Document) -> list[str]:
    found = terms(mend_surrogates(document.text))[:_MOST_TERMS]
    if document.text.startswith(COMMAND_MARK) or _COMMAND in document.text:
        found.append(COMMAND_MARK.strip())
    return found


def _row(
    number: int, conversation: int, document: Document, found: Sequence[str]
) -> _Row:
    return (
        number,
        conversation,
        document.kind.value,
        document.reference,
        document.role.value,
        document.author,
        document.when.timestamp() if document.when else None,
        document.agent,
        document.session,
        document.turn,
        len(found),
        mend_surrogates(document.text),
        f" {'  '.join(found)} ",
    )


def discard(path: Path) -> None:
    """Delete the file of an index and what SQLite keeps beside it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        with suppress(OSError):
            path.with_name(name).unlink()


def _open(path: Path | None) -> tuple[sqlite3.Connection, bool]:
    """Return the opened file, and whether one that did not fit was thrown away."""
    if path is None:
        return _prepare(sqlite3.connect(":memory:", check_same_thread=False)), False
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        return _prepare(_connect(path)), False
    except sqlite3.OperationalError as error:  # locked, or a full disk
        raise OSError(f"{path}: {error}") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # none, or torn: begin anew
        discard(path)
        return _prepare(_connect(path)), True


def _connect(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    database = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = off")  # a cache: lost is not wrong
    return database


def _prepare(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        found = database.execute("pragma user_version").fetchone()[0]
        if found not in (0, _SCHEMA):
            raise sqlite3.DatabaseError("of another version")
        if found == 0:
            database.executescript(_TABLES)
            database.execute(f"pragma user_version = {_SCHEMA}")
            database.commit()
    except (sqlite3.Error, UnicodeDecodeError):
        database.close()
        raise
    return database
