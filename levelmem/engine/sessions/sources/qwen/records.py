"""The records of a log: a tree, in which what was taken back stays in the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.conversation_tree import ConversationTree
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.sources._gemini_family.parts import (
    as_dict,
    has_failed,
    reported_diff,
    responses,
)

_ASIDE = frozenset(
    ("ui_telemetry", "session_artifact_snapshot", "file_history_snapshot")
)
"""Subtypes of records that the conversation does not go on from."""


@dataclass(slots=True)
class Survey:
    """What has to be known of a whole log before it is read."""

    tree: ConversationTree = field(default_factory=ConversationTree)
    failed: set[str] = field(default_factory=set)
    """Calls that did nothing."""
    diffs: dict[str, str] = field(default_factory=dict)
    """What calls changed, as they reported it."""

    def is_current(self, data: Mapping[str, Any]) -> bool:
        """Tell whether a record is part of the conversation as it stands."""
        return self.tree.is_current(text_of(data.get("uuid")))


def survey(path: Path) -> Survey:
    """Read a log once. Raises ``OSError`` when it can't be opened."""
    found = Survey()
    for record in read_records(path, Skipped()):
        data = record.data
        ident = text_of(data.get("uuid"))
        is_aside = text_of(data.get("subtype")) in _ASIDE
        add = found.tree.add_aside if is_aside else found.tree.add
        add(ident, text_of(data.get("parentUuid")))
        outcome = as_dict(data.get("toolCallResult"))
        if has_failed(outcome.get("status")):
            found.failed.update(_calls(data))
        if diff := reported_diff(outcome.get("resultDisplay")):
            found.diffs.update(dict.fromkeys(_calls(data), diff))
    return found


def content_of(data: Mapping[str, Any]) -> object:
    """Return the parts of a record's message."""
    return as_dict(data.get("message")).get("parts")


def payload_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the client adds to a record."""
    return as_dict(data.get("systemPayload"))


def _calls(data: Mapping[str, Any]) -> set[str]:
    named = text_of(as_dict(data.get("toolCallResult")).get("callId"))
    return {named} if named else {r.call_id for r in responses(content_of(data))}
