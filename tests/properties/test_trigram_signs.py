"""Signs never rule out a word that stands in the text."""

from hypothesis import given
from hypothesis import strategies as st

from levelmem.engine.sessions.trigram_signs import may_hold, signs_of

LINES = st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\n", b" ")))


@given(LINES, st.data())
def test_what_stands_in_the_text_is_never_ruled_out(
    lines: list[bytes], data: st.DataObject
) -> None:
    signs = signs_of(b"\n".join(lines))
    if lines:
        line = data.draw(st.sampled_from(lines))
        start = data.draw(st.integers(0, len(line)))
        word = line[start : data.draw(st.integers(start, len(line)))]
        assert may_hold(signs, word)


def test_what_does_not_stand_there_is_ruled_out_most_of_the_time() -> None:
    signs = signs_of(b"\n".join(b"def refund_%d(bank):" % n for n in range(500)))
    words = [b"zq%dxv" % n for n in range(200)]
    assert sum(may_hold(signs, word) for word in words) < 10
    assert may_hold(signs, b"refund_77(")


def test_no_signs_rule_nothing_out() -> None:
    assert may_hold(b"", b"anything")
    assert may_hold(signs_of(b""), b"ab")
    assert not may_hold(signs_of(b""), b"abc")
