"""A text cut into words, each with the part that it plays."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from levelmem.engine.memory.rules.wording.asian_tokens import asian_words
from levelmem.engine.memory.rules.wording.closed_words import (
    BARE_CONTRACTIONS,
    CLOSED_WORDS,
)
from levelmem.engine.memory.rules.wording.language import Language, known_language
from levelmem.engine.memory.rules.wording.plain import lowered
from levelmem.engine.memory.rules.wording.roles import CJK, Role, Word

_DELIMITERS = r"\s,;()\[\]{}|…—–<>≤≥≠\"`“”„«»‹›「」『』、。"
_PIECE = re.compile(
    rf"(?P<asian>[{CJK}]+)"
    r"|(?P<arrow><?[-=]+>)"
    r"|(?P<sign>[<>!=]=|[≤≥≠]|[<>](?=\s*\d)|(?<=\s)[<>](?=\s))"
    r"|(?P<mark>[,;()\[\]{}|…—–、]|\n)"
    r"|(?P<stop>。)"
    rf"|(?P<chunk>\d+(?:,\d+)+|[^{_DELIMITERS}{CJK}]+)"
)
# A dot, a question or exclamation mark at the end of a chunk; or a colon.
_CHUNK_END = re.compile(r"[.!?:'*&^%/-]+$")
_CHUNK_START = re.compile(r"^(?:['&^%+!:¿¡]|\*+(?=\w)|-+(?!\w|-\w))+")
_IDENTIFIER = re.compile(r"[\d/\\_.@$#=+~:-]|[a-z][A-Z]")
_LONE_CONSONANT = re.compile(r"[b-df-hj-np-tv-z]")
"""Names something (the language C, R), where no apostrophe makes a clitic of it."""
_ABBREVIATIONS = frozenset(
    ("e.g", "eg", "i.e", "ie", "vs", "etc", "cf", "approx", "z.b", "bzw", "usw", "ca")
)
_NEGATED_AUXILIARY = re.compile(r"(.+)n't")
_CLITIC = re.compile(r"(.+)'(?:s|re|ve|ll|d|m)")
_ELIDING_LANGUAGES = ("fr", "it")


class _Raw(NamedTuple):
    """A word before its role is known; `mark` is set for the ends of clauses."""

    text: str
    start: int
    end: int
    whole: bool = False
    mark: Role | None = None


def cut(text: str, language: Language | None) -> list[Word]:
    """Every word of the text, and every mark that ends a clause or a sentence.

    Args:
        text: normalised text in its own case (see `plain`), of which words are
            folded.
        language: the language of the text. None is one that the rules do not know:
            then every word is content and matches only itself.
    """
    if language is None:
        return [
            Word(raw.text, raw.start, raw.end, raw.mark or Role.CONTENT, whole=True)
            for raw in _raw_words(text, None)
            if isinstance(raw, _Raw)
        ]
    return list(_with_roles(list(_raw_words(text, language)), language))


def _raw_words(text: str, language: Language | None) -> Iterator[_Raw | Word]:
    folded = lowered(text)
    last_end = -1
    for piece in _PIECE.finditer(text):
        start, end = piece.span()
        match piece.lastgroup:
            case "asian" if language is not None and not language.is_spaced:
                after_word = last_end == start
                yield from asian_words(folded, start, end, language, after_word)
            case "asian":
                yield _Raw(piece.group(), start, end, whole=True)
            case "sign":
                yield _Raw(piece.group(), start, end, mark=Role.RELATION)
            case "mark":
                yield _Raw(piece.group(), start, end, mark=Role.BREAK)
            case "stop":
                yield _Raw(piece.group(), start, end, mark=Role.STOP)
            case "chunk":
                yield from _chunk_words(piece.group(), start, language)
        last_end = end


def _chunk_words(chunk: str, start: int, language: Language | None) -> Iterator[_Raw]:
    """The word or words of a chunk between spaces, then the mark at its end."""
    lead = _CHUNK_START.match(chunk)
    core = chunk[lead.end() :] if lead else chunk
    core_start = start + len(chunk) - len(core)
    tail = _CHUNK_END.search(core)
    ending = tail.group() if tail else ""
    core = core[: len(core) - len(ending)]
    if any(character.isalnum() for character in core):
        yield from _split_word(core, core_start, language)
    elif (
        core and language is not None and core in known_language("en").closed.negations
    ):
        yield _Raw(core, core_start, core_start + len(core))
    end = start + len(chunk)
    if mark := _mark_of(ending, core, chunk):
        yield _Raw(ending, end, end, mark=mark)


def _mark_of(ending: str, core: str, chunk: str) -> Role | None:
    """Whether what stands at the end of a chunk ends a clause or a sentence."""
    if "..." in ending or ":" in ending:
        return Role.BREAK
    if "!" in ending or "?" in ending:
        return Role.STOP
    if "." in ending and core.casefold() not in _ABBREVIATIONS:
        return Role.STOP
    return Role.BREAK if not chunk.strip("-") else None


def _split_word(core: str, start: int, language: Language | None) -> Iterator[_Raw]:
    """The core of a chunk: as it is, or cut at its apostrophe."""
    end = start + len(core)
    folded = core.casefold()
    # An apostrophe tells a word of a language, in whatever case ("doN't").
    whole = _IDENTIFIER.search(folded if "'" in core else core) is not None
    if language is None or whole or "'" not in folded:
        if folded in BARE_CONTRACTIONS and folded not in _fillers(language):
            folded = "not"
        named = _LONE_CONSONANT.fullmatch(folded) is not None
        yield _Raw(folded, start, end, whole or named)
    elif negated := _NEGATED_AUXILIARY.fullmatch(folded):
        yield _Raw("not", start + len(negated[1]), end)
    elif language.code in _ELIDING_LANGUAGES:
        for part in re.finditer(r"[^']+", core):
            yield _Raw(part[0].casefold(), start + part.start(), start + part.end())
    elif clitic := _CLITIC.fullmatch(folded):
        yield _Raw(clitic[1], start, start + len(clitic[1]))
    else:
        yield _Raw(folded, start, end)


def _fillers(language: Language | None) -> frozenset[str]:
    return language.fillers if language else BARE_CONTRACTIONS


def _with_roles(raws: list[_Raw | Word], language: Language) -> Iterator[Word]:
    position = 0
    while position < len(raws):
        raw = raws[position]
        if isinstance(raw, Word):
            yield raw
            position += 1
            continue
        length, role = _phrase_at(raws, position, language)
        if length:
            last = raws[position + length - 1]
            texts = [part.text for part in raws[position : position + length]]
            yield Word(" ".join(texts), raw.start, last.end, role)
            position += length
            continue
        named = raw.whole and _LONE_CONSONANT.fullmatch(raw.text)
        role = Role.CONTENT if named else raw.mark or _role_of(raw.text, language)
        whole = raw.whole and role is Role.CONTENT
        backwards = role in (Role.NEGATION, Role.NEGATING) and _is_suffix(raw, language)
        yield Word(raw.text, raw.start, raw.end, role, whole, False, backwards)
        position += 1


def _is_suffix(raw: _Raw, language: Language) -> bool:
    """Latin negations stand before what they turn, in whatever text they stand."""
    return language.closed.negates_backwards and not raw.text.isascii()


def _phrase_at(
    raws: list[_Raw | Word], position: int, language: Language
) -> tuple[int, Role]:
    """How many words the closed phrase that begins here has (0: none), its role."""
    first = raws[position]
    for phrase, role in _phrases(language.code).get(first.text, ()):
        candidates = raws[position : position + len(phrase)]
        if tuple(raw.text for raw in candidates) == phrase:
            return len(phrase), role
    return 0, Role.CONTENT


def _role_of(word: str, language: Language) -> Role:
    roles = _roles(language.code)
    if word in roles:
        return roles[word]
    stems = _negating_stems(language.code)
    if len(word) > 3 and language.stem(word) in stems:
        return Role.NEGATING
    if language.code != "en" and word.isascii() and word not in language.fillers:
        # People mix English in: its negations and limits count everywhere.
        english = _roles("en").get(word)
        if english in (Role.NEGATION, Role.NEGATING, Role.CONDITION):
            return english
    return Role.CONTENT


@cache
def _roles(code: str) -> dict[str, Role]:
    """The role of every single closed word; a class named later wins."""
    language = known_language(code)
    closed = language.closed
    roles: dict[str, Role] = {}
    for words, role in (
        (language.fillers, Role.FILLER),
        (closed.contrasts, Role.CONTRAST),
        (closed.relations, Role.RELATION),
        (closed.scope, Role.SCOPE),
        (closed.conditions, Role.CONDITION),
        (closed.negating_words, Role.NEGATING),
        (closed.negations, Role.NEGATION),
    ):
        roles.update(dict.fromkeys(words, role))
    return roles


@cache
def _phrases(code: str) -> dict[str, list[tuple[tuple[str, ...], Role]]]:
    """Closed phrases of several words by their first word, the longest first."""
    phrases: dict[str, list[tuple[tuple[str, ...], Role]]] = {}
    for entry, role in _roles(code).items():
        words = tuple(entry.split())
        if len(words) > 1:
            phrases.setdefault(words[0], []).append((words, role))
    for group in phrases.values():
        group.sort(key=lambda phrase: len(phrase[0]), reverse=True)
    return phrases


@cache
def _negating_stems(code: str) -> frozenset[str]:
    """Stems of the verbs that negate: avoids, avoided, avoiding."""
    if code not in CLOSED_WORDS:
        return frozenset()
    language = known_language(code)
    single = (word for word in language.closed.negating_words if " " not in word)
    return frozenset(language.stem(word) for word in single if len(word) > 3)
