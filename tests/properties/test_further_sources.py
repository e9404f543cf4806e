"""Whatever stands in the files of the further agents, it is read and nothing raises."""

import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from builders.cursor import put_chat, put_composer
from builders.opencode import put_files, put_rows
from levelmem.engine.sessions.model import ASKED
from levelmem.engine.sessions.sources import Source
from levelmem.engine.sessions.sources.aider import SOURCE as AIDER
from levelmem.engine.sessions.sources.cline import SOURCE as CLINE
from levelmem.engine.sessions.sources.copilot_cli import SOURCE as COPILOT
from levelmem.engine.sessions.sources.cursor import SOURCE as CURSOR
from levelmem.engine.sessions.sources.droid import SOURCE as DROID
from levelmem.engine.sessions.sources.gemini import SOURCE as GEMINI
from levelmem.engine.sessions.sources.grok import SOURCE as GROK
from levelmem.engine.sessions.sources.hermes import SOURCE as HERMES
from levelmem.engine.sessions.sources.kimi import SOURCE as KIMI
from levelmem.engine.sessions.sources.opencode import SOURCE as OPENCODE
from levelmem.engine.sessions.sources.pi import SOURCE as PI
from levelmem.engine.sessions.sources.qwen import SOURCE as QWEN

_KEYS = st.sampled_from(
    """type data id uuid parentUuid timestamp content displayContent message messages
    role text parts thought functionCall functionResponse response output error name
    args toolCalls result resultDisplay fileDiff status thoughts subject description
    model kind summary sessionId projectHash directories startTime $set $rewindTo cwd
    subtype systemPayload displayText customTitle rawCommand phase toolCallResult callId
    toolRequests toolCallId toolName arguments reasoningText messageId source success
    attachments context gitBranch newModel title agentId parentToolCallId parentId
    parentSession stopReason errorMessage command exitCode isError modelId display
    toolCall input origin event part think toolCallId isError time payload user_input
    trigger skillName phase count modelAlias toolCalls function tool_calls
    return_value ts say ask images files partial reasoning modelInfo modelId path diff
    tool_use_id args rawArgs params toolFormerData thinking errorDetails createdAt
    modelInfo synthetic_reason url model_id action tool_type""".split()  # noqa: SIM905
)
_WORDS = st.sampled_from(
    """user gemini qwen model assistant tool_result system info error user.message
    assistant.message assistant.reasoning tool.execution_start tool.execution_complete
    session.start session.resume session.title_changed session.error abort
    subagent.started notification mid_turn_user_message slash_command custom_title
    toolResult toolCall bashExecution custom_message compaction branch_summary custom
    session_start compaction_state tool_use tool_result
    session message session_info aborted rewind edit write_file create apply_patch
    turn.prompt turn.steer turn.cancel turn.ended
    context.append_message context.append_loop_event context.apply_compaction
    context.undo context.clear content.part tool.call tool.result step.begin step.end
    think image_url skill_activation shell_command TurnBegin SteerInput ContentPart
    ToolCall ToolResult SubagentEvent user_feedback command command_output tool task
    followup api_req_started completion_result use_mcp_server browser_action condense
    editedExistingFile newFileCreated apply_patch editor ../../x /x
    reasoning backend_tool_call image
    <session_context> u1 u2 c1""".split()  # noqa: SIM905
)
_OPENCODE = st.sampled_from(
    """type text tool state status input output metadata diff files filePath title
    synthetic ignored filename mime source role modelID error summary parentID revert
    directory time attachments callID name data parts""".split()  # noqa: SIM905
)
_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), _WORDS
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=6)
    ),
    max_leaves=20,
)
_RECORDS = st.lists(st.dictionaries(_KEYS, _VALUES, max_size=10), max_size=8)

_LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "# aider chat started at 2025-05-01 10:00:00",
                "# aider chat started at 9999-99-99 99:99:99",
                "#### hi  ",
                "####   ",
                "#### /ask why  ",
                "#### why  ",
                "> /usr/bin/aider -m x  ",
                "> Main model: gpt-5 with diff  ",
                "> Applied edit to ../../etc/x  ",
                "> open",
                ">  ",
                "<<<<<<< SEARCH",
                "=======",
                ">>>>>>> REPLACE",
                "a.py",
                "",
            ]
        ),
        st.text(max_size=20),
    ),
    max_size=25,
)

