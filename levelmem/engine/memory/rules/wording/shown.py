"""What of a message was shown, not said: pasted, fenced, quoted, put there.

`pasted` finds what a person cannot have written as their own words, wherever it
stands; `marked` finds code spans and quotations, which count as shown unless they
are a part of the person's own sentence.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a text, and what it is in words for people."""

    start: int
    end: int
    what: str


def pasted(text: str) -> list[Span]:
    """Fences, client tags, comments, quoted, indented and log lines, and what stands
    below two lines that a program printed."""
    spans: list[Span] = []
    for find in (_fences, _comments, _tags, _printed, _lines):
        found = list(find(text))
        spans += found
        text = blanked(text, found)
    return spans


def struck(text: str) -> list[Span]:
    """Words that the person struck out: ~~so~~."""
    return [
        Span(*match.span(), "struck out")
        for match in re.finditer(r"~~(?=\S)[^~\n]+~~", text)
    ]


def marked(text: str) -> list[Span]:
    """Code spans, and quotations that do not make up the whole message."""
    code = list(_code_spans(text))
    quotations = list(_quotations(blanked(text, code, " ")))
    message = text.strip().rstrip(".!")
    start = text.find(message)
    is_all = len(quotations) == 1 and (
        quotations[0].start <= start and quotations[0].end >= start + len(message)
    )
    return code + ([] if is_all else quotations)


def blanked(text: str, spans: Iterable[Span], blank: str = "\n") -> str:
    """The text with each stretch overwritten, all offsets as they were."""
    pieces = []
    position = 0
    for start, end, _ in sorted(spans):
        if end > position:
            start = max(start, position)
            pieces += [text[position:start], blank * (end - start)]
            position = end
    return "".join([*pieces, text[position:]])


_FENCE = re.compile(r"`{3,}|~{3,}")


def _fences(text: str) -> Iterator[Span]:
    runs = list(_FENCE.finditer(text))
    index = 0
    while index < len(runs):
        run = runs[index]
        index += 1
        if not _opens_fence(text, run):
            continue
        end = len(text)
        while index < len(runs):
            candidate = runs[index]
            index += 1
            if _closes_fence(text, run, candidate):
                end = candidate.end()
                break
        yield Span(run.start(), end, "inside a code fence")


def _opens_fence(text: str, run: re.Match[str]) -> bool:
    """Backticks open anywhere; tildes, which some end words with, only at an edge."""
    return run[0][0] == "`" or _begins_line(text, run) or _ends_line(text, run)


def _closes_fence(text: str, opener: re.Match[str], run: re.Match[str]) -> bool:
    if run[0][0] != opener[0][0] or len(run[0]) < len(opener[0]):
        return False
    if text.find("\n", opener.end(), run.start()) < 0:
        return True
    return _begins_line(text, run) and _ends_line(text, run)


def _begins_line(text: str, match: re.Match[str]) -> bool:
    # Whoever indents further than this is not looked after: long lines stay cheap.
    before = text[max(0, match.start() - 80) : match.start()].rpartition("\n")
    return not before[2].strip(" \t>") and (before[1] == "\n" or match.start() < 80)


_LINE_REST = re.compile(r"[ \t]*(?:\n|$)")


def _ends_line(text: str, match: re.Match[str]) -> bool:
    return _LINE_REST.match(text, match.end()) is not None


def _comments(text: str) -> Iterator[Span]:
    position = text.find("<!--")
    while position >= 0:
        end = text.find("-->", position)
        end = len(text) if end < 0 else end + 3
        yield Span(position, end, "inside a comment")
        position = text.find("<!--", end)


_TAG = re.compile(r"<(?P<close>/)?(?P<name>[A-Za-z][\w.-]*)(?:\s[^<>]*)?(?P<empty>/)?>")


def _tags(text: str) -> Iterator[Span]:
    """What stands between a tag and its end, as clients wrap what they add.

    A tag that is cut off counts to the end (or from the start) of the message when
    its name is one that a person hardly types: with a dash or an underscore.
    """
    opened: dict[str, tuple[re.Match[str], int]] = {}
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        opener, depth = opened.get(name, (tag, 0))
        if tag["empty"]:
            continue
        if not tag["close"]:
            opened[name] = (opener, depth + 1)
        elif depth > 1:
            opened[name] = (opener, depth - 1)
        elif depth == 1 or _is_client_name(name):
            opened.pop(name, None)
            start = opener.start() if depth else 0
            yield Span(start, tag.end(), "inside a client's tag")
    for name, (opener, _) in opened.items():
        if _is_client_name(name) and _begins_line(text, opener):
            yield Span(opener.start(), len(text), "inside a client's tag")


def _is_client_name(name: str) -> bool:
    return "-" in name or "_" in name


_SHOWN_LINE = re.compile(
    r"^(?:(?P<quoted>[ ]{0,3}(?:(?:[-*+]|\d{1,3}[.)])[ ]+)?>(?!=).*)"
    r"|(?P<indented>(?:[ ]{4}|[ ]{0,3}\t).*\S.*)"
    r"|(?P<log>[ ]{0,3}(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\$ \S.*|>>> .*|\|.*\|[ ]*"
    r"|(?:diff --git|@@) .*)))$",
    re.MULTILINE,
)
_LINE_KINDS = {
    "quoted": "in a quoted line",
    "indented": "in an indented block",
    "log": "in a line of a log or a shell",
}


