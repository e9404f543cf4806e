"""Paths, slugs, worktrees."""

import subprocess
from pathlib import Path

import pytest

from levelmem.engine.agents.quick import find_memory
from levelmem.engine.project import Project, git_root, name, slug


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/Users/ada/code/thin.ly", "-Users-ada-code-thin-ly"),
        ("/a/b_c/", "-a-b_c"),
        ("/日本", "-"),
        ("", "-"),
        ("C:\\Users\\ada", "C-Users-ada"),
    ],
)
def test_slugs_are_levelcodes(path: str, expected: str) -> None:
    assert slug(path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/a/b", "b"), ("C:\\x\\y", "y"), ("/", "/"), ("", ""), ("/a/日本", "日本")],
)
def test_a_project_is_called_by_its_last_part(path: str, expected: str) -> None:
    assert name(path) == expected


def test_a_worktree_belongs_to_its_repository(tmp_path: Path) -> None:
    repository, worktree = tmp_path / "repo", tmp_path / "tree"
    (repository / ".git/worktrees/tree").mkdir(parents=True)
    worktree.mkdir()
    (worktree / ".git").write_text(f"gitdir: {repository}/.git/worktrees/tree\n")
    git_root.cache_clear()
    assert Project.of(str(worktree)).path == str(repository)
    assert Project(str(repository)).holds(str(worktree))


def test_a_real_worktree_belongs_to_its_repository(tmp_path: Path) -> None:
    repository, worktree = tmp_path / "repo", tmp_path / "tree"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (
        ["init", "-q", str(repository)],
        ["-C", str(repository), "commit", "-q", "--allow-empty", "-m", "x"],
        ["-C", str(repository), "worktree", "add", "-q", str(worktree)],
    ):
        subprocess.run([*git, *command], check=True)
    git_root.cache_clear()
    assert Project.of(str(worktree)).path == str(repository)


@pytest.mark.parametrize(
    "names",
    ["{repo}/.git/worktrees/tree", "{repo}/.git/worktrees/new", "loop/x", "a\0b", ""],
)
def test_a_folder_that_only_claims_to_be_a_worktree_is_its_own_project(
    tmp_path: Path, names: str
) -> None:
    repository, stranger = tmp_path / "repo", tmp_path / "stranger"
    known = repository / ".git" / "worktrees" / "tree"
    known.mkdir(parents=True)
    (known / "gitdir").write_text(f"{tmp_path}/tree/.git\n")
    stranger.mkdir()
    (stranger / "loop").symlink_to("loop")
    (stranger / ".git").write_text(f"gitdir: {names.format(repo=repository)}\n")
    git_root.cache_clear()
    assert not Project(str(repository)).holds(str(stranger))
    environ = {"HOME": str(tmp_path)}
    assert find_memory(str(stranger), environ).project != str(repository)


def test_a_project_holds_what_lies_below_it_and_nothing_beside_it() -> None:
    project = Project("/work/shop")
    assert project.holds("/work/shop")
    assert project.holds("/work/shop/api/")
    assert not project.holds("/work/shopping")
    assert not project.holds("")
    assert not project.holds("/work")


def test_a_submodule_is_its_own_project(tmp_path: Path) -> None:
    inner = tmp_path / "repo/vendor/lib"
    inner.mkdir(parents=True)
    (tmp_path / "repo/.git").mkdir()
    (inner / ".git").write_text("gitdir: ../../.git/modules/lib\n")
    git_root.cache_clear()
    assert Project.of(str(inner)).path == str(inner)
