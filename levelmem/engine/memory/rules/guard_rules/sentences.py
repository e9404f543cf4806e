"""A text parted into sentences, each freed of the markup around it."""

import re
from dataclasses import dataclass

# Ends of sentences; a full stop inside a name or a number is none.
_END = re.compile(
    r"(?<=[.!?;…])[\"'”»)\]*_`]*\s+|[。！？；]\s*|\s+[-–—|]{1,3}\s+"
    r"|\s*[\r\n\u2028\u2029]+\s*"
    r"|(?<=[^\W\d_])[-–—]{2,3}(?=[^\W\d_])|\s*—\s*"
)
# A text without any of these is one sentence.
_MAY_END = re.compile(r"[.!?;…。！？；|\r\n\u2028\u2029–—]|-[\s-]")
_ABBREVIATIONS = (
    "e.g.",
    "i.e.",
    "etc.",
    "vs.",
    "approx.",
    "ca.",
    "z.b.",
    "incl.",
    "no.",
)
_LEAD = re.compile(
    r"(?:\s|[#>*+•·‣◦▪|~»]+|[-–—=](?=\s|[^\W\d_]{2,}\s)|\*\*|__|`{2,}|[\"'“”„«‘’]{2,}"
    # A quote that quotes nothing: only marks stand before the next one.
    r"|[\"'“”„«‘’](?=[^\w`]{1,8}[\"'“”„«»‘’])|//+(?=\s)|/\*+"
    r"|<!-*|-->"
    r"|\[[ xX✓]?\]"
    r"|\(?\d{1,3}[.)](?=\s)|\(?[a-zA-Z][.)](?=\s)|[(\[{]|_+|:(?=\s)|[!?¡¿]+"
    r"|[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]+|</?[a-z][a-z0-9]{0,9}\s*/?>)+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:\s|[*_~|#>)\]}]|`{2,}|\*/|--+>|</?[a-z][a-z0-9]{0,9}\s*/?>)+\Z", re.IGNORECASE
)
_CODE = re.compile(r"`[^`]+`")
_QUOTES = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "„": "“",
    "«": "»",
    "‘": "’",
    "「": "」",
}
# Labels that only announce: what follows is judged as if they were not there.
_ANNOUNCERS = re.compile(
    r"(?:(?:important|note|nb|n\.b\.|tip|hint|warning|caution|attention|reminder|info"
    r"|fyi|"
    r"todo|fixme|rule(?: of thumb)?|policy|fact|remark|comment|notice|hinweis|achtung|"
    r"wichtig|remarque|nota|importante|attenzione|atención|注意|备注|важно|примечание|"
    r"tl;?dr|update|ps|p\.s\.|step \d+|rule #?\d+)\s*[:!,]+\s*)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it begins in the normalised text."""

    text: str
    start: int


def sentences_of(text: str) -> list[Sentence]:
    """Every sentence, line and dash-parted piece of the text, peeled."""
    if not _MAY_END.search(text):
        whole = peeled(text, 0)
        return [whole] if whole.text else []
    found = []
    start = 0
    code = [span.span() for span in _CODE.finditer(text)] if "`" in text else []
    for end in _END.finditer(text):
        if any(first < end.start() < last for first, last in code):
            continue
        piece = text[start : end.start()]
        if piece.lower().endswith(_ABBREVIATIONS):
            continue
        if piece.endswith("...") and ")" in end.group():
            # A list left open, in brackets, within its sentence.
            continue
        found.append(peeled(piece, start))
        start = end.end()
    found.append(peeled(text[start:], start))
    return [sentence for sentence in found if sentence.text]


def peeled(piece: str, start: int) -> Sentence:
    """The piece without list marks, quotes, bold, headings and announcing labels."""
    if piece.isascii() and piece[:1].isalpha() and piece[-1:].isalnum():
        label = _ANNOUNCERS.match(piece) if ":" in piece or "," in piece else None
        if label is None and not _LEAD.match(piece):
            return Sentence(piece, start)
    while True:
        before = piece
        lead = _LEAD.match(piece)
        if lead:
            piece, start = piece[lead.end() :], start + lead.end()
        piece = _TRAIL.sub("", piece)
        closing = _QUOTES.get(piece[:1])
        if closing and (
            len(piece) < 2 or piece.find(closing, 1) in (-1, *_ends(piece))
        ):
            piece, start = piece[1:].rstrip(closing + ".!"), start + 1
        label = _ANNOUNCERS.match(piece)
        if label:
            piece, start = piece[label.end() :], start + label.end()
        if piece == before:
            return Sentence(piece, start)


def _ends(piece: str) -> tuple[int, ...]:
    """Offsets at which a closing quote closes the whole piece."""
    return tuple(len(piece) - back for back in range(1, 3) if len(piece) > back)
