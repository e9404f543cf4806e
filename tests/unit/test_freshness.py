"""A fact that names a file, a command, a version or a symbol, against the tree."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from levelmem.engine.memory.freshness.checks import check
from levelmem.engine.memory.freshness.working_tree import WorkingTree


class MadeUpTree:
    """A tree in memory: path to text."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files

    def exists(self, path: str) -> bool:
        return any(f == path or f.startswith(f"{path}/") for f in self.files)

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def find(self, name: str) -> Sequence[str] | None:
        return [f for f in self.files if f == name or f.endswith(f"/{name}")]

    def mentions(self, symbol: str) -> bool | None:
        word = re.compile(rf"\b{symbol}\b", re.I)
        return any(word.search(text) for text in self.files.values())


PACKAGE = json.dumps(
    {
        "scripts": {"test": "vitest", "lint": "eslint .", "build": "vite build"},
        "packageManager": "pnpm@9.1.0+sha512.abc",
        "engines": {"node": ">=20.10"},
        "dependencies": {"react": "^18.2.0", "next": "14.2.3"},
        "devDependencies": {"vitest": "~1.6.0", "typescript": "5.x || 6.x"},
    }
)
TREE = MadeUpTree(
    {
        "package.json": PACKAGE,
        "pnpm-lock.yaml": "",
        "src/app.py": "class RetryPolicy:\n    def parse_config(self): ...\n",
        "src/main.ts": "export function startServer() {}\n",
        "config/app.toml": "",
        "db/migrate/001_init.sql": "",
        "Makefile": ".PHONY: lint\nlint: ## lint it\n\truff check .\ntest unit:\n",
        "pyproject.toml": '[project]\nrequires-python = ">=3.11"\n'
        'dependencies = ["django>=5.1,<6", "httpx"]\n',
        "go.mod": "module x\n\ngo 1.22\n",
        "Gemfile": 'ruby "3.3.1"\ngem "rails", "~> 7.1"\n',
        ".tool-versions": "nodejs 20.11.1\n",
        "Cargo.toml": (
            '[package]\nrust-version = "1.80"\n[dependencies]\nserde = "1.0"\n'
        ),
    }
)


@pytest.mark.parametrize(
    "text",
    [
        "The server starts in src/main.ts",
        "Configuration lives in `config/app.toml`.",
        "The config is read from app.toml",
        "La configuration est lue depuis app.toml",
        "Migrations are in db/migrate/",
        "Tests run with `pnpm test`; 214 pass.",
        "Lint runs with `make lint`",
        "`make unit` runs the fast ones",
        "The project needs Node 20",
        "Node >= 20 is required",
        "The frontend uses React 18",
        "React 18.2 renders the pages",
        "Python 3.12 runs in production",
        "Python 3.11 or newer is needed",
        "Go 1.22 builds it",
        "Rails 7.1 serves the API",
        "Django 5.1 renders the admin",
        "Serde 1.0 reads the config",
        "`RetryPolicy` decides how often a call is tried",
        "`RetryPolicy.parse_config()` reads the file",
    ],
)
def test_what_the_tree_confirms_is_fresh(text: str) -> None:
    assert check(text, TREE) is None


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("The server starts in src/server.ts", "src/server.ts is gone"),
        ("Settings live in `settings.toml`", "settings.toml is gone"),
        ("Routes are defined in src/routes/api.ts.", "src/routes/api.ts is gone"),
        ("The app starts in lib/app.py", "there is src/app.py"),
        ("Tests run with `pnpm run e2e`", "no script e2e"),
        ("Tests run with `yarn test`", "uses pnpm now"),
        ("Types are checked with `pnpm typecheck`", "no script typecheck"),
        ("`make deploy` ships it", "no target deploy"),
        ("`mix test` runs them", "no mix.exs"),
        ("The project needs Node 18", "node"),
        ("The frontend uses React 17", "react ^18.2.0"),
        ("Next.js 13 serves the pages", "next 14.2.3"),
        ("Python 3.10 is supported", "python >=3.11"),
        ("Go 1.19 builds it", "go >=1.22"),
        ("Rails 6.1 serves the API", "rails ~> 7.1"),
        ("Ruby 3.2 runs it", "ruby 3.3.1"),
        (
            "`BackoffPolicy` decides how often a call is tried",
            "BackoffPolicy is nowhere",
        ),
        ("`load_settings()` reads the file", "load_settings is nowhere"),
    ],
)
def test_what_the_tree_contradicts_has_drifted(text: str, changed: str) -> None:
    drift = check(text, TREE)
    assert drift is not None
    assert changed in drift.words