def _lines(text: str) -> Iterator[Span]:
    for line in _SHOWN_LINE.finditer(text):
        yield Span(*line.span(), _LINE_KINDS[line.lastgroup or "log"])


_PRINTED_LINE = re.compile(
    r"""
    [ ]{0,3}\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\b      # a time
    | [ ]{0,3}\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\]?[:\s]
    | [ ]{0,8}at[ ][\w.$<>/]+[ ]?\(.*\)[ ]?$ | [ ]{0,8}File[ ]".*",[ ]line[ ]\d+
    | Traceback[ ]\(most | [\w.]+(?:Error|Exception|Warning):
    | \w[\w.-]*@[\w.-]+[:~ ].*[$\#][ ] | [$%][ ]\S | >>>[ ] | PS[ ][A-Z]:\\
    | (?:In|Out)[ ]?\[\d+\]: | [A-Z]:\\[^>]*>
    | commit[ ][0-9a-f]{7,40}\b | Author:[ ].*<.*@ | diff[ ]--git[ ] | @@[ ]-
    | (?:\+\+\+|---)[ ][ab]/ | index[ ][0-9a-f]{7,}\.\.
    | (?:PASS(?:ED)?|FAIL(?:ED)?|SKIPPED|XFAIL)[ :]\s*\S*[/.:] | (?:not[ ])?ok[ ]\d+\b
    | ---[ ](?:PASS|FAIL): | [=_-]{3,}.*[=_-]{3,}[ ]?$ | E[ ]{3}
    | [\w./\\-]+\.\w{1,5}:\d+(?::\d+)?: | (?:npm|yarn|pip)[ ](?:ERR!|WARN|error)
    | [ ]{0,3}\|.*\|[ ]?$ | [ ]{0,3}\|?[ ]?:?-{3,}:?[ ]?(?:\|[ ]?:?-{3,}:?[ ]?)+\|?[ ]?$
    | (?:remote|error|fatal|warning|note|hint):[ ]
    | [ ]{0,3}\d+[ ]\|[ ] | [ ]{0,8}\^+[ ]?$
    """,
    re.X | re.M,
)
"""What programs print and people do not type: logs, traces, prompts, tables."""
_WIDEST = 240
"""Characters of a line that are looked at: a line may be a whole file."""


def _printed(text: str) -> Iterator[Span]:
    """The rest of a paragraph from the first of two lines that a program printed.

    One such line may be typed, or quoted by itself; below two, a person who pastes
    begins a new paragraph before they go on in their own words.
    """
    position = 0
    for gap in (*_PARAGRAPH_END.finditer(text), None):
        end = gap.start() if gap else len(text)
        starts = _starts_of_lines(text, position, end)
        printed = [
            at for at in starts if _PRINTED_LINE.match(text, at, min(end, at + _WIDEST))
        ]
        if len(printed) > 1:
            yield Span(printed[0], end, "in what a program printed")
        position = gap.end() if gap else end


def _starts_of_lines(text: str, start: int, end: int) -> Iterator[int]:
    while start < end:
        yield start
        feed = text.find("\n", start, end)
        start = end if feed < 0 else feed + 1


_BACKTICKS = re.compile(r"`+|\n")


def _code_spans(text: str) -> Iterator[Span]:
    """Inline code; a span that is never closed counts to the end of its line."""
    opener: re.Match[str] | None = None
    for run in _BACKTICKS.finditer(text):
        if opener is None:
            opener = run if run[0] != "\n" else None
        elif run[0] == opener[0] or run[0] == "\n":
            yield Span(opener.start(), run.end(), "inside inline code")
            opener = None
    if opener is not None:
        yield Span(opener.start(), len(text), "inside inline code")


_CLOSERS = {
    **{"“": "”“", "„": "“”", "«": "»", "»": "«", "‹": "›", "›": "‹"},
    **{"「": "」", "『": "』", "《": "》", "‘": "’", "‚": "‘’", '"': '"', "'": "'"},
}
_OPENER = re.compile(
    r"(?:(?<!\w)[\"'‘](?=\S)|[“„«»‹›「『《‚])",
)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_ONE_LINE = "\"'"


def _quotations(text: str) -> Iterator[Span]:
    """Quotations, in any of the marks that the languages of the rules use."""
    position = 0
    for gap in (*_PARAGRAPH_END.finditer(text), None):
        end = gap.start() if gap else len(text)
        yield from _quotations_of_paragraph(text, position, end)
        position = gap.end() if gap else end


def _quotations_of_paragraph(text: str, start: int, end: int) -> Iterator[Span]:
    never_closed: set[str] = set()
    while opener := _OPENER.search(text, start, end):
        start = opener.end()
        mark = opener[0]
        if mark in never_closed:
            continue
        closer = _closing(mark).search(text, start, end)
        if closer:
            yield Span(opener.start(), closer.end(), "inside quotation marks")
            start = closer.end()
            continue
        never_closed.add(mark)
        if mark not in "'‘‚»›":
            line_end = text.find("\n", start, end)
            start = end if line_end < 0 else line_end
            yield Span(opener.start(), start, "inside quotation marks")


def _closing(mark: str) -> re.Pattern[str]:
    closers = re.escape(_CLOSERS[mark])
    if mark in "'‘‚":
        # An apostrophe inside a word closes nothing.
        return re.compile(rf"(?<=\S)[{closers}](?!\w)")
    return re.compile(f"[{closers}]")
