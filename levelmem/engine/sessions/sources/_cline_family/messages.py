"""Messages as they were sent: of a task whose own list is gone, or of a session."""

from collections.abc import Iterable

from levelmem.engine.sessions.blocks import content_blocks, cut
from levelmem.engine.sessions.file_edits import file_edits
from levelmem.engine.sessions.json_values import Data, as_dict
from levelmem.engine.sessions.jsonl import Record, text_of
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Origin,
    Text,
    ToolCall,
    ToolResult,
)
from levelmem.engine.sessions.patches import patched_files
from levelmem.engine.sessions.sources._cline_family.words import (
    folder_in,
    is_of_the_client,
    result_in,
    typed_words,
)
from levelmem.engine.sessions.talk import Talk
from levelmem.engine.sessions.times import parse_time

_NOWHERE = Record({}, -1, 0)


def read_messages(messages: Iterable[Data], asked: Origin) -> Talk:
    """Return the conversation; ``asked`` is where its prompts come from."""
    talk = Talk()
    for message in messages:
        when = parse_time(message.get("ts"))
        talk.see(when)
        model = text_of(as_dict(message.get("modelInfo")).get("id"))
        talk.model = model or talk.model
        content = message.get("content")
        if message.get("role") == "assistant":
            talk.end_answer()
            talk.answer(_NOWHERE, when, _with_edits(content_blocks(content)))
            talk.end_answer()
        elif message.get("role") == "user":
            for role, origin, blocks in _asked(talk, content, asked):
                talk.say(role, origin, blocks, _NOWHERE, when)
    return talk


def _asked(
    talk: Talk, content: object, asked: Origin
) -> list[tuple[str, Origin, list[Block]]]:
    """Return what tools gave back, what the client put in, and what was typed."""
    results: list[Block] = []
    put_in: list[Block] = []
    typed: list[Block] = []
    for block in content_blocks(content):
        if isinstance(block, ToolResult):
            results.append(block)
        elif not isinstance(block, Text):
            typed.append(block)
        elif (result := result_in(block.text)) is not None:
            results.append(ToolResult(cut(result)))
        else:
            talk.project = talk.project or folder_in(block.text)
            words = typed_words(block.text)
            if is_of_the_client(words):
                put_in.append(Text(words))
            elif words:
                typed.append(Text(words))
    return [
        ("tool", Origin.TOOL, results),
        ("user", Origin.INJECTED, put_in),
        ("user", asked, typed),
    ]


def _with_edits(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    for block in blocks:
        found.append(block)
        if isinstance(block, ToolCall):
            found += _edits(block)
    return found


def _edits(call: ToolCall) -> list[FileEdit]:
    if call.tool == "apply_patch":
        return patched_files(text_of(call.input.get("input")), call.call_id)
    if call.tool == "editor":
        return file_edits("edit", call.input, call.call_id)
    return []
