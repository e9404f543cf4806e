"""The example's folder never outlives the example for long."""

import os
import tempfile
from pathlib import Path
from time import time

import pytest

from levelmem.demo.home import demo_home, remove_leftovers


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def made_before(folder: Path, seconds: float) -> None:
    (folder / "inside").mkdir(parents=True, exist_ok=True)
    os.utime(folder, (time() - seconds, time() - seconds))


def test_it_is_gone_when_the_example_is_closed(temporary: Path) -> None:
    with demo_home() as home:
        assert home.parent == temporary
        (home / "file").write_text("x")
    assert list(temporary.iterdir()) == []


def test_what_a_killed_example_left_goes_with_the_next(temporary: Path) -> None:
    made_before(temporary / "levelmem-demo-killed", 3600)
    with demo_home() as home:
        assert list(temporary.iterdir()) == [home]


def test_an_example_that_is_open_stays(temporary: Path) -> None:
    with demo_home() as home:
        made_before(home, 3600)
        remove_leftovers(temporary)
        assert (home / "inside").is_dir()


def test_a_folder_that_is_just_being_made_stays(temporary: Path) -> None:
    made_before(temporary / "levelmem-demo-new", 1)
    remove_leftovers(temporary)
    assert (temporary / "levelmem-demo-new").is_dir()


def test_nothing_behind_a_link_and_no_other_folder_is_touched(temporary: Path) -> None:
    made_before(temporary / "elsewhere", 3600)
    (temporary / "levelmem-demo-link").symlink_to(temporary / "elsewhere")
    (temporary / "levelmem-demo-file").write_text("x")
    remove_leftovers(temporary)
    assert (temporary / "elsewhere/inside").is_dir()
    assert (temporary / "levelmem-demo-link").is_symlink()
