"""What is suspicious in a file that is meant to hold orders, found and placed."""

import re
from collections.abc import Iterator

from levelmem.engine import secrets
from levelmem.engine.audit.lines import Lines, Passage, passages
from levelmem.engine.audit.report import Finding, Severity
from levelmem.engine.audit.shapes import CONDITION, REFUSAL, SHAPES, Shape
from levelmem.engine.memory.rules.guard import explain, judge, spell_out
from levelmem.engine.memory.rules.guard_rules.disguise import decoded, encoded_runs
from levelmem.engine.memory.rules.lookalikes import (
    invisible_characters,
    lookalike_words,
)
from levelmem.engine.memory.rules.normalise import Normalised, normalise
from levelmem.engine.text import clip, one_line

_EXCERPT_CELLS = 200
_AROUND = 60
_ERROR, _WARNING = Severity.ERROR, Severity.WARNING
_Hit = tuple[str, Severity, int, int]


def suspicions(text: str, path: str) -> Iterator[Finding]:
    """Yield the findings in the text of one file, in no order, each place once."""
    lines = Lines(text)
    seen: set[tuple[str, int]] = set()
    for rule, severity, start, end in _hits(text):
        place = (rule, lines.place(start)[0])
        if place not in seen or rule.startswith("secret-"):
            seen.add(place)
            yield _finding(text, path, lines, (start, end), rule, severity)


def _hits(text: str) -> Iterator[_Hit]:
    yield from _hidden(text)
    yield from _secrets(text)
    for passage in passages(text):
        normal = _bare(normalise(passage.text))
        for rule, severity, start, end in (
            *_shaped(normal, passage),
            *_encoded(normal),
            *_posing(passage),
            *_in_comments(normal),
        ):
            yield rule, severity, *passage.span(start, end)


_DECORATION = re.compile(r"[*~]+(?=\w)|(?<=\w)[*~]+|(?<!\w)__+(?=\w)|(?<=\s)\s+")


def _bare(normal: Normalised) -> Normalised:
    """Return a text without emphasis and double blanks, which part no words."""
    if not _DECORATION.search(normal.text):
        return normal
    dropped = {
        at for match in _DECORATION.finditer(normal.text) for at in range(*match.span())
    }
    kept = [at for at in range(len(normal.text)) if at not in dropped]
    return Normalised(
        "".join(normal.text[at] for at in kept), [normal.offsets[at] for at in kept]
    )


# --- shapes ------------------------------------------------------------------------


def _shaped(normal: Normalised, passage: Passage) -> Iterator[_Hit]:
    for shape in SHAPES:
        for match in shape.pattern.finditer(normal.text):
            start, end = normal.original_span(match.start(), match.end())
            code = passage.is_code(start, end)
            if (code and shape.prose_only) or _is_honest(shape, normal.text, match):
                continue
            mild = shape.rule == "role-marker" and code
            yield shape.rule, _WARNING if mild else shape.severity, start, end
            break


_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n|[。！？；]")


def _is_honest(shape: Shape, text: str, match: re.Match[str]) -> bool:
    """Tell whether what stands in front of a match forbids it or makes it an if."""
    begin = 0
    for stop in _SENTENCE_END.finditer(text, 0, match.start()):
        begin = stop.end()
    before = text[begin : match.start()]
    if shape.rule == "speaks-for-the-person" and CONDITION.search(before):
        return True
    return shape.refusable and bool(REFUSAL.search(before))


def _encoded(normal: Normalised) -> Iterator[_Hit]:
    """Yield encoded runs that hide words; an order in them is an error."""
    for hit in encoded_runs(normal.text):
        words = decoded(normal.text[hit.start : hit.end])
        if len(words.split()) < 2:
            continue
        severity = _ERROR if judge(words).held else _WARNING
        yield hit.rule, severity, *normal.original_span(hit.start, hit.end)


def _posing(passage: Passage) -> Iterator[_Hit]:
    for at, word in lookalike_words(passage.text):
        yield "lookalike-letters", _WARNING, at, at + len(word)


_COMMENT = re.compile(r"<!--(.*?)(?:-->|$)", re.S)
_TO_AN_AGENT = re.compile(
    r"\b(?:agents?|assistants?|ai|llms?|claude|copilot|codex|gemini|gpt|models?)\b"
    r"(?:\W|\b\w+\b\W){0,6}?(?:must|should|always|never|please|need|have to|do not|:)",
    re.I,
)
_UNSEEN_STYLE = re.compile(
    r"style\s*=\s*[\"'][^\"']*(?:display\s*:\s*none|visibility\s*:\s*hidden"
    r"|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])|color\s*:\s*(?:transparent|white|#fff))",
    re.I,
)


def _in_comments(normal: Normalised) -> Iterator[_Hit]:
    """Yield orders to agents where a person who reads the page sees nothing."""
    for match in _COMMENT.finditer(normal.text):
        if _TO_AN_AGENT.search(match[1]):
            yield "hidden-markup", _WARNING, *normal.original_span(*match.span())
    for match in _UNSEEN_STYLE.finditer(normal.text):
        yield "hidden-markup", _WARNING, *normal.original_span(*match.span())


# --- hidden characters -------------------------------------------------------------

_TAGS = range(0xE0000, 0xE0080)
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _hidden(text: str) -> Iterator[_Hit]:
    """Yield each run of characters that draw nothing; a byte order mark is none."""
    offsets = [at for at, _ in invisible_characters(text) if not _is_mark(text, at)]
    for start, end in _runs(offsets):
        run = text[start:end]
        carries = any(ord(c) in _TAGS or c in _BIDI or ord(c) < 32 for c in run)
        severity = _ERROR if carries or len(run) > 2 else _WARNING
        yield "hidden-text", severity, start, end


def _is_mark(text: str, at: int) -> bool:
    return at == 0 and text[0] == "\ufeff"


def _runs(offsets: list[int]) -> Iterator[tuple[int, int]]:
    start = end = -1
    for at in offsets:
        if at != end:
            if end > start >= 0:
                yield start, end
            start = at
        end = at + 1
    if end > start >= 0:
        yield start, end


# --- secrets ---------------------------------------------------------------------


def _secrets(text: str) -> Iterator[_Hit]:
    for found in secrets.find(text):
        yield f"secret-{found.kind}", _ERROR, found.start, found.end


# --- a finding -------------------------------------------------------------------


def _finding(
    text: str,
    path: str,
    lines: Lines,
    span: tuple[int, int],
    rule: str,
    severity: Severity,
) -> Finding:
    line, column = lines.place(span[0])
    end_line, end_column = lines.place(span[1])
    return Finding(
        path=path,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        rule=rule,
        severity=severity,
        message=_message(rule),
        excerpt=_excerpt(text, lines, span),
    )


def _message(rule: str) -> str:
    if rule.startswith("secret-"):
        return f"holds a secret ({rule.removeprefix('secret-')})"
    return explain(rule)


def _excerpt(text: str, lines: Lines, span: tuple[int, int]) -> str:
    """Return the words around a span, safe to show, never with a secret in them."""
    first = max(lines.start_of(span[0]), span[0] - _AROUND)
    last = min(lines.end_of(span[1]), span[1] + _AROUND)
    # The whole neighbourhood is scrubbed: half a secret has no shape.
    wide = slice(lines.start_of(span[0]), lines.end_of(span[1]))
    if secrets.find(text[wide]):
        return clip(one_line(spell_out(secrets.scrub_text(text[wide]))), _EXCERPT_CELLS)
    return clip(one_line(spell_out(text[first:last].strip())), _EXCERPT_CELLS)
