"""Whether a fact still holds in the working tree: files, commands, versions, names.

A drifted fact is marked and says what changed; nothing is ever removed by itself.
The rule is pure: it sees the tree through :class:`Tree`, and says nothing where the
tree can't tell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from levelmem.engine.memory.freshness import manifests
from levelmem.engine.memory.freshness.claims import (
    MANAGERS,
    Claim,
    CommandClaim,
    PathClaim,
    SymbolClaim,
    VersionClaim,
    claims,
)


class Tree(Protocol):
    """A working tree, as far as the rule has to see it. Paths are relative."""

    def exists(self, path: str) -> bool:
        """Tell whether a file or folder is there."""

    def read(self, path: str) -> str | None:
        """Return the text of a manifest, or None where it can't be read."""

    def find(self, name: str) -> Sequence[str] | None:
        """Return every file called ``name``, or ending in ``/name``; None: unknown."""

    def mentions(self, symbol: str) -> bool | None:
        """Tell whether the code holds a name as a whole word; None: unknown."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What changed since a fact was learned."""

    changes: tuple[str, ...]
    """One sentence each, without a full stop: ``src/app.py is gone``."""

    @property
    def words(self) -> str:
        """All changes on one line."""
        return "; ".join(self.changes)


def check(text: str, tree: Tree) -> Drift | None:
    """Return what in ``tree`` contradicts a fact's text, or None."""
    changes = [change for claim in claims(text) for change in _changes(claim, tree)]
    return Drift(tuple(dict.fromkeys(changes))) if changes else None


def _changes(claim: Claim, tree: Tree) -> Iterator[str]:
    match claim:
        case PathClaim():
            yield from _path(claim, tree)
        case CommandClaim():
            yield from _command(claim, tree)
        case VersionClaim():
            yield from _version(claim, tree)
        case SymbolClaim():
            if tree.mentions(claim.name) is False:
                yield f"{claim.name} is nowhere in the code any more"


def _path(claim: PathClaim, tree: Tree) -> Iterator[str]:
    path = claim.path.rstrip("/")
    if tree.exists(path):
        return
    # A path may be meant from a folder further down.
    elsewhere = tree.find(path)
    if elsewhere is None or elsewhere:
        return
    if claim.path.endswith("/") and "/" not in path:
        # A folder somewhere below the root is not among the files found by name.
        return
    moved = tree.find(path.rsplit("/", 1)[-1]) if "." in path else ()
    if moved and "/" in path and len(moved) == 1:
        yield f"{path} is gone; there is {moved[0]}"
    else:
        yield f"{path} is gone"


# --- commands --------------------------------------------------------------------

# What the managers do themselves; "test", "start" and the like need a script.
_OWN = frozenset(
    """
    install i ci add remove rm uninstall update up upgrade publish pack link unlink exec
    dlx x create init audit outdated why list ls config cache login logout view info
    prune dedupe import store env setup help version fund doctor rebuild explain root
    bin workspaces workspace set patch deploy fetch global
    """.split()  # noqa: SIM905
)
# Without "run", other names may be programs of a dependency.
_PLAIN_SCRIPTS = frozenset(
    {"test", "start", "build", "lint", "dev", "typecheck", "format", "check"}
)
_LOCKFILES = {
    "npm": ("package-lock.json", "npm-shrinkwrap.json"),
    "pnpm": ("pnpm-lock.yaml",),
    "yarn": ("yarn.lock",),
    "bun": ("bun.lock", "bun.lockb"),
}
_MANIFESTS = {
    "cargo": ("Cargo.toml",),
    "go": ("go.mod", "go.work"),
    "mix": ("mix.exs",),
    "bundle": ("Gemfile", "gems.rb"),
    "composer": ("composer.json",),
    "mvn": ("pom.xml",),
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "just": ("justfile", "Justfile", ".justfile"),
    **dict.fromkeys(MANAGERS, ("package.json",)),
}
_MOST_MANIFESTS = 50


