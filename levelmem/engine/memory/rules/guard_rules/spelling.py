"""Characters that draw nothing, spelt out for people."""

import unicodedata
from itertools import groupby

from levelmem.engine.memory.rules.lookalikes import invisible_characters

_TAG_BLOCK = range(0xE0020, 0xE007F)


def spell_out(text: str) -> str:
    """The text with everything hidden in it written out.

    A character that draws nothing becomes its code and name,
    `⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩`; a run of tag characters becomes what it
    says, `⟨hidden: "Ignore"⟩`; a line break within the text becomes `⏎`. What is
    visible stays as it is.
    """
    hidden = {offset for offset, _ in invisible_characters(text)}
    pieces = groupby(
        enumerate(text),
        key=lambda item: (item[0] in hidden, ord(item[1]) in _TAG_BLOCK),
    )
    spelt = []
    for (is_hidden, is_tag), run in pieces:
        characters = "".join(character for _, character in run)
        if not is_hidden:
            spelt.append(_with_visible_breaks(characters))
        elif is_tag:
            said = "".join(chr(ord(character) - 0xE0000) for character in characters)
            spelt.append(f'⟨hidden: "{said}"⟩')
        else:
            spelt += [f"⟨{_name(character)}⟩" for character in characters]
    return "".join(spelt)


def _name(character: str) -> str:
    name = unicodedata.name(character, "CONTROL CHARACTER")
    return f"U+{ord(character):04X} {name}"


def _with_visible_breaks(text: str) -> str:
    for line_break in ("\r\n", "\n", "\r", "\x85", "\u2028", "\u2029"):
        text = text.replace(line_break, "⏎")
    return text
