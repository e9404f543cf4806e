"""Defaults, file, environment."""

from pathlib import Path

import pytest

from levelmem.settings import Settings, SettingsError, load


def write(folder: Path, content: str) -> Path:
    (folder / "config.toml").write_text(content)
    return folder


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path, {}) == Settings()


def test_the_environment_goes_over_the_file(tmp_path: Path) -> None:
    folder = write(tmp_path, 'theme = "nord"\n[memory]\ndigest_tokens = 900\n')
    found = load(folder, {"LEVELMEM_MEMORY_DIGEST_TOKENS": "700"})
    assert found.theme == "nord"
    assert found.memory.digest_tokens == 700


def test_keys_and_stores_are_read(tmp_path: Path) -> None:
    folder = write(
        tmp_path, '[keymap]\n"history.resume" = "f5"\n[roots]\ncodex = ["/backup"]\n'
    )
    found = load(folder, {})
    assert found.keymap == {"history.resume": "f5"}
    assert found.roots == {"codex": (Path("/backup"),)}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[memory]\nenabld = true\n", "memory.enabld"),
        ('theme = ["a"]\n', "theme"),
        ("theme = \n", "config.toml"),
        ("[memory]\ndigest_tokens = 'many'\n", "memory.digest_tokens"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        load(write(tmp_path, content), {})
