"""The keys that tell two texts of memory apart: LevelCode's, and levelmem's own.

LevelCode's key drops every letter outside ASCII and every sign, so `使用 Redis` and
`不使用 Redis` get one key, and so do C, C++ and C#. levelmem groups by a key that
keeps what carries meaning; LevelCode's stays the one that both programs write into
controls.
"""

import re
import unicodedata
from functools import lru_cache

_NOT_LEVELCODE = re.compile(r"[^a-z0-9 ]+")
_SPACES = re.compile(r"\s+")

_WORD = r"(?:[a-z0-9_]|[^\x00-\x7f])"
# One token of a run without white space: signs that belong before a word (a flag's
# dashes, a minus, `.NET`, `@scope`, `$HOME`, `~/`, `^1.2`, `/tmp`, `#12`, `*.py`),
# its letters and digits with what joins them, and what belongs after it.
_TOKEN = re.compile(
    rf"""
    (?: (?<![^(\[{{"'`,:=<>])              # the sign opens the word
        (?: --? | [.@$~^!\#+/] | \*\*/ | \*[./] )+
        (?={_WORD})
    )?
    {_WORD}+
    (?: (?: [./:@=&+\#\\?]+ (?={_WORD})    # inside: node.js, a/b, host:80, x=1
          | (?<=\d) [-,] (?=\d)            # inside numbers: 2024-01-02, 1,5
        ) {_WORD}+
    )*
    (?: \+\+? | \#+ | % | /\*+(?:\.\w+)? )?   # after: C++, C#, 50%, src/*.py
    | [<>=!]=+ | [<>](?=\d) | =            # comparisons
    """,
    re.VERBOSE,
)
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ](?=\w)")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CJK_SPACE = re.compile(rf"(?<=[{_CJK}]) | (?=[{_CJK}])")

_MINUS = frozenset("\u2212\ufe63\uff0d")
_CROSSES = frozenset("❌✗✘✖🚫⛔")
_COMPARISONS = {"≤": "<=", "≥": ">=", "≠": "!="}
# Letters and marks by category that draw nothing: they can't tell two texts apart.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


def levelcode_key(text: str) -> str:
    """Return the key that LevelCode computes: the contract, loss included.

    Lower case, every run outside ``[a-z0-9 ]`` to one space, trimmed.
    """
    return _NOT_LEVELCODE.sub(" ", text.lower()).strip()


def folded_levelcode_key(key: str) -> str:
    """Return a LevelCode key with its inner spaces folded, to compare leniently."""
    return " ".join(key.split())


@lru_cache(maxsize=65536)
def fact_key(text: str) -> str:
    """Return levelmem's key of a text: equal keys, the same statement.

    NFKC, case folded; letters, digits and marks of every script stay, and so do the
    signs that carry meaning in a name, a path, a number or a comparison. Case,
    white space, punctuation between words, Markdown's emphasis, apostrophes and
    characters that draw nothing fall away, and a hyphen between words is a space,
    as it is to LevelCode. A text of signs alone is its own key.
    """
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", text).casefold()
        folded = unicodedata.normalize("NFKC", folded).translate(_SIGNS)
    key = " ".join(_tokens(folded))
    if not key.isascii():
        key = _CJK_SPACE.sub("", key)
    return key or _SPACES.sub(" ", text).strip()


def _tokens(folded: str) -> list[str]:
    """Return the tokens that tell, in order; plain words need no second look."""
    tokens: list[str] = []
    for place, run in enumerate(folded.split()):
        if run.isalnum() and run.isascii():
            tokens.append(run)
        elif run in ("<", ">"):
            # At the start of a text the sign is a quote mark.
            tokens.extend(run if place else ())
        else:
            tokens.extend(_tokens_of_run(run))
    return tokens


@lru_cache(maxsize=65536)
def _tokens_of_run(run: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(_APOSTROPHE.sub("", run)))


class _Signs(dict[int, str]):
    """What becomes of each character outside ASCII, worked out when first met."""

    def __missing__(self, code: int) -> str:
        kept = self[code] = _sign(chr(code))
        return kept


def _sign(character: str) -> str:
    if character.isascii():
        return character
    if character in _MINUS:
        return "-"
    if character in _COMPARISONS:
        return f" {_COMPARISONS[character]} "
    if character in _CROSSES:
        return " ❌ "
    if character == "’":
        return "'"
    category = unicodedata.category(character)
    if _draws_nothing(character, category):
        return ""
    if category[0] in "LNM" or category == "Sc":
        return character
    return " "


def _draws_nothing(character: str, category: str) -> bool:
    return (
        category in ("Cf", "Cs", "Cn")
        or character in _UNSEEN
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )


_SIGNS = _Signs()
