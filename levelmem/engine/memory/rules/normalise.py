"""Text as the guard reads it, with the way back to the text as it was given.

Tricks with characters are undone before any rule looks: compatibility forms become
plain letters (NFKC), what draws nothing is taken out, look-alike letters become the
letters they pose as, words that are spelt out are joined. What was undone is
reported, since an honest note has no need of it.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from levelmem.engine.memory.rules.guard_rules.reasons import Reason
from levelmem.engine.memory.rules.lookalikes import (
    fold_lookalikes,
    invisible_characters,
    lookalike_words,
)

_SEPARATORS = r" ._\-*·•|/+~,"
# Four or more single letters with signs between them: no prose, a word spelt out.
_SPELT_OUT = re.compile(
    rf"(?<![^\W_])[^\W\d_가-힣](?:[{_SEPARATORS}]{{1,4}}[^\W\d_](?![^\W_])){{3,}}"
    # Korean has words of one syllable: four with a blank between are a plain sentence.
    rf"|(?<![^\W_])[가-힣](?: [^\W\d_](?![^\W_])){{4,}}"
    rf"|(?<![^\W_])[가-힣]"
    rf"(?:(?:[{_SEPARATORS}]{{2,4}}|[._\-*·•|/+~,])[^\W\d_](?![^\W_])){{3,}}"
)
_WIDE_GAP = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text freed of disguise.

    Attributes:
        text: The text that the rules read.
        offsets: For each character of `text`, its offset in the text as given.
        findings: What had to be undone, with spans in the text as given.
    """

    text: str
    offsets: Sequence[int]
    findings: tuple[Reason, ...] = field(default=())

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """A span of `text` as a span of the text as it was given."""
        if not self.offsets:
            return 0, 0
        last = len(self.offsets) - 1
        first_offset = self.offsets[min(start, last)]
        return first_offset, self.offsets[min(max(end - 1, start), last)] + 1


def normalise(text: str) -> Normalised:
    """The text with every trick of characters undone and reported."""
    plain = _plain(text)
    return _joined(plain) if _SPELT_OUT.search(plain.text) else plain


def _plain(text: str) -> Normalised:
    if text.isascii() and text.isprintable():
        return Normalised(text, range(len(text)))
    hidden = invisible_characters(text)
    findings = [Reason("hidden-text", at, at + 1) for at, _ in hidden]
    seen = _without(text, {at for at, _ in hidden})
    seen, posing = _compatible(seen, _has_wide_script(text))
    seen, marked = _without_stray_marks(seen)
    seen, folded = _folded(seen)
    findings += [Reason("lookalike-letters", *span) for span in posing + folded]
    findings += [Reason("hidden-text", *span) for span in marked]
    return Normalised(seen.text, seen.offsets, tuple(_merged(findings)))


def _without(text: str, hidden: set[int]) -> Normalised:
    kept = [at for at in range(len(text)) if at not in hidden]
    return Normalised("".join(text[at] for at in kept), kept)


def _compatible(
    seen: Normalised, wide: bool
) -> tuple[Normalised, list[tuple[int, int]]]:
    """NFKC, cluster by cluster, and the spans of letters in fancy dress.

    Full-width letters are at home in texts of the wide scripts: there they are
    turned, and not reported.
    """
    letters: list[str] = []
    offsets: list[int] = []
    posing: list[tuple[int, int]] = []
    for start, end in _clusters(seen.text):
        cluster = seen.text[start:end]
        turned = unicodedata.normalize("NFKC", cluster)
        if turned != cluster and turned.isascii() and turned.isalpha() and not wide:
            posing.append((seen.offsets[start], seen.offsets[end - 1] + 1))
        letters.append(turned)
        offsets += [seen.offsets[start]] * len(turned)
    return Normalised("".join(letters), offsets), posing


def _clusters(text: str) -> list[tuple[int, int]]:
    """Spans of a character and the marks and jamo that compose with it."""
    starts = [
        at
        for at, character in enumerate(text)
        if at == 0
        or not (unicodedata.combining(character) or "\u1160" <= character <= "\u11ff")
    ]
    ends = [*starts[1:], len(text)] if starts else []
    return list(zip(starts, ends, strict=True))


def _without_stray_marks(seen: Normalised) -> tuple[Normalised, list[tuple[int, int]]]:
    """Take out marks on Latin letters that form no letter of any alphabet."""
    text = seen.text
    stray = [
        at
        for at, character in enumerate(text)
        if at
        and unicodedata.category(character) in ("Mn", "Me")
        # Words of the scripts that are written with marks keep theirs.
        and _carries_no_marks(text[:at])
    ]
    if not stray:
        return seen, []
    kept = sorted(set(range(len(text))) - set(stray))
    clean = Normalised(
        "".join(text[at] for at in kept), [seen.offsets[at] for at in kept]
    )
    return clean, [(seen.offsets[at], seen.offsets[at] + 1) for at in stray]


def _carries_no_marks(before: str) -> bool:
    """Whether the letter that the marks at the end of `before` sit on is Latin."""
    base = before.rstrip("".join({c for c in before if unicodedata.combining(c)}))
    return "LATIN" in unicodedata.name(base[-1:] or " ") or base[-1:].isascii()


def _folded(seen: Normalised) -> tuple[Normalised, list[tuple[int, int]]]:
    """Turn the letters of words that pose as Latin ones."""
    text = seen.text
    spans: list[tuple[int, int]] = []
    for start, word in lookalike_words(text):
        twin = fold_lookalikes(word)
        if len(twin) == len(word):
            text = text[:start] + twin + text[start + len(word) :]
        spans.append(seen.original_span(start, start + len(word)))
    return Normalised(text, seen.offsets), spans


def _joined(plain: Normalised) -> Normalised:
    """Join words that are spelt letter by letter."""
    letters: list[str] = []
    offsets: list[int] = []
    findings = list(plain.findings)
    done = 0
    for run in _SPELT_OUT.finditer(plain.text):
        findings.append(Reason("spaced-letters", *plain.original_span(*run.span())))
        kept = [*range(done, run.start()), *_letters_of(run)]
        letters += [plain.text[at] for at in kept]
        offsets += [plain.offsets[at] for at in kept]
        done = run.end()
    rest = range(done, len(plain.text))
    letters += [plain.text[at] for at in rest]
    offsets += [plain.offsets[at] for at in rest]
    return Normalised("".join(letters), offsets, tuple(findings))


def _letters_of(run: re.Match[str]) -> list[int]:
    """Offsets of a spelt-out run's letters, and of one blank between its words.

    Words part at wide gaps where there are some, else at blanks where another sign
    stands between the letters.
    """
    spelt = run.group()
    wide = bool(_WIDE_GAP.search(spelt))
    dotted = any(sign in spelt for sign in "._-*·•|/+~,")
    kept: list[int] = []
    for at, sign in enumerate(spelt):
        before = spelt[at - 1] if at else ""
        parts = sign == " " and (before == " " if wide else dotted and before.isalpha())
        if sign.isalpha() or parts:
            kept.append(run.start() + at)
    return kept


def _has_wide_script(text: str) -> bool:
    return any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in text)


def _merged(findings: list[Reason]) -> list[Reason]:
    """Findings in the text's order, neighbours of one rule made one."""
    merged: list[Reason] = []
    for finding in sorted(findings, key=lambda reason: (reason.rule, reason.start)):
        last = merged[-1] if merged else None
        if last and last.rule == finding.rule and finding.start <= last.end:
            merged[-1] = Reason(last.rule, last.start, max(last.end, finding.end))
        else:
            merged.append(finding)
    return sorted(merged, key=lambda reason: reason.start)
