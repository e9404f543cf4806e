"""The records of a Claude Code transcript, each once, and the prompts among them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import Origin
from levelmem.engine.sessions.sources.claude_code.words import (
    Said,
    said_by_user,
    said_in,
    said_in_queue,
    said_while_working,
)

SYNTHETIC = "<synthetic>"
"""The model's name in messages that the client made up itself."""


def unique_records(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records of a transcript in file order, each ``uuid`` once."""
    seen: set[str] = set()
    for record in records:
        uuid = node_id(record.data)
        if uuid:
            if uuid in seen:
                continue
            seen.add(uuid)
        yield record


def node_id(data: Mapping[str, Any]) -> str:
    """Return the ``uuid`` of a record, or ``""`` where it has none that counts."""
    uuid = data.get("uuid")
    if not isinstance(uuid, str) or " " in uuid:
        return ""  # Sanitisers write "[removed]" and the like into every record.
    return uuid


def is_subagent_file(path: Path) -> bool:
    """Tell whether a transcript is a subagent's, by its place in the store."""
    return path.stem.startswith("agent-") or "subagents" in path.parts[-4:-1]


def message_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the message of a record; an empty one where there is none."""
    message = data.get("message")
    return message if isinstance(message, dict) else {}


def attachment_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the attachment of a record; an empty one where there is none."""
    attachment = data.get("attachment")
    return attachment if isinstance(attachment, dict) else {}


def is_api_error(data: Mapping[str, Any]) -> bool:
    """Tell whether an assistant record stands for an error of the service."""
    if data.get("isApiErrorMessage") is True:
        return True
    synthetic = message_of(data).get("model") == SYNTHETIC
    return synthetic and bool(data.get("error"))


def said_by(data: Mapping[str, Any], in_subagent: bool) -> Said | None:
    """Return the words that a record puts on the person's side, if any."""
    kind = data.get("type")
    if kind == "user":
        return said_by_user(data, in_subagent)
    if kind == "attachment":
        attachment = attachment_of(data)
        if attachment.get("type") == "queued_command":
            return said_in_queue(attachment)
    if kind == "queue-operation" and data.get("operation") == "enqueue":
        content = text_of(data.get("content"))
        return said_while_working(content) if content.strip() else None
    if kind == "system" and data.get("subtype") == "local_command":
        said = said_in(text_of(data.get("content")))
        # Not in the command's wrapping: the client's own remark.
        if said.origin is Origin.HUMAN:
            return Said(Origin.NOTIFICATION, said.text)
        return said
    return None


class Twins:
    """Finds the traces of one prompt that was typed while the agent worked.

    It may stand in the file up to three times: queued, attached, and as a message.
    The last trace counts; :attr:`earlier` holds the offsets of the others.
    """

    def __init__(self) -> None:
        self.earlier: set[int] = set()
        self._queued: list[tuple[str, int]] = []
        self._attached: list[tuple[str, int]] = []

    def see(self, record: Record, said: Said) -> None:
        """Take in the next prompt of the file."""
        kind, text = record.data.get("type"), _folded(said.text)
        if kind == "queue-operation":
            self._queued.append((text, record.offset))
            return
        self._queued = self._without(self._queued, text)
        if kind == "attachment":
            self._attached.append((text, record.offset))
        else:
            # The same words typed again later are no twin of an attached prompt.
            self._without(self._attached, text)
            self._attached = []

    @property
    def waiting(self) -> list[int]:
        """Offsets of prompts of which a further trace may come."""
        return [offset for _, offset in (*self._queued, *self._attached)]

    def _without(
        self, waiting: list[tuple[str, int]], text: str
    ) -> list[tuple[str, int]]:
        """Settle each waiting prompt that ``text`` holds; return the others."""
        left, settled = [], set()
        for words, offset in waiting:
            if words not in settled and f"\n{words}\n" in f"\n{text}\n":
                settled.add(words)
                self.earlier.add(offset)
            else:
                left.append((words, offset))
        return left


def _folded(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)
