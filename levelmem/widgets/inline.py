"""Code and bold words within a line of Markdown."""

import re

from levelmem.widgets.spans import Line, Span

_MARKS = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")


def inline(text: str, tone: str = "title") -> Line:
    """Return a line with code and bold words in their tones, marks left out."""
    if "`" not in text and "**" not in text:
        return ((text, tone),)
    spans: list[Span] = []
    at = 0
    for match in _MARKS.finditer(text):
        if match.start() > at:
            spans.append((text[at : match.start()], tone))
        spans.append((match[1], "code") if match[1] else (match[2], "strong"))
        at = match.end()
    if at < len(text):
        spans.append((text[at:], tone))
    return tuple(spans)
