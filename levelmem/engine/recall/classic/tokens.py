"""Words as memcode cuts them: ASCII runs, few stop words, four suffixes."""

import re

_RUN = re.compile(r"[a-z0-9]+")
_WORDS = """
the a an and or of to in on at is was are were do does did what when which who how i my
me you your that this it for with have has had be about
"""
_STOP_WORDS = frozenset(_WORDS.split())


def classic_terms(text: str) -> list[str]:
    """Return the stemmed words of a text in order, stop words left out.

    Other scripts than Latin yield nothing: they are found word for word only.
    """
    words = _RUN.findall(text.lower())
    return [classic_stem(word) for word in words if word not in _STOP_WORDS]


def classic_stem(word: str) -> str:
    """Return a word without its ending, by the first rule that fits."""
    length = len(word)
    if length > 5 and word.endswith("ing"):
        return word[:-3]
    if length > 4 and word.endswith("ed"):
        return word[:-2]
    if length > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if length > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
