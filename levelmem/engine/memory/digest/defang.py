"""Text of memory made fit for one line of Markdown that an agent will read.

What was remembered was written by anybody. On its line it must stay text: it can't
open a heading, a list, a comment, a code fence or a tag, it can't end the line, and
no link or image in it can be followed or fetched by whoever renders the file.
"""

import re

from levelmem.engine.memory.rules.lookalikes import invisible_characters
from levelmem.engine.text import one_line

_LEADING = re.compile(r"^(?:[#>|+*=~_-]+(?=\s|$)|\d{1,9}[.)](?=\s)|(?:[-*_] ?){3,}$)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(\s*<?([^()\s<>]*)>?[^()]*\)")
_REFERENCE = re.compile(r"\](?=[(:\[])")
_SCHEME = re.compile(r"(?<=[a-z0-9]):(?=//)|(?<=\bmailto):|(?<=\bdata):(?=\w+/)", re.I)
_WWW = re.compile(r"\bwww\.", re.I)
_TAG_OPENS = re.compile(r"<(?=[a-z/!?])", re.I)
_TAG_ENDS = re.compile(r"(?<=[\w\"'/›])>(?!=)")
_COMMENT = re.compile(r"<!--|--!?>|<!\[CDATA\[|\]\]>", re.I)
_FENCE = re.compile(r"`{3,}|~{3,}")


def plain_line(text: str, longest: int = 400) -> str:
    """Return a text as one harmless line of at most ``longest`` characters."""
    unseen = {place for place, _ in invisible_characters(text)}
    if unseen:
        # White space among them still parts words: one_line folds it.
        text = "".join(
            sign
            for place, sign in enumerate(text)
            if place not in unseen or sign.isspace()
        )
    line = one_line(text)
    line = _LINK.sub(_link_as_text, line)
    line = _COMMENT.sub(_broken, line)
    line = _FENCE.sub(_apart, line)
    line = _without_tags(line)
    line = _REFERENCE.sub("] ", line)
    line = _WWW.sub("www[.]", _SCHEME.sub("[:]", line))
    if line.count("`") % 2:
        line = line.replace("`", "'")
    line = _clipped(line.strip(), longest)
    return _LEADING.sub(lambda found: "\\" + found.group(), line)


def _link_as_text(found: re.Match[str]) -> str:
    label, target = found.groups()
    return f"{label} ({target})" if target else label


def _without_tags(line: str) -> str:
    """Turn the brackets of tags into others: a model reads the file raw."""
    opened = _TAG_OPENS.sub("‹", line)
    return line if opened == line else _TAG_ENDS.sub("›", opened)


def _broken(found: re.Match[str]) -> str:
    return found.group().replace("<", "‹").replace(">", "›").replace("]]", "] ]")


def _apart(found: re.Match[str]) -> str:
    return "'" * len(found.group())


def _clipped(line: str, longest: int) -> str:
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
