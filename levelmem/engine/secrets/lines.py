"""Join lines that may have parted a token, as mail, terminals and editors do."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from levelmem.engine.secrets.copies import Copy, CopyWriter

# What an editor, a shell, a mail or a terminal puts where it breaks a line.
_WRAP_MARKS = " \t\r\\│┃|>"
# How much of a line is looked at; a longer token on one line is found anyway.
_REACH = 4096
# Two parts of a line shorter than this together are no token.
_SHORTEST_TOKEN = 15


def _breaks_pattern(line_break: str) -> re.Pattern[str]:
    """The breaks between two signs of a token, one side having eight characters.

    A line that opens a block of code ends in a colon, a sentence in a stop after
    small letters: no token is broken there.
    """
    sign, marks = "[A-Za-z0-9_./~+=@\\-]", r"[ \t\\|│┃>]*"
    ends = ("", r"[ \r\\]", r" [│┃|\\]", r"\\r")
    after_sign = "|".join(f"(?<={sign}{end}{line_break})" for end in ends)
    after_long = "|".join(rf"(?<=\S{{8}}{end}{line_break})" for end in ends)
    return re.compile(
        f"{line_break}(?:{after_sign})(?=[A-Za-z0-9_./~+=@:\\-]|{marks}{sign})"
        rf"(?:{after_long}|(?={marks}\S{{8}}))(?<![a-z]{{3}}\.{line_break})"
    )


_BREAK = _breaks_pattern(r"\n")
# A break that is written with a backslash, in a transcript that was not decoded.
_WRITTEN_BREAK = _breaks_pattern(r"\\n")


class _Joint(NamedTuple):
    """Two lines that may hold parts of one token, as places in the text."""

    begin: int
    end: int
    next_begin: int
    next_end: int


def unwrapped(text: str) -> Copy | None:
    """Lines that may have parted a token, joined, without the marks of wrapping.

    A line break written as `\\n` in a transcript that was not decoded counts too.

    Returns:
        The copy, or None where no line goes on with a token of the line before.
    """
    writer = CopyWriter()
    copied = -1
    for joint in _joints(text):
        if joint.begin != copied:
            writer.skip(max(0, joint.begin - 1), joint.begin)
            writer.add(*_kept(text, joint.begin, joint.end))
        writer.join()
        writer.add(*_kept(text, joint.next_begin, joint.next_end))
        copied = joint.next_begin
    copy = writer.copy()
    return copy if copy.joints else None


def _joints(text: str) -> Iterator[_Joint]:
    breaks = [found.span() for found in _BREAK.finditer(text)]
    has_written = "\\n" in text
    if has_written:
        breaks += [found.span() for found in _WRITTEN_BREAK.finditer(text)]
        breaks.sort()
    for end, next_begin in breaks:
        if _may_be_parted(text, end, next_begin):
            yield _Joint(
                _line_begin(text, end, has_written),
                end,
                next_begin,
                _line_end(text, next_begin, has_written),
            )


def _line_begin(text: str, end: int, has_written: bool) -> int:
    lowest = max(0, end - _REACH)
    begin = max(lowest, text.rfind("\n", lowest, end) + 1)
    if has_written and (written := text.rfind("\\n", begin, end)) >= 0:
        return written + 2
    return begin


def _line_end(text: str, begin: int, has_written: bool) -> int:
    end = text.find("\n", begin, begin + _REACH)
    if end < 0:
        end = min(len(text), begin + _REACH)
    if has_written and (written := text.find("\\n", begin, end)) >= 0:
        return written
    return end


def _kept(text: str, begin: int, end: int) -> tuple[str, int]:
    """The line without marks of wrapping, and where it begins then."""
    line = text[begin:end]
    kept = line.lstrip(_WRAP_MARKS)
    return _without_end_marks(kept), end - len(kept)


def _without_end_marks(line: str) -> str:
    if line.endswith("\\r"):  # of a written CRLF
        line = line[:-2]
    return line.rstrip(_WRAP_MARKS)


def _may_be_parted(text: str, end: int, next_begin: int) -> bool:
    """Whether the words on both sides of a break may be one token."""
    before = _without_end_marks(text[max(0, end - 64) : end])
    after = text[next_begin : next_begin + 96].lstrip(_WRAP_MARKS)
    tail = before[before.rfind(" ") + 1 :]
    head = after.partition(" ")[0]
    return len(tail) + len(head) >= _SHORTEST_TOKEN and not (
        _is_plain_word(tail) and _is_plain_word(head)
    )


def _is_plain_word(word: str) -> bool:
    letters = word.rstrip(".,;:").replace("-", "")
    return letters.isalpha() and letters[1:].islower()
