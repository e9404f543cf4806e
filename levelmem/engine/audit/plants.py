"""Lines in what an agent read that try to become memory, or to give it orders.

A README is full of imperatives, and nobody wants each of them to wait for review. A
plant shows in one of three ways: it has a shape that no honest text needs (those of
the audit), it is written as memory is (the headings, markers and frame of MEMORY.md,
"remember: ..."), or it gives a standing order that loosens, leaks or fetches
something, or one to agents by name. In files that are meant to hold orders to agents,
the last is their business.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from levelmem.engine.audit.report import Severity
from levelmem.engine.audit.rules import suspicions
from levelmem.engine.memory.digest.handwritten import FROM_YOU, HEADINGS
from levelmem.engine.memory.rules.guard import LONGEST, judge

_SHORTEST = 12
_MOST_LINES = 4000
_LONGEST_RUN = 20
_FEWEST_BLANKS = 3
_PROSE = 0.7
"""How much of a line of prose is letters and blanks, at least."""
_MOST_SUSPECTS = 60
"""Paragraphs of one text that are looked at closely."""

INSTRUCTIONS = re.compile(
    r"(?:^|[\\/])(?:AGENTS|CLAUDE|GEMINI|SKILL|CONVENTIONS|copilot-instructions)[\w.-]*"
    r"|\.cursorrules$|\.windsurfrules$|\.mdc$|\.instructions\.md$",
    re.I,
)
"""Files that hold orders to agents by their nature."""

_CODE = re.compile(r"\.(?!md|mdx|markdown|txt|rst|adoc|org|html?)\w{1,10}$", re.I)

_STANDING = re.compile(
    r"\b(?:always|never|must|whenever|each time|every (?:time|build|commit|run"
    r"|session|release)|from now on|in (?:all )?future|before (?:every|each|any|the"
    r"|running|tests?)|after (?:every|each|any)|remember|important|everything"
    r"|(?:is|are) (?:\w+ )?safe to|no need to|needs? no|without (?:asking|approval"
    r"|confirmation|review|permission|prompting)|(?:pre-?)?(?:approved|authori[sz]ed)"
    r"|allowed to|permitted to)\b",
    re.I,
)
_SUSPECT = re.compile(
    _STANDING.pattern
    + r"|\b(?:ignor\w+|disregard\w*|forget|overrid\w+|bypass\w*|pretend|agents?"
    r"|assistants?|claude|codex|copilot|gemini|cursor|llms?|ai|gpt\S*|system|prompts?"
    r"|instructions?|memor\w+|secrets?|tokens?|credentials?|passwords?|keys?|\.env"
    r"|do not (?:tell|mention|ask|reveal)|don.t (?:tell|mention|ask)|you are now)\b"
    r"|[\u200b-\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]|<!--|!\[|<\|",
    re.I,
)
_AGENT_ORDER = re.compile(
    r"\b(?:agents?|assistants?|llms?|claude|codex|copilot|gemini|cursor|gpt|ai)\b"
    r"(?:\W+\w+){0,3}?\W+(?:must|should|shall|has to|have to|needs? to"
    r"|(?:is|are) (?:allowed|required|permitted|free|expected|trusted|authori[sz]ed) to"
    r"|always|never)\b"
    r"|^\W*(?:(?:note|notice|attention|message|to|for|dear|hey|all|any|the|ai|coding)\W+)*"
    r"(?:agents?|assistants?|llms?|claude|codex|copilot|gemini|gpt)\s*[:,]",
    re.I,
)
_REFUSES = re.compile(
    r"^\W*(?:never|do not|don.t|avoid|please do not)\b(?!.*\b(?:ask|mention|tell|reveal"
    r"|wait|review|check|verify|confirm|warn|question|refuse|report|stop)\b)",
    re.I,
)
_PERSON = re.compile(
    r"\b(?:user|person|human|developer|owner|reviewer|anyone)s?\b", re.I
)
_FOREIGN = re.compile(r"[^\W\d_a-z]{3}", re.I)
_MEMORY_WORDS = re.compile(
    r"^\W*(?:(?:please|important|note)\W+)*(?:remember(?: (?:this|the following))?\s*:"
    r"|remember\b.{0,60}\b(?:for|in) (?:all |every )?(?:future|later|next) sessions?"
    r"|(?:save|store|add|write|keep|put)\b.{0,60}\b(?:in|into|to) (?:your |the |its )?"
    r"(?:long-term |project )?memor(?:y\b|ies\b|y\.md)"
    r"|(?:note|notes|message|instructions?|reminder|hint) (?:to|for) (?:the |any |all "
    r"|every )?(?:ai|coding |future )*(?:agents?|assistants?|llms?|models?|claude"
    r"|codex|copilot|sessions?)\b)",
    re.I,
)
_RISKS = frozenset(
    (
        *("pipe-to-shell", "loosens-a-guard", "secret-exposure", "permission-claim"),
        *("sends-data-out", "dangerous-flag", "speaks-for-the-person", "concealment"),
        *("demotes-rivals", "self-propagation", "authority-claim", "foreign-index"),
    )
)
_ORDERS = frozenset(("bare-imperative", "modal-order", "conditional-trigger"))
_QUOTED_MARKER = re.compile(r"[\"'`]\s*<\|")
_LISTED = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_HEADING = re.compile(r"\s*#{1,6}\s")
_PINNED = re.compile(r"<!--\s*/?pinned\s*-->", re.I)
_HEADINGS = frozenset(heading.casefold() for heading in HEADINGS)


def planted_lines(text: str, path: str = "") -> list[str]:
    """Return the lines of a text that are plants, each once, in order.

    ``path`` is the file that it stands in, where that is known.
    """
    found: dict[str, None] = {}
    lines = text.splitlines()[:_MOST_LINES]
    for line in _as_memory(lines):
        found[line] = None
    for line in _shaped(lines, path):
        found[line] = None
    return [line for line in found if len(line) >= _SHORTEST]


def _shaped(lines: list[str], path: str) -> Iterator[str]:
    only_shapes = bool(INSTRUCTIONS.search(path) or _CODE.search(path))
    for paragraph in list(_suspects(lines))[:_MOST_SUSPECTS]:
        yield from _of_the_audit(paragraph)
        for line in paragraph:
            if not only_shapes and (
                _MEMORY_WORDS.match(line) or _is_standing_risk(line)
            ):
                yield _bare(line)


def _suspects(lines: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the runs of prose that hold a word, or a script, worth a closer look.

    Nearly all that agents read is code, and must cost next to nothing.
    """
    run: list[str] = []
    for line in [*lines, ""]:
        if _is_prose(line) and len(run) < _LONGEST_RUN:
            run.append(line)
            continue
        if any(map(_is_suspect, run)):
            yield tuple(run)
        run = [line] if _is_prose(line) else []


