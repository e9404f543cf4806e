"""The entries of a session file: a header, then a tree."""

from collections.abc import Iterator
from pathlib import Path

from levelmem.engine.sessions.conversation_tree import ConversationTree
from levelmem.engine.sessions.json_values import Data
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of

_HEADS = ("session", "title")


def read_entries(path: Path, skipped: Skipped) -> Iterator[Record]:
    """Yield the entries in file order. Raises ``OSError`` when it can't be opened."""
    return read_records(path, skipped)


def tree_of(path: Path) -> ConversationTree:
    """Read which entry follows which; the last one of the file ends it.

    The first version has no ids: then every entry is of the conversation.
    """
    tree = ConversationTree()
    for record in read_entries(path, Skipped()):
        if kind_of(record.data) not in _HEADS:
            tree.add(
                text_of(record.data.get("id")), text_of(record.data.get("parentId"))
            )
    return tree


def kind_of(data: Data) -> str:
    """Return the type of an entry."""
    return text_of(data.get("type"))
