"""Text as the terms that are ranked: for people's words and for code alike.

A name of several parts (``refundRetry``, ``refund_retry``, ``src/refund.py``) yields
its parts and the whole: whoever remembers one part finds it, whoever types the whole
finds it first. Words are stemmed, names are not. Scripts that are written without
spaces yield pairs of characters.
"""

import re
import unicodedata
from functools import cache

from levelmem.engine.recall.irregular_forms import BASE_FORMS
from levelmem.engine.recall.stop_words import STOP_WORDS
from levelmem.engine.text import fold

_CHUNK = re.compile(r"\w+(?:[-./:\\@'’&~]+\w+)*(?:\+\+|#)?")
_SEPARATORS = re.compile(r"[\W_]+")
_HUMPS = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNSPACED = re.compile(
    "[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\U00020000-\U0003134f]+"
)
_CYRILLIC = re.compile("[\u0400-\u04ff]+")
_APOSTROPHE = re.compile("['’]")
_LINE_NUMBER = re.compile(r"(?::\d+)+$")
_HEX = re.compile(r"(?=\w*\d)[0-9a-f]{7,64}")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_SHORT_HASH = 7
_SHORTEST_STEMMED = 4
_LONGEST_STEMMED = 24
_INFLECTED_ENDS = frozenset("cdegilmnrsty")
"""The English stemmer changes no word that ends in another letter."""
_MOST_KNOWN = 200_000
_LONGEST_WORD = 400

_known: dict[str, tuple[str, ...]] = {}
"""The terms of each word that was seen in this run: text repeats its words."""


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, stop words left out."""
    found: list[str] = []
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    known = _known
    for word in text.split():
        made = known.get(word)
        if made is None:
            made = _remember(word)
        found += made
    return found


def _remember(word: str) -> tuple[str, ...]:
    chunks = _CHUNK.findall(word[:_LONGEST_WORD])
    made = tuple(term for chunk in chunks for term in _terms_of(chunk))
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[word] = made
    return made


def _terms_of(chunk: str) -> list[str]:
    if _UNSPACED.search(chunk):
        return _unspaced_terms(chunk)
    plain = fold(chunk)
    if plain.endswith(("'s", "’s")):
        plain, chunk = plain[:-2], chunk[:-2]
    if plain.isalpha() and not _HUMPS.search(chunk):
        return _word(plain)
    if _NUMBER.fullmatch(plain):
        return [plain]
    if _HEX.fullmatch(plain):
        return list(dict.fromkeys((plain, plain[:_SHORT_HASH])))
    return _name_terms(chunk)


def _name_terms(chunk: str) -> list[str]:
    """Return a name's parts, then the whole, and of a path its last part whole."""
    if _APOSTROPHE.search(chunk) and _APOSTROPHE.sub("", chunk).isalpha():
        return _word(fold(_APOSTROPHE.split(chunk)[0]))
    chunk = _LINE_NUMBER.sub("", chunk)
    parts = _parts(chunk)
    found = [term for part in parts for term in _part(part)]
    if len(parts) > 1 or chunk.endswith(("+", "#")) or not found:
        found.append(_whole(chunk))
    if "/" in chunk or "\\" in chunk:
        last = re.split(r"[/\\]+", chunk)[-1]
        if len(_parts(last)) > 1:
            found.append(_whole(last))
    return list(dict.fromkeys(term for term in found if term))


def _parts(chunk: str) -> list[str]:
    pieces = [p for p in _SEPARATORS.split(chunk) if p]
    return [fold(part) for piece in pieces for part in _HUMPS.split(piece) if part]


def _part(part: str) -> list[str]:
    if part.isalpha():
        return _word(part)
    return [part]


def _whole(chunk: str) -> str:
    """Return a name without what differs between ways to write it."""
    whole = _SEPARATORS.sub("", fold(chunk))
    return whole + chunk[len(chunk.rstrip("+#")) :]


def _word(word: str) -> list[str]:
    """Return the stem of a folded word of letters, nothing for a stop word."""
    if word in STOP_WORDS:
        return []
    return [_stem(BASE_FORMS.get(word, word))]


def _stem(word: str) -> str:
    if not _SHORTEST_STEMMED <= len(word) <= _LONGEST_STEMMED:
        return word
    if word.isascii():
        if word[-1] not in _INFLECTED_ENDS:
            return word
        return str(_stemmer("english").stemWord(word))
    if _CYRILLIC.fullmatch(word):
        return str(_stemmer("russian").stemWord(word))
    return word


@cache
def _stemmer(language: str):  # type: ignore[no-untyped-def]
    import snowballstemmer  # its tables cost a start that ranks nothing

    return snowballstemmer.stemmer(language)


def _unspaced_terms(chunk: str) -> list[str]:
    found: list[str] = []
    end = 0
    for run in _UNSPACED.finditer(chunk):
        found += _spaced_terms(chunk[end : run.start()])
        text = run.group()
        found += [text[i : i + 2] for i in range(len(text) - 1)] or [text]
        end = run.end()
    return found + _spaced_terms(chunk[end:])


def _spaced_terms(text: str) -> list[str]:
    return [t for chunk in _CHUNK.findall(text) for t in _terms_of(chunk)]
