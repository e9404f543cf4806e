"""Whatever stands in the databases of agents, it is read and nothing raises."""

import json
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import crush, goose, opencode
from levelmem.engine.sessions.model import ASKED
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources._database import ident_of, row_path
from levelmem.engine.sessions.sources.crush import SOURCE as CRUSH
from levelmem.engine.sessions.sources.goose import SOURCE as GOOSE
from levelmem.engine.sessions.sources.opencode import SOURCE as OPENCODE

_KEYS = st.sampled_from(
    """type data text hidden thinking id name input tool_call_id content is_error path
    Path MIMEType Data url mimeType command output exit_code reason message details
    toolCall toolResult status value arguments error isError annotations audience
    resource uri msg notificationType diff file_text old_str new_str before after code
    role created metadata userVisible turnContext inference requestedModel working_dir
    description prompt model_name""".split()  # noqa: SIM905
)
_WORDS = st.sampled_from(
    """user assistant tool system text reasoning tool_call tool_result binary image_url
    shell_command finish error canceled content_filter toolRequest toolResponse image
    thinking systemNotification actionRequired document resource success edit write
    developer__text_editor str_replace insert {"a":1} {"a": ../../x <info-msg> c1
    hidden sub_agent scheduled""".split()  # noqa: SIM905
)
_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), _WORDS
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=6)
    ),
    max_leaves=20,
)
_OBJECTS = st.lists(st.dictionaries(_KEYS, _VALUES, max_size=8), max_size=6)
_COLUMNS = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(),
    st.binary(max_size=40),
    _WORDS,
    _VALUES.map(json.dumps),
)

PROMPT: dict[Source, Callable[[Path], Path]] = {
    CRUSH: lambda folder: crush.put(
        folder, crush.session(), [crush.said("user", crush.text("hello"))]
    ),
    GOOSE: lambda folder: goose.put(
        folder, goose.session(), [goose.said("user", goose.text("hello"))]
    ),
    OPENCODE: lambda folder: opencode.put_rows(
        folder, opencode.info(), [opencode.asked("msg_1", opencode.text("hello"))]
    ),
}
"""What makes a database of each agent, of one session with one prompt."""

_SOURCES = st.sampled_from(list(PROMPT))


def read(source: Source, root: Path) -> None:
    """Read a store whole, as the catalog does, and check what must always hold."""
    scans = []
    try:
        for file in source.files(root):
            scans.append(source.scan(file))
    except OSError as error:
        assert "can't be read" in (error.strerror or "")
    for scan in scans:
        json.dumps(dict(scan.hints)).encode()
    for session in source.assemble(root, scans):
        source.resume(session)
        if session.error:
            continue
        turns = list(source.turns(session))
        assert [turn.number for turn in turns] == list(range(len(turns)))
        assert session.turns == sum(turn.origin in ASKED for turn in turns)
        assert len(session.spark) == session.turns
        repr((session.title, session.project, turns)).encode()


@settings(max_examples=100, deadline=None)
@given(_OBJECTS, _OBJECTS, st.dictionaries(_KEYS, _VALUES, max_size=4))
def test_any_content_is_read(
    asked: list[dict[str, Any]], answered: list[dict[str, Any]], noted: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        parts = [{"type": p.get("type"), "data": p} for p in (*asked, *answered)]
        roles = ("user", "assistant", "tool")
        talk = [crush.said(role, *parts, *asked) for role in roles]
        crush.put(folder / ".crush", crush.session(), talk)
        read(CRUSH, folder)
        said = [
            {"role": "user", "content": asked, "metadata": noted},
            {"role": "assistant", "content": answered, "metadata": noted},
        ]
        goose.put(folder, goose.session(), said)
        goose.put_file(folder, goose.session("other"), said)
        read(GOOSE, folder)


@settings(max_examples=100, deadline=None)
@given(_SOURCES, st.data())
def test_any_columns_are_read(source: Source, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as home:
        path = PROMPT[source](Path(home))
        database = sqlite3.connect(path)
        query = "select name from sqlite_master where type = 'table'"
        tables = [name for (name,) in database.execute(query) if name[:7] != "sqlite_"]
        for table in tables:
            columns = list(database.execute(f"pragma table_info({table})"))
            for name in [column[1] for column in columns if not column[5]]:
                if data.draw(st.booleans()):
                    value = data.draw(_COLUMNS)
                    change = f"update or ignore {table} set {name} = ?"
                    database.execute(change, (value,))
        database.commit()
        database.close()
        read(source, Path(home))


@settings(max_examples=100, deadline=None)
@given(_SOURCES, st.data())
def test_a_database_that_is_torn_or_damaged_is_read(
    source: Source, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as home:
        path = PROMPT[source](Path(home))
        body = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 6))):
            at = data.draw(st.integers(0, len(body) - 1))
            noise = data.draw(st.binary(min_size=1, max_size=40))
            body[at : at + len(noise)] = noise
        length = data.draw(
            st.sampled_from([len(body), data.draw(st.integers(0, 9999))])
        )
        path.write_bytes(body[:length])
        read(source, Path(home))


@pytest.mark.parametrize("source", list(PROMPT), ids=lambda source: source.name)
def test_what_is_read_first_is_whole(source: Source, tmp_path: Path) -> None:
    """The stores that the tests above damage hold a session with a prompt."""
    PROMPT[source](tmp_path)
    (session,) = source.assemble(tmp_path, map(source.scan, source.files(tmp_path)))
    (turn,) = source.turns(session)
    assert (session.error, turn.text) == ("", "hello")


@settings(max_examples=300)
@given(st.text(min_size=1))
def test_every_id_is_one_name_below_its_database(ident: str) -> None:
    mended = ident.encode("utf-8", "replace").decode()
    path = row_path(Path("/x/crush.db"), mended)
    assert path.parent == Path("/x/crush.db")
    assert path.name not in (".", "..")
    assert ident_of(path) == mended
