"""One pass over a Claude Code transcript: the session as a list shows it."""

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from levelmem.engine.regular_file import open_regular
from levelmem.engine.sessions.blocks import plain_text, tool_calls
from levelmem.engine.sessions.file_edits import edited_paths
from levelmem.engine.sessions.jsonl import Record, Skipped, read_records, text_of
from levelmem.engine.sessions.model import (
    ASKED,
    Kind,
    Origin,
    Scan,
    Session,
    SessionFile,
)
from levelmem.engine.sessions.sources.claude_code import prints
from levelmem.engine.sessions.sources.claude_code.records import (
    SYNTHETIC,
    Twins,
    is_api_error,
    is_subagent_file,
    message_of,
    node_id,
    said_by,
    unique_records,
)
from levelmem.engine.sessions.sources.claude_code.titles import (
    candidate,
    prompt_title,
    title_of,
)
from levelmem.engine.sessions.sources.claude_code.words import (
    Said,
    is_interruption,
    is_warmup,
    without_escapes,
)
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import clip, one_line

_BEGINNING = 1000
_PREVIEW = 96
_LAST_WORDS = 200
_SUMMARIES = 200
_TASKS = 256
_ENDS = 512
_RENAMED = "Session renamed to: "
_WORDS = ("prompt", "request")
_TASK_TOOLS = ("Task", "Agent")


@dataclass(slots=True)
class _Prompt:
    """A turn that somebody typed, and what the agent did in it."""

    origin: Origin
    offset: int
    candidate: str
    text: str
    """The beginning, enough for a title and a preview."""
    when: str
    calls: int = 0


