"""The person's ``config.toml``, written with its comments kept.

A new file names every setting with what it means, as a comment at its default.
"""

import ast
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeAlias

from levelmem import settings as model
from levelmem.settings import Settings, SettingsError, validated

Value: TypeAlias = str | bool | int | float | tuple[str, ...]
_SIMPLE = (str, bool, int, float, tuple)


@dataclass(frozen=True, slots=True)
class Described:
    """One setting, for people."""

    name: str
    """As in the file: ``memory.digest_tokens``."""
    default: Value
    text: str
    """What it means."""


def described() -> tuple[Described, ...]:
    """Return every simple setting with the words beside it in the model."""
    return tuple(_described(Settings, _texts(), ""))


def template() -> str:
    """Return a file in which every setting is named and none is set."""
    lines = ["# Settings of levelmem. Take the # away from what you change.", ""]
    section = ""
    for entry in described():
        table, _, name = entry.name.rpartition(".")
        if table != section:
            section = table
            lines += [f"[{table}]"]
        lines += [f"# {entry.text}", f"# {name} = {json.dumps(entry.default)}", ""]
    return "\n".join(lines)


def write_setting(path: Path, name: str, value: Value | None) -> Settings:
    """Set ``name`` in the file at ``path``, or take it out for None.

    Returns the settings that the file gives now. Raises SettingsError, and writes
    nothing, where the file can't be read or written, or the value does not fit.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        text = path.read_text(encoding="utf-8") if path.exists() else template()
        document = tomlkit.parse(text)
        # The id of a key has dots of its own: it stays whole.
        _put(document, name.split(".", 1), value)
        given = validated(document.unwrap(), path)
        _write(path, tomlkit.dumps(document))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    return given


def _put(table: Any, names: list[str], value: Value | None) -> None:
    import tomlkit

    name, *inner = names
    if inner:
        if name not in table:
            table[name] = tomlkit.table()
        _put(table[name], inner, value)
    elif value is not None:
        table[name] = list(value) if isinstance(value, tuple) else value
    elif name in table:
        del table[name]


def _write(path: Path, text: str) -> None:
    # Through a link of somebody's dotfiles, never in its place.
    path = path.resolve()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}.new")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(fresh, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _described(
    of: type[Any], texts: dict[tuple[str, str], str], prefix: str
) -> Iterator[Described]:
    inner: list[tuple[str, type[Any]]] = []
    for entry in fields(of):
        if isinstance(entry.type, type) and is_dataclass(entry.type):
            inner.append((entry.name, entry.type))
        elif isinstance(entry.default, _SIMPLE):
            text = texts[of.__name__, entry.name]
            yield Described(prefix + entry.name, entry.default, text)
    for name, kind in inner:
        yield from _described(kind, texts, f"{name}.")


def _texts() -> dict[tuple[str, str], str]:
    """Return the words under each field of the model, by class and field."""
    source = Path(model.__file__).read_text(encoding="utf-8")
    found: dict[tuple[str, str], str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for field, words in zip(node.body, node.body[1:], strict=False):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(words, ast.Expr)
                    and isinstance(words.value, ast.Constant)
                ):
                    text = " ".join(str(words.value.value).replace("``", "").split())
                    found[node.name, field.target.id] = text
    return found
