"""What hooks work out from strings must be what the rest works out from objects."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelmem.engine.agents import quick
from levelmem.engine.agents.light_json import read_object, write_object
from levelmem.engine.memory.folders import memory_folder
from levelmem.engine.memory.opening import levelcode_roots
from levelmem.engine.places import Places
from levelmem.engine.project import slug

words = st.text(st.characters(codec="utf-8"), max_size=30)
finite = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.booleans() | st.integers() | finite | words,
    lambda inner: st.lists(inner) | st.dictionaries(words, inner),
    max_leaves=12,
)


@given(words | st.from_regex(r"[/\w. -]{0,40}", fullmatch=True))
def test_a_slug_is_the_same_either_way(path: str) -> None:
    assert quick._slug(path) == slug(path)


@settings(deadline=None)
@given(st.dictionaries(words, values))
def test_json_is_the_same_either_way(data: dict[str, object]) -> None:
    assert json.loads(write_object(data)) == data
    assert read_object(json.dumps(data).encode()) == data


@given(st.binary(max_size=60))
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    assert isinstance(read_object(data), dict)


def same_place(folder: Path, environ: dict[str, str]) -> quick.Here:
    places = Places(environ)
    expected = memory_folder(str(folder), places, levelcode_roots(places))
    found = quick.find_memory(str(folder), environ)
    assert found.project == expected.project
    assert Path(found.memory) == expected.path
    assert Path(found.sides) == expected.switches
    assert found.off == expected.off
    return found


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {
        "HOME": str(tmp_path),
        "LEVELMEM_DATA_DIR": str(tmp_path / "data"),
        "LEVELCODE_HOME": str(tmp_path / ".levelcode"),
        "LEVELMEM_CONFIG_DIR": str(tmp_path / "config"),
    }


def test_a_plain_folder(tmp_path: Path, environ: dict[str, str]) -> None:
    (tmp_path / "code").mkdir()
    same_place(tmp_path / "code", environ)
    same_place(tmp_path / "gone", environ)


def test_a_repository_and_a_folder_in_it(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    inner = tmp_path / "repo" / "src" / "deep"
    inner.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    assert same_place(inner, environ).project == str(tmp_path / "repo")


def test_a_worktree_belongs_to_its_repository(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    git = tmp_path / "repo" / ".git" / "worktrees" / "side"
    git.mkdir(parents=True)
    side = tmp_path / "side"
    side.mkdir()
    (side / ".git").write_text(f"gitdir: {git}\n")
    assert same_place(side, environ).project == str(tmp_path / "repo")


def test_a_broken_worktree_is_a_project_of_its_own(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    side = tmp_path / "side"
    side.mkdir()
    (side / ".git").write_text("nonsense")
    assert same_place(side, environ).project == str(side)


def test_a_project_that_levelcode_knows(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    project = tmp_path / "code"
    project.mkdir()
    sessions = tmp_path / ".levelcode" / "sessions" / slug(str(project))
    sessions.mkdir(parents=True)
    meta = {"kind": "meta", "project": f"{project}/"}
    (sessions / "broken.jsonl").write_text("{nonsense\n")
    (sessions / "one.jsonl").write_text(json.dumps(meta) + "\n")
    assert same_place(project, environ).memory == str(sessions / "memory")


def test_two_projects_with_one_slug(tmp_path: Path, environ: dict[str, str]) -> None:
    first, second = tmp_path / "a.b", tmp_path / "a-b"
    places = Places(environ)
    memory_folder(str(first), places, ()).claim()
    found = [same_place(folder, environ).sides for folder in (first, second)]
    assert found[0] != found[1]


def test_the_switches_of_a_project(tmp_path: Path, environ: dict[str, str]) -> None:
    places = Places(environ)
    memory_folder(str(tmp_path / "code"), places, ()).turn_off()
    assert same_place(tmp_path / "code", environ).off


@pytest.mark.parametrize(
    "environ",
    [
        {"LEVELMEM_DATA_DIR": "/data"},
        {"XDG_DATA_HOME": "/xdg"},
        {"HOME": "/home/ada"},
    ],
)
def test_the_data_folder_is_the_same_either_way(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LEVELMEM_DATA_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert quick.data_folder(os.environ) == str(Places(os.environ).data)


@pytest.mark.parametrize(
    ("config", "given", "expected"),
    [
        ("", None, True),
        ("[memory]\nenabled = false\n", None, False),
        ("[memory]\nenabled = false\n", "true", True),
        ("[memory]\nenabled = true\n", "0", False),
        ('theme = "x"\n', "False", False),
        ("memory = [broken", None, True),
    ],
)
def test_the_switches_of_settings_and_environment(
    tmp_path: Path,
    environ: dict[str, str],
    config: str,
    given: str | None,
    expected: bool,
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text(config)
    if given is not None:
        environ["LEVELMEM_MEMORY_ENABLED"] = given
    assert quick.memory_switches(environ)["enabled"] is expected


def test_levelcodes_store_may_be_named_in_the_settings(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    project = tmp_path / "code"
    sessions = tmp_path / "elsewhere" / slug(str(project))
    sessions.mkdir(parents=True)
    meta = {"kind": "meta", "project": str(project)}
    (sessions / "one.jsonl").write_text(json.dumps(meta) + "\n")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text(
        f'[roots]\nlevelcode = ["{tmp_path / "elsewhere"}"]\n'
    )
    found = quick.find_memory(str(project), environ)
    assert found.memory == str(sessions / "memory")
