"""A text cut into its clauses, for rules that look for a request in one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from levelmem.engine.memory.rules.wording.language import Language
from levelmem.engine.memory.rules.wording.plain import lowered
from levelmem.engine.memory.rules.wording.roles import Role, Word
from levelmem.engine.memory.rules.wording.tokens import cut

_NEGATING = (Role.NEGATION, Role.NEGATING)
_JOINS = re.compile(
    r"\b(?:so|because|since|cause|therefore|"
    # "and" begins a clause only before a second order.
    r"(?:and|then|&)(?=\s+(?:then\s+)?(?:use|keep|remember|add|save|leave|switch|stick|go"
    r"|run|start|prefer|always|never|make|try|install|do|don't|dont|fix|move|write|just"
    r"|let|let's|note|update|replace|put|set|continue|build|we|i|you|it)\b)"
    r"|denn|weil|also|dass|daß|parce|porque|perché|потому|и(?=\s+(?:используй|оставь)))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text between two breaks."""

    text: str
    """The clause in folded case, letter for letter."""
    start: int
    """Where it begins in the whole text; offsets of its words count from there too."""
    words: tuple[Word, ...]
    sentence: int
    """The number of its sentence."""
    under_negation: bool
    """A clause before it in the sentence negates and has nothing else to negate."""

    @property
    def contents(self) -> list[Word]:
        """Its content words."""
        return [word for word in self.words if word.role is Role.CONTENT]

    def negations(self) -> list[Word]:
        """Its negations, of both kinds."""
        return [word for word in self.words if word.role in _NEGATING]


def clauses(text: str, language: Language) -> list[Clause]:
    """The clauses of plain text that have a word, in order."""
    found: list[Clause] = []
    for sentence, pieces in enumerate(_sentences(cut(text, language), text)):
        under_negation = False
        for words in pieces:
            start = words[0].start
            folded = lowered(text[start : words[-1].end])
            found.append(Clause(folded, start, tuple(words), sentence, under_negation))
            under_negation |= _floats(words, language)
    return found


def _sentences(words: list[Word], text: str) -> Iterator[list[list[Word]]]:
    """The words of each sentence, clause by clause."""
    joins = {match.start() for match in _JOINS.finditer(text)}
    pieces: list[list[Word]] = []
    piece: list[Word] = []
    for word in words:
        ends = word.role in (Role.BREAK, Role.STOP, Role.CONTRAST)
        if (ends or word.start in joins) and piece:
            pieces.append(piece)
            piece = []
        if word.role is Role.STOP:
            yield pieces
            pieces = []
        elif not ends and word.start not in joins:
            piece.append(word)
    yield [*pieces, piece] if piece else pieces


def _floats(words: list[Word], language: Language) -> bool:
    """Whether the clause is a negation with nothing of its own to negate."""
    answers = language.closed.answers
    return (
        any(word.role in _NEGATING for word in words)
        and not any(word.role is Role.CONTENT for word in words)
        and not all(word.text in answers for word in words)
    )