_HELLO: dict[Source, dict[str, Any]] = {
    GEMINI: {"type": "user", "content": "hello"},
    QWEN: {"type": "user", "message": {"parts": [{"text": "hello"}]}},
    COPILOT: {"type": "user.message", "data": {"content": "hello"}},
    DROID: {"type": "message", "message": {"role": "user", "content": "hello"}},
    PI: {"type": "message", "message": {"role": "user", "content": "hello"}},
    GROK: {"type": "user", "content": "hello"},
    CURSOR: {"role": "user", "message": {"content": "hello"}},
    KIMI: {"type": "turn.prompt", "input": "hello", "origin": {"kind": "user"}},
}
_PLACES: dict[Source, str] = {
    GEMINI: "tmp/p/chats/session-1",
    QWEN: "projects/p/chats/1",
    COPILOT: "session-state/1",
    DROID: "x/1",
    PI: "--x--/2026_1",
    GROK: "sessions/p/1/chat_history",
    CURSOR: "projects/x/agent-transcripts/1/1",
    KIMI: "sessions/p/session_1/agents/main/wire",
}


def read(source: Source, root: Path) -> None:
    """Read a store whole, as the catalog does, and check what must always hold."""
    scans = [source.scan(file) for file in source.files(root)]
    for scan in scans:
        json.dumps(dict(scan.hints)).encode()
    for session in source.assemble(root, scans):
        turns = list(source.turns(session))
        assert [turn.number for turn in turns] == list(range(len(turns)))
        if not session.files:
            assert session.turns == sum(turn.origin in ASKED for turn in turns)
            assert len(session.spark) == session.turns
        repr((session.title, session.project, turns)).encode()
        source.resume(session)


