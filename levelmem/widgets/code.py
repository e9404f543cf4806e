"""Code in fences, coloured by what its words are; text and lines stay."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from levelmem.widgets.body_lines import BodyLine
from levelmem.widgets.spans import Line, Span, plain

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_LANGUAGE = re.compile(r"^\s*(?:```+|~~~+)\s*([\w+#.-]+)", re.MULTILINE)
_LONGEST = 400
"""Lines of a block that is coloured: longer ones would hold the screen up."""

_TONES = (
    ("Token.Comment", "faint italic"),
    ("Token.Keyword", "primary"),
    ("Token.Operator.Word", "primary"),
    ("Token.Name.Function", "strong"),
    ("Token.Name.Class", "strong"),
    ("Token.Name.Tag", "primary"),
    ("Token.Name.Attribute", "code"),
    ("Token.Name.Builtin", "code"),
    ("Token.Name.Decorator", "code"),
    ("Token.Literal.String", "success"),
    ("Token.Literal.Number", "accent"),
    ("Token.Generic.Inserted", "success"),
    ("Token.Generic.Deleted", "error"),
    ("Token.Generic.Heading", "heading"),
    ("Token", "title"),
)
"""Kinds of tokens and their tones; the first that fits counts."""


def prepare(texts: Iterable[str]) -> None:
    """Load what the languages of these Markdown texts need; for a worker."""
    for text in texts:
        for language in _LANGUAGE.findall(text):
            _lexer(language.lower())


def with_code_coloured(body: list[BodyLine]) -> list[BodyLine]:
    """Return the lines of a Markdown text with their code in colours."""
    done: list[BodyLine] = []
    at = 0
    while at < len(body):
        done.append(body[at])
        at += 1
        if not _opens(done[-1]):
            continue
        end = at
        while end < len(body) and _is_code(body[end]):
            end += 1
        done += _coloured(body[at:end], plain(done[-1].line).lower())
        at = end
    return done


def _opens(line: BodyLine) -> bool:
    """Tell whether a line names the language of the code below it."""
    return bool(line.ground and line.line and line.line[0][1] == "faint")


def _is_code(line: BodyLine) -> bool:
    return bool(line.ground and line.line and line.line[0][1] == "code")


def _coloured(block: Sequence[BodyLine], language: str) -> Sequence[BodyLine]:
    lexer = _lexer(language) if language and 0 < len(block) <= _LONGEST else None
    if lexer is None:
        return block
    lines = _lines("\n".join(plain(line.line) for line in block), lexer)
    if [plain(line) for line in lines] != [plain(line.line) for line in block]:
        return block  # a lexer that changes the text is of no use
    return [replace(old, line=new) for old, new in zip(block, lines, strict=True)]


def _lines(code: str, lexer: "Lexer") -> list[Line]:
    lines: list[list[Span]] = [[]]
    for kind, text in lexer.get_tokens(code):
        tone = _tone(str(kind))
        first, *rest = text.split("\n")
        lines[-1].append((first, tone))
        for piece in rest:
            lines.append([(piece, tone)])
    return [tuple(span for span in line if span[0]) for line in lines]


@cache
def _tone(kind: str) -> str:
    return next(tone for start, tone in _TONES if kind.startswith(start))


@cache
def _lexer(language: str) -> "Lexer | None":
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
