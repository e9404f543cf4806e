"""Recall, whatever is said and whatever is asked."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.recall.documents import Document, DocumentKind
from levelmem.engine.recall.index import Conversation, Index
from levelmem.engine.recall.question import read_question
from levelmem.engine.recall.ranking import rank
from levelmem.engine.recall.snippets import snippet
from levelmem.engine.recall.tokens import terms

NOW = datetime(2026, 8, 20, tzinfo=UTC)
TEXT = st.text(st.characters(), max_size=60)
"""Lone surrogates too: raw bytes of file names and command lines."""
WORDS = st.text("abcdefghij", min_size=4, max_size=9)


def index_of(texts: list[str]) -> Index:
    index = Index()
    documents = [
        Document(DocumentKind.TURN, text, session="a", turn=n)
        for n, text in enumerate(texts)
    ]
    index.replace(Conversation("a"), "1", documents)
    index.save()
    return index


@given(TEXT)
def test_terms_are_folded_and_free_of_white_space(text: str) -> None:
    for term in terms(text):
        assert term.split() == [term]
        assert terms(term.upper()) == terms(term) or not term.isascii()


@given(st.lists(TEXT, max_size=6), TEXT)
def test_any_question_of_any_text_is_answered_or_not(
    texts: list[str], question: str
) -> None:
    first = rank(index_of(texts), question, NOW)
    again = rank(index_of(texts), question, NOW)
    found = [(hit.stored.id, hit.score) for hit in first.hits]
    assert found == [(hit.stored.id, hit.score) for hit in again.hits]
    assert all(score > 0 for _, score in found)
    assert found == sorted(found, key=lambda hit: -hit[1])


@given(
    st.lists(
        WORDS.filter(terms), min_size=2, max_size=8, unique_by=lambda w: terms(w)[0]
    ),
    st.data(),
)
def test_a_line_is_found_by_its_own_words(
    words: list[str], data: st.DataObject
) -> None:
    wanted = data.draw(st.sampled_from(words))
    texts = [f"{word} {word}" for word in words]
    hits = rank(index_of(texts), wanted, NOW).hits
    assert hits[0].stored.text == f"{wanted} {wanted}"


@given(st.text(max_size=80))
def test_a_question_is_always_read(text: str) -> None:
    question = read_question(text, NOW, {"ann"})
    assert len(set(question.terms)) == len(question.terms)


@given(st.text(max_size=400), st.integers(min_value=2, max_value=80))
def test_a_snippet_fits(text: str, longest: int) -> None:
    cut = snippet(text, terms(text)[:2], longest)
    assert len(cut) <= longest
    assert "\n" not in cut


@given(st.lists(st.lists(WORDS, max_size=4), min_size=1, max_size=5))
def test_statistics_are_those_of_an_index_made_anew(edits: list[list[str]]) -> None:
    index = Index()
    for words in edits:
        documents = [Document(DocumentKind.TURN, word, session="a") for word in words]
        index.replace(Conversation("a"), "1", documents)
        index.save()
    asked = {term for words in edits for word in words for term in terms(word)}
    fresh = index_of(edits[-1])
    assert index.statistics(sorted(asked)) == fresh.statistics(sorted(asked))
