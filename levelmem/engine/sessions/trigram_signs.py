"""Which triples of bytes a text holds, in a few kilobytes: what rules it out.

A word can stand in a text only if all of its triples do. The set is kept as bits at
hashed places (a Bloom filter with one hash), so that it may say yes where the answer
is no, and never no where it is yes.
"""

_FEWEST_BITS = 1 << 10
_MOST_BITS = 1 << 17
_SPARSE = 4
"""Bits for each triple: one in five or so is set."""
_MULTIPLIER = 2654435761  # Knuth's, for hashing by multiplication


def signs_of(text: bytes) -> bytes:
    """Return the signs of a text."""
    found: set[tuple[int, int, int]] = set()
    # The lines of tool output repeat a lot, and no word goes on over two of them.
    for line in set(text.split(b"\n")):
        line = b"\n" + line + b"\n"
        found.update(zip(line, line[1:], line[2:], strict=False))
    bits = _FEWEST_BITS
    while bits < min(_MOST_BITS, _SPARSE * len(found)):
        bits *= 2
    signs = bytearray(bits // 8)
    for first, second, third in found:
        place = _place(first, second, third, bits)
        signs[place >> 3] |= 1 << (place & 7)
    return bytes(signs)


def may_hold(signs: bytes, word: bytes) -> bool:
    """Tell whether a text with these signs may hold a word without line feeds."""
    bits = len(signs) * 8
    if not bits:
        return True
    for triple in zip(word, word[1:], word[2:], strict=False):
        place = _place(*triple, bits)
        if not signs[place >> 3] & 1 << (place & 7):
            return False
    return True


def _place(first: int, second: int, third: int, bits: int) -> int:
    number = (first << 16 | second << 8 | third) * _MULTIPLIER
    return (number >> 8) % bits
