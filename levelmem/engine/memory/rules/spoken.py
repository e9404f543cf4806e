"""The part of a typed message that is the person's own words."""

import re
from collections.abc import Iterator

from levelmem.engine.memory.rules.wording.sentences import sentences
from levelmem.engine.memory.rules.wording.shown import (
    Span,
    blanked,
    marked,
    pasted,
    struck,
)

_LONGEST_NAME = 4
"""Words of a quotation that may still be a name within the person's sentence."""
_HEADING = re.compile(r"^#{1,6}\s+\S", re.M)
_LONGEST = 8000
_MOST_LINES = 40
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_ATTACHMENT = re.compile(r"\[(?:image|pasted text|file|attachment)\b[^\]\n]*\]", re.I)


def spoken(message: str) -> str:
    """Return a typed message with what was shown in it overwritten by blanks.

    Fences, pastes, quoted and struck lines go, and quotations longer than a name.
    A document with headings, as people paste a plan, goes from its first heading on;
    of a text as long as no one types it, the first and the last paragraph stay.
    Offsets stay as they were.
    """
    text = _without_document(message)
    text = blanked(text, [*pasted(text), *struck(text)])
    # After the indented lines are gone: these blanks indent nothing.
    text = _ATTACHMENT.sub(lambda match: " " * len(match.group()), text)
    return blanked(text, [span for span in marked(text) if _is_shown(span, text)], " ")


def spoken_sentences(message: str) -> Iterator[str]:
    """Yield the sentences of a message that are the person's own, in order."""
    text = spoken(message)
    for sentence in sentences(text, marked(text)):
        if said := " ".join(text[sentence.start : sentence.end].split()):
            yield said


def _without_document(message: str) -> str:
    message = message[:_LONGEST]
    headings = list(_HEADING.finditer(message))
    if len(headings) > 1:
        return message[: headings[0].start()]
    if message.count("\n") < _MOST_LINES:
        return message
    first, last = _PARAGRAPH.search(message), message.rstrip().rfind("\n\n")
    if first is None or last <= first.start():
        return message[: message.find("\n")]
    between = Span(first.start(), last, "in a long text")
    return blanked(message, [between])


def _is_shown(span: Span, text: str) -> bool:
    return len(text[span.start : span.end].split()) > _LONGEST_NAME
