"""The index: kept by conversation, private, rebuilt on doubt."""

import sqlite3
import stat
from pathlib import Path

import pytest

from levelmem.engine.recall.documents import Document, DocumentKind
from levelmem.engine.recall.index import Conversation, Index


def document(text: str, session: str = "a", turn: int = 0) -> Document:
    return Document(DocumentKind.TURN, text, session=session, turn=turn)


def found(index: Index, term: str) -> list[str]:
    numbers = index.matches({term: index.statistics([term]).frequency[term]})
    texts = index.texts(n for some in numbers.values() for n in some)
    return sorted(texts.values())


def test_a_conversation_is_replaced_as_a_whole(tmp_path: Path) -> None:
    index = Index(tmp_path / "recall.sqlite")
    where = Conversation("a", agent="codex")
    index.replace(where, "1", [document("old words"), document("more")])
    index.save()
    index.replace(where, "2", [document("new words")])
    index.save()
    assert index.signatures() == {("session", "codex", "a"): "2"}
    assert found(index, "word") == ["new words"]
    assert found(index, "old") == []
    assert index.statistics(["word"]).documents == 1
    assert index.statistics(["old"]).frequency["old"] == 0


def test_statistics_are_those_of_what_is_there(tmp_path: Path) -> None:
    index = Index()
    for name in "abc":
        index.replace(Conversation(name), "1", [document("redis cache", name)])
    index.save()
    index.remove([("session", "", "b")])
    index.save()
    statistics = index.statistics(["redi", "nothing"])
    assert statistics.documents == 2
    assert statistics.mean_length == 2
    assert statistics.frequency == {"redi": 2, "nothing": 0}


def test_it_is_there_in_the_next_run_and_private(tmp_path: Path) -> None:
    path = tmp_path / "cache/recall.sqlite"
    index = Index(path)
    index.replace(Conversation("a"), "1", [document("kept words")])
    index.save()
    index.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    again = Index(path)
    again.replace(Conversation("b"), "1", [document("other words", "b")])
    again.save()
    assert found(again, "word") == ["kept words", "other words"]


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\x00" * 9])
def test_a_file_that_does_not_fit_is_begun_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "recall.sqlite"
    path.write_bytes(content)
    assert Index(path).signatures() == {}


def test_an_index_of_another_version_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "recall.sqlite"
    database = sqlite3.connect(path)
    database.execute("pragma user_version = 99")
    database.commit()
    database.close()
    assert Index(path).signatures() == {}


def test_conversations_do_not_touch() -> None:
    index = Index()
    for name in "ab":
        index.replace(Conversation(name), "1", [document("x word", name)])
    index.save()
    (first, second) = sorted(index.matches({"word": 2})["word"])
    assert second - first > 8


@pytest.mark.parametrize(
    "text", ['a "quote" b', "AND OR NOT", "x*", "(y", "col:umn", "a\0b", "'; drop"]
)
def test_no_text_is_read_as_a_query(text: str) -> None:
    index = Index()
    index.replace(Conversation("a"), "1", [document(f"{text} marker")])
    index.save()
    assert found(index, "marker") == [f"{text} marker"]
    for term in ('"', "*", "AND", "(", "a OR b"):
        assert index.matches({term: 1})[term] in ([], [17])


def test_common_words_choose_only_together() -> None:
    index = Index()
    texts = [f"common{'' if n % 3 else ' usual'} number{n}" for n in range(9000)]
    index.replace(Conversation("a"), "1", [document(text, turn=0) for text in texts])
    index.save()
    matches = index.matches({"common": 9000, "usual": 3000, "number7": 1})
    assert set(matches) == {"number7", "usual"}
    assert len(matches["number7"]) == 1


def test_raw_bytes_in_a_text_or_a_path_are_kept_as_far_as_they_go() -> None:
    index = Index()
    where = Conversation("a", project="/x/\udcff")
    index.replace(where, "1", [document("marker \udcff end")])
    index.save()
    assert found(index, "marker") == ["marker ? end"]
    assert list(index.projects().values()) == ["/x/?"]
