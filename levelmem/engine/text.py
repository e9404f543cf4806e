"""Untrusted text made safe for people, cut to size, and folded for search.

Everything that levelmem shows was written by somebody else: an agent, a tool, a
web page that an agent read. A control sequence in it must never reach the
terminal, and a lone surrogate must never raise at print time.
"""

import re
import unicodedata

# Bidirectional controls reorder what a person reads ("Trojan Source").
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSAFE = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_BIDI}\u2028\u2029\ud800-\udfff\ufeff]"
)
# In JSON line feeds are white space and other controls below it can't stand.
_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f{_BIDI}\u2028\u2029\ud800-\udfff\ufeff]")
_SPACE = re.compile(r"\s+")
_TAB = " " * 4


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)  # Unicode's own pictures: ESC becomes ␛
    if code == 0x7F:
        return "\u2421"
    if code in (0x2028, 0x2029):
        return "\u2424"
    return "\ufffd"


def safe_text(text: str) -> str:
    """Return ``text`` with every control character replaced by a visible sign.

    Line feeds stay, CRLF and lone CR become line feeds, tabs become four spaces.
    Escape sequences stay readable (``␛]52;c;…``) and lose their power; C1
    controls, bidirectional controls and lone surrogates become U+FFFD.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", _TAB)
    return _UNSAFE.sub(_visible, text)


def escaped_json(text: str) -> str:
    """Return a JSON text in which nothing can steer a terminal or fail to encode.

    What :func:`safe_text` would replace is escaped as JSON escapes it, so that it is
    read back as it was; letters of every script stay as they are.
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def one_line(text: str) -> str:
    """Return ``text`` safe to show and on one line, white space folded."""
    return _SPACE.sub(" ", safe_text(text)).strip()


def first_line(text: str) -> str:
    """Return the first line of ``text`` that holds anything, safe to show."""
    for line in text.splitlines():
        if line.strip():
            return one_line(line)
    return ""


def mend_surrogates(text: str) -> str:
    """Return ``text`` with lone surrogates replaced, so that it can be encoded."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def width(text: str) -> int:
    """Return how many terminal cells ``text`` takes; it must be safe already."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # its tables cost a start that needs none

    cells: int = wcswidth(text)
    return cells if cells >= 0 else len(text)


def clip(text: str, cells: int) -> str:
    """Return ``text`` cut to at most ``cells`` terminal cells, with an ellipsis."""
    if width(text) <= cells:
        return text
    if cells <= 0:
        return ""
    from wcwidth import wcwidth

    taken, used = [], 0
    for character in text:
        size = max(0, wcwidth(character))
        if used + size > cells - 1:
            break
        taken.append(character)
        used += size
    return "".join(taken).rstrip() + "…"


def fold(text: str) -> str:
    """Return ``text`` folded for search: any case, accents typed or not.

    Compatibility forms (full width, ligatures) become their plain letters.
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    # Texts are long, and of few different characters.
    for mark in filter(unicodedata.combining, set(decomposed)):
        decomposed = decomposed.replace(mark, "")
    # A second pass: decomposition can bring capitals and marks of its own.
    return unicodedata.normalize("NFKC", decomposed).casefold()
