"""Markdown as it reads on a terminal."""

import pytest

from levelmem.widgets.diffs import changed, diff_lines
from levelmem.widgets.inline import inline
from levelmem.widgets.prose import markdown, verbatim
from levelmem.widgets.spans import plain


@pytest.mark.parametrize(
    ("line", "marker", "text"),
    [
        ("## Why", "", "Why"),
        ("#hashtag", "", "#hashtag"),
        ("- one", "• ", "one"),
        ("  * deeper", "  • ", "deeper"),
        ("12. twelfth", "12. ", "twelfth"),
        ("2026 was long", "", "2026 was long"),
        ("> said", "▏ ", "said"),
        ("**bold** and `code`", "", "bold and code"),
        ("a * b * c", "", "a * b * c"),
        ("glob **/*.py here", "", "glob **/*.py here"),
        ("---", "", "─" * 12),
        ("-not a list", "", "-not a list"),
        ("", "", ""),
    ],
)
def test_a_line_reads_like_this(line: str, marker: str, text: str) -> None:
    (shown,) = markdown(line)
    assert (shown.marker, plain(shown.line)) == (marker, text)


def test_what_is_fenced_stays_as_it_is() -> None:
    shown = markdown("```py\n# no heading\n**x** = `y`\n```\n# heading")
    assert [plain(line.line) for line in shown] == [
        "py",
        "# no heading",
        "**x** = `y`",
        "",
        "heading",
    ]
    assert [bool(line.ground) for line in shown] == [True, True, True, True, False]


def test_a_fence_ends_only_with_its_own_kind() -> None:
    shown = markdown("````\n```\nstill code\n````\nprose")
    assert [line.ground for line in shown[1:]] == [
        "code-block",
        "code-block",
        "code-block",
        "",
    ]


def test_a_fence_that_never_ends_is_code_to_the_end() -> None:
    assert markdown("```\na\nb")[-1].ground == "code-block"


def test_code_and_bold_have_their_tones() -> None:
    assert inline("a `b` **c**") == (
        ("a ", "title"),
        ("b", "code"),
        (" ", "title"),
        ("c", "strong"),
    )


def test_control_characters_are_made_visible() -> None:
    assert plain(markdown("a\x1b[31mb")[0].line) == "a␛[31mb"
    assert plain(verbatim("a\x07b")[0].line) == "a␇b"
    assert plain(diff_lines("+a\x1bb")[0].line) == "+a␛b"


def test_a_diff_has_added_and_removed_lines() -> None:
    diff = "@@ -1,2 +1,2 @@\n same\n-old\n+new\n"
    assert [line.ground for line in diff_lines(diff)] == ["", "", "removed", "added"]
    assert changed(diff) == (1, 1)
