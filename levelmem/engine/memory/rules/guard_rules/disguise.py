"""Words in disguise: encoded runs, digits for letters, words turned or rotated."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from functools import cache, lru_cache

from levelmem.engine.memory.rules.guard_rules import english_words
from levelmem.engine.memory.rules.guard_rules.alarms import Hit
from levelmem.engine.memory.rules.guard_rules.verbs import BASE, verb_forms
from levelmem.engine.memory.rules.guard_rules.word_lists import words_of

_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/])")
_HEX = re.compile(r"(?<!\w)(?:0x)?(?:[0-9a-fA-F]{2}[\s:]?){8,}(?!\w)")
_ESCAPED = re.compile(
    r"(?:%[0-9a-f]{2}){3,}|(?:\\u\{?[0-9a-f]{4}\}?|\\x[0-9a-f]{2}|\\[0-7]{3})"
    r"|&#(?:x[0-9a-f]+|\d+);|(?:%[0-9a-f]{2}[a-z]{0,2}){4,}|(?<!\w)(?:[01]{8}\s?){3,}",
    re.IGNORECASE,
)
_OPAQUE_LENGTH = 20
_WORD = re.compile(r"[^\W\d_]{3,}")
_BROKEN_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:[-.*\\/~|'’^_]{1,3}[^\W\d_]+)+(?!\w)")
_LEET = re.compile(
    r"(?<![\w./-])(?=[\w@$!|]*[a-z])(?=[\w@$!|]*[0-9@$!|])[a-z0-9@$!|]{3,}(?![\w/-])"
)
_LINK = re.compile(r"[/+:.]|%20")
_FEWEST_LINKS = 3
_CHAIN = re.compile(r"(?<![\w/.])[a-z]+(?:(?:[/+:.]|%20)[a-z-]+){3,}(?!\w)")
_DIGIT_OR_SIGN = re.compile(r"[0-9@$!|]")
_JOINED = re.compile(r"(?<!\w)[a-z0-9@$!|]+(?:[_-][a-z0-9@$!|]+)+(?!\w)")
_SMALL_WORDS = english_words.DETERMINERS | english_words.PREPOSITIONS
_NOT_LETTERS = re.compile(r"[\W_]+")
_LEET_LETTERS = str.maketrans("013457@$!|", "oieastasil")
# Words that orders are made of; turned round or rotated they mean nothing else.
_TELLING = words_of(
    "always never ignore skip push merge approve disable execute install accept "
    "delete upload review approval instructions previous without every trust bypass "
    "confirm agent assistant system prompt secret token password please remember send "
    "print commit deploy from this that with them user asking before after force "
    "straight share copy credentials permission permissions test tests hook hooks "
    "rules packages mirror registry example install agents coding branches approvals "
    "optional repository merging request requests notes safe "
    "the user when says where must never"
)


def encoded_runs(text: str) -> Iterator[Hit]:
    """Every run that hides a text when it is decoded once.

    Runs that look encoded and decode to nothing readable are found too when they are
    too long for a name: nobody can check what they say. Checksums (hex) are no text.
    """
    for found in _BASE64.finditer(text):
        if _from_base64(found.group()) or _is_opaque(found.group()):
            yield Hit("encoded-run", *found.span())
    for found in _HEX.finditer(text):
        if _from_hex(found.group()):
            yield Hit("encoded-run", *found.span())
    if "%" in text or "\\" in text or "&#" in text or "01" in text:
        for found in _ESCAPED.finditer(text):
            if any(letter.isalpha() for letter in _unescaped(found.group())):
                yield Hit("encoded-run", *found.span())


def decoded(run: str) -> str:
    """What a run of :func:`encoded_runs` says when it is decoded once, or ``""``."""
    if _ESCAPED.fullmatch(run):
        return _unescaped(run)
    return _from_hex(run) or _from_base64(run)


def disguised_words(text: str) -> Iterator[Hit]:
    """Words written with digits, backwards or rotated, in lower-case text."""
    if not _turned_words().isdisjoint(_WORD.findall(text)):
        turned = [w for w in _WORD.finditer(text) if w.group() in _turned_words()]
        if len(turned) > 1 or len(turned[0].group()) > 5:
            yield Hit("encoded-run", turned[0].start(), turned[-1].end())
    if text.replace(" ", "").isalpha():
        return
    for found in _BROKEN_WORD.finditer(text):
        if _is_telling_once_joined(found.group()):
            yield Hit("spaced-letters", *found.span())
    links = sum(text.count(sign) for sign in "/+:.%")
    for chain in _CHAIN.finditer(text) if links >= _FEWEST_LINKS else ():
        if _is_chained_order(chain.group()):
            yield Hit("spaced-letters", *chain.span())
    if not _DIGIT_OR_SIGN.search(text):
        return
    leet = [found for found in _LEET.finditer(text) if _is_leet(found.group())]
    leet += [run for run in _JOINED.finditer(text) if _is_joined_leet(run.group())]
    if leet:
        yield Hit("leetspeak", leet[0].start(), leet[-1].end())


@cache
def _turned_words() -> frozenset[str]:
    """Telling words backwards and rotated, as far as they are no words themselves."""
    turned = {word[::-1] for word in _TELLING}
    turned |= {codecs.encode(word, "rot13") for word in _TELLING}
    return frozenset(
        word
        for word in turned
        if len(word) > 2 and word not in _TELLING and word not in verb_forms()
    )


@lru_cache(maxsize=1 << 12)
def _is_telling_once_joined(broken: str) -> bool:
    """`ski.p`, `ap*prove`: joined a word of orders, broken none."""
    parts = _NOT_LETTERS.split(broken)
    return "".join(parts) in _TELLING and not all(len(part) > 3 for part in parts)


@lru_cache(maxsize=1 << 12)
def _is_leet(token: str) -> bool:
    written = token.rstrip("!|")
    plain = written.translate(_LEET_LETTERS)
    if not plain.isalpha() or len(plain) < 3 or (token[-1:] == "s" and len(plain) < 4):
        return False
    if plain in _TELLING:
        return True
    # `h264` and `2fast` are names: digits inside a word are what gives it away.
    swapped = sum(not character.isalpha() for character in written)
    inside = not (token[0].isdigit() or token[-1].isdigit())
    if not inside or not swapped or swapped > len(plain) // 2 + 1:
        return False
    return bool(verb_forms().get(plain, 0) & BASE) or plain in _SMALL_WORDS


def _is_chained_order(chain: str) -> bool:
    """`skip/the/review/step`: words in a chain, a verb first, small words within."""
    first, *rest = _LINK.split(chain)
    opens = first in _TELLING or verb_forms().get(first, 0) & BASE
    return bool(opens) and not _SMALL_WORDS.isdisjoint(rest)


def _is_joined_leet(run: str) -> bool:
    """Whether several parts of `sk1p_th3_t35t5` are words; `s3_bucket_v2` has none."""
    parts = [part for part in re.split("[_-]", run) if not part.isalpha()]
    return sum(_is_leet(part) for part in parts) > 1


def _is_opaque(run: str) -> bool:
    letters = sum(character.isalpha() for character in run)
    digits = sum(character.isdigit() for character in run)
    if len(run) < _OPAQUE_LENGTH or "-" in run or "_" in run or run.count("/") > 1:
        return False
    return (
        bool(letters and digits) and not re.fullmatch(r"(?i)[0-9a-f]+", run)
    ) or "=" in run


def _from_base64(run: str) -> str:
    padded = run.rstrip("=") + "=" * (-len(run.rstrip("=")) % 4)
    try:
        raw = base64.b64decode(
            padded.replace("-", "+").replace("_", "/"), validate=True
        )
    except (binascii.Error, ValueError):
        return ""
    return _readable(raw)


def _from_hex(run: str) -> str:
    digits = re.sub(r"[\s:]|^0x", "", run)
    try:
        return _readable(bytes.fromhex(digits))
    except ValueError:
        return ""


def _readable(raw: bytes) -> str:
    """The bytes as text when they are text; names and numbers alone are not."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    letters = sum(character.isalpha() or character in " .,'" for character in text)
    return text if text.isprintable() and letters >= 0.8 * len(text) else ""


def _unescaped(run: str) -> str:
    # Needed for hardly any text, and slow to import.
    import html
    from urllib.parse import unquote

    if run.startswith("%"):
        return unquote(run)
    if run.startswith("&#"):
        return html.unescape(run)
    if run[0] in "01":
        bits = run.split() if " " in run else re.findall("[01]{8}", run)
        return "".join(chr(int(byte, 2)) for byte in bits)
    return codecs.decode(run.replace("{", "").replace("}", ""), "unicode_escape")
