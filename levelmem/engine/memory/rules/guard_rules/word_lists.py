"""Lists of words, as they are written down in the guard's rooms."""


def words_of(text: str) -> frozenset[str]:
    """The words of a text, parted by blanks and line breaks."""
    return frozenset(text.split())
