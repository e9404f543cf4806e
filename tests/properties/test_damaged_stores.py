"""Whatever stands in the databases of agents that also keep files, it is read."""

import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import cursor, hermes, pi
from levelmem.engine.sessions.model import ASKED
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.cursor import SOURCE as CURSOR
from levelmem.engine.sessions.sources.hermes import SOURCE as HERMES
from levelmem.engine.sessions.sources.openclaw import SOURCE as OPENCLAW

_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["type", "role", "content", "text", "id", "name", "message", "value"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)
_COLUMNS = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=40),
    _JSON.map(json.dumps),
)
_STORES: list[tuple[Source, Callable[[Path], Path]]] = [
    (
        CURSOR,
        lambda root: cursor.put_composer(root, [{"type": 1, "text": "hi"}] * 3),
    ),
    (
        CURSOR,
        lambda root: cursor.put_chat(root, [{"role": "user", "content": "hi"}]),
    ),
    (
        HERMES,
        lambda root: hermes.put_rows(root, [{"role": "user", "content": "hi"}] * 3),
    ),
    (
        OPENCLAW,
        lambda root: pi.put_rows(root, "s", [pi.message("a", None, "user", "hi")]),
    ),
]


def read(source: Source, root: Path) -> None:
    """Read a store whole, as the catalog does; only a store itself may be damaged."""
    scans = []
    try:
        for file in source.files(root):
            scans.append(source.scan(file))
    except OSError as error:
        assert error.strerror
    for session in source.assemble(root, scans):
        source.resume(session)
        if not session.error:
            turns = list(source.turns(session))
            assert session.turns == sum(turn.origin in ASKED for turn in turns)
            repr((session.title, session.project, turns)).encode()


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(_STORES), st.data())
def test_any_columns_are_read(
    store: tuple[Source, Callable[[Path], Path]], data: st.DataObject
) -> None:
    source, put = store
    with tempfile.TemporaryDirectory() as home:
        path = put(Path(home))
        with closing(sqlite3.connect(path)) as database:
            query = "SELECT name FROM sqlite_master WHERE type = 'table'"
            for (table,) in list(database.execute(query)):
                for column in list(database.execute(f"PRAGMA table_info({table})")):
                    if data.draw(st.booleans()):
                        change = f"UPDATE OR IGNORE {table} SET {column[1]} = ?"
                        _try(database, change, data.draw(_COLUMNS))
            database.commit()
        read(source, Path(home))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(_STORES), st.data())
def test_a_damaged_database_is_read_as_far_as_it_goes(
    store: tuple[Source, Callable[[Path], Path]], data: st.DataObject
) -> None:
    source, put = store
    with tempfile.TemporaryDirectory() as home:
        path = put(Path(home))
        body = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 6))):
            at = data.draw(st.integers(0, len(body) - 1))
            noise = data.draw(st.binary(min_size=1, max_size=20))
            body[at : at + len(noise)] = noise
        cut = data.draw(st.sampled_from([len(body), len(body) // 2, 5000, 10]))
        path.write_bytes(bytes(body[:cut]))
        read(source, Path(home))


def _try(database: sqlite3.Connection, change: str, value: object) -> None:
    try:
        database.execute(change, (value,))
    except sqlite3.IntegrityError:
        return  # The column is a key of numbers.


@pytest.mark.parametrize("store", _STORES)
def test_what_is_damaged_above_is_whole_at_first(
    store: tuple[Source, Callable[[Path], Path]], tmp_path: Path
) -> None:
    source, put = store
    put(tmp_path)
    (session,) = source.assemble(tmp_path, map(source.scan, source.files(tmp_path)))
    assert session.error == ""
    assert {turn.text for turn in source.turns(session)} == {"hi"}
