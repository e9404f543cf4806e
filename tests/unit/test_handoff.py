"""Commands that are shown, copied and run; and why they can't be."""

from pathlib import Path

import pytest

from levelmem.engine.sessions.model import Resume
from levelmem.screens.clipboard import copy_natively, fits_terminal, tools
from levelmem.screens.handoff import editor_command, resume_problem


def test_a_command_is_quoted_for_the_shell() -> None:
    resume = Resume(("codex", "resume", "a;b"), "/work/my project")
    assert resume.command == "cd '/work/my project' && codex resume 'a;b'"
    assert Resume(("codex",), "").command == "codex"


def test_what_can_be_resumed_has_no_problem(tmp_path: Path) -> None:
    assert resume_problem(Resume(("sh",), str(tmp_path))) == ""
    assert resume_problem(Resume(("sh",), "")) == ""


@pytest.mark.parametrize(
    ("resume", "why"),
    [
        (Resume(("sh",), "", problem="It is half."), "It is half."),
        (Resume((), ""), "Its agent has no command that resumes a session."),
        (
            Resume(("no-such-program",), ""),
            "The program no-such-program is not on this machine's PATH.",
        ),
        (
            Resume(("sh",), "/no/such/folder"),
            "The folder /no/such/folder is not there any more.",
        ),
    ],
)
def test_what_cannot_be_resumed_says_why(resume: Resume, why: str) -> None:
    assert resume_problem(resume) == why


@pytest.mark.parametrize(
    ("configured", "environ", "line", "command"),
    [
        ("", {}, 0, ["vi", "/a b"]),
        ("", {"EDITOR": "nano"}, 0, ["nano", "/a b"]),
        ("", {"EDITOR": "nano", "VISUAL": "code -w"}, 7, ["code", "-w", "/a b"]),
        ("", {"EDITOR": "/usr/bin/vim"}, 7, ["/usr/bin/vim", "+7", "/a b"]),
        ("emacs -nw", {"EDITOR": "vim"}, 3, ["emacs", "-nw", "+3", "/a b"]),
    ],
)
def test_the_editor_is_the_persons(
    configured: str, environ: dict[str, str], line: int, command: list[str]
) -> None:
    assert editor_command(configured, environ, Path("/a b"), line) == command


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is the whole PATH, with a clipboard that keeps its text."""
    (tmp_path / "xclip").write_text("#!/bin/sh\n/bin/cat > " + str(tmp_path / "copied"))
    (tmp_path / "wl-copy").write_text("#!/bin/sh\nexit 1\n")
    for name in ("xclip", "wl-copy"):
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_only_tools_that_can_work_are_tried(programs: Path) -> None:
    assert tools({}, "linux") == []
    assert [t.name for t in tools({"DISPLAY": ":0"}, "linux")] == ["xclip"]
    assert [t.name for t in tools({"TMUX": "x"}, "linux")] == []


def test_the_next_tool_is_tried_when_one_fails(programs: Path) -> None:
    environ = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}
    assert copy_natively("grüße\x1b", environ) == "xclip"
    assert (programs / "copied").read_text() == "grüße\x1b"


def test_without_a_tool_nothing_is_copied(programs: Path) -> None:
    assert copy_natively("text", {}) == ""


def test_long_texts_do_not_fit_the_terminal() -> None:
    assert fits_terminal("x" * 74_000)
    assert not fits_terminal("ü" * 40_000)
