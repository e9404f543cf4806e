"""A session as a document to keep or to hand on, without secrets."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.text import one_line

_NOT_NAME = re.compile(r"[^\w.-]+")


class Form(StrEnum):
    """What a document can be; the value is the ending of its file."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"


def form_of(path: Path | None) -> Form:
    """Return what a file's ending says, Markdown where it says nothing known."""
    ending = path.suffix.lower().lstrip(".") if path else ""
    return {"html": Form.HTML, "htm": Form.HTML, "json": Form.JSON}.get(
        ending, Form.MARKDOWN
    )


def document(
    form: Form, session: Session, turns: Iterable[Turn], scrub: Callable[[str], str]
) -> Iterator[str]:
    """Yield a session as a document, piece by piece.

    Every text is scrubbed before anything else is done with it.
    """
    if form is Form.HTML:
        from levelmem.engine.sessions.export.html import html

        return html(session, turns, scrub)
    if form is Form.JSON:
        from levelmem.engine.sessions.export.plain_json import plain_json

        return plain_json(session, turns, scrub)
    from levelmem.engine.sessions.export.markdown import markdown

    return markdown(session, turns, scrub)


def file_name(session: Session, form: Form = Form.MARKDOWN) -> str:
    """Return a file name for a session's document, with nothing but a name in it."""
    day = f"{session.created:%Y-%m-%d}-" if session.created else ""
    words = _NOT_NAME.sub("-", one_line(session.title).lower()).strip("-.")[:60]
    ident = _NOT_NAME.sub("-", session.id).strip("-.")[:8]
    return "-".join(filter(None, (f"{day}{words}".strip("-"), ident))) + f".{form}"
