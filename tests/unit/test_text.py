"""Untrusted text made safe, cut and folded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine import text

HOSTILE = "[/nope] list[int] \x1b]52;c;aGk=\x07"


def test_a_hostile_title_is_shown_as_it_reads() -> None:
    assert text.safe_text(HOSTILE) == "[/nope] list[int] ␛]52;c;aGk=␇"


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\tb", "a    b"),
        ("\x9b31m", "\ufffd31m"),
        ("\u202eevil", "\ufffdevil"),
        ("half \ud83d", "half \ufffd"),
        ("\x7f", "␡"),
        ("日本 é", "日本 é"),
    ],
)
def test_control_characters_become_signs(given_text: str, shown: str) -> None:
    assert text.safe_text(given_text) == shown


@given(st.text())
def test_nothing_unprintable_is_left(anything: str) -> None:
    shown = text.safe_text(anything)
    assert not any(ord(c) < 32 and c != "\n" for c in shown)
    assert not any(0x7F <= ord(c) < 0xA0 for c in shown)
    shown.encode("utf-8")


@given(st.text())
def test_one_line_is_one_line(anything: str) -> None:
    assert len(text.one_line(anything).splitlines()) <= 1


@given(st.text(), st.integers(0, 40))
def test_clipped_text_fits(anything: str, cells: int) -> None:
    assert text.width(text.clip(text.one_line(anything), cells)) <= cells


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("É", "e"),
        ("cafe\u0301", "café"),
        ("ＦＵＬＬ", "full"),
        ("Straße", "STRASSE"),
        ("ﬁle", "file"),
        ("Ἀθήνα", "αθηνα"),
    ],
)
def test_folding_makes_spellings_equal(a: str, b: str) -> None:
    assert text.fold(a) == text.fold(b)


@given(st.text())
def test_folding_twice_changes_nothing(anything: str) -> None:
    once = text.fold(anything)
    assert text.fold(once) == once


def test_the_first_line_that_holds_anything() -> None:
    assert text.first_line("\n  \n  one  two\nthree") == "one two"
    assert text.first_line(" \n") == ""
