"""Code is coloured and tables are in line, and no character moves to another line."""

import pytest

from levelmem.widgets.code import prepare, with_code_coloured
from levelmem.widgets.prose import markdown
from levelmem.widgets.spans import plain

PYTHON = (
    '```python\ndef f(x):\n    """Say\n\n    more."""\n    return 12  # why\n```\nend'
)


def texts(markdown_text: str) -> list[str]:
    return [plain(line.line) for line in with_code_coloured(markdown(markdown_text))]


def test_code_has_tones_for_what_its_words_are() -> None:
    prepare([PYTHON])
    spans = {
        text: tone
        for line in with_code_coloured(markdown(PYTHON))
        for text, tone in line.line
    }
    assert spans["def"] == "primary"
    assert spans["f"] == "strong"
    assert spans["12"] == "accent"
    assert spans["# why"] == "faint italic"


@pytest.mark.parametrize(
    "text",
    [
        PYTHON,
        "```\nno language\n```",
        "```nosuchlanguage\nx = 1\n```",
        "```json\n\n\n{}\n\n```",
        "```diff\n+a\n-b\n```\n```sh\nls\n```",
        "```python\nnever closed",
        "prose only",
    ],
)
def test_colours_change_no_text(text: str) -> None:
    assert texts(text) == [plain(line.line) for line in markdown(text)]


def test_columns_are_in_line() -> None:
    table = "| What | How much |\n|---|---:|\n| **bold** | 1 |\n| `x` | 日本 |\nafter"
    assert [line.rstrip() for line in texts(table)] == [
        "What │ How much",
        "─────┼─────────",
        "bold │ 1",
        "x    │ 日本",
        "after",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| no | table |",
        "| a | b |\nno separator",
        "a | b\n--- | ---",
        "|---|---|",
        "| a |\n|---|\n| b | more | cells |\n| c",
        "| a \\| b | c |\n|---|---|",
    ],
)
def test_every_line_stays_in_its_place(text: str) -> None:
    assert len(texts(text)) == text.count("\n") + 1
