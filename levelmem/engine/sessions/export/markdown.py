"""A session as a Markdown document, without secrets."""

import re
from collections.abc import Callable, Iterable, Iterator

from levelmem.engine.sessions.export.parts import facts, speaker
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Image,
    Notice,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line, safe_text

_FENCES = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)


def markdown(
    session: Session, turns: Iterable[Turn], scrub: Callable[[str], str]
) -> Iterator[str]:
    """Yield a session as Markdown, piece by piece.

    Tools and reasoning are folded away (``<details>``). Every text is scrubbed before
    anything is done with it, and safe to show in a terminal.
    """

    def clean(text: str) -> str:
        return safe_text(scrub(text))

    yield f"# {_inline(clean(session.title)) or 'Untitled session'}\n\n"
    for name, value in facts(session):
        yield f"- {name}: `{_inline(clean(value)).replace('`', '')}`\n"
    before = ""
    for turn in turns:
        said = _inline(clean(speaker(turn, session)))
        if said and said != before:
            when = f" · {iso(turn.when)}" if turn.when else ""
            yield f"\n## {said}{when}\n"
            before = said
        for block in turn.blocks:
            if text := _block(block, clean):
                yield f"\n{text}\n"


def _block(block: Block, clean: Callable[[str], str]) -> str:
    match block:
        case Text(text):
            return clean(text).strip("\n")
        case Thinking(text):
            return _folded("Reasoning", clean(text))
        case ToolCall():
            return f"**{_inline(clean(block.tool))}** {_code(clean(block.summary))}"
        case ToolResult():
            title = "Result, failed" if block.is_error else "Result"
            return _folded(title, clean(block.text))
        case FileEdit():
            head = f"**Edited** {_code(clean(block.path))}"
            return (
                f"{head}\n\n{_fenced(clean(block.diff), 'diff')}"
                if block.diff
                else head
            )
        case Image(label):
            return f"*{_inline(clean(label))}*"
        case Notice(text):
            return f"*{_inline(clean(text))}*"


def _inline(text: str) -> str:
    """Return a text on one line in which no tag begins."""
    return one_line(text).replace("<", "&lt;")


def _code(text: str) -> str:
    line = one_line(text)
    if not line:
        return ""
    tick = "`" * (max(map(len, re.findall("`+", line)), default=0) + 1)
    pad = " " if "`" in line else ""
    return f"{tick}{pad}{line}{pad}{tick}"


def _fenced(text: str, language: str = "") -> str:
    """Return a text as a code block that nothing in it can end."""
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _folded(title: str, text: str) -> str:
    if not text.strip():
        return ""
    return f"<details><summary>{title}</summary>\n\n{_fenced(text)}\n\n</details>"
