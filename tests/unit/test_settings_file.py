"""config.toml: every setting is explained, comments are kept, nothing else changes."""

import tomllib
from pathlib import Path

import pytest

from levelmem.settings import Settings, SettingsError, load
from levelmem.settings_file import described, template, write_setting


def test_every_setting_is_described() -> None:
    entries = {entry.name: entry for entry in described()}
    assert entries["theme"].default == ""
    assert entries["memory.digest_tokens"].default == 1500
    assert "reduced motion" in entries["animations"].text
    assert all(entry.text for entry in entries.values())


def test_a_new_file_names_everything_and_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(template())
    assert load(tmp_path, {}) == Settings()
    for entry in described():
        assert f"# {entry.name.rpartition('.')[2]} = " in template()


def test_a_template_without_its_comment_signs_gives_the_defaults() -> None:
    lines = [
        line.removeprefix("# ") if " = " in line else line
        for line in template().splitlines()
    ]
    values = tomllib.loads("\n".join(lines))
    assert values["memory"]["digest_tokens"] == 1500
    assert values["animations"] is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "nord"),
        ("animations", False),
        ("refresh_seconds", 2.5),
        ("memory.digest_tokens", 900),
        ("keymap.history.scope", "f7,g"),
    ],
)
def test_what_is_written_is_read_and_taken_back(
    tmp_path: Path, name: str, value: str | bool | float
) -> None:
    path = tmp_path / "deep" / "config.toml"
    given = write_setting(path, name, value)
    assert given != Settings()
    assert load(path.parent, {}) == given
    assert path.stat().st_mode & 0o777 == 0o600
    assert write_setting(path, name, None) == Settings()
    assert load(path.parent, {}) == Settings()


def test_comments_and_order_of_the_person_stay(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    mine = '# mine\ntheme = "nord" # calm\n\n[memory]\n# less\ndigest_tokens = 700\n'
    path.write_text(mine)
    write_setting(path, "theme", "dracula")
    assert path.read_text() == mine.replace("nord", "dracula")


def test_a_value_that_does_not_fit_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('theme = "nord"\n')
    with pytest.raises(SettingsError, match="digest_tokens"):
        write_setting(path, "memory.digest_tokens", "many")
    assert path.read_text() == 'theme = "nord"\n'


def test_a_broken_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("theme = ")
    with pytest.raises(SettingsError, match=r"config\.toml"):
        write_setting(path, "theme", "nord")
    assert path.read_text() == "theme = "


def test_a_link_of_dotfiles_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("")
    link = tmp_path / "config.toml"
    link.symlink_to(real)
    write_setting(link, "theme", "nord")
    assert link.is_symlink()
    assert "nord" in real.read_text()


def test_keys_without_quotes_are_keys_too(tmp_path: Path) -> None:
    text = '[keymap]\nhistory.scope = "g"\n"history.agent" = "f"\n'
    (tmp_path / "config.toml").write_text(text)
    assert load(tmp_path, {}).keymap == {"history.scope": "g", "history.agent": "f"}
