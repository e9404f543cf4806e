"""One model of all settings: defaults < ``config.toml`` < environment < flags.

The model is made of plain dataclasses, so that a start without settings costs no
import of pydantic; it is loaded only where there is something to check.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, ClassVar

from levelmem.engine.problem import Problem
from levelmem.engine.regular_file import open_regular

PREFIX = "LEVELMEM_"

_STRICT = {"extra": "forbid"}
"""A mistyped name is an error, not a setting without effect."""


class SettingsError(Problem):
    """Settings that can't be used; its text says where and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    """What is remembered and what reaches a new session."""

    __pydantic_config__: ClassVar = _STRICT

    enabled: bool = True
    """Off: no memory is read, written or shown to an agent."""
    digest_tokens: int = 1500
    """At most so many tokens in MEMORY.md."""
    consolidate_every_seals: int = 5
    """Sealed sessions between two rewrites of MEMORY.md."""
    journal_recent_days: int = 21
    """How far back the digest's "Recently" reaches."""
    auto_archive_days: int = 30
    """Days without activity after which a session counts as archived, unless it is
    pinned: it fades from the digest and is listed in History's archive, and stays in
    its place there, in the journal and in recall. 0 is never."""
    confirm_facts: bool = False
    """On: an observed fact waits for a confirm too."""
    auto_seal: bool = True
    """Off: sessions are sealed by ``levelmem seal`` or ``sweep`` only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """A model that words journal lines better; without one, code does it."""

    __pydantic_config__: ClassVar = _STRICT

    provider: str = ""
    """``openai`` (any endpoint that speaks its protocol, a local one too),
    ``anthropic``, or ``command``; empty is off."""
    name: str = ""
    """The model's name at its provider."""
    url: str = ""
    """The endpoint; empty takes the provider's own."""
    key_variable: str = ""
    """The environment variable that holds the key; a local server needs none."""
    command: tuple[str, ...] = ()
    """A program that answers on standard output, e.g. ``["claude", "-p"]``."""
    seconds: float = 60.0
    """How long one call may take."""
    retries: int = 1
    """How often a failed call is made again."""
    calls_per_day: int = 40
    """At most so many calls."""
    tokens_per_day: int = 300_000
    """At most so many tokens, sent and received."""
    price_in: float = 0.0
    """What a million tokens sent cost, for a dry run."""
    price_out: float = 0.0
    """What a million tokens received cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """What is done about the sessions themselves."""

    __pydantic_config__: ClassVar = _STRICT

    keep_copies: bool = False
    """On: a session that its agent is about to delete (Claude Code does after 30 days)
    is copied into levelmem's data folder, whole and private, and stays listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """How sessions are searched."""

    __pydantic_config__: ClassVar = _STRICT

    cache: bool = True
    """Off: nothing of a conversation is kept; search reads the agents' own files."""
    private_projects: tuple[Path, ...] = ()
    """Folders of which nothing is kept either way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a person can set."""

    __pydantic_config__: ClassVar = _STRICT

    theme: str = ""
    """A theme of Textual by name; empty takes the default."""
    animations: bool = True
    """Off: nothing moves by itself (reduced motion)."""
    editor: str = ""
    """The editor's command; empty takes $VISUAL or $EDITOR."""
    refresh_seconds: float = 5.0
    """Seconds between two looks at the stores while levelmem is open; 0 is never."""
    keymap: Mapping[str, str] = field(default_factory=dict)
    """Keys by binding id, e.g. ``history.scope = "f7,g"``."""
    roots: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    """Stores at other places, by agent."""
    memory: MemorySettings = field(default_factory=MemorySettings)
    """What is remembered."""
    model: ModelSettings = field(default_factory=ModelSettings)
    """Who words journal lines, if not code alone."""
    search: SearchSettings = field(default_factory=SearchSettings)
    """How sessions are searched."""
    sessions: SessionSettings = field(default_factory=SessionSettings)
    """What is done about the sessions themselves."""


def load(folder: Path, environ: Mapping[str, str]) -> Settings:
    """Return the settings of ``config.toml`` in ``folder`` and of the environment.

    Variables are named after the fields: ``LEVELMEM_THEME``,
    ``LEVELMEM_MEMORY_ENABLED``. Raises SettingsError where a value does not fit or a
    name is unknown.
    """
    path = folder / "config.toml"
    values = _read(path)
    values = _merge(values, _from_environment(Settings, PREFIX, environ))
    if not values:
        return Settings()
    return validated(values, path)


def _read(path: Path) -> dict[str, Any]:
    try:
        with open_regular(path) as stream:
            return tomllib.load(stream)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error


def _from_environment(
    model: type[Any], prefix: str, environ: Mapping[str, str]
) -> dict[str, Any]:
    """Collect the simple fields that the environment sets."""
    found: dict[str, Any] = {}
    for entry in fields(model):
        name = prefix + entry.name.upper()
        if isinstance(entry.type, type) and is_dataclass(entry.type):
            if inner := _from_environment(entry.type, name + "_", environ):
                found[entry.name] = inner
        elif entry.type in (str, bool, int, float) and environ.get(name):
            found[entry.name] = environ[name]
    return found


def _merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        inner = merged.get(name)
        if isinstance(inner, dict) and isinstance(value, dict):
            value = _merge(inner, value)
        merged[name] = value
    return merged


def validated(values: dict[str, Any], path: Path) -> Settings:
    """Return the settings that ``values``, as in the file at ``path``, make.

    Raises SettingsError where a value does not fit or a name is unknown.
    """
    from pydantic import TypeAdapter, ValidationError

    try:
        keymap = dict(_flat(values.get("keymap", {})))
        values = {**values, "keymap": keymap} if keymap else values
        return TypeAdapter(Settings).validate_python(values)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()
        )
        raise SettingsError(f"{path}: {problems}") from error


def _flat(table: object, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield keys by binding id: TOML reads an id without quotes as tables."""
    for name, value in table.items() if isinstance(table, dict) else ():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
