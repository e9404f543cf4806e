"""Writes a story as each agent would have written its session."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from levelmem.demo.story import Ask, Edit, Run, Say, Story
from levelmem.engine.project import slug

_MINUTE = timedelta(minutes=1)
Record = Mapping[str, Any]


def _times(story: Story, now: datetime) -> list[datetime]:
    """Return a time for each step; the last one is when the session ended."""
    end = now - timedelta(hours=story.hours_ago)
    count = len(story.steps)
    return [end - (count - 1 - i) * 2 * _MINUTE for i in range(count)]


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _write(path: Path, records: Iterable[Record]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    path.write_text("".join(lines), encoding="utf-8")


def _tool_use(number: int, step: Run | Edit, project: str) -> Record:
    """An Anthropic-style call, as Claude Code and LevelCode keep it."""
    if isinstance(step, Run):
        return {
            "type": "tool_use",
            "id": f"call_{number}",
            "name": "Bash",
            "input": {"command": step.command},
        }
    return {
        "type": "tool_use",
        "id": f"call_{number}",
        "name": "Edit",
        "input": {
            "file_path": f"{project}/{step.path}",
            "old_string": step.old,
            "new_string": step.new,
        },
    }


def _tool_result(number: int, step: Run | Edit) -> Record:
    failed = isinstance(step, Run) and step.failed
    text = step.output if isinstance(step, Run) else "The file has been updated."
    return {
        "type": "tool_result",
        "tool_use_id": f"call_{number}",
        "content": text,
        "is_error": failed,
    }


def write_claude_code(
    home: Path, project: str, story: Story, number: int, now: datetime
) -> str:
    """Write a session of Claude Code; return its id."""
    session = str(uuid5(NAMESPACE_URL, f"orchard/{number}"))
    common = {
        "sessionId": session,
        "cwd": project,
        "gitBranch": "main",
        "version": "2.1.220",
        "isSidechain": False,
        "userType": "external",
    }
    records: list[Record] = []
    parent: str | None = None

    def node(kind: str, when: datetime, **fields: Any) -> None:
        nonlocal parent
        uuid = str(uuid5(NAMESPACE_URL, f"orchard/{number}/{len(records)}"))
        head = {"type": kind, "uuid": uuid, "parentUuid": parent}
        records.append({**head, "timestamp": _stamp(when), **common, **fields})
        parent = uuid

    def user(when: datetime, content: object) -> None:
        node("user", when, message={"role": "user", "content": content})

    def assistant(when: datetime, block: Record) -> None:
        message = {
            "id": f"msg_{number}_{len(records)}",
            "role": "assistant",
            "model": "claude-sonnet-4-5",
            "content": [block],
        }
        node("assistant", when, message=message)

    for step, when in zip(story.steps, _times(story, now), strict=True):
        match step:
            case Ask(text):
                user(when, text)
            case Say(text):
                assistant(when, {"type": "text", "text": text})
            case Run() | Edit():
                call = len(records)
                assistant(when, _tool_use(call, step, project))
                user(when, [_tool_result(call, step)])
    if story.state == "interrupted":
        text = "[Request interrupted by user]"
        user(_times(story, now)[-1], [{"type": "text", "text": text}])
    if story.title:
        title = {"type": "custom-title", "customTitle": story.title}
        records.append({**title, "sessionId": session})
    folder = "".join(c if c.isascii() and c.isalnum() else "-" for c in project)
    _write(home / ".claude/projects" / folder / f"{session}.jsonl", records)
    return session


def write_codex(
    home: Path, project: str, story: Story, number: int, now: datetime
) -> str:
    """Write a session of Codex; return its id."""
    session = str(uuid5(NAMESPACE_URL, f"orchard/{number}"))
    times = _times(story, now)
    records: list[Record] = []

    def line(kind: str, when: datetime, payload: Record) -> None:
        records.append({"timestamp": _stamp(when), "type": kind, "payload": payload})

    meta = {
        "id": session,
        "timestamp": _stamp(times[0]),
        "cwd": project,
        "originator": "codex_cli_rs",
        "cli_version": "0.146.0",
        "source": "cli",
        "git": {"branch": "main"},
    }
    line("session_meta", times[0], meta)
    line("turn_context", times[0], {"cwd": project, "model": "gpt-5.1-codex"})
    for step, when in zip(story.steps, times, strict=True):
        call = f"call_{len(records)}"
        match step:
            case Ask(text):
                line("event_msg", when, {"type": "user_message", "message": text})
                line("response_item", when, _codex_message("user", text))
            case Say(text):
                line("response_item", when, _codex_message("assistant", text))
            case Run():
                arguments = json.dumps({"command": ["bash", "-lc", step.command]})
                line(
                    "response_item",
                    when,
                    {
                        "type": "function_call",
                        "name": "shell",
                        "arguments": arguments,
                        "call_id": call,
                    },
                )
                output = json.dumps(
                    {
                        "output": step.output,
                        "metadata": {"exit_code": int(step.failed)},
                    }
                )
                result = {"type": "function_call_output", "call_id": call}
                line("response_item", when, {**result, "output": output})
            case Edit():
                patch = {
                    "type": "custom_tool_call",
                    "name": "apply_patch",
                    "call_id": call,
                    "input": _patch(step),
                }
                line("response_item", when, patch)
    if story.title:
        index = home / ".codex/session_index.jsonl"
        index.parent.mkdir(parents=True, exist_ok=True)
        entry = {"id": session, "thread_name": story.title}
        with index.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(entry) + "\n")
    start = times[0]
    name = f"rollout-{start:%Y-%m-%dT%H-%M-%S}-{session}.jsonl"
    _write(home / ".codex/sessions" / f"{start:%Y/%m/%d}" / name, records)
    return session


def _codex_message(role: str, text: str) -> Record:
    kind = "input_text" if role == "user" else "output_text"
    content = [{"type": kind, "text": text}]
    return {"type": "message", "role": role, "content": content}


def _patch(step: Edit) -> str:
    removed = "".join(f"-{line}\n" for line in step.old.splitlines())
    added = "".join(f"+{line}\n" for line in step.new.splitlines())
    head = f"*** Begin Patch\n*** Update File: {step.path}\n@@\n"
    return f"{head}{removed}{added}*** End Patch"


def write_levelcode(
    home: Path, project: str, story: Story, number: int, now: datetime
) -> str:
    """Write a session of LevelCode; return its id."""
    times = _times(story, now)
    session = f"{times[0]:%Y-%m-%dT%H-%M-%S}-{number:04x}"
    records: list[Record] = [
        {
            "kind": "meta",
            "v": 1,
            "id": session,
            "project": project,
            "createdAt": _stamp(times[0]),
            "title": story.title,
        }
    ]
    for step, when in zip(story.steps, times, strict=True):
        match step:
            case Ask(text):
                records.append({"kind": "user", "t": _stamp(when), "content": text})
            case Say(text):
                content = [{"type": "text", "text": text}]
                records.append(_levelcode_agent(when, content))
            case Run() | Edit():
                call = len(records)
                use = _tool_use(call, step, project)
                if isinstance(step, Edit):
                    use = {
                        **use,
                        "name": "edit_file",
                        "input": {
                            "path": step.path,
                            "old_string": step.old,
                            "new_string": step.new,
                        },
                    }
                records.append(_levelcode_agent(when, [use], _tool_result(call, step)))
                if isinstance(step, Edit):
                    edit = {"kind": "edit", "t": _stamp(when), "path": step.path}
                    records.append(edit)
    records.append({"kind": "end", "t": _stamp(times[-1]), "state": story.state})
    folder = home / ".levelcode/sessions" / slug(project)
    _write(folder / f"{session}.jsonl", records)
    return session


def _levelcode_agent(
    when: datetime, content: Sequence[Record], result: Record | None = None
) -> Record:
    messages: list[Record] = [{"role": "assistant", "content": list(content)}]
    if result:
        messages.append({"role": "user", "content": [result]})
    return {
        "kind": "agent",
        "t": _stamp(when),
        "model": "claude-sonnet-4-5",
        "messages": messages,
        "tools": 1 if result else 0,
    }
