"""What must be known of a whole transcript before its first turn is shown."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from levelmem.engine.sessions.file_edits import patch_text
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import TYPED, Origin
from levelmem.engine.sessions.sources.claude_code.records import (
    Twins,
    message_of,
    node_id,
    said_by,
)

RETRY = 3
"""Up to this many prompts, an abandoned branch is one prompt that was retried."""

_PROMPTS = TYPED | {Origin.HEADLESS}


@dataclass(slots=True)
class Survey:
    """What later lines say about earlier ones."""

    twins: Twins = field(default_factory=Twins)
    longer: dict[str, int] = field(default_factory=dict)
    """Where a longer version of a record stands that comes with the same id."""
    diffs: dict[str, str] = field(default_factory=dict)
    """What edits came to, by the id of their call."""
    failed: set[str] = field(default_factory=set)
    """Calls that ended with an error."""
    notes: dict[str, str] = field(default_factory=dict)
    """Records on a branch that was left for another: what to say about it."""


@dataclass(slots=True)
class _Tree:
    """The tree of a conversation: used to mark rewinds, never to hide text."""

    parents: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    leaf: str = ""


def survey(records: Iterable[Record], subagent: bool) -> Survey:
    """Go through the records of a transcript, copies of a record included."""
    found, tree = Survey(), _Tree()
    lengths: dict[str, int] = {}
    for record in records:
        data, uuid = record.data, node_id(record.data)
        _note_results(found, data)
        if uuid and uuid in lengths:
            if record.length > lengths[uuid]:
                lengths[uuid] = record.length
                found.longer[uuid] = record.offset
            continue
        if uuid:
            lengths[uuid] = record.length
            tree.parents[uuid] = text_of(data.get("parentUuid"))
        if data.get("type") == "last-prompt":
            tree.leaf = text_of(data.get("leafUuid"))
        _note_prompt(found, tree, record, subagent)
    found.notes = _branches(tree)
    return found


def _note_prompt(found: Survey, tree: _Tree, record: Record, subagent: bool) -> None:
    said = said_by(record.data, subagent)
    if said is None:
        return
    found.twins.see(record, said)
    uuid, parent = node_id(record.data), text_of(record.data.get("parentUuid"))
    if said.origin in _PROMPTS and uuid and parent:
        tree.prompts[parent].append(uuid)


def _note_results(found: Survey, data: Mapping[str, Any]) -> None:
    """Keep what an edit came to: the client's own patch, or that it failed."""
    content = message_of(data).get("content")
    if data.get("type") != "user" or not isinstance(content, list):
        return
    results = [b for b in content if isinstance(b, dict) and b.get("tool_use_id")]
    for block in results:
        if block.get("is_error") is True:
            found.failed.add(text_of(block["tool_use_id"]))
    twin = data.get("toolUseResult")
    if len(results) == 1 and isinstance(twin, dict):
        diff = patch_text(twin.get("structuredPatch"))
        if diff:
            found.diffs[text_of(results[0]["tool_use_id"])] = diff


def _branches(tree: _Tree) -> dict[str, str]:
    """Mark every record below a prompt that was rewound and typed anew."""
    left = set(_left_prompts(tree))
    if not left:
        return {}
    branch: dict[str, str] = {}
    for uuid, parent in tree.parents.items():  # Parents come before children.
        head = uuid if uuid in left else branch.get(parent)
        if head:
            branch[uuid] = head
    prompts = {uuid for siblings in tree.prompts.values() for uuid in siblings}
    counts = Counter(head for uuid, head in branch.items() if uuid in prompts)
    return {
        uuid: "retried" if counts[head] <= RETRY else "abandoned branch"
        for uuid, head in branch.items()
    }


def _left_prompts(tree: _Tree) -> Iterator[str]:
    """Yield the prompts that another prompt at the same place took over from."""
    active = set(_ancestors(tree))
    for siblings in tree.prompts.values():
        current = next((s for s in siblings if s in active), siblings[-1])
        yield from (s for s in siblings if s != current)


def _ancestors(tree: _Tree) -> Iterator[str]:
    seen: set[str] = set()
    uuid = tree.leaf
    while uuid and uuid not in seen:
        seen.add(uuid)
        yield uuid
        uuid = tree.parents.get(uuid, "")