@pytest.mark.parametrize(
    "text",
    [
        "src/old.py was removed in March",
        "There is no config.yaml any more",
        "We moved from src/a.py to src/b.py",
        "We no longer support Node 16",
        "Upgraded from React 16 to React 18",
        "Never use `yarn test`",
        "Branch off origin/main",
        "It answers application/json and/or text/html",
        "Node.js and Vue.js are both used",
        "The API is served under /v1/users",
        "Builds land in dist/index.js",
        "Secrets are read from .env",
        "Postgres 15 runs in production",
        "Port 8080 is taken by the proxy",
        "It listens on https://example.com/a/b.html",
        "The team makes releases on Friday",
        "`DATABASE_URL` points to the database",
        "`pnpm install` before anything else",
        "`pnpm vitest` works too",
        "`TypeScript` 5",
        "TypeScript 4 types",
        "The config is generated into out/config.json",
        "Files like example.py show it",
        "The review takes two people",
        "`bun test` is fast",
        "~/.config/app.toml holds the token",
        "Use `src/**/*.spec.ts` for tests",
        "Es gibt keine settings.toml",
        "нет файла settings.toml",
        "",
    ],
)
def test_what_a_tree_cannot_tell_is_left_alone(text: str) -> None:
    assert check(text, TREE) is None


def test_a_manifest_that_cannot_be_read_says_nothing() -> None:
    tree = MadeUpTree({"package.json": "{ not json", "Makefile": "include more.mk\n"})
    assert check("`make deploy` ships it", tree) is None
    assert check("React 17 renders it", tree) is None


def test_one_of_several_packages_is_enough() -> None:
    web = json.dumps({"scripts": {"e2e": "playwright test"}})
    tree = MadeUpTree({"package.json": PACKAGE, "web/package.json": web})
    assert check("`pnpm run e2e` drives the browser", tree) is None


def test_a_manager_is_only_foreign_when_the_tree_names_another_alone() -> None:
    package = json.dumps({"scripts": {"test": "jest"}})
    both = {"package.json": package, "yarn.lock": "", "package-lock.json": ""}
    assert check("`npm test` runs them", MadeUpTree(both)) is None
    only = {"package.json": package, "yarn.lock": ""}
    drift = check("`npm test` runs them", MadeUpTree(only))
    assert drift and "uses yarn now" in drift.words


def test_all_changes_of_a_fact_are_told() -> None:
    drift = check("src/a.py and src/b.py need Node 18", TREE)
    assert drift
    assert len(drift.changes) == 3


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "src/app.py").write_text("def parse_config(): ...\n")
    (tmp_path / "outside.toml").write_text("")
    (root / "link.toml").symlink_to(tmp_path / "outside.toml")
    return root


def test_a_working_tree_without_git_finds_files(repository: Path) -> None:
    tree = WorkingTree(repository)
    assert tree.find("app.py") == ["src/app.py"]
    assert tree.exists("src")
    assert tree.read("src/app.py") == "def parse_config(): ...\n"


def test_a_working_tree_never_looks_outside(repository: Path) -> None:
    tree = WorkingTree(repository)
    assert not tree.exists("../outside.toml")
    assert tree.read("../outside.toml") is None
    assert tree.read("link.toml") is None


def test_git_finds_names_in_tracked_and_new_files(repository: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    tree = WorkingTree(repository)
    assert tree.mentions("parse_config") is True
    assert tree.mentions("parse") is False
    (repository / "NOTES.md").write_text("`load_settings()` reads it\n")
    assert tree.mentions("load_settings") is False
    assert check("`parse_config()` reads src/app.py", tree) is None
