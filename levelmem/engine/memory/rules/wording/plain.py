"""Text brought to one form, so that only what was said can differ."""

import re
import unicodedata

from levelmem.engine.memory.rules.lookalikes import without_unseen

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# Typed for an apostrophe between two letters. NFKC would tear the acute apart.
_APOSTROPHE = re.compile("(?<=\\w)[’‘ʼ´`′ʹ＇](?=\\w)")


def plain(text: str) -> str:
    """The text in NFKC, with one kind of line end and apostrophe, nothing unseen.

    Case stays, since it tells identifiers; so do quotation marks, since they tell
    what is quoted.
    """
    text = _LINE_ENDS.sub("\n", text)
    text = _APOSTROPHE.sub("'", text)
    text = without_unseen(unicodedata.normalize("NFKC", text))
    return _APOSTROPHE.sub("'", text)


# Quotation, code and emphasis marks; an apostrophe inside a word is none.
_MARKS = re.compile(r"[\"“”„‟«»‹›「」『』‘’*`]|(?<!\w)'|'(?!\w)")
_BLANKS_OR_WORD = re.compile(r"(?P<blanks>\s+)|[^\s\0]+")


def bare(text: str) -> tuple[str, list[int]]:
    """Plain text without quotation, code and emphasis marks, and where it came from.

    Runs of blanks become one, a line end with the blanks around it one line end.
    Letters are lowered one by one, so that lengths stay.

    Returns:
        The bare text, and for each of its characters the offset in `text`.
    """
    kept: list[str] = []
    offsets: list[int] = []
    for match in _BLANKS_OR_WORD.finditer(_MARKS.sub("\0", text)):
        if match["blanks"] is None:
            kept.append(lowered(match[0]))
            offsets.extend(range(*match.span()))
            continue
        blank = "\n" if "\n" in match["blanks"] else " "
        if kept and kept[-1] in ("\n", " "):
            # Only marks stood between two runs of blanks.
            kept[-1] = "\n" if "\n" in (kept[-1], blank) else " "
        else:
            kept.append(blank)
            offsets.append(match.start())
    return "".join(kept), offsets


def lowered(text: str) -> str:
    """The text in lower case, every letter in its place.

    A letter whose lower case is longer (İ) stays as it is.
    """
    whole = text.lower()
    if len(whole) == len(text):
        return whole
    lower = (character.lower() for character in text)
    return "".join(
        low if len(low) == 1 else character
        for low, character in zip(lower, text, strict=True)
    )
