"""The entries of a session: a header, then a tree.

They are the lines of a file, or the rows of a database, whose session is named by a
path below it.
"""

from collections.abc import Iterator
from pathlib import Path

from levelmem.engine.sessions.conversation_tree import ConversationTree
from levelmem.engine.sessions.json_values import Data
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.sources._database import decoded, ident_of, opened
from levelmem.engine.sessions.sqlite_files import select

DATABASE = ".sqlite"
EVENTS = "transcript_events"
_ROWS = "WHERE session_id = ? ORDER BY seq"
_HEADS = ("session", "title")
_POINTER = "leaf"
"""An entry that says where the conversation goes on from."""


def read_entries(path: Path, skipped: Skipped) -> Iterator[Record]:
    """Yield the entries in their order. Raises ``OSError`` when they can't be read."""
    if path.parent.suffix != DATABASE:
        yield from read_records(path, skipped)
        return
    with opened(path.parent) as connection:
        asked = (ident_of(path),)
        for row in select(connection, EVENTS, ("event_json",), _ROWS, asked):
            entry = decoded(row["event_json"])
            if isinstance(entry, dict):
                yield Record(entry, -1, 0)
            else:
                skipped.lines += 1


def tree_of(path: Path) -> ConversationTree:
    """Read which entry follows which; the last one ends the conversation.

    The first version has no ids: then every entry is of the conversation.
    """
    tree = ConversationTree()
    for record in read_entries(path, Skipped()):
        _take(tree, record.data)
    return tree


def kind_of(data: Data) -> str:
    """Return the type of an entry."""
    return text_of(data.get("type"))


def _take(tree: ConversationTree, data: Data) -> None:
    ident, parent = text_of(data.get("id")), text_of(data.get("parentId"))
    if kind_of(data) in _HEADS:
        # Some have the first entry follow the header.
        tree.add_aside(ident, "")
    elif kind_of(data) == _POINTER:
        tree.add_aside(ident, parent)
        tree.leaf = text_of(data.get("targetId")) or tree.leaf
    elif data.get("appendMode") == "side":
        tree.add_aside(ident, parent)
    else:
        tree.add(ident, parent)