def _command(claim: CommandClaim, tree: Tree) -> Iterator[str]:
    if claim.program in MANAGERS and claim.words[0] in _OWN:
        return
    names = _MANIFESTS[claim.program]
    places = _find_any(names, tree)
    if places is None:
        return
    if not places:
        yield f"there is no {names[0]} any more, so {claim} can't run"
        return
    texts = [text for place in places if (text := tree.read(place)) is not None]
    if len(texts) < len(places):
        return
    if claim.program in MANAGERS:
        yield from _script(claim, texts, tree)
    elif claim.program in ("make", "just"):
        yield from _target(claim, texts, names[0])


def _find_any(names: Sequence[str], tree: Tree) -> list[str] | None:
    found: list[str] = []
    for name in names:
        places = tree.find(name)
        if places is None:
            return None
        found += places
    return found if len(found) <= _MOST_MANIFESTS else None


def _script(claim: CommandClaim, packages: list[str], tree: Tree) -> Iterator[str]:
    explicit = claim.words[0] in ("run", "run-script")
    name = claim.words[1] if explicit and len(claim.words) > 1 else claim.words[0]
    if name in ("run", "run-script"):
        return
    if claim.program == "bun" and not explicit:
        return  # "bun test" and "bun build" are bun's own, beside any manager
    if other := _other_manager(claim.program, packages, tree):
        yield f"the project uses {other} now, not {claim.program}"
    if not (explicit or name in _PLAIN_SCRIPTS):
        return
    if not any(name in manifests.scripts(package) for package in packages):
        yield f"package.json has no script {name} any more"


def _other_manager(program: str, packages: list[str], tree: Tree) -> str:
    """Return the manager that the tree names instead of ``program``, or ``""``."""
    named = {manifests.package_manager(package) for package in packages} - {""}
    locked = {
        manager
        for manager, files in _LOCKFILES.items()
        if any(tree.exists(file) for file in files)
    }
    others = (named or locked) - {program}
    if program in named | locked or len(others) != 1:
        return ""
    # "npm run" works in any project; only a change away from it is plain.
    return others.pop()


def _target(claim: CommandClaim, texts: list[str], name: str) -> Iterator[str]:
    read = manifests.targets if claim.program == "make" else manifests.recipes
    known = [read(text) for text in texts]
    target = claim.words[0]
    if None in known or any(target in (names or ()) for names in known):
        return
    yield f"{name} has no target {target} any more"


# --- versions --------------------------------------------------------------------

_ALIASES = {
    "node.js": "node",
    "nodejs": "node",
    "golang": "go",
    "rustc": "rust",
    "vue.js": "vue",
    "next.js": "next",
    "ts": "typescript",
    "tailwind": "tailwindcss",
    "postgresql": "postgres",
}


def _version(claim: VersionClaim, tree: Tree) -> Iterator[str]:
    name = _ALIASES.get(claim.name, claim.name)
    stated = list(_stated(name, tree))
    if not stated:
        return
    fits = [_fits(claim, specifier) for _, specifier in stated]
    # One manifest that agrees, or can't be read, is enough to say nothing.
    if all(fit is False for fit in fits):
        file, specifier = stated[0]
        yield f"{file} says {name} {specifier}"


def _fits(claim: VersionClaim, specifier: str) -> bool | None:
    fit = manifests.allows(specifier, claim.version)
    if fit is False and claim.at_least:
        # A bound that was raised contradicts; a pinned version above it does not.
        raised = specifier.strip().startswith(">")
        return (
            False
            if raised
            else manifests.allows(f">={_dotted(claim)}", _pin(specifier))
        )
    return fit


def _dotted(claim: VersionClaim) -> str:
    return ".".join(map(str, claim.version))


def _pin(specifier: str) -> tuple[int, ...]:
    numbers = specifier.lstrip("^~=v> ").split(".")
    return tuple(int(number) for number in numbers if number.isdigit())


def _stated(name: str, tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield each manifest that names a version for ``name``, with its words."""
    for file, read in manifests.VERSION_FILES.items():
        for place in (tree.find(file) or ())[:_MOST_MANIFESTS]:
            text = tree.read(place)
            version = read(text).get(name) if text else None
            if version:
                yield place, version