def read_as(source: Source, place: str, body: bytes, beside: bytes = b"") -> None:
    """Read a store of one file, with a history of inputs beside it."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        if beside:
            path.with_name(".aider.input.history").write_bytes(beside)
        read(source, Path(home))


_LINE_SOURCES = st.sampled_from([GEMINI, QWEN, COPILOT, DROID, PI])
_HISTORY = ".aider.chat.history.md"


def lines_of(records: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@settings(max_examples=150, deadline=None)
@given(_LINE_SOURCES, _RECORDS)
def test_any_records_are_read_as_lines(
    source: Source, records: list[dict[str, Any]]
) -> None:
    body = lines_of([_HELLO[source], *records])
    read_as(source, f"{_PLACES[source]}.jsonl", body)


@settings(max_examples=100, deadline=None)
@given(_RECORDS, st.sampled_from(["wire.jsonl", "context.jsonl"]), _VALUES)
def test_any_records_are_read_as_kimi_clis(
    records: list[dict[str, Any]], name: str, state: object
) -> None:
    events = [{"timestamp": 1, "message": record} for record in records]
    body = lines_of(events if name == "wire.jsonl" else records)
    with tempfile.TemporaryDirectory() as home:
        session = Path(home, "sessions", "p", "s")
        session.mkdir(parents=True)
        (session / name).write_bytes(body)
        for path in (session / "state.json", Path(home, "kimi.json")):
            path.write_text(json.dumps(state))
        read(KIMI, Path(home))


@settings(max_examples=150, deadline=None)
@given(
    _RECORDS,
    st.sampled_from(["tasks/1/ui_messages", "tasks/1/api_conversation_history"]),
    st.dictionaries(_KEYS, _VALUES, max_size=6),
    st.data(),
)
def test_any_messages_are_read_as_clines(
    records: list[dict[str, Any]],
    name: str,
    inner: dict[str, Any],
    data: st.DataObject,
) -> None:
    told = {"type": "say", "say": "tool", "text": json.dumps(inner)}
    body = json.dumps([{"type": "say", "say": "task", "text": "x"}, told, *records])
    read_as(CLINE, f"{name}.json", body.encode())
    torn = body[: data.draw(st.integers(0, len(body)))]
    read_as(CLINE, f"{name}.json", torn.encode("utf-8", "replace"))
    session = json.dumps({"messages": records, "version": inner}).encode()
    read_as(CLINE, "sessions/s/s.messages.json", session)


@settings(max_examples=50, deadline=None)
@given(_RECORDS, st.dictionaries(_KEYS, _VALUES, max_size=6), st.binary(max_size=80))
def test_any_entries_and_blobs_are_read_as_cursors(
    records: list[dict[str, Any]], about: dict[str, Any], noise: bytes
) -> None:
    with tempfile.TemporaryDirectory() as home:
        put_composer(Path(home), records, name=about, conversation=records[:1])
        put_composer(Path(home), records, "two", subagentInfo=about)
        put_chat(Path(home), records, name=about)
        read(CURSOR, Path(home))
        chat = put_chat(Path(home), records, latestRootBlobId="aa")
        with closing(sqlite3.connect(chat)) as database:
            database.execute("INSERT INTO blobs VALUES ('aa', ?)", (noise,))
            database.commit()
        read(CURSOR, Path(home))


@settings(max_examples=60, deadline=None)
@given(_RECORDS, _VALUES)
def test_any_document_is_read_as_a_chat(
    records: list[dict[str, Any]], value: object
) -> None:
    for document in ({"messages": records, "summary": value}, value, records):
        body = json.dumps(document).encode()
        read_as(GEMINI, f"{_PLACES[GEMINI]}.json", body)
        read_as(HERMES, "sessions/session_1.json", body)
        read_as(HERMES, "sessions/session_1.json", body[: len(body) // 2])


@settings(max_examples=60, deadline=None)
@given(_LINE_SOURCES, _RECORDS, st.data())
def test_a_file_that_is_torn_or_damaged_is_read(
    source: Source, records: list[dict[str, Any]], data: st.DataObject
) -> None:
    lines = lines_of([*records, _HELLO[source]])
    at = data.draw(st.integers(0, len(lines)))
    noise = data.draw(st.binary(max_size=12))
    body = lines[:at] + noise + data.draw(st.sampled_from([b"", lines[at:]]))
    for ending in (".jsonl", ".json"):
        read_as(source, f"{_PLACES[source]}{ending}", body)


@settings(max_examples=150, deadline=None)
@given(_LINES, st.sampled_from(["\n", "\r\n"]), st.binary(max_size=8))
def test_any_lines_are_read_as_a_history(
    lines: list[str], ending: str, noise: bytes
) -> None:
    read_as(AIDER, _HISTORY, ending.join(lines).encode("utf-8", "replace") + noise)


@settings(max_examples=60, deadline=None)
@given(_LINES, st.text(max_size=200))
def test_any_history_of_inputs_is_read(lines: list[str], inputs: str) -> None:
    made = f"# 2025-05-01 10:00:00.1\n+hi\n# 9999-12-31 23:59:59\n+x\n{inputs}"
    body, beside = (t.encode("utf-8", "replace") for t in ("\n".join(lines), made))
    read_as(AIDER, _HISTORY, body, beside)


@settings(max_examples=100, deadline=None)
@given(
    _RECORDS,
    st.lists(st.dictionaries(_OPENCODE, _VALUES, max_size=8), max_size=6),
    st.dictionaries(_OPENCODE, _VALUES, max_size=8),
    st.sampled_from([put_files, put_rows]),
)
def test_any_messages_and_parts_are_read_as_opencodes(
    messages: list[dict[str, Any]],
    parts: list[dict[str, Any]],
    more: dict[str, Any],
    put: Callable[[Path, dict[str, Any], Any], Path],
) -> None:
    talk = [
        ({**message, "id": f"msg_{number}", "time": {}}, parts)
        for number, message in enumerate(messages)
    ]
    with tempfile.TemporaryDirectory() as home:
        known = {"title", "directory", "parentID"}
        plain = {k: v for k, v in more.items() if k not in known or isinstance(v, str)}
        put(Path(home), {**plain, "id": "ses_1", "time": {}}, talk)
        read(OPENCODE, Path(home))
