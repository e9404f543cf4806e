"""What a rollout says of its thread: who it is, where from, and for whom."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levelmem.engine.project import normalise
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import Kind
from levelmem.engine.sessions.sources.codex.lines import as_count, as_dict, as_text
from levelmem.engine.sessions.sources.codex.names import parse_name, safe_id

# Sources and thread sources of conversations that a person (or a script of
# theirs) leads; every other thread source is Codex talking to itself.
_LED = {"", "user", "cli", "vscode", "exec", "mcp", "appserver", "app-server"}
_MODEL = re.compile(r"[\w.:/@+-]{1,100}")
_SCRIPTED = {"exec", "mcp"}
_ATTACHED = {"", "subagent", "review", "thread_spawn"}


@dataclass(frozen=True, slots=True)
class HistoryBase:
    """Where the beginning of a conversation lies: in another rollout."""

    rollout_id: str
    end_ordinal: int
    """The first ordinal that no longer belongs to it, or -1."""
    end_offset: int
    """The first byte that no longer belongs to it, or -1."""


@dataclass(frozen=True, slots=True)
class ThreadMeta:
    """The first ``session_meta`` of a rollout: the file's own."""

    id: str
    cwd: str = ""
    branch: str = ""
    kind: Kind = Kind.MAIN
    parent_id: str = ""
    forked_from: str = ""
    nickname: str = ""
    """What Codex calls a subagent: its nickname and role."""
    scripted: bool = False
    """Prompts come from a script (``codex exec``, an MCP client)."""
    base: HistoryBase | None = None
    own_from: int = -1
    """The first ordinal that is not copied from the parent, or -1."""

    @property
    def copied(self) -> bool:
        """Whether the file may begin with lines of another thread."""
        return bool(self.forked_from or self.parent_id) or self.kind is not Kind.MAIN


def thread_meta(path: Path, payload: dict[str, Any]) -> ThreadMeta:
    """Return the meta of a rollout; the file name stands in for a missing id."""
    name = parse_name(path)
    source = payload.get("source")
    subagent = as_dict(source).get("subagent")
    spawn = as_dict(as_dict(subagent).get("thread_spawn"))
    parent = safe_id(payload.get("parent_thread_id")) or safe_id(
        spawn.get("parent_thread_id")
    )
    return ThreadMeta(
        id=safe_id(payload.get("id")) or (name.thread_id if name else path.stem),
        cwd=normalise(text_of(payload.get("cwd"))),
        branch=text_of(as_dict(payload.get("git")).get("branch")),
        kind=thread_kind(source, payload.get("thread_source"), parent),
        parent_id=parent,
        forked_from=safe_id(payload.get("forked_from_id")),
        nickname=_nickname(payload, spawn),
        scripted=as_text(source) in _SCRIPTED
        or as_text(payload.get("originator")).startswith(("codex_exec", "codex_sdk")),
        base=_history_base(payload.get("history_base")),
        own_from=as_count(payload.get("subagent_history_start_ordinal")),
    )


def thread_kind(source: object, thread_source: object, parent: str) -> Kind:
    """Return what a thread is to the person.

    Subagents and reviews belong under their parent. Guardians, compactions and
    memory work are Codex's own housekeeping and belong nowhere.
    """
    subagent = as_dict(source).get("subagent")
    role = as_text(thread_source).lower()
    if subagent is None and role in _LED and not parent:
        return Kind.MAIN
    helper = as_text(subagent) or next(iter(as_dict(subagent)), "")
    if helper == "other":
        helper = as_text(as_dict(subagent).get("other")) or helper
    if helper not in _ATTACHED or role not in _LED | _ATTACHED:
        return Kind.HIDDEN
    return Kind.SUBAGENT


def _nickname(payload: dict[str, Any], spawn: dict[str, Any]) -> str:
    names = []
    for key in ("agent_nickname", "agent_role"):
        name = text_of(payload.get(key)) or text_of(spawn.get(key))
        if name and name not in names:
            names.append(name)
    return " · ".join(names)


def _history_base(value: object) -> HistoryBase | None:
    base = as_dict(value)
    rollout = safe_id(base.get("rollout_id")) or safe_id(base.get("thread_id"))
    ordinal = as_count(base.get("end_ordinal_exclusive"))
    offset = as_count(base.get("end_byte_offset"))
    if not rollout or (ordinal < 0 and offset < 0):
        return None
    return HistoryBase(rollout, ordinal, offset)


def valid_model(value: object) -> str:
    """Return the name of a model, or ``""`` where a value can't be one."""
    return value if isinstance(value, str) and _MODEL.fullmatch(value) else ""
