"""Turns before they have their number, time and place."""

from collections.abc import Sequence
from dataclasses import dataclass

from levelmem.engine.sessions.blocks import cut
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    Block,
    Image,
    Notice,
    Origin,
    Text,
    ToolResult,
)
from levelmem.engine.sessions.sources.codex.prompts import Prompt


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn before it has its number, time and place."""

    role: str
    origin: Origin
    blocks: list[Block]


def word_blocks(text: str, images: Sequence[Image]) -> list[Block]:
    """Return what somebody said, and the pictures with it."""
    blocks: list[Block] = [Text(cut(text_of(text)))] if text.strip() else []
    return [*blocks, *images]


def shell_draft(prompt: Prompt) -> Draft:
    """Return a command that the person ran, and what it gave back."""
    blocks: list[Block] = [Text(cut(text_of(prompt.text)))]
    if prompt.result:
        blocks.append(ToolResult(cut(text_of(prompt.result))))
    return Draft("user", Origin.SHELL_ESCAPE, blocks)


def said_by_agent(blocks: list[Block]) -> list[Draft]:
    """Return a turn of the agent: words, calls, edits."""
    return [Draft("assistant", Origin.AGENT, blocks)]


def given_back(blocks: list[Block]) -> list[Draft]:
    """Return a turn of a tool."""
    return [Draft("tool", Origin.TOOL, blocks)]


def notice(words: str) -> list[Draft]:
    """Return a line of the client."""
    return [Draft("system", Origin.NOTIFICATION, [Notice(words)])]
