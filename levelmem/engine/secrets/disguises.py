"""Undo what hides a secret: escapes, invisible characters, full-width letters.

`sk-\\u200bproj-...` reads like a key and has no key's shape. Undone is only what can
be a part of an ASCII token; other characters stay as they are.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from levelmem.engine.secrets.copies import Copy, CopyWriter
from levelmem.engine.secrets.shapes import TOKEN_SIGNS

# How far from a disguised character the same token may reach.
_REACH = 1024
# Beside one of these, a disguised character may belong to a secret.
_NEIGHBOURS = frozenset(TOKEN_SIGNS + '"')
# Characters that draw nothing and are neither format nor control characters.
_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2065\u2800\u3164\ufe00-\ufe0f"
    "\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
    # Marks drawn over the letter before: `s̲k̲-` reads as the key that it is.
    "\u0300-\u036f\u20d0-\u20ff]"
)
# The rest of an escape sequence that colours or moves, after its ESC.
_COLOUR = r"\[[0-?]*[ -/]*[@-~]"
# Escapes as JSON and programs write them. Each begins with a literal backslash, for
# which the search is fast.
_WRITTEN = re.compile(
    rf"\\(?:(?P<colour>(?:u001[bB]|x1[bB]|033|e){_COLOUR})"
    r"|u(?P<pair>[dD][89abAB][0-9a-fA-F]{2}\\+u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<hex>[0-9a-fA-F]{4})|(?P<slash>/))"
)
_COLOURED = re.compile(f"\x1b{_COLOUR}")
# Only the signs that a token or its neighbourhood holds: - . / : = + @ _ ~
_PERCENT = re.compile(r"%(2[bBdDeEfF]|3[aAdD]|40|5[fF]|7[eE])")
_ENTITY = re.compile(r"&#(?:([0-9]{1,7})|[xX]([0-9a-fA-F]{1,6}));")
# All of ASCII that is looked for elsewhere or is no disguise.
_PLAIN_BYTES = bytes(
    code for code in range(0x80) if chr(code) in "\t\n\r" or chr(code).isprintable()
).translate(None, b"%&")

# Where something stands, its end, and what it stands for ("" for nothing).
_Undone = tuple[int, int, str]


def unveiled(text: str, reach: int = _REACH) -> Copy | None:
    """The text with NFKC applied and escapes decoded, without invisible characters.

    Undone is only what can hide a part of an ASCII token; other characters stay.

    Args:
        text: the original.
        reach: how much of the text to copy on both sides of what is undone.

    Returns:
        The copy, or None where nothing was to be undone.
    """
    writer = CopyWriter()
    done = 0
    for begin, end, plain in _undone_near_tokens(text):
        if begin - done > 2 * reach:
            writer.add(text[done : done + reach if done else 0], done)
            writer.skip(done + reach if done else 0, begin - reach)
            done = begin - reach
        writer.add(text[done:begin], done)
        writer.add(plain, begin, end)
        done = end
    if not done:
        return None
    writer.add(text[done : done + reach], done)
    copy = writer.copy()
    if reach < len(text) and "PRIVATE KEY" in copy.text:
        return unveiled(text, len(text))  # a key block may be longer than the reach
    return copy if copy.text else None


def _undone_near_tokens(text: str) -> Iterator[_Undone]:
    """Yield what is to be undone beside a token, in order."""
    found = sorted((*_written_characters(text), *_odd_characters(text)))
    disguised = {begin for begin, _, _ in found} | {end - 1 for _, end, _ in found}
    for begin, end, plain in found:
        if (
            text[begin - 1 : begin] in _NEIGHBOURS
            or text[end : end + 1] in _NEIGHBOURS
            or begin - 1 in disguised
            or end in disguised
        ):
            yield begin, end, plain


def _written_characters(text: str) -> Iterator[_Undone]:
    """Yield the characters that are written with backslashes, however many."""
    done = 0
    for escape in _WRITTEN.finditer(text):
        plain = _plain_text_of(escape)
        if plain is not None:
            begin = escape.start()
            while begin > done and text[begin - 1] == "\\":
                begin -= 1
            done = escape.end()
            yield begin, done, plain


def _plain_text_of(escape: re.Match[str]) -> str | None:
    match escape.lastgroup:
        case "colour":
            return ""
        case "slash":
            return "/"
        case "pair":
            high, low = int(escape["pair"][:4], 16), int(escape["pair"][-4:], 16)
            return _plain_character(
                chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF))
            )
    return _plain_character(chr(int(escape["hex"], 16)))


def _odd_characters(text: str) -> Iterator[_Undone]:
    """Yield disguised and invisible characters, colours, and codes of URL and HTML."""
    signs = _signs_in(text)
    if not signs:
        return
    done = 0
    for sign in _pattern_of(signs).finditer(text):
        begin = sign.start()
        if begin < done:
            continue
        end, plain = _plain_text_at(text, begin)
        if plain is not None:
            done = end
            yield begin, end, plain


def _plain_text_at(text: str, begin: int) -> tuple[int, str | None]:
    """Where what begins here ends, and what it stands for; None for itself."""
    character = text[begin]
    if character == "%" and (percent := _PERCENT.match(text, begin)):
        return percent.end(), chr(int(percent[1], 16))
    if character == "&" and (entity := _ENTITY.match(text, begin)):
        code = int(entity[1]) if entity[1] else int(entity[2], 16)
        return entity.end(), _plain_character(chr(code)) if code < 0x110000 else None
    if character == "\x1b" and (colour := _COLOURED.match(text, begin)):
        return colour.end(), ""
    return begin + 1, None if character in "%&" else _plain_character(character)


def _signs_in(text: str) -> str:
    """The characters of the text with which something to undo begins, each once."""
    # Bytes are sifted ten times as fast as characters.
    odd = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN_BYTES)
    signs = set(odd.decode("utf-8", "surrogatepass"))
    if "&#" not in text:
        signs.discard("&")
    return "".join(
        sorted(
            sign
            for sign in signs
            if sign.isascii() or _plain_character(sign) is not None
        )
    )


@lru_cache(maxsize=64)
def _pattern_of(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs)}]")


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str | None:
    """The ASCII text that the character stands for, "" if it draws nothing."""
    if character.isascii():
        return character if character.isprintable() or character in "\t\n\r" else ""
    if unicodedata.category(character) in ("Cc", "Cf") or _FILLERS.match(character):
        return ""
    plain = unicodedata.normalize("NFKC", character)
    # An ellipsis is no three full stops, nor a fraction three signs of a token.
    return plain if plain.isascii() and (len(plain) == 1 or plain.isalnum()) else None
