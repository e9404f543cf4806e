"""Whatever stands in a session file, it is read: nothing raises, nothing leads out."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from builders import claude, levelcode
from levelmem.engine.sessions.model import ASKED
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.claude_code import SOURCE as CLAUDE
from levelmem.engine.sessions.sources.levelcode import SOURCE as LEVELCODE

_KEYS = st.sampled_from(
    """type kind uuid parentUuid timestamp t content message messages role text name
    input id tool_use_id attachment prompt operation subtype customTitle leafUuid
    summary sessionId cwd isSidechain isMeta origin toolUseResult structuredPatch
    lines edits path title lifecycle pinned state tools model""".split()  # noqa: SIM905
)
_WORDS = st.sampled_from(
    """user assistant system progress attachment queue-operation summary ai-title
    custom-title last-prompt tool_use tool_result queued_command enqueue
    compact_boundary api_error local_command agent edit label end event draft meta
    Edit Write Task image Warmup ../../x <command-name>/x</command-name>
    <system-reminder>""".split()  # noqa: SIM905
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
_RECORDS = st.lists(st.dictionaries(_KEYS, _VALUES, max_size=10), max_size=8)


def read(source: Source, root: Path) -> None:
    """Read a store whole, as the catalog does, and check what must always hold."""
    scans = [source.scan(file) for file in source.files(root)]
    for scan in scans:
        json.dumps(dict(scan.hints)).encode()
    for session in source.assemble(root, scans):
        turns = list(source.turns(session))
        assert [turn.number for turn in turns] == list(range(len(turns)))
        if not session.parent_id and not session.files:
            assert session.turns == sum(turn.origin in ASKED for turn in turns)
        repr((session.title, session.project, turns)).encode()
        source.resume(session)


@settings(max_examples=60, deadline=None)
@given(_RECORDS)
def test_any_records_are_read_as_claude_codes(records: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as home:
        store = claude.Store(Path(home))
        talk = claude.Talk("s").says("hello").answers("hi")
        claude.write(store.folder / "s.jsonl", [*talk.records, *records])
        read(CLAUDE, store.root)


@settings(max_examples=60, deadline=None)
@given(_RECORDS)
def test_any_records_are_read_as_levelcodes(records: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as home:
        first = levelcode.meta(), levelcode.event("user", 1, content="hello")
        levelcode.put(Path(home), *first, *records)
        read(LEVELCODE, Path(home))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_file_that_is_torn_or_damaged_is_read(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as home:
        store = claude.Store(Path(home))
        talk = claude.Talk("s").says("hello").answers("hi", claude.call("Bash"))
        path = store.put(talk.result("toolu_1", "ok").says("bye"))
        body = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(0, 5))):
            place = data.draw(st.integers(0, len(body) - 1))
            body[place] = data.draw(st.integers(0, 255))
        path.write_bytes(bytes(body[: data.draw(st.integers(0, len(body)))]))
        read(CLAUDE, store.root)
