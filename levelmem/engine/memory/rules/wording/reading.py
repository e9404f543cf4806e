"""What a sentence says: its content words, each turned or not, and its limits."""

from dataclasses import dataclass, replace

from levelmem.engine.memory.rules.wording.language import Language
from levelmem.engine.memory.rules.wording.roles import Role, Word
from levelmem.engine.memory.rules.wording.tokens import cut


@dataclass(frozen=True, slots=True)
class Content:
    """One content word in its place."""

    word: Word
    clause: int
    """The number of its clause in the text, from 0."""
    negated: bool = False
    relation: str = ""
    """The preposition that sets how it stands to the rest (from, over), if any."""


@dataclass(frozen=True, slots=True)
class Negation:
    """A negation that stands: not cancelled by a second one."""

    text: str
    target: int
    """The index of the content word that it turns."""
    both_ways: bool = False
    """It closes its clause, and turns all of it (Japanese, Korean)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the rules read it."""

    contents: tuple[Content, ...]
    negations: tuple[Negation, ...]


def read(text: str, language: Language | None) -> Reading:
    """Read normalised text in a language (None: one that the rules do not know)."""
    reader = _Reader(language)
    for word in cut(text, language):
        reader.take(word)
    return reader.finish()


class _Reader:
    """Goes through a text word by word and hands every negation to its target."""

    def __init__(self, language: Language | None) -> None:
        self._agree = language is not None and language.closed.negations_agree
        self._answers = language.closed.answers if language else frozenset()
        self._contents: list[Content] = []
        self._turns: dict[int, list[Word]] = {}
        self._clause = 0
        self._first_content = 0
        self._floating: list[Word] = []
        self._clause_words: list[Word] = []
        self._pending: list[Word] = []
        self._relation: Word | None = None
        self._contrast: Word | None = None
        self._has_particle = False
        self._has_landed = False

    def take(self, word: Word) -> None:
        """Read the next word."""
        match word.role:
            case Role.STOP:
                self._end_sentence()
            case Role.BREAK:
                self._end_clause()
            case Role.CONTRAST:
                self._end_clause()
                self._contrast = word
            case Role.NEGATION | Role.NEGATING:
                self._take_negation(word)
            case Role.RELATION:
                self._relation = word
            case Role.FILLER:
                self._clause_words.append(word)
            case _:
                self._take_content(word)

    def finish(self) -> Reading:
        """The reading of all words taken."""
        self._end_sentence()
        negations = []
        for target, turns in sorted(self._turns.items()):
            if len(turns) % 2:
                both_ways = turns[-1].backwards
                negations.append(Negation(turns[0].text, target, both_ways))
                content = self._contents[target]
                self._contents[target] = replace(content, negated=True)
        return Reading(tuple(self._contents), tuple(negations))

    def _end_sentence(self) -> None:
        """Give a negation that no later clause took to the last word ("..., not!")."""
        self._end_clause()
        if self._floating and not self._has_landed and self._contents:
            self._turn_last(self._floating)
        self._floating = []

    def _begin_clause(self) -> None:
        self._clause_words = []
        self._pending = []
        self._relation = None
        self._contrast = None
        self._first_content = len(self._contents)
        self._has_particle = False

    def _take_negation(self, word: Word) -> None:
        if self._contrast is not None and word.role is Role.NEGATION:
            # "... but not in CI": an exception, which may not be lost.
            exception = replace(self._contrast, role=Role.CONDITION)
            self._contrast = None
            self._contents.append(Content(exception, self._clause))
            self._first_content = len(self._contents)
        self._clause_words.append(word)
        if word.role is Role.NEGATION and self._agree:
            if self._has_particle:
                return
            self._has_particle = True
        if word.backwards and self._has_content():
            self._turn_last([word])
        else:
            self._pending.append(word)

    def _take_content(self, word: Word) -> None:
        self._clause_words.append(word)
        self._contrast = None
        relation = self._relation.text if self._relation else ""
        self._relation = None
        is_first = not self._has_content()
        self._contents.append(Content(word, self._clause, False, relation))
        if word.role is Role.CONDITION and not self._pending:
            # "only", "if": what a negation turns stands behind it.
            return
        turns = self._pending
        if not turns and is_first and self._floating:
            turns = self._floating
            self._has_landed = True
        if turns:
            self._turns.setdefault(len(self._contents) - 1, []).extend(turns)
        self._pending = []

    def _has_content(self) -> bool:
        return len(self._contents) > self._first_content

    def _turn_last(self, turns: list[Word]) -> None:
        """Turn the last content word of the clause, past a limit behind it."""
        target = len(self._contents) - 1
        while (
            target > self._first_content
            and self._contents[target].word.role is Role.CONDITION
        ):
            target -= 1
        self._turns.setdefault(target, []).extend(turns)

    def _end_clause(self) -> None:
        """Give what is left over to the word before it, or to the next clauses."""
        if self._has_content():
            if self._pending:
                self._turn_last(self._pending)
            if self._relation is not None:
                last = self._contents[-1]
                relation = f"{last.relation} {self._relation.text}".strip()
                self._contents[-1] = replace(last, relation=relation)
        elif self._pending and not self._only_answers():
            self._floating = self._pending
            self._has_landed = False
        self._clause += 1
        self._begin_clause()

    def _only_answers(self) -> bool:
        return all(word.text in self._answers for word in self._clause_words)
