"""Connecting agents: own keys only, everything else to the byte, and back again."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelmem.engine.agents.connect import (
    AGENTS,
    Backups,
    ConnectError,
    Where,
    apply,
    plan_connect,
    plan_disconnect,
)
from levelmem.engine.agents.connect.jsonc import BrokenJson, JsonText

COMMENTED = """\
// my settings
{
\t"theme": "dark", // at night
\t/* hooks of mine */
\t"hooks": {
\t\t"Stop": [
\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] }, // loud
\t\t],
\t},
\t"b": [1, 2],
\t"a": "ünïcode // no comment",
}
"""
CODEX = """\
# mine
model = "gpt-5.5"   # the good one
[mcp_servers.other]
command = "x"      # keep

[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "say done"

[projects."/code"]
trust_level = "trusted"
"""


@pytest.fixture
def where(tmp_path: Path) -> Where:
    (tmp_path / "home" / ".codex").mkdir(parents=True)
    (tmp_path / "code").mkdir()
    return Where(
        tmp_path / "home",
        {},
        project=tmp_path / "code",
        digest=tmp_path / "data" / "digest.md",
    )


@pytest.fixture
def person(where: Where) -> Where:
    return Where(where.home, {}, ("/opt/my tools/levelmem",))


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    return Backups(tmp_path / "backups")


def connect(agent: str, where: Where, backups: Backups) -> None:
    for change in plan_connect(agent, where).changes:
        apply(change, backups)


def disconnect(agent: str, where: Where, backups: Backups) -> None:
    for change in plan_disconnect(agent, where, backups).changes:
        apply(change, backups)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("scope", ["project", "person"])
def test_connecting_twice_changes_nothing_and_disconnecting_leaves_nothing(
    agent: str, scope: str, where: Where, person: Where, backups: Backups
) -> None:
    place = where if scope == "project" else person
    before = tree(where.home.parent)
    plan = plan_connect(agent, place)
    assert plan.changes
    assert tree(where.home.parent) == before  # a plan writes nothing
    connect(agent, place, backups)
    assert not plan_connect(agent, place).changes
    disconnect(agent, place, backups)
    left = {
        path: text
        for path, text in tree(where.home.parent).items()
        if "/backups/" not in path
    }
    assert left == before
    assert not plan_disconnect(agent, place, backups).changes


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        ("claude-code", ".claude/settings.json", COMMENTED),
        ("claude-code", ".mcp.json", '{"mcpServers": {"other": {"command": "x"}}}'),
        ("gemini", ".gemini/settings.json", COMMENTED),
        ("cursor", ".cursor/hooks.json", '{"version": 1, "hooks": {}}\n'),
        ("opencode", "opencode.jsonc", '{\n  "instructions": ["A.md"] // mine\n}\n'),
        ("codex", ".codex/config.toml", CODEX),
        ("codex", ".codex/config.toml", "mcp_servers = {other = {command = 'x'}}\n"),
        ("codex", ".codex/hooks.json", COMMENTED),
        ("copilot", ".vscode/mcp.json", '{\r\n    "inputs": []\r\n}\r\n'),
        ("agents-md", "AGENTS.md", "# Rules\n\nBe kind."),
    ],
)
def test_what_was_there_stays_and_comes_back_to_the_byte(
    agent: str, name: str, text: str, where: Where, backups: Backups
) -> None:
    assert where.project
    path = where.project / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    connect(agent, where, backups)
    now = path.read_bytes().decode()
    assert now != text
    if "\r\n" in text:
        assert now.count("\n") == now.count("\r\n")
    lines = [line.rstrip(",") for line in now.splitlines()]
    for line in text.splitlines():
        is_list = '["' in line or "= {" in line
        if line.strip("{}[] ,") and not text.startswith('{"') and not is_list:
            assert line.rstrip(",") in lines
    assert not plan_connect(agent, where).changes
    disconnect(agent, where, backups)
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("agent", ["claude-code", "gemini", "codex"])
def test_disconnecting_later_keeps_what_came_since(
    agent: str, where: Where, backups: Backups
) -> None:
    assert where.project
    connect(agent, where, backups)
    if agent == "codex":
        path = where.project / ".codex" / "config.toml"
        path.write_text('model = "new" # since\n' + path.read_text())
        disconnect(agent, where, backups)
        assert path.read_text().strip() == 'model = "new" # since'
        return
    path = where.project / f".{agent.removesuffix('-code')}" / "settings.json"
    edited = JsonText(path.read_text())
    edited.put(("model",), "new")
    edited.append(("hooks", "SessionStart"), {"hooks": [{"command": "say hi"}]})
    path.write_text(edited.text)
    disconnect(agent, where, backups)
    left = JsonText(path.read_text()).value
    hooks = {"SessionStart": [{"hooks": [{"command": "say hi"}]}]}
    assert left == {"model": "new", "hooks": hooks}


def test_an_older_hook_of_ours_is_brought_up_to_date(
    where: Where, backups: Backups
) -> None:
    assert where.project
    path = where.project / ".claude" / "settings.json"
    path.parent.mkdir()
    old = {"type": "command", "command": "/old/levelmem hook claude stop"}
    mine = {"type": "command", "command": "say done"}
    hooks = {"Stop": [{"hooks": [mine, old]}], "SessionEnd": [{"hooks": [old, old]}]}
    path.write_text(json.dumps({"hooks": hooks}))
    connect("claude-code", where, backups)
    found = json.loads(path.read_text())["hooks"]
    (stop,) = found["Stop"]
    assert [entry["command"] for entry in stop["hooks"]] == [
        "say done",
        "levelmem hook claude-code stop 2>/dev/null || true",
    ]
    assert "/old/" not in path.read_text()
    assert not plan_connect("claude-code", where).changes


def test_the_codex_table_is_brought_up_to_date_in_its_place(
    where: Where, backups: Backups
) -> None:
    assert where.project
    path = where.project / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text(
        '[mcp_servers.levelmem]\ncommand = "old"\n\n[tui]\ntheme = "x" # keep\n'
    )
    connect("codex", where, backups)
    found = tomllib.loads(path.read_text())
    assert found["mcp_servers"]["levelmem"]["args"] == ["mcp", "--host", "codex"]
    assert "# keep" in path.read_text()
    assert found["hooks"]["Stop"][0]["hooks"][0]["command"].startswith(
        "levelmem hook codex stop"
    )


@pytest.mark.parametrize(
    ("agent", "name", "text"),
    [
        ("claude-code", ".claude/settings.json", '{\n"a": 1\n"b": 2}'),
        ("claude-code", ".claude/settings.json", "[1, 2]"),
        ("claude-code", ".claude/settings.json", '{"hooks": "none"}'),
        ("claude-code", ".claude/settings.json", '{"hooks": {"Stop": {}}}'),
        ("gemini", ".gemini/settings.json", "{" * 5000),
        ("codex", ".codex/config.toml", "model = "),
        ("codex", ".codex/config.toml", "mcp_servers = 3"),
        ("codex", ".codex/config.toml", "hooks = {Stop = []}"),
    ],
)
def test_a_file_that_cannot_be_changed_is_left_alone(
    agent: str, name: str, text: str, where: Where
) -> None:
    assert where.project
    path = where.project / name
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(ConnectError, match="Nothing was changed"):
        plan_connect(agent, where)
    assert path.read_text() == text


def test_a_file_changed_meanwhile_is_not_overwritten(
    where: Where, backups: Backups
) -> None:
    assert where.project
    (change, *_) = plan_connect("agents-md", where).changes
    (where.project / "AGENTS.md").write_text("somebody was here\n")
    with pytest.raises(ConnectError, match="changed meanwhile"):
        apply(change, backups)
    assert (where.project / "AGENTS.md").read_text() == "somebody was here\n"


def test_without_a_backup_nothing_is_changed(person: Where, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    backups = Backups(tmp_path / "file" / "backups")
    (change, *_) = plan_connect("gemini", person).changes
    with pytest.raises(ConnectError, match=str(tmp_path / "file")):
        apply(change, backups)
    assert not change.path.exists()


def test_links_and_modes_stay(person: Where, backups: Backups, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles.json"
    dotfiles.write_text("{}")
    dotfiles.chmod(0o600)
    settings_ = person.home / ".gemini" / "settings.json"
    settings_.parent.mkdir()
    settings_.symlink_to(dotfiles)
    connect("gemini", person, backups)
    assert settings_.is_symlink()
    assert "levelmem" in dotfiles.read_text()
    assert os.stat(dotfiles).st_mode & 0o777 == 0o600  # noqa: PTH116


def test_a_command_with_blanks_is_quoted(person: Where) -> None:
    changes = plan_connect("claude-code", person).changes
    text = "".join(change.after or "" for change in changes)
    assert "'/opt/my tools/levelmem' hook claude-code stop" in text
    assert '"command": "/opt/my tools/levelmem"' in text


def test_no_agents_own_memory_is_touched(
    where: Where, person: Where, backups: Backups
) -> None:
    memory = where.home / ".claude" / "projects" / "-code" / "memory" / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("mine\n")
    for agent in AGENTS:
        for place in (where, person):
            for change in plan_connect(agent, place).changes:
                assert "memory" not in change.path.parts
                apply(change, backups)
    assert memory.read_text() == "mine\n"


def test_a_diff_shows_the_exact_change(where: Where) -> None:
    (change,) = plan_connect("agents-md", where).changes
    assert change.diff().startswith("--- /dev/null\n+++ ")
    assert "+<!-- levelmem:begin" in change.diff()


# JSON texts

names = st.text(max_size=6)
scalars = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8)
json_values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
    ),
    max_leaves=8,
)
documents = st.dictionaries(names, json_values, max_size=5)
indents = st.sampled_from([None, 1, 2, 4, "\t"])
noise = st.sampled_from(["", " ", "\n", ' // note, with } and "\n', " /* , } */ "])


@st.composite
def written(draw: st.DrawFn) -> str:
    """A document with comments and blanks in any place where they may stand."""
    text = json.dumps(draw(documents), indent=draw(indents), ensure_ascii=False)
    pieces, inside, escaped = [], False, False
    for character in text:
        if not inside and character in ",:{}[]":
            pieces += [draw(noise), character, draw(noise)]
        else:
            pieces.append(character)
        if inside and not escaped and character == '"':
            inside = False
        elif not inside and character == '"':
            inside = True
        escaped = inside and character == "\\" and not escaped
    return "".join(pieces)


@settings(deadline=None, max_examples=150)
@given(written(), names, json_values)
def test_putting_and_removing_touches_nothing_else(
    text: str, name: str, value: Any
) -> None:
    edited = JsonText(text)
    before = edited.value
    edited.put(("levelmem", name), value)
    assert edited.value["levelmem"][name] == value
    rest = {key: inner for key, inner in edited.value.items() if key != "levelmem"}
    assert rest == {key: inner for key, inner in before.items() if key != "levelmem"}
    edited.remove(("levelmem",))
    assert edited.value == rest
    for comment in (" // note", "/* , } */"):
        assert edited.text.count(comment) == text.count(comment)


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = JsonText(text).value
    except BrokenJson:
        return
    if text.strip("\ufeff \t\r\n"):
        assert json.loads(json.dumps(found)) == found
