"""Where a quote stands in what a person typed, and whether it was said there."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from levelmem.engine.memory.rules.wording.language import Language, detect
from levelmem.engine.memory.rules.wording.plain import bare, plain
from levelmem.engine.memory.rules.wording.questions import is_question
from levelmem.engine.memory.rules.wording.sentences import (
    Sentence,
    sentences,
    sentences_of,
)
from levelmem.engine.memory.rules.wording.shown import (
    Span,
    blanked,
    marked,
    pasted,
    struck,
)
from levelmem.engine.memory.rules.wording.tokens import cut

LONGEST_QUOTE = 2_000
"""A longer quote, in code points, is no sentence of a person but a paste."""
_LONGEST_CONTEXT = 4_000
_MOST_PLACES = 20
_TRIMMED = " \t\n.,;:!?()[]{}'\"“”„«»‹›「」『』‘’*`–—-。、"


@dataclass(frozen=True, slots=True)
class Passage:
    """One place where a quote was said, with the sentences around it."""

    text: str
    """The sentences that the quote touches, as plain text."""
    start: int
    """Where the quote begins in `text`."""
    end: int
    """Where it ends, exclusive."""
    shown: tuple[Span, ...]
    """Code spans and quotations within `text`."""
    language: Language | None
    """The language of `text`; None when the rules do not know it."""


@dataclass(frozen=True, slots=True)
class Found:
    """The places where a quote was said; without any, why not."""

    passages: tuple[Passage, ...]
    why_not: str


@dataclass(frozen=True, slots=True)
class _Message:
    """A typed message, prepared once for all quotes that are looked up in it."""

    text: str
    searched: str
    offsets: Sequence[int]
    marks: tuple[Span, ...]
    sentences: tuple[Sentence, ...]


def find_said(said: str, typed: Sequence[str]) -> Found:
    """Look a quote up in the messages that a person typed.

    It counts where it stands in one message, letter for letter (case, quotation
    marks and blanks aside), with whole words at both ends, and was said there: not
    shown, not asked.

    Args:
        said: the words that an agent says are the person's.
        typed: every message that the person typed in this run.
    """
    needle = bare(plain(said[: 4 * LONGEST_QUOTE]).strip(_TRIMMED))[0].strip()
    if not any(character.isalnum() for character in needle):
        return Found((), "there are no words of the person with it")
    if len(said) > 4 * LONGEST_QUOTE or len(needle) > LONGEST_QUOTE:
        return Found((), "the quote is too long to be a sentence of the person")
    passages: list[Passage] = []
    why_not = "the person did not type these words"
    for message in typed:
        prepared = _prepared(message)
        for place in _places(needle, prepared):
            passage = _passage(prepared, *place)
            if isinstance(passage, Passage):
                passages.append(passage)
            else:
                why_not = passage
        if not passages and (what := _shown_in(needle, message, prepared)):
            why_not = f"{what}: shown, not said"
    return Found(tuple(passages[:_MOST_PLACES]), "" if passages else why_not)


@lru_cache(maxsize=16)
def _prepared(message: str) -> _Message:
    text = plain(message)
    text = blanked(text, pasted(text))
    text = blanked(text, struck(text), " ")
    marks = marked(text)
    searched, offsets = bare(text)
    split = sentences(text, marks)
    return _Message(text, searched, array("L", offsets), tuple(marks), tuple(split))


def _places(needle: str, message: _Message) -> Iterator[tuple[int, int]]:
    """Where the quote stands in the message's text, with whole words at both ends."""
    position, tried = -1, 0
    while tried < _MOST_PLACES:
        position = message.searched.find(needle, position + 1)
        if position < 0:
            return
        tried += 1
        yield message.offsets[position], message.offsets[position + len(needle) - 1] + 1


def _passage(message: _Message, start: int, end: int) -> Passage | str:
    """The passage around a place, or why the words were not said there."""
    for span in message.marks:
        if span.start <= start and end <= span.end:
            return f"{span.what}: shown, not said"
    around = sentences_of(message.sentences, start, end)
    first, last = around[0].start, around[-1].end
    if last - first > _LONGEST_CONTEXT:
        return "lost in a long paste"
    text = message.text[first:last]
    language = detect(text)
    if not _has_whole_words(text, start - first, end - first, language):
        return "the person did not type these words"
    for sentence in around:
        if is_question(message.text[sentence.start : sentence.end], language):
            return "a question states nothing"
    shown = tuple(
        Span(span.start - first, span.end - first, span.what)
        for span in message.marks
        if span.start < last and span.end > first
    )
    return Passage(text, start - first, end - first, shown, language)


def _has_whole_words(
    text: str, start: int, end: int, language: Language | None
) -> bool:
    """Whether no word of the text is cut by the start or the end of the quote."""
    return not any(
        word.start < edge < word.end
        for word in cut(text, language)
        for edge in (start, end)
    )


def _shown_in(needle: str, message: str, prepared: _Message) -> str:
    """What the quote stands in, if it was pasted into the message."""
    text = plain(message)
    spans = pasted(text)
    if not spans and not struck(text):
        return ""
    searched, offsets = bare(text)
    position = searched.find(needle)
    if position < 0:
        return ""
    start = offsets[position]
    for span in (*spans, *struck(text)):
        if span.start <= start < span.end:
            return span.what
    return ""
