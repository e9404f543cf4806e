"""A TOML file of an agent: edited by tomlkit, which keeps comments and order."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from levelmem.engine.agents.connect.files import is_ours
from levelmem.engine.problem import Problem

_UNFIT = "it is written in a way that levelmem can't add itself to"


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A TOML file with tables of our own, and with our hooks among others."""

    path: Path
    tables: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)
    """By the names of the table above and of our own."""
    hooks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By event: a group ``{"matcher", "hooks": [...]}``."""

    def connected(self, text: str | None) -> str:
        """See :class:`~levelmem.engine.agents.connect.files.ConfigFile`."""
        from tomlkit.exceptions import TOMLKitError

        text = text or ""
        values = _values(text)
        names = [*(above for above, _ in self.tables), *(["hooks"] * bool(self.hooks))]
        for name in names:
            if not isinstance(values.get(name, {}), dict):
                raise Problem(f"{name} is no table there")
        try:
            edited = self._edited(text, values)
        except TOMLKitError as error:
            raise Problem(_UNFIT) from error
        _check(edited, self._expected(values))
        return edited

    def disconnected(self, text: str) -> str | None:
        """See :class:`~levelmem.engine.agents.connect.files.ConfigFile`."""
        import tomlkit

        _values(text)
        document = tomlkit.parse(text)
        for above, name in self.tables:
            if above in document and name in document[above]:
                document[above].remove(name)
                if not document[above]:
                    document.remove(above)
        _drop_hooks(document)
        return tomlkit.dumps(document) if document else None

    def _edited(self, text: str, values: Mapping[str, Any]) -> str:
        for (above, name), table in self.tables.items():
            if values.get(above, {}).get(name) != table:
                text = _with_table(text, above, name, table)
        for event, group in self.hooks.items():
            if _own_groups(values, event) != [group]:
                text = _with_hook(text, event, group)
        return text

    def _expected(self, values: dict[str, Any]) -> dict[str, Any]:
        for (above, name), table in self.tables.items():
            values.setdefault(above, {})[name] = dict(table)
        for event, group in self.hooks.items():
            groups = values.setdefault("hooks", {}).setdefault(event, [])
            own = [one for one in groups if _is_own_group(one)]
            kept = [one for one in groups if one not in own]
            values["hooks"][event] = [*kept, dict(group)]
        return values


def _with_table(text: str, above: str, name: str, table: Mapping[str, Any]) -> str:
    """Bring our table up to date in its place, or write it at the end."""
    import tomlkit
    from tomlkit.items import InlineTable

    document = tomlkit.parse(text)
    known = document.get(above)
    if known is not None and (name in known or isinstance(known, InlineTable)):
        known[name] = table
        return tomlkit.dumps(document)
    return _appended(text, f"[{above}.{name}]\n{tomlkit.dumps(table)}")


def _with_hook(text: str, event: str, group: Mapping[str, Any]) -> str:
    """Write a hook's tables at the end, an older one's taken out."""
    import tomlkit

    document = tomlkit.parse(text)
    _drop_hooks(document, event)
    return _appended(tomlkit.dumps(document), _hook_tables(event, group))


def _appended(text: str, tables: str) -> str:
    """Put tables at the end: with whole names they may stand anywhere."""
    if text and not text.endswith("\n"):
        text += "\n"
    return f"{text}\n{tables}" if text.strip() else text + tables


def _hook_tables(event: str, group: Mapping[str, Any]) -> str:
    import tomlkit

    plain = {name: value for name, value in group.items() if name != "hooks"}
    text = f"[[hooks.{event}]]\n{tomlkit.dumps(plain)}"
    for entry in group["hooks"]:
        text += f"\n[[hooks.{event}.hooks]]\n{tomlkit.dumps(entry)}"
    return text


def _drop_hooks(document: Any, event: str = "") -> None:
    """Take our groups out: those of one event, or of all."""
    hooks = document.get("hooks")
    if not isinstance(hooks, dict):
        return
    for name in [event] if event in hooks else [] if event else list(hooks):
        groups = hooks[name]
        if not isinstance(groups, list):
            continue
        for at in reversed(range(len(groups))):
            if _is_own_group(groups[at]):
                del groups[at]
        if not groups:
            hooks.remove(name)  # type: ignore[attr-defined]
    if not hooks:
        document.remove("hooks")


def _own_groups(values: Mapping[str, Any], event: str) -> list[Any]:
    hooks = values.get("hooks")
    groups = hooks.get(event) if isinstance(hooks, dict) else None
    return [one for one in groups or () if _is_own_group(one)]


def _is_own_group(group: Any) -> bool:
    entries = group.get("hooks") if isinstance(group, dict) else None
    return isinstance(entries, list) and bool(entries) and all(map(is_ours, entries))


def _values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Problem(f"it is no valid TOML: {error}") from error


def _check(text: str, expected: Mapping[str, Any]) -> None:
    """Make sure that nothing changed but what was to change."""
    if _values(text) != expected:
        raise Problem(_UNFIT)
