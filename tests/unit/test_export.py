"""Documents made of sessions: Markdown, HTML, JSON; nothing secret, nothing live."""

import json
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.export import Form, document, file_name, form_of
from levelmem.engine.sessions.model import (
    FileEdit,
    Image,
    Notice,
    Origin,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Turn,
)

KEY = "ghp_" + "aB3" * 12
WHEN = datetime(2026, 11, 26, 15, 30, tzinfo=UTC)


def exported(*turns: Turn, form: Form = Form.MARKDOWN, **given: object) -> str:
    fields = {"title": "Round <up>\nnow", **given}
    made = Session("a", "0123456789", Path("/x"), **fields)  # type: ignore[arg-type]
    return "".join(document(form, made, turns, scrub_text))


def agent(*blocks: object) -> Turn:
    return Turn(1, "assistant", Origin.AGENT, tuple(blocks), WHEN, "opus")  # type: ignore[arg-type]


def test_a_session_becomes_markdown() -> None:
    text = exported(
        Turn(0, "user", Origin.HUMAN, (Text("please round"),), WHEN),
        agent(
            Thinking("hm"),
            Text("Done:\n\n- one"),
            ToolCall("Bash", {"command": "make"}, "c", "make `all`"),
            ToolResult("ok", "c"),
            FileEdit("a.py", "-x\n+y"),
            Image("image/png 3 KB"),
            Notice("Interrupted"),
        ),
        created=WHEN,
        project="/work/shop",
    )
    assert text.startswith("# Round &lt;up> now\n")
    for part in (
        "- Project: `/work/shop`",
        "## Asked · ",
        "please round",
        "## opus · ",
        "- one",
        "**Bash** `` make `all` ``",
        "<details><summary>Result</summary>",
        "**Edited** `a.py`\n\n```diff\n-x\n+y\n```",
        "*image/png 3 KB*",
        "*Interrupted*",
    ):
        assert part in text


@pytest.mark.parametrize("form", Form)
def test_an_export_holds_no_secret_and_no_control_sequence(form: Form) -> None:
    text = exported(
        agent(
            Text(f"key {KEY}"),
            Thinking(KEY),
            ToolCall(KEY, {"a": [{KEY: KEY}]}, "c", KEY),
            ToolResult(f"\x1b]52;c;x\x07 {KEY}"),
            FileEdit(KEY, f"+{KEY}"),
            Image(KEY),
            Notice(KEY),
        ),
        branch=KEY,
        title=KEY,
        form=form,
    )
    assert KEY not in text
    assert "\x1b" not in text
    assert text.count("[redacted]") >= 9


def test_nothing_in_an_output_ends_its_code_block() -> None:
    text = exported(agent(ToolResult("a\n````\n</details>\nb")))
    assert "`````\na\n````\n</details>\nb\n`````" in text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Round customs UP!", "2026-11-26-round-customs-up-01234567.md"),
        ("../../etc/passwd", "2026-11-26-etc-passwd-01234567.md"),
        ("", "2026-11-26-01234567.md"),
        ("日本語", "2026-11-26-日本語-01234567.md"),
    ],
)
def test_a_file_name_is_nothing_but_a_name(title: str, name: str) -> None:
    made = Session("a", "0123456789", Path("/x"), title=title, created=WHEN)
    assert file_name(made) == name
    hostile = Session("a", "../../x/y", Path("/x"), title=title)
    assert "/" not in file_name(hostile)
    assert not file_name(hostile).startswith(".")


@pytest.mark.parametrize(
    ("path", "form"),
    [
        (None, Form.MARKDOWN),
        ("a.HTML", Form.HTML),
        ("a.htm", Form.HTML),
        ("a.json", Form.JSON),
        ("a.txt", Form.MARKDOWN),
        ("json", Form.MARKDOWN),
    ],
)
def test_the_ending_of_a_file_says_what_it_becomes(
    path: str | None, form: Form
) -> None:
    assert form_of(Path(path) if path else None) is form


def test_json_tells_the_session_and_its_turns() -> None:
    told = json.loads(
        exported(
            Turn(0, "user", Origin.HUMAN, (Text("please round"),), WHEN),
            agent(ToolCall("Bash", {"command": "make", "n": 3}, "c", "make")),
            form=Form.JSON,
        )
    )
    assert told["schema"] == 1
    assert told["session"]["title"] == "Round <up>\nnow"
    assert [turn["origin"] for turn in told["turns"]] == ["human", "agent"]
    assert told["turns"][1]["blocks"][0]["input"] == {"command": "make", "n": 3}


def test_json_without_turns_is_whole() -> None:
    assert json.loads(exported(form=Form.JSON))["turns"] == []


class Page(HTMLParser):
    """The tags of a page with their attributes, and whether all are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(
        self, tag: str, attributes: list[tuple[str, str | None]]
    ) -> None:
        self.tags.append((tag, dict(attributes)))

    @property
    def names(self) -> set[str]:
        return {tag for tag, _ in self.tags}


def test_a_page_renders_what_was_said() -> None:
    text = exported(
        Turn(4, "user", Origin.HUMAN, (Text("please *round*"),), WHEN),
        agent(
            Text("| a | b |\n|---|---|\n| 1 | 2 |\n\n[docs](https://docs.example/x)"),
            FileEdit("a.py", " same\n-x\n+<y>"),
            ToolResult("failed & more", is_error=True),
        ),
        form=Form.HTML,
    )
    for part in (
        "<title>Round &lt;up&gt; now</title>",
        '<section id="turn-4" class="asked">',
        "<em>round</em>",
        "<td>1</td>",
        '<a href="https://docs.example/x">docs</a>',
        "<del>-x</del>\n<ins>+&lt;y&gt;</ins>",
        "<summary>Result, failed</summary><pre>failed &amp; more</pre>",
    ):
        assert part in text


HOSTILE = (
    "<script>alert(1)</script> ![x](https://evil.example/p?d=1)"
    " <img src=https://evil.example/q onerror=alert(1)> [go](javascript:alert(1))"
    " </pre></details></section><iframe src=//evil.example> <style>*{}</style>"
)


def test_nothing_in_a_page_runs_or_is_fetched() -> None:
    page = Page(
        exported(
            agent(
                Text(HOSTILE),
                Thinking(HOSTILE),
                ToolCall(HOSTILE, {}, "c", HOSTILE),
                ToolResult(HOSTILE),
                FileEdit(HOSTILE, HOSTILE),
                Image(HOSTILE),
                Notice(HOSTILE),
            ),
            title=HOSTILE,
            branch=HOSTILE,
            form=Form.HTML,
        )
    )
    assert not page.names & {"script", "img", "iframe", "form", "link", "object"}
    assert [tag for tag, _ in page.tags].count("style") == 1
    for _, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert not (attributes.get("href") or "").startswith("javascript")
    policy = next(a["content"] for _, a in page.tags if "http-equiv" in a)
    assert policy and policy.startswith("default-src 'none'")
