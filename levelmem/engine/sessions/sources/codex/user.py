"""One user message of the model's history: the person's words, and what came along."""

from dataclasses import dataclass
from typing import Any

from levelmem.engine.sessions.model import Image, Origin
from levelmem.engine.sessions.sources.codex.content import pictures
from levelmem.engine.sessions.sources.codex.lines import Line, as_dict, as_text
from levelmem.engine.sessions.sources.codex.prompts import (
    Prompt,
    is_image_wrapper,
    read_prompt,
)
from levelmem.engine.sessions.sources.codex.tools import parts_text


@dataclass(frozen=True, slots=True)
class UserMessage:
    """A user message, its parts told apart."""

    vouched: bool
    """Whether the record proves that it holds the person's text."""
    typed: tuple[str, ...] = ()
    injected: tuple[str, ...] = ()
    shell: tuple[Prompt, ...] = ()
    """Commands that the person ran from the prompt."""
    pictures: tuple[Image, ...] = ()


def read_user_message(line: Line, content: object) -> UserMessage:
    """Tell apart what a person typed and what Codex put into their message."""
    kinds = _kinds(line)
    parts = content if isinstance(content, list) else [content]
    typed, injected, shell = list[Prompt](), list[str](), list[Prompt]()
    for at, part in enumerate(parts):
        text = parts_text(part)
        if not text.strip() or is_image_wrapper(text):
            continue
        prompt = read_prompt(text)
        if prompt.origin is Origin.SHELL_ESCAPE:
            shell.append(prompt)
        elif prompt.origin is Origin.HUMAN and _is_the_persons(line, kinds, at, parts):
            typed.append(prompt)
        elif prompt.text:
            injected.append(prompt.text)
    only_injected = injected and not typed
    return UserMessage(
        vouched=_has_user_kind(kinds) or any(prompt.vouched for prompt in typed),
        typed=tuple(prompt.text for prompt in typed),
        injected=tuple(injected),
        shell=tuple(shell),
        pictures=() if only_injected else tuple(pictures(parts)),
    )


def _kinds(line: Line) -> list[str] | None:
    """Return what the parts of a message are, where the record tells."""
    holder = as_dict(line.payload.get("internal_chat_message_metadata_passthrough"))
    kinds = holder.get("content_item_kinds")
    return [as_text(kind) for kind in kinds] if isinstance(kinds, list) else None


def _has_user_kind(kinds: list[str] | None) -> bool:
    return any(kind.startswith("user.") for kind in kinds or ())


def _is_the_persons(
    line: Line, kinds: list[str] | None, at: int, parts: list[Any]
) -> bool:
    for metadata in (as_dict(line.payload.get("metadata")), line.metadata or {}):
        if metadata.get("client_authored") is False:
            return False
        if metadata.get("inherited_user_message") is True:
            return False
    if kinds is None:
        return True
    if len(kinds) == len(parts):
        return kinds[at].startswith("user.")
    return _has_user_kind(kinds)
