"""Text brought to one form, so that only what was said can differ."""

import re
import unicodedata

from levelmem.engine.memory.lookalikes import without_unseen

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# Typed for an apostrophe between two letters. NFKC would tear the acute apart.
_APOSTROPHE = re.compile("(?<=\\w)[’‘ʼ´`′ʹ＇](?=\\w)")
_DOUBLE_QUOTES = str.maketrans(dict.fromkeys("“”„‟″＂", '"'))


def plain(text: str) -> str:
    """The text in NFKC, with one kind of line end and apostrophe, nothing unseen.

    Case stays, since it tells identifiers; so do quotation marks, since they tell
    what is quoted.
    """
    text = _LINE_ENDS.sub("\n", text)
    text = _APOSTROPHE.sub("'", text)
    text = without_unseen(unicodedata.normalize("NFKC", text))
    return _APOSTROPHE.sub("'", text)


_MARKS = re.compile(r"[\"“”„‟«»‹›「」『』‘’*`]|(?<!\w)'|'(?!\w)")


def bare(text: str) -> tuple[str, list[int]]:
    """Plain text without quotation, code and emphasis marks, and where it came from.

    Runs of blanks become one, a line end with the blanks around it one line end.
    Letters are lowered one by one, so that lengths stay.

    Returns:
        The bare text, and for each of its characters the offset in `text`.
    """
    kept: list[str] = []
    offsets: list[int] = []
    for match in re.finditer(r"\s*\n\s*|\s+|\S", _MARKS.sub("\0", text)):
        piece = match.group()
        if piece == "\0":
            continue
        if piece.isspace():
            blank = "\n" if "\n" in piece else " "
            if kept and kept[-1] in " \n":
                kept[-1] = "\n" if "\n" in (blank, kept[-1]) else " "
                continue
            piece = blank
        kept.append(_lower(piece))
        offsets.append(match.start())
    return "".join(kept), offsets


def _lower(character: str) -> str:
    lowered = character.lower()
    return lowered if len(lowered) == 1 else character