@dataclass(slots=True)
class _Findings:
    """What has been seen so far."""

    path: Path
    subagent: bool
    own_id: str = ""
    first: datetime | None = None
    last: datetime | None = None
    cwd: str = ""
    branch: str = ""
    kind: str = ""
    models: dict[str, None] = field(default_factory=dict)
    prompts: list[_Prompt] = field(default_factory=list)
    twins: Twins = field(default_factory=Twins)
    calls: set[str] = field(default_factory=set)
    edits: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    summaries: list[list[str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    node: str = ""
    last_words: str = ""
    state: str = ""
    warming_up: bool = False
    answered: bool = False
    main_nodes: int = 0
    side_roots: int = 0
    task_prompt: str = ""
    continued_in: str = ""


def scan(file: SessionFile) -> Scan:
    """Read one transcript; never raises for what it holds."""
    found = _Findings(file.path, is_subagent_file(file.path))
    skipped, error = Skipped(), ""
    try:
        for record in unique_records(read_records(file.path, skipped)):
            _take(found, record)
    except OSError as problem:
        error = f"can't be read: {problem.strerror or problem}"
    found.prompts = _without_twins(found)
    return Scan(_session(file, found, skipped.lines, error), _hints(found))


def _take(found: _Findings, record: Record) -> None:
    data = record.data
    _take_circumstances(found, data)
    said = said_by(data, found.subagent)
    if said is not None:
        _take_prompt(found, record, said)
    handler = _HANDLERS.get(text_of(data.get("type")))
    if handler is not None:
        handler(found, data)


def _take_circumstances(found: _Findings, data: Mapping[str, Any]) -> None:
    when = parse_time(data.get("timestamp"))
    if when is not None:
        if found.first is None or when < found.first:
            found.first = when
        if found.last is None or when > found.last:
            found.last = when
    found.cwd = found.cwd or text_of(data.get("cwd"))
    found.branch = text_of(data.get("gitBranch")) or found.branch
    found.own_id = found.own_id or text_of(data.get("sessionId"))
    if data.get("sessionKind"):
        found.kind = text_of(data["sessionKind"])


def _take_prompt(found: _Findings, record: Record, said: Said) -> None:
    if said.origin is Origin.SUBAGENT_PROMPT:
        found.task_prompt = found.task_prompt or clip(one_line(said.text), _PREVIEW)
        if not found.subagent and record.data.get("parentUuid") is None:
            found.side_roots += 1
    if is_warmup(said.text):
        found.warming_up = True
    if is_interruption(said.text):
        found.state = "interrupted"
    elif said.origin in ASKED:
        found.warming_up = False
        kind = candidate(said.origin, said.text)
        if kind in _WORDS:
            found.state = ""
        when = text_of(record.data.get("timestamp"))
        text = said.text[:_BEGINNING]
        found.prompts.append(_Prompt(said.origin, record.offset, kind, text, when))
    elif said.origin is Origin.TOOL:
        found.state = ""
    elif said.origin is Origin.INJECTED and not is_warmup(said.text):
        found.warming_up = False
    found.twins.see(record, said)


def _take_user(found: _Findings, data: Mapping[str, Any]) -> None:
    content = message_of(data).get("content")
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("is_error") is True:
                # The tool refused: nothing was edited.
                found.edits.pop(text_of(block.get("tool_use_id")), None)
    if "toolUseResult" not in data and found.node:
        found.ends.append(prints.text_print(found.node))
    _take_rename(found, plain_text(content))
    _take_node(found, data)


def _take_assistant(found: _Findings, data: Mapping[str, Any]) -> None:
    _take_node(found, data)
    side = data.get("isSidechain") is True and not found.subagent
    if is_api_error(data):
        found.state = found.state if side else "error"
        return
    message = message_of(data)
    model = text_of(message.get("model"))
    if model == SYNTHETIC:
        return
    _take_calls(found, message.get("content"), side)
    if side:
        return
    if model:
        found.models.pop(model, None)
        found.models[model] = None
    words = plain_text(message.get("content")).strip()
    if words:
        found.last_words = words
    if not found.warming_up:
        found.answered = True
    found.state = ""


def _take_calls(found: _Findings, content: object, side: bool) -> None:
    for tool, call_id, arguments in tool_calls(content):
        if call_id and call_id in found.calls:
            continue
        found.calls.add(call_id)
        if found.prompts and not side:
            found.prompts[-1].calls += 1
        if tool in _TASK_TOOLS and call_id:
            found.tasks.append(call_id)
        for path in edited_paths(tool, arguments):
            found.edits[call_id or f"#{len(found.edits)}"] = path


def _take_node(found: _Findings, data: Mapping[str, Any]) -> None:
    uuid = node_id(data)
    found.main_nodes += data.get("isSidechain") is not True
    if uuid:
        found.node = uuid
        found.messages.append(prints.message_print(uuid, data.get("timestamp")))


def _take_system(found: _Findings, data: Mapping[str, Any]) -> None:
    subtype = data.get("subtype")
    if subtype == "api_error":
        found.state = "error"
    elif subtype == "local_command":
        _take_rename(found, text_of(data.get("content")))


def _take_rename(found: _Findings, text: str) -> None:
    start = text.find(_RENAMED, 0, 200)
    if start >= 0 and "<local-command-stdout>" in text[: start + 1]:
        name = text[start + len(_RENAMED) :].partition("</local-command")[0]
        found.titles["renamed"] = without_escapes(name).strip()[:_BEGINNING]


def _take_summary(found: _Findings, data: Mapping[str, Any]) -> None:
    leaf, summary = data.get("leafUuid"), text_of(data.get("summary")).strip()
    if isinstance(leaf, str) and leaf and summary:
        words = clip(one_line(summary), 120)
        found.summaries.append([prints.text_print(leaf), words])


def _title_taker(name: str, key: str) -> Callable[[_Findings, Mapping[str, Any]], None]:
    def take(found: _Findings, data: Mapping[str, Any]) -> None:
        found.titles[name] = text_of(data.get(key))[:_BEGINNING]

    return take


def _take_continuation(found: _Findings, data: Mapping[str, Any]) -> None:
    found.continued_in = text_of(data.get("continuedInSessionId"))


_Data = Mapping[str, Any]
_HANDLERS: Mapping[str, Callable[[_Findings, _Data], None]] = {
    "user": _take_user,
    "assistant": _take_assistant,
    "system": _take_system,
    "summary": _take_summary,
    "custom-title": _title_taker("custom", "customTitle"),
    "agent-name": _title_taker("agent", "agentName"),
    "ai-title": _title_taker("ai", "aiTitle"),
    "continued-in": _take_continuation,
}


def _without_twins(found: _Findings) -> list[_Prompt]:
    """Drop the earlier traces of a prompt; what the agent did then stays counted."""
    kept: list[_Prompt] = []
    for prompt in found.prompts:
        if prompt.offset not in found.twins.earlier:
            kept.append(prompt)
        elif kept:
            kept[-1].calls += prompt.calls
    return kept


def _session(file: SessionFile, found: _Findings, skipped: int, error: str) -> Session:
    modified = datetime.fromtimestamp(file.modified, UTC)
    for prompt in found.prompts:
        if prompt.candidate and prompt.candidate not in found.titles:
            found.titles[prompt.candidate] = prompt_title(prompt.text)
    if found.subagent:
        found.titles["ai"] = _task_description(found.path) or found.task_prompt
    title, source = title_of(found.titles)
    edits = Counter(found.edits.values())
    return Session(
        agent=file.agent,
        id=file.path.stem,
        path=file.path,
        project=found.cwd,
        title=title,
        title_source=source,
        created=found.first or modified,
        updated=found.last or modified,
        turns=len(found.prompts),
        models=tuple(reversed(found.models)),
        branch=found.branch,
        kind=_kind(found, error),
        parent_id=_parent(found),
        children=found.side_roots,
        state=found.state,
        edits=tuple(sorted(edits.items(), key=lambda e: (-e[1], e[0]))),
        spark=tuple(p.calls for p in found.prompts),
        preview=_preview(found),
        last_words=_ending(found.last_words),
        skipped=skipped,
        error=error,
        size=_size(file.path),
    )


def _kind(found: _Findings, error: str) -> Kind:
    if "agent-acompact" in found.path.stem:
        return Kind.HIDDEN  # It repeats the conversation that it summarises.
    if found.subagent:
        return Kind.SUBAGENT if found.task_prompt else Kind.HIDDEN
    if error:
        return Kind.MAIN
    if not found.main_nodes and found.side_roots:
        # Nothing but a subagent's run under a name of its own.
        own = found.own_id in ("", found.path.stem)
        return Kind.HIDDEN if own else Kind.SUBAGENT
    if found.answered or any(_asks(p) for p in found.prompts):
        return Kind.MAIN
    return Kind.HIDDEN


def _asks(prompt: _Prompt) -> bool:
    """Tell whether a prompt is words for the agent, not a command of the client."""
    only_a_picture = prompt.origin is Origin.HUMAN and not prompt.text
    return prompt.candidate in _WORDS or only_a_picture


def _parent(found: _Findings) -> str:
    if "subagents" in found.path.parts[-4:-1]:
        parts = found.path.parts
        return parts[len(parts) - 2 - parts[::-1].index("subagents")]
    if found.subagent or not found.main_nodes:
        return found.own_id if found.own_id != found.path.stem else ""
    return ""


def _preview(found: _Findings) -> str:
    for wanted in ("prompt", "request", "command"):
        for prompt in found.prompts:
            if prompt.candidate == wanted:
                return one_line(prompt.text)[:_PREVIEW]
    return ""


def _ending(text: str) -> str:
    paragraphs = [p for p in text[-4000:].split("\n\n") if p.strip()]
    return clip(one_line(paragraphs[-1]), _LAST_WORDS) if paragraphs else ""


def _task_description(path: Path) -> str:
    return text_of(_meta(path).get("description"))


def _meta(path: Path) -> Mapping[str, Any]:
    """Return ``agent-<id>.meta.json``, which newer clients put beside a subagent."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        with open_regular(path.with_suffix(".meta.json")) as stream:
            meta = json.loads(stream.read(65536))
        if isinstance(meta, dict):
            return meta
    return {}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _hints(found: _Findings) -> dict[str, Any]:
    """Return what joins files, leaving out what says nothing."""
    typed = [p for p in found.prompts if p.candidate == "prompt" and p.when]
    last_node = [prints.text_print(found.node)] if found.node else []
    hints: dict[str, Any] = {
        "titles": found.titles,
        "messages": prints.packed(found.messages),
        "prompts": [
            prints.text_print(f"{p.when} {p.text}") for p in typed[: prints.PROMPTS]
        ],
        "ends": "".join(dict.fromkeys(found.ends[-_ENDS:] + last_node)),
        "summaries": found.summaries[-_SUMMARIES:],
        "tasks": found.tasks[-_TASKS:],
        "task": text_of(_meta(found.path).get("toolUseId")) if found.subagent else "",
        "background": found.kind == "bg",
        "continued_in": found.continued_in,
    }
    return {name: value for name, value in hints.items() if value}
