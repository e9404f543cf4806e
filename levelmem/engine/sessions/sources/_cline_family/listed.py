"""A task as its own list of messages tells it: what was said, asked and done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from levelmem.engine.sessions.blocks import content_blocks, cut, trimmed
from levelmem.engine.sessions.file_edits import unified
from levelmem.engine.sessions.json_values import Data, arguments_of, as_dict
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Origin,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.patches import searched_diff
from levelmem.engine.sessions.sources._cline_family.words import folder_in, typed_words
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.sessions.tool_lines import tool_line

_NOWHERE = Record({}, -1, 0)
_ASKS_TO_RUN = "REQ_APP"
_EDITS = frozenset(
    (
        *("editedExistingFile", "newFileCreated", "fileDeleted"),
        *("appliedDiff", "insertContent", "searchAndReplace"),
    )
)
_NOT_GIVEN = frozenset(
    (
        *("tool", "content", "diff", "batchFiles", "batchDiffs"),
        "operationIsLocatedInWorkspace",
    )
)
"""What the message of a tool says besides what the tool was given."""


def read_listed(messages: Sequence[Data], asked: Origin) -> Talk:
    """Return the conversation; ``asked`` is where its first prompt comes from."""
    reader = _Reader(asked)
    for message in _settled(messages):
        reader.when = parse_time(message.get("ts"))
        reader.talk.see(reader.when)
        model = text_of(as_dict(message.get("modelInfo")).get("modelId"))
        reader.talk.model = model or reader.talk.model
        kind = text_of(message.get(text_of(message.get("type"))))
        if kind != "command_output":
            reader.end_output()
        take = _TAKERS.get(kind)
        if take:
            take(reader, message)
    reader.end_output()
    reader.talk.end_answer()
    return reader.talk


def _settled(messages: Sequence[Data]) -> Iterable[Data]:
    """Yield the messages, without those that were shown while they were written."""
    for at, message in enumerate(messages):
        after = messages[at + 1] if at + 1 < len(messages) else {}
        if not message.get("partial") or after.get("ts") != message.get("ts"):
            yield message


@dataclass(slots=True)
class _Reader:
    asked: Origin
    talk: Talk = field(default_factory=Talk)
    when: datetime | None = None
    calls: int = 0
    output: list[str] = field(default_factory=list)
    """What the command that runs printed so far."""

    def say(self, role: str, origin: Origin, blocks: list[Block]) -> None:
        self.talk.say(role, origin, blocks, _NOWHERE, self.when)

    def answer(self, *blocks: Block) -> None:
        self.talk.answer(_NOWHERE, self.when, list(blocks))

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        self.calls += 1
        ident = f"call-{self.calls}"
        shown: dict[str, Any] = trimmed(dict(arguments))
        self.answer(ToolCall(tool, shown, ident, tool_line(tool, shown)))
        return ident

    def result(self, text: str, ident: str = "") -> None:
        known = ident or (f"call-{self.calls}" if self.calls else "")
        self.say("tool", Origin.TOOL, [ToolResult(cut(text), known)])

    def end_output(self) -> None:
        if self.output:
            text, self.output = "\n".join(self.output), []
            self.result(text)


def _take_task(reader: _Reader, message: Data) -> None:
    blocks = _words(typed_words(text_of(message.get("text")))) + _attached(message)
    reader.say("user", reader.asked, blocks)


def _take_text(reader: _Reader, message: Data) -> None:
    # Before there was a kind for it, the first text was the task.
    if not reader.talk.turns:
        _take_task(reader, message)
        return
    reader.answer(*_thoughts(message), *_words(message.get("text")))


def _take_feedback(reader: _Reader, message: Data) -> None:
    blocks = _words(typed_words(text_of(message.get("text")))) + _attached(message)
    reader.say("user", Origin.HUMAN, blocks)
    reader.talk.state = ""


def _take_reasoning(reader: _Reader, message: Data) -> None:
    if thought := text_of(message.get("text")).strip():
        reader.answer(Thinking(cut(thought)))


def _take_tool(reader: _Reader, message: Data) -> None:
    data = arguments_of(message.get("text"))
    tool = text_of(data.get("tool")) or "tool"
    path, content = text_of(data.get("path")), text_of(data.get("content"))
    given = {k: v for k, v in data.items() if k not in _NOT_GIVEN}
    ident = reader.call(tool, given)
    if tool in _EDITS and path:
        reader.answer(FileEdit(path, _diff(tool, data), ident))
    elif content and not (path and content.rstrip("/").endswith(path.rstrip("/"))):
        reader.result(content, ident)


def _diff(tool: str, data: Data) -> str:
    content, diff = text_of(data.get("content")), text_of(data.get("diff"))
    if tool == "newFileCreated" and content:
        return unified("", content)
    return searched_diff(diff or content)


def _take_command(reader: _Reader, message: Data) -> None:
    command = text_of(message.get("text")).removesuffix(_ASKS_TO_RUN)
    reader.call("execute_command", {"command": command.strip()})


def _take_output(reader: _Reader, message: Data) -> None:
    if printed := text_of(message.get("text")):
        reader.output.append(printed)


def _take_mcp(reader: _Reader, message: Data) -> None:
    data = arguments_of(message.get("text"))
    name = text_of(data.get("toolName")) or text_of(data.get("uri")) or "mcp"
    server = text_of(data.get("serverName"))
    given = arguments_of(data.get("arguments"))
    reader.call(f"{server}.{name}" if server else name, given)


def _take_result(reader: _Reader, message: Data) -> None:
    if text := text_of(message.get("text")):
        reader.result(text)


def _take_browser(reader: _Reader, message: Data) -> None:
    text = text_of(message.get("text"))
    given = arguments_of(text)
    reader.call("browser_action", {"url": text} if "input" in given else given)


def _take_browser_result(reader: _Reader, message: Data) -> None:
    data = arguments_of(message.get("text"))
    reader.result(text_of(data.get("logs")))
    if data.get("screenshot"):
        reader.say("tool", Origin.TOOL, [Image("screenshot")])


def _take_question(reader: _Reader, message: Data) -> None:
    text = text_of(message.get("text"))
    data = arguments_of(text)
    said = (text_of(data.get(name)) for name in ("question", "response", "context"))
    reader.answer(*_words(next(filter(None, said), text)))


def _take_completion(reader: _Reader, message: Data) -> None:
    reader.answer(*_words(message.get("text")))
    reader.talk.state = "done"


def _take_request(reader: _Reader, message: Data) -> None:
    data, talk = arguments_of(message.get("text")), reader.talk
    talk.end_answer()
    talk.project = talk.project or folder_in(text_of(data.get("request")))
    cancelled = text_of(data.get("cancelReason"))
    if cancelled:
        failed = text_of(data.get("streamingFailedMessage"))
        talk.state = "interrupted" if cancelled == "user_cancelled" else "error"
        _notice(reader, failed or "Interrupted")
    elif talk.state != "done":
        talk.state = ""


def _take_failure(reader: _Reader, message: Data) -> None:
    reader.talk.state = "error"
    _take_notice(reader, message)


def _take_notice(reader: _Reader, message: Data) -> None:
    if text := text_of(message.get("text")).strip():
        _notice(reader, text)


def _take_edit_by_person(reader: _Reader, message: Data) -> None:
    data = arguments_of(message.get("text"))
    path, diff = text_of(data.get("path")), text_of(data.get("diff"))
    if path:
        words = f"Changed by hand: {path}\n{diff}".strip()
        reader.say("user", Origin.NOTIFICATION, [Notice(cut(words))])


def _take_compaction(reader: _Reader, message: Data) -> None:
    told = as_dict(message.get("contextCondense")).get("summary") or message.get("text")
    words = text_of(told).strip() or "The conversation was compacted"
    reader.say("system", Origin.COMPACTION, [Text(cut(words))])


def _notice(reader: _Reader, text: str) -> None:
    reader.say("system", Origin.NOTIFICATION, [Notice(cut(text))])


def _words(text: object) -> list[Block]:
    said = text_of(text)
    return [Text(cut(said))] if said.strip() else []


def _thoughts(message: Data) -> list[Block]:
    thought = text_of(message.get("reasoning")).strip()
    return [Thinking(cut(thought))] if thought else []


def _attached(message: Data) -> list[Block]:
    images, files = message.get("images"), message.get("files")
    found: list[Block] = []
    for url in images if isinstance(images, list) else []:
        source = {"url": url}
        found += content_blocks([{"type": "image", "source": source}])
    names = map(text_of, files if isinstance(files, list) else [])
    return [*found, *(Image(name) for name in names if name)]


_TAKERS: Mapping[str, Callable[[_Reader, Data], None]] = {
    "task": _take_task,
    "text": _take_text,
    "user_feedback": _take_feedback,
    "user_feedback_diff": _take_edit_by_person,
    "reasoning": _take_reasoning,
    "tool": _take_tool,
    "command": _take_command,
    "command_output": _take_output,
    "use_mcp_server": _take_mcp,
    "mcp_server_response": _take_result,
    "codebase_search_result": _take_result,
    "subtask_result": _take_result,
    "browser_action_launch": _take_browser,
    "browser_action": _take_browser,
    "browser_action_result": _take_browser_result,
    "followup": _take_question,
    "plan_mode_respond": _take_question,
    "new_task": _take_question,
    "completion_result": _take_completion,
    "api_req_started": _take_request,
    "api_req_failed": _take_failure,
    "error": _take_notice,
    "diff_error": _take_notice,
    "clineignore_error": _take_notice,
    "rooignore_error": _take_notice,
    "mistake_limit_reached": _take_notice,
    "condense_context": _take_compaction,
    "condense": _take_compaction,
}
"""What each kind of message does; the others are the view's own."""
