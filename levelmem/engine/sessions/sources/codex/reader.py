"""Lines of a Codex conversation made turns: one for each message, call and result."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Kind,
    Notice,
    Origin,
    Text,
    Thinking,
    Turn,
)
from levelmem.engine.sessions.sources.codex import calls as calls
from levelmem.engine.sessions.sources.codex.content import pictures
from levelmem.engine.sessions.sources.codex.drafts import (
    Draft,
    given_back,
    notice,
    said_by_agent,
    shell_draft,
    word_blocks,
)
from levelmem.engine.sessions.sources.codex.events import notice_of, review_text
from levelmem.engine.sessions.sources.codex.lines import (
    EVENT,
    ITEM,
    Line,
    as_dict,
    as_list,
    as_text,
)
from levelmem.engine.sessions.sources.codex.meta import ThreadMeta, valid_model
from levelmem.engine.sessions.sources.codex.survey import (
    Mirrors,
    Survey,
    fingerprint,
    item_type,
    said_in,
)
from levelmem.engine.sessions.sources.codex.tools import parts_text
from levelmem.engine.sessions.sources.codex.user import UserMessage, read_user_message

_USER_SHELL = {"user_shell", "userShell"}


class TurnReader:
    """Turns lines into turns, remembering what it has seen."""

    def __init__(self, meta: ThreadMeta, found: Survey) -> None:
        self._meta = meta
        self._survey = found
        self._mirrors = Mirrors()
        self._number = 0
        self._turn_id = ""
        self._model = ""
        self._cwd = meta.cwd
        self._calls: set[str] = set()
        self._edited: set[str] = set()

    def missing_beginning(self) -> tuple[Turn, ...]:
        """Return the notice that a conversation lost the file it began in."""
        words = "The beginning of this conversation is in a file that is gone."
        return self._turns(notice(words), Line("broken", {}))

    def read(self, line: Line) -> tuple[Turn, ...]:
        """Return the turns that one line brings."""
        self._follow(line)
        if line.kind == ITEM:
            drafts = self._response_item(line)
        elif line.kind == EVENT:
            drafts = self._event(line)
        elif line.kind == "compacted":
            drafts = self._compacted(line.payload)
        else:
            drafts = []
        return self._turns(drafts, line)

    def _follow(self, line: Line) -> None:
        """Keep up with the turn, the model and the folder of the moment."""
        if line.type in ("task_started", "turn_started"):
            self._turn_id = line.turn_id
        elif line.kind == "turn_context":
            self._turn_id = line.turn_id or self._turn_id
            self._cwd = as_text(line.payload.get("cwd")) or self._cwd
        model = valid_model(line.payload.get("model"))
        if model and (line.kind == "turn_context" or line.bare):
            self._model = model

    def _turns(self, drafts: list[Draft], line: Line) -> tuple[Turn, ...]:
        turns = []
        for draft in drafts:
            if draft.blocks:
                turns.append(self._turn(draft, line))
                self._number += 1
        return tuple(turns)

    def _turn(self, draft: Draft, line: Line) -> Turn:
        return Turn(
            number=self._number,
            role=draft.role,
            origin=draft.origin,
            blocks=tuple(draft.blocks),
            when=line.when,
            model=self._model if draft.role == "assistant" else "",
            offset=line.offset,
            length=line.length,
            note=f"from {line.thread}" if line.thread else "",
        )

    # Response items: what went to the model and came back.

    def _response_item(self, line: Line) -> list[Draft]:
        handler = _ITEMS.get(line.type)
        return handler(self, line) if handler else []

    def _message(self, line: Line) -> list[Draft]:
        role = as_text(line.payload.get("role"))
        content = line.payload.get("content", line.payload.get("message"))
        if role == "user":
            return self._user_message(line, content)
        text = cut(parts_text(content)).strip()
        blocks: list[Block] = [Text(text)] if text else []
        if role == "assistant":
            return said_by_agent([*blocks, *pictures(content)])
        return [Draft("system", Origin.INJECTED, blocks)]

    def _user_message(self, line: Line, content: object) -> list[Draft]:
        message = read_user_message(line, content)
        drafts = [
            Draft("user", Origin.INJECTED, [Text(cut(text_of(text)))])
            for text in message.injected
        ]
        drafts += [shell_draft(prompt) for prompt in message.shell]
        text = "\n".join(message.typed)
        if not text and not message.pictures:
            return drafts
        blocks = word_blocks(text, message.pictures)
        if self._is_typed(line, message, text):
            if self._mirrors.admit("item", self._said_key(line, text)):
                drafts.append(Draft("user", self._asker(), blocks))
        elif fingerprint(text) not in self._survey.typed:
            drafts.append(Draft("user", Origin.INJECTED, blocks))
        return drafts

    def _is_typed(self, line: Line, message: UserMessage, text: str) -> bool:
        """Tell whether an item itself is proof that the person typed it.

        Where events name what was typed, an item that has no such event was put
        there by Codex, unless it says that it holds the person's text.
        """
        return message.vouched or line.bare or not self._survey.explicit

    def _said_key(self, line: Line, text: str) -> tuple[str, str, int]:
        return ("said", line.turn_id or self._turn_id, fingerprint(text))

    def _asker(self) -> Origin:
        if self._meta.kind is not Kind.MAIN:
            return Origin.SUBAGENT_PROMPT
        return Origin.HEADLESS if self._meta.scripted else Origin.HUMAN

    def _reasoning(self, line: Line) -> list[Draft]:
        parts = as_list(line.payload.get("summary"))
        parts += as_list(line.payload.get("content"))
        return self._thought(line, [parts_text(part) for part in parts], "item")

    def _thought(self, line: Line, texts: list[str], kind: str) -> list[Draft]:
        blocks: list[Block] = []
        for text in texts:
            key = ("thought", line.turn_id or self._turn_id, fingerprint(text))
            if text.strip() and self._mirrors.admit(kind, key):
                blocks.append(Thinking(cut(text_of(text)).strip()))
        return [Draft("assistant", Origin.AGENT, blocks)]

    def _function_call(self, line: Line) -> list[Draft]:
        return self._called(calls.function_call(line.payload, self._cwd), line)

    def _custom_call(self, line: Line) -> list[Draft]:
        return self._called(calls.custom_call(line.payload, self._cwd), line)

    def _shell_call(self, line: Line) -> list[Draft]:
        return self._called(calls.shell_call(line.payload, self._cwd), line)

    def _tool_search(self, line: Line) -> list[Draft]:
        return self._called(calls.tool_search(line.payload), line)

    def _image_generation(self, line: Line) -> list[Draft]:
        if calls.call_id_of(line.payload) in self._calls:
            return []
        return self._called(calls.image_generation(line.payload), line)

    def _called(self, blocks: list[Block], line: Line) -> list[Draft]:
        call_id = calls.call_id_of(line.payload)
        if call_id:
            self._calls.add(call_id)
            if any(isinstance(block, FileEdit) for block in blocks):
                self._edited.add(call_id)
        return said_by_agent(blocks)

    def _web_search(self, line: Line, kind: str = "item") -> list[Draft]:
        blocks = calls.web_search(line.payload)
        key = ("search", line.turn_id or self._turn_id, str(blocks[:1]))
        return said_by_agent(blocks) if self._mirrors.admit(kind, key) else []

    def _result(self, line: Line) -> list[Draft]:
        return given_back(calls.result(line.payload))

    def _tool_search_result(self, line: Line) -> list[Draft]:
        return given_back(calls.tool_search_result(line.payload))

    def _inter_agent(self, line: Line) -> list[Draft]:
        text = cut(parts_text(line.payload.get("content"))).strip()
        if not text:
            return []
        names = (text_of(line.payload.get(key)) for key in ("author", "recipient"))
        route = " to ".join(name for name in names if name)
        blocks: list[Block] = [Notice(f"message from {route}")] if route else []
        return [Draft("user", Origin.SUBAGENT_PROMPT, [*blocks, Text(text)])]

    def _compaction_item(self, line: Line) -> list[Draft]:
        return self._compaction("item")

    # Events: what Codex told its own screen.

    def _event(self, line: Line) -> list[Draft]:
        said = said_in(line)
        if said is not None:
            if not self._mirrors.admit("event", self._said_key(line, said.text)):
                return []
            blocks = word_blocks(said.text, said.pictures)
            return [Draft("user", self._asker(), blocks)]
        if line.type == "item_completed":
            return self._completed(line)
        handler = _EVENTS.get(line.type)
        if handler:
            return handler(self, line)
        words = notice_of(line.payload)
        return notice(words) if words else []

    def _agent_message(self, line: Line) -> list[Draft]:
        text = text_of(line.payload.get("message"))
        return self._answer(line, text)

    def _answer(self, line: Line, text: str) -> list[Draft]:
        """Return an answer from an event, where no response item holds answers."""
        key = ("answer", line.turn_id or self._turn_id, fingerprint(text))
        if self._survey.assistant or not text.strip():
            return []
        if not self._mirrors.admit(line.type, key):
            return []
        return said_by_agent([Text(cut(text).strip())])

    def _agent_reasoning(self, line: Line) -> list[Draft]:
        return self._thought(line, [text_of(line.payload.get("text"))], "event")

    def _executed(self, line: Line) -> list[Draft]:
        if as_text(line.payload.get("source")) in _USER_SHELL:
            return []
        return self._pair(line, *calls.executed(line.payload))

    def _mcp_call(self, line: Line) -> list[Draft]:
        return self._pair(line, *calls.mcp_call(line.payload))

    def _pair(self, line: Line, call: list[Block], result: list[Block]) -> list[Draft]:
        """Return a call and its result, unless response items hold them."""
        call_id = calls.call_id_of(line.payload)
        if call_id and call_id in self._calls:
            return []
        return [*self._called(call, line), *given_back(result)]

    def _patched(self, line: Line) -> list[Draft]:
        if calls.call_id_of(line.payload) in self._edited:
            return []
        return self._called(calls.recorded_edits(line.payload, self._cwd), line)

    def _searched(self, line: Line) -> list[Draft]:
        return self._web_search(line, "event")

    def _context_compacted(self, line: Line) -> list[Draft]:
        return self._compaction("event")

    def _review_left(self, line: Line) -> list[Draft]:
        text = review_text(as_dict(line.payload.get("review_output")))
        return said_by_agent([Text(cut(text))] if text else [])

    def _completed(self, line: Line) -> list[Draft]:
        """Read a completed item of a paginated thread as the event it replaces."""
        item = as_dict(line.payload.get("item"))
        inner = replace(line, payload={"turn_id": line.turn_id, **item})
        handler = _COMPLETED.get(item_type(item))
        return handler(self, inner) if handler else []

    def _agent_item(self, line: Line) -> list[Draft]:
        return self._answer(line, parts_text(line.payload.get("content")))

    def _plan_item(self, line: Line) -> list[Draft]:
        return self._answer(line, text_of(line.payload.get("text")))

    def _reasoning_item(self, line: Line) -> list[Draft]:
        summary = as_list(line.payload.get("summary_text"))
        return self._thought(line, [text_of(text) for text in summary], "event")

    def _hook_item(self, line: Line) -> list[Draft]:
        text = cut(parts_text(line.payload.get("fragments"))).strip()
        return [Draft("user", Origin.HOOK, [Text(text)] if text else [])]

    # Compaction is told by a record of its own, an event and an item.

    def _compacted(self, payload: dict[str, Any]) -> list[Draft]:
        drafts = self._compaction("record")
        summary = cut(text_of(payload.get("message"))).strip()
        if summary:
            drafts.append(Draft("system", Origin.COMPACTION, [Text(summary)]))
        return drafts

    def _compaction(self, kind: str) -> list[Draft]:
        if not self._mirrors.admit(kind, ("compaction", self._turn_id)):
            return []
        return notice("The conversation so far was compacted.")


_Handler = Callable[[TurnReader, Line], list[Draft]]

_ITEMS: dict[str, _Handler] = {
    "message": TurnReader._message,
    "reasoning": TurnReader._reasoning,
    "function_call": TurnReader._function_call,
    "tool_call": TurnReader._function_call,
    "custom_tool_call": TurnReader._custom_call,
    "local_shell_call": TurnReader._shell_call,
    "web_search_call": TurnReader._web_search,
    "tool_search_call": TurnReader._tool_search,
    "image_generation_call": TurnReader._image_generation,
    "function_call_output": TurnReader._result,
    "custom_tool_call_output": TurnReader._result,
    "local_shell_call_output": TurnReader._result,
    "tool_result": TurnReader._result,
    "function_result": TurnReader._result,
    "tool_search_output": TurnReader._tool_search_result,
    "agent_message": TurnReader._inter_agent,
    "compaction": TurnReader._compaction_item,
}

_EVENTS: dict[str, _Handler] = {
    "agent_message": TurnReader._agent_message,
    "agent_reasoning": TurnReader._agent_reasoning,
    "exec_command_end": TurnReader._executed,
    "mcp_tool_call_end": TurnReader._mcp_call,
    "dynamic_tool_call_response": TurnReader._mcp_call,
    "patch_apply_end": TurnReader._patched,
    "web_search_end": TurnReader._searched,
    "image_generation_end": TurnReader._image_generation,
    "context_compacted": TurnReader._context_compacted,
    "exited_review_mode": TurnReader._review_left,
}

_COMPLETED: dict[str, _Handler] = {
    "AgentMessage": TurnReader._agent_item,
    "Plan": TurnReader._plan_item,
    "Reasoning": TurnReader._reasoning_item,
    "CommandExecution": TurnReader._executed,
    "McpToolCall": TurnReader._mcp_call,
    "DynamicToolCall": TurnReader._mcp_call,
    "FileChange": TurnReader._patched,
    "WebSearch": TurnReader._searched,
    "Extension": TurnReader._searched,
    "ImageGeneration": TurnReader._image_generation,
    "ContextCompaction": TurnReader._context_compacted,
    "HookPrompt": TurnReader._hook_item,
}