def _is_prose(line: str) -> bool:
    if not line.isascii():
        return bool(line.strip())
    letters = sum(map(str.isalpha, line)) + line.count(" ")
    return line.count(" ") >= _FEWEST_BLANKS and letters >= _PROSE * len(line)


def _is_suspect(line: str) -> bool:
    foreign = not line.isascii() and _FOREIGN.search(line)
    return bool(foreign or _SUSPECT.search(line))


@lru_cache(maxsize=4096)
def _of_the_audit(paragraph: tuple[str, ...]) -> tuple[str, ...]:
    """Return what has a shape of the audit; files are read again and again."""
    found = []
    for finding in suspicions("\n".join(paragraph), ""):
        if finding.severity is not Severity.ERROR or finding.rule.startswith("secret-"):
            continue
        line = " ".join(paragraph[finding.line - 1 : finding.end_line])
        if finding.rule == "role-marker" and _QUOTED_MARKER.search(line):
            continue
        # How a program is installed is told so in every second README.
        if finding.rule != "pipe-to-shell" or _STANDING.search(line):
            found.append(_bare(line))
    return tuple(found)


def _is_standing_risk(line: str) -> bool:
    """Tell whether a line orders agents, or for good something that can hurt."""
    line = _bare(line)
    if not _SHORTEST <= len(line) <= LONGEST or not _SUSPECT.search(line):
        return False
    rules = {reason.rule for reason in judge(line).reasons}
    if _REFUSES.match(line):
        return False
    if "concealment" in rules and _PERSON.search(line):
        return True
    if "addresses-an-agent" in rules and _AGENT_ORDER.search(line):
        return bool(rules & (_ORDERS | _RISKS))
    return bool(rules & _RISKS and _STANDING.search(line)) and _is_order(rules)


def _is_order(rules: set[str]) -> bool:
    return bool(rules & _ORDERS) or len(rules & _RISKS) > 1


def _as_memory(lines: list[str]) -> Iterator[str]:
    """Yield what stands under memory's own headings or between its markers."""
    if not any(_is_from_you(line) or _PINNED.search(line) for line in lines):
        return
    inside = pinned = False
    for line in lines:
        if _PINNED.search(line):
            pinned = not re.search(r"/\s*pinned\s*-->\s*$", line, re.I)
            if _bare(_PINNED.sub("", line)):
                yield _bare(line)
        elif _HEADING.match(line):
            inside, pinned = line.strip().casefold() in _HEADINGS, False
        elif (pinned and line.strip()) or (inside and _LISTED.match(line)):
            yield _bare(line)


def _is_from_you(line: str) -> bool:
    return line.strip().casefold() == FROM_YOU.casefold()


def _bare(line: str) -> str:
    """Return a line as a note would have it: without its list mark, on one line."""
    return " ".join(_LISTED.sub("", line, count=1).split())[: 2 * LONGEST]
