"""Half remembered: sessions like one, blame, earlier searches."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from levelmem.engine.sessions.blame import Target, blame
from levelmem.engine.sessions.likeness import like
from levelmem.engine.sessions.model import (
    FileEdit,
    Origin,
    Session,
    Text,
    Turn,
)
from levelmem.engine.sessions.searches import RECENT, SearchBook, Searches


def session(name: str, **given: object) -> Session:
    return Session("a", name, Path("/x"), **given)  # type: ignore[arg-type]


# Sessions like one.

SHOP = "/work/shop"


def test_the_same_rare_words_and_files_make_sessions_alike() -> None:
    one = session(
        "one",
        title="Retry refunds",
        edits=((f"{SHOP}/jobs/refund.py", 3),),
        project=SHOP,
    )
    same_file = session(
        "file", title="Other work", edits=((f"{SHOP}/jobs/refund.py", 1),), project=SHOP
    )
    same_word = session("word", title="Refunds of the bank")
    nothing = session("nothing", title="Garden beds")
    found = like(one, [one, nothing, same_word, same_file])
    assert [f.session.id for f in found] == ["file", "word"]
    assert found[0].why == ("jobs/refund.py",)
    assert found[1].why == ("refunds",)


def test_a_word_that_all_have_says_little() -> None:
    one = session("one", title="please fix parcel")
    many = [session(f"m{n}", title="please fix it") for n in range(20)]
    rare = session("rare", title="parcel news today again")
    assert like(one, [one, *many, rare])[0].session.id == "rare"


def test_what_all_have_is_nothing_in_common_unless_there_is_nothing_else() -> None:
    one = session("one", title="please fix parcel")
    many = [session(f"m{n}", title="please fix it") for n in range(20)]
    rare = session("rare", title="please mind the parcel")
    found = {f.session.id: f.why for f in like(one, [one, *many, rare])}
    assert found["rare"] == ("parcel",)
    assert found["m0"] == ("fix", "please")


def test_no_more_than_asked_for() -> None:
    many = [session(f"m{n}", title="the same") for n in range(20)]
    assert len(like(many[0], many, limit=5)) == 5


# Blame.


def edited(name: str, path: str, **given: object) -> Session:
    return session(name, edits=((path, 1),), project=SHOP, **given)


def talk(path: str, diff: str) -> list[Turn]:
    def said(number: int, text: str) -> Turn:
        return Turn(number, "user", Origin.HUMAN, (Text(text),))

    edit = (FileEdit(path, diff),)
    return [
        said(0, "hello"),
        said(1, "round up"),
        Turn(2, "assistant", Origin.AGENT, edit),
        said(3, "and commit"),
    ]


def test_blame_tells_the_turn_that_asked_for_the_last_edit() -> None:
    path = f"{SHOP}/src/weights.py"
    turns = talk(path, "-old\n+new")
    (found,) = blame(Target(Path(path)), [edited("1", path)], lambda _: iter(turns))
    assert (found.turn, found.asked, found.request) == (2, 1, "round up")
    assert found.diff == "-old\n+new"


@pytest.mark.parametrize(
    ("written", "same"),
    [
        (f"{SHOP}/src/weights.py", True),
        ("src/weights.py", False),  # nothing tells that the projects are one
        (f"{SHOP}/other/weights.py", False),
        ("/elsewhere/src/weights.py", False),
    ],
)
def test_blame_knows_the_file_by_its_place(written: str, same: bool) -> None:
    target = Target(Path(f"{SHOP}/src/weights.py"))
    assert target.is_at(written, edited("1", written)) is same


def test_blame_takes_paths_as_they_stand_in_the_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    target = Target(tmp_path / "src" / "weights.py")
    made = Session("a", "1", Path("/x"), project=str(tmp_path))
    assert target.is_at("src/weights.py", made)
    assert not target.is_at("weights.py", made)


def test_blame_finds_edits_from_another_machine(tmp_path: Path) -> None:
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    target = Target(tmp_path / "shop" / "src" / "weights.py")
    there = "C:\\Users\\ada\\shop"
    made = Session("a", "1", Path("/x"), project="/home/ada/shop")
    assert target.is_at("/home/ada/shop/src/weights.py", made)
    assert not target.is_at(f"{there}\\src\\weights.py", made)


def test_blame_of_a_line_takes_only_edits_that_added_it() -> None:
    path = f"{SHOP}/a.py"
    target = Target(Path(path), "return up")
    sessions = [edited("with", path), edited("without", path)]

    def read(found: Session) -> Iterator[Turn]:
        added = "    return up" if found.id == "with" else "    return down"
        return iter(talk(path, f"-x\n+{added}"))

    assert [e.session.id for e in blame(target, sessions, read)] == ["with"]


def test_blame_tells_of_sessions_whose_file_is_gone() -> None:
    path = f"{SHOP}/a.py"

    def gone(found: Session) -> Iterator[Turn]:
        raise FileNotFoundError(2, "gone", "x")

    (found,) = blame(Target(Path(path)), [edited("1", path)], gone)
    assert found.turn == -1
    assert not [*blame(Target(Path(path), "x"), [edited("1", path)], gone)]


# Earlier searches.


def test_searches_are_kept_newest_first_each_once(tmp_path: Path) -> None:
    book = SearchBook(tmp_path / "state" / "searches.json")
    assert book.read() == Searches()
    for text in ("refund", "bank", " refund ", ""):
        book.note(text)
    assert book.read().recent == ("refund", "bank")
    assert stat.S_IMODE(book.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(book.path.parent.stat().st_mode) == 0o700
    for number in range(99):
        book.note(str(number))
    assert len(book.read().recent) == RECENT


def test_a_search_is_saved_and_taken_back(tmp_path: Path) -> None:
    book = SearchBook(tmp_path / "searches.json")
    book.save("agent:codex")
    book.save("bank")
    assert book.read().saved == ("agent:codex", "bank")
    assert book.save("bank").saved == ("agent:codex",)


@pytest.mark.parametrize(
    "damage", ["", "nonsense", "[1]", '{"recent": 3, "saved": [1]}']
)
def test_a_book_that_can_not_be_read_is_an_empty_one(
    tmp_path: Path, damage: str
) -> None:
    book = SearchBook(tmp_path / "searches.json")
    book.path.write_text(damage)
    assert book.read() == Searches()
    book.note("again")
    assert json.loads(book.path.read_text())["recent"] == ["again"]
