"""Private key blocks (PEM, OpenSSH, PGP): whole, or what is left of one cut off.

A block is the only secret that spans lines, so it is not found by a shape. Its
lines may be real or, in a transcript that was not decoded, written as `\\n`.
"""

import re
from collections.abc import Iterator

KIND = "pem"

# An RSA key of 16,384 bits takes 12.5 KB, a PGP key with subkeys some more.
_LONGEST_BLOCK = 32_768
# How much text may follow a block without an end and still count as its body: text
# that was cut ends soon after. In a longer text the body is told by its letters.
_LONGEST_CUT_BLOCK = 12_000

_FENCE = re.compile(r"-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
# What may stand before a line of the body: quote and diff marks, line numbers.
_LINE_START = r"(?:\s|\\+[nrt]|[\"'`+>|#*,│]|\d{1,5}[\t:|→])*"
_BODY_BEGINS = re.compile(
    rf"{_LINE_START}(?:[A-Za-z0-9+/=]{{20,}}|[A-Z][A-Za-z\-]{{3,12}}: )"
)
_BODY_CUT_IN_ITS_FIRST_LINE = re.compile(r"(?:\s|\\+[nr])+[A-Za-z0-9+/=]*\s*\Z")
_BODY = re.compile(
    r"(?:[A-Za-z0-9+/=]{4,}|[A-Z][A-Za-z\-]{3,12}: [^\n\\]*|[\s\\nr\"'+>|#,])++"
)


def key_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of each private key block, in order.

    A block runs to its END line. One that is cut off runs to the end of the text,
    or to the next block; where nothing like a key follows its first line, that
    line is a mention, and is taken alone.
    """
    if "PRIVATE KEY" not in text:
        return
    fences = [
        (fence.group(1) == "BEGIN", fence.start(), fence.end())
        for fence in _FENCE.finditer(text)
    ]
    for position, (begins, start, body) in enumerate(fences):
        if not begins:
            continue
        following = fences[position + 1 : position + 2]
        for next_begins, next_start, next_end in following:
            if not next_begins and next_start - body <= _LONGEST_BLOCK:
                yield start, next_end
            else:
                yield start, _end_of_cut_block(text, body, next_start)
        if not following:
            yield start, _end_of_cut_block(text, body, len(text))


def _end_of_cut_block(text: str, body: int, limit: int) -> int:
    """Where the block ends whose body begins at `body` and which has no END line."""
    if _BODY_CUT_IN_ITS_FIRST_LINE.match(text, body, limit):
        return limit
    if not _BODY_BEGINS.match(text, body, limit):
        return body
    if limit - body <= _LONGEST_CUT_BLOCK:
        return limit
    material = _BODY.match(text, body, limit)
    return material.end() if material else body
