"""What manifests say: scripts, targets, package managers, versions.

Each reader takes a manifest's text and returns data; broken text gives nothing.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any


def read_json(text: str) -> dict[str, Any]:
    """Return a JSON object, or ``{}`` for text that is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def read_toml(text: str) -> dict[str, Any]:
    """Return a TOML document, or ``{}`` for text that is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _table(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    for name in names:
        found = value.get(name)
        if not isinstance(found, dict):
            return {}
        value = found
    return dict(value)


def scripts(package: str) -> frozenset[str]:
    """Return the names of the scripts of a ``package.json``."""
    return frozenset(_table(read_json(package), "scripts"))


def package_manager(package: str) -> str:
    """Return the manager that a ``package.json`` names, or ``""``."""
    named = read_json(package).get("packageManager")
    return named.partition("@")[0] if isinstance(named, str) else ""


_TARGET = re.compile(r"^(?![ \t#.])([^\n:=#]+?)\s*::?(?!=)", re.M)
_COMPUTED = re.compile(r"^\s*-?include\b|^[^\n#:\t]*[%$][^\n:=]*:(?!=)", re.M)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:\s[^\n:=]*)?:(?!=)", re.M)
_RECIPE_ALIAS = re.compile(r"^alias\s+([\w-]+)\s*:=", re.M)


def targets(makefile: str) -> frozenset[str] | None:
    """Return the targets of a Makefile; None when some are computed or included."""
    if _COMPUTED.search(makefile):
        return None
    names = (name for line in _TARGET.findall(makefile) for name in line.split())
    return frozenset(names)


def recipes(justfile: str) -> frozenset[str] | None:
    """Return the recipes of a justfile; None when it imports others."""
    if re.search(r"^(?:import|mod)\b", justfile, re.M):
        return None
    return frozenset(_RECIPE.findall(justfile) + _RECIPE_ALIAS.findall(justfile))


# --- versions: name to the words that a manifest has for its version ------------------

_REQUIREMENT = re.compile(
    r"^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*([<>=~!^][^;#\n]*)?"
)
_GEM = re.compile(r"""^\s*gem\s+["']([\w-]+)["']\s*,\s*["']([^"']+)["']""", re.M)
_GEM_RUBY = re.compile(r"""^\s*ruby\s+["']([^"']+)["']""", re.M)
_GO = re.compile(r"^go\s+(\d[\w.]*)", re.M)
_TOOL_NAMES = {"nodejs": "node", "golang": "go"}


def package_versions(text: str) -> dict[str, str]:
    """Return the versions that a ``package.json`` names, its engines included."""
    package = read_json(text)
    found: dict[str, str] = {}
    for table in ("dependencies", "devDependencies", "peerDependencies"):
        found |= {k: v for k, v in _table(package, table).items() if _is_text(v)}
    for place in ("engines", "volta"):
        found |= {k: v for k, v in _table(package, place).items() if _is_text(v)}
    named = package.get("packageManager")
    if isinstance(named, str) and "@" in named:
        name, _, version = named.partition("@")
        found[name] = version.partition("+")[0]
    return _folded(found)


def pyproject_versions(text: str) -> dict[str, str]:
    """Return the versions that a ``pyproject.toml`` names, Python's included."""
    document = read_toml(text)
    project = _table(document, "project")
    listed = list(project.get("dependencies") or ())
    for table in (
        _table(project, "optional-dependencies"),
        _table(document, "dependency-groups"),
    ):
        for group in table.values():
            listed += group if isinstance(group, list) else []
    found = requirement_versions("\n".join(x for x in listed if isinstance(x, str)))
    poetry = _table(document, "tool", "poetry", "dependencies")
    found |= {k: _plain(v) for k, v in poetry.items() if _plain(v)}
    if isinstance(project.get("requires-python"), str):
        found["python"] = project["requires-python"]
    return _folded(found)


def requirement_versions(text: str) -> dict[str, str]:
    """Return the versions in lines as a ``requirements.txt`` has them."""
    lines = (_REQUIREMENT.match(line) for line in text.splitlines())
    return _folded({m[1]: m[2].strip() for m in lines if m and m[2]})


def cargo_versions(text: str) -> dict[str, str]:
    """Return the versions that a ``Cargo.toml`` names, Rust's included."""
    document = read_toml(text)
    found: dict[str, str] = {}
    for place in (document, _table(document, "workspace")):
        for table in ("dependencies", "dev-dependencies", "build-dependencies"):
            entries = _table(place, table)
            found |= {k: "^" + _plain(v) for k, v in entries.items() if _plain(v)}
    rust = _table(document, "package").get("rust-version")
    if isinstance(rust, str):
        found["rust"] = f">={rust}"
    return _folded(found)


def gem_versions(text: str) -> dict[str, str]:
    """Return the versions that a ``Gemfile`` names, Ruby's included."""
    found = dict(_GEM.findall(text))
    if ruby := _GEM_RUBY.search(text):
        found["ruby"] = ruby[1]
    return _folded(found)


def go_versions(text: str) -> dict[str, str]:
    """Return Go's own version out of a ``go.mod``; newer ones build it too."""
    stated = _GO.search(text)
    return {"go": f">={stated[1]}"} if stated else {}


def tool_versions(text: str) -> dict[str, str]:
    """Return the versions in a ``.tool-versions`` file."""
    pairs = [
        line.split()[:2] for line in text.splitlines() if line[:1] not in ("#", "")
    ]
    return {_TOOL_NAMES.get(p[0], p[0]): p[1] for p in pairs if len(p) == 2}


def _single(name: str, text: str) -> dict[str, str]:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return {name: first.removeprefix("v").removeprefix(f"{name}-")} if first else {}


def _toolchain(text: str) -> dict[str, str]:
    channel = _table(read_toml(text), "toolchain").get("channel")
    return {"rust": channel} if isinstance(channel, str) else _single("rust", text)


VERSION_FILES = {
    "package.json": package_versions,
    "pyproject.toml": pyproject_versions,
    "requirements.txt": requirement_versions,
    "Cargo.toml": cargo_versions,
    "Gemfile": gem_versions,
    "go.mod": go_versions,
    ".tool-versions": tool_versions,
    ".nvmrc": lambda text: _single("node", text),
    ".node-version": lambda text: _single("node", text),
    ".python-version": lambda text: _single("python", text),
    ".ruby-version": lambda text: _single("ruby", text),
    "rust-toolchain.toml": _toolchain,
    "rust-toolchain": _toolchain,
}
"""File name to the reader of the versions it names (name in lower case)."""


def _plain(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("version")
    return value if isinstance(value, str) else ""


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _folded(found: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): version for name, version in found.items()}


# --- does a specifier allow a version ------------------------------------------------

_SPECIFIER = re.compile(
    r"(?P<sign>>=|<=|==?=?|~>|~=|\^|~|>|<)?\s*v?(?P<version>\d+(?:\.\d+)*)"
    r"(?:\.[x*])?(?:[-+][\w.-]+)?"
)


def allows(specifier: str, version: tuple[int, ...]) -> bool | None:
    """Tell whether a manifest's specifier fits a claimed version.

    Compared to the precision of the claim: "React 18" fits ``^18.2.0``. None where
    the specifier is more than this reads (alternatives, tags, addresses).
    """
    parts = [part.strip() for part in re.split(r",|\s+(?=[<>=~^])", specifier.strip())]
    parts = [part for part in parts if part]
    if not parts:
        return None
    answers = [_part_allows(part, version) for part in parts]
    if None in answers:
        return None
    return all(answers)


def _part_allows(part: str, claimed: tuple[int, ...]) -> bool | None:
    match = _SPECIFIER.fullmatch(part)
    if not match:
        return None
    stated = tuple(int(number) for number in match["version"].split("."))
    size = min(len(stated), len(claimed))
    stated, claimed = stated[:size], claimed[:size]
    sign = match["sign"] or ""
    if sign in (">=", ">"):
        return claimed >= stated
    if sign in ("<", "<="):
        return claimed <= stated
    if sign in ("^", "~=", "~>") and stated[0] > 0 and size > 1:
        # These promise the first number (or all but the last): later ones may grow.
        return claimed[0] == stated[0] and claimed >= stated
    return claimed == stated
