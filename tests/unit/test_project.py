"""Paths, slugs, worktrees."""

from pathlib import Path

import pytest

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
