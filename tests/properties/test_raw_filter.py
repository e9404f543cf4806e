"""A file is never ruled out whose text, decoded and folded, holds what is sought."""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import passages
from levelmem.engine.sessions.query_terms import Term
from levelmem.engine.sessions.raw_filter import raw, rules_out
from levelmem.engine.sessions.sources import sources
from levelmem.engine.text import fold

_PLAIN = list("abcdefkisz_")
_ODD = [
    *("ü", "é", "ï", "ﬁ", "ﬀ", "Ａ", "ｂ", "①", "²", "e\u0301", "o\u0308", "\u0302"),
    *("İ", "ı", "ſ", "K", "ℌ", "𝐁", "𝒶", "ς", "한", "日", "☃", "🚀", "\\", '"', "\n"),
]
_HALF = "\ud835"
"""Half of a character, as programs leave it that cut a text by its units."""


def _text(rng: random.Random) -> str:
    letters = _PLAIN * 3 + _ODD + [_HALF]
    return "".join(rng.choices(letters, k=rng.randint(1, 13)))


def _line(text: str, rng: random.Random) -> bytes:
    """Return a line of JSON that says it, its odd letters escaped or not."""
    escaped = _HALF in text or rng.random() < 0.5
    line = json.dumps({"text": f"before {text} after"}, ensure_ascii=escaped)
    if escaped and rng.random() < 0.3:
        line = re.sub(r"\\u[0-9a-f]{4}", lambda m: rf"\u{m[0][2:].upper()}", line)
    padding = " " * rng.choice((0, 0, 0, 9000))
    return (padding + line + "\n").encode()


@pytest.mark.parametrize("seed", range(8))
def test_no_file_is_ruled_out_that_holds_it(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path = tmp_path / "session.jsonl"
    session = Session("claude-code", "one", path)
    asked = 0
    for _ in range(400):
        text = _text(rng)
        path.write_bytes(_line(text, rng))
        for run in re.findall(r"[a-z0-9_]+", fold(text)):
            start = rng.randrange(len(run))
            part = run[start : rng.randint(start + 1, len(run))]
            asked += 1
            assert not rules_out(session, [Term((part,))], raw(path)), (text, part)
    assert asked > 400


def test_files_without_it_are_ruled_out(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(json.dumps({"text": "Größe, naïve, \u0065scaped"}) + "\n")
    session = Session("claude-code", "one", path)
    assert rules_out(session, [Term(("zebra",))], raw(path))
    assert not rules_out(session, [Term(("grosse",))], raw(path))


@pytest.mark.parametrize("agent", ["pi", "droid"])
@pytest.mark.parametrize("seed", range(3))
def test_no_session_is_ruled_out_whose_conversation_holds_it(
    agent: str, seed: int, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    source = sources()[agent]
    path = tmp_path / "1_one.jsonl"
    asked = 0
    for _ in range(60):
        texts = [_text(rng) for _ in range(5)]
        path.write_bytes(_records(agent, texts, rng.random() < 0.5))
        session = Session(agent, "one", path)
        for passage in passages(source.turns(session)):
            for run in re.findall(r"[a-z0-9_]+", fold(passage.text)):
                if run.isdecimal():
                    continue  # The numbers of lines are a made diff's own.
                asked += 1
                assert not rules_out(session, [Term((run,))], raw(path)), run
    assert asked > 400


def _records(agent: str, texts: Sequence[str], escaped: bool) -> bytes:
    """Return a log in which an agent says and does what the texts say."""
    said = [{"type": "text", "text": f"<skill name='x'>{texts[0]}"}]
    words = {"type": "text", "text": texts[1]}
    given = {"path": texts[2], "oldText": texts[3], "newText": texts[0]}
    result = {"type": "text", "text": texts[4]}
    if agent == "pi":
        call = {"type": "toolCall", "id": "c", "name": "edit", "arguments": given}
        messages = [
            {"role": "user", "content": said},
            {"role": "assistant", "content": [words, call]},
            {"role": "toolResult", "toolCallId": "c", "content": [result]},
        ]
    else:
        call = {"type": "tool_use", "id": "c", "name": "edit", "input": given}
        done = {"type": "tool_result", "tool_use_id": "c", "content": [result]}
        reminder = {
            "type": "text",
            "text": f"{texts[3]}<system-reminder>a</system-reminder>{texts[4]}",
        }
        messages = [
            {"role": "user", "content": [*said, reminder]},
            {"role": "assistant", "content": [words, call]},
            {"role": "user", "content": [done]},
        ]
    records = [{"type": "message", "message": message} for message in messages]
    lines = (json.dumps(record, ensure_ascii=escaped) for record in records)
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
