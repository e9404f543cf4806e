"""Scrub secrets out of text that is about to be written.

Every write boundary (facts, notes, quotes, titles, summaries, paths, exports) calls
`scrub`, before any truncation: a key that was cut in half has no known shape. Only
named shapes are scrubbed; there is no guess at what looks random. The text is
looked at as it stands, without its disguise (escapes, invisible characters,
full-width letters), and with its lines joined.
"""

from typing import NamedTuple

from levelmem.engine.secrets import keys
from levelmem.engine.secrets.copies import Copy
from levelmem.engine.secrets.disguises import unveiled
from levelmem.engine.secrets.lines import unwrapped
from levelmem.engine.secrets.scan import hits
from levelmem.engine.secrets.shapes import SHAPES
from levelmem.engine.secrets.wraps import wrapped_hits

MARKER = "[redacted]"
"""What stands in the place of a secret, as LevelCode writes it."""


class Finding(NamedTuple):
    """A secret in a text: its kind and its place, offsets in characters."""

    kind: str
    start: int
    end: int


class Scrubbed(NamedTuple):
    """A text without secrets, and the kinds of those taken out, in their order."""

    text: str
    found: tuple[str, ...]


def scrub(text: str) -> Scrubbed:
    """Return the text with each secret replaced by `[redacted]`, the rest intact.

    `found` has one kind (an identifier of `shapes`, or "pem") for each
    marker put in. Count kinds in logs; never log a value.
    """
    findings = find(text)
    if not findings:
        return Scrubbed(text, ())
    pieces: list[str] = []
    done = 0
    for finding in findings:
        pieces += (text[done : finding.start], MARKER)
        done = finding.end
    pieces.append(text[done:])
    return Scrubbed("".join(pieces), tuple(finding.kind for finding in findings))


def scrub_text(text: str) -> str:
    """Return the text with each secret replaced by `[redacted]`."""
    return scrub(text).text


def find(text: str) -> list[Finding]:
    """Every secret of the text, in order; findings do not overlap."""
    findings = _found_in(text)
    plain = unveiled(text)
    if plain is not None:
        findings = _with_those_of_a_copy(findings, plain)
    return _merged(findings) if findings else []


def _found_in(text: str) -> list[Finding]:
    found = [Finding(keys.KIND, start, end) for start, end in keys.key_blocks(text)]
    found += (Finding(hit.shape.kind, hit.start, hit.end) for hit in hits(text))
    joined = unwrapped(text)
    if joined is not None:
        taken = sorted(finding.start for finding in found)
        found += (
            Finding(hit.shape.kind, hit.start, hit.end)
            for hit in wrapped_hits(text, joined, taken)
        )
    return found


def _with_those_of_a_copy(findings: list[Finding], plain: Copy) -> list[Finding]:
    undisguised = [
        Finding(kind, plain.original_start(start), plain.original_end(end))
        for kind, start, end in _found_in(plain.text)
        if not plain.has_gap(start, end)
    ]
    # A key block whose last line is disguised seems cut off, and to have no end.
    ended = {block.start for block in undisguised if block.kind == keys.KIND}
    return undisguised + [
        finding
        for finding in findings
        if finding.kind != keys.KIND or finding.start not in ended
    ]


def _merged(findings: list[Finding]) -> list[Finding]:
    """The findings in order, those that overlap made one, named by the first shape."""
    merged: list[Finding] = []
    for kind, start, end in sorted(findings, key=lambda finding: finding.start):
        if merged and start < merged[-1].end:
            other = merged[-1]
            kinds = (other.kind, kind)
            merged[-1] = Finding(
                min(kinds, key=_RANKS.__getitem__), other.start, max(other.end, end)
            )
        else:
            merged.append(Finding(kind, start, end))
    return merged


# Of two names for one secret, the provider's says more than the general shape's.
_RANKS = {
    kind: rank
    for rank, kind in enumerate((*(shape.kind for shape in SHAPES), keys.KIND))
}
