"""What a fact claims that a working tree can confirm: files, commands, versions, names.

Conservative on purpose. A fact wrongly marked as drifted teaches people to ignore
the mark, so a sentence that denies, remembers, plans or compares claims nothing,
and neither does a word that is only perhaps a path.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PathClaim:
    """A file or folder is there: ``src/app.py``, ``infra/``, ``app.toml``."""

    path: str


@dataclass(frozen=True, slots=True)
class CommandClaim:
    """A command works here: ``pnpm test``, ``make lint``, ``cargo build``."""

    program: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.program, *self.words))


@dataclass(frozen=True, slots=True)
class VersionClaim:
    """A tool or library has a version: ``Node 20``, ``React 18.2``."""

    name: str
    version: tuple[int, ...]
    at_least: bool = False
    """The text names a lower bound: ``Python 3.11 or newer``, ``>= 3.11``."""


@dataclass(frozen=True, slots=True)
class SymbolClaim:
    """A name occurs in the code: ```parse_config()```, ```RetryPolicy```."""

    name: str


Claim: TypeAlias = PathClaim | CommandClaim | VersionClaim | SymbolClaim

# Sentences that say what is not, was, will be or was made: nothing to confirm.
_NOTHING_CLAIMED = re.compile(
    r"""
    \b(?: no | not | never | none | without | cannot | neither | nor | avoid\w*
      | \w+n['’]t | longer | former(?:ly)? | previously | used\ to | old | legacy | was
      | were | had\ been | removed? | deleted? | dropped? | drops? | renamed? | moved
      | replaced? | replaces | migrat\w+ | upgrad\w+ | instead | rather\ than
      | will | would | should\ be\ created | planned | plan\ to | todo | eventually | if
      | unless | e\.g | example | such\ as | generated? | generates | outputs? | ignored
      | gitignored | temporary | artifacts? | caches? | creates? | created | written
      | writes | deprecated | obsolete
      | nicht | kein\w* | nie | ohne | früher | pas | jamais | sans | plus | ancien\w*
      | nunca | sin | jamás | antes | mai | senza | não | sem
      )\b
    | \b(?:не|нет|никогда|без|раньше)\b | [不没無未]|ない|ません|않|없
    """,
    re.I | re.X,
)
_SENTENCE = re.compile(r"(?<=[.!?;。！？；])\s+|\n+")
_CODE = re.compile(r"`([^`\n]+)`")
_TRIM = "()[]{}<>\"'“”‘’«»,;:!?。，、"


def claims(text: str) -> tuple[Claim, ...]:
    """Return what ``text`` claims about a working tree, each claim once."""
    found: dict[Claim, None] = {}
    for sentence in _SENTENCE.split(text):
        if _NOTHING_CLAIMED.search(_CODE.sub(" ", sentence)):
            continue
        for claim in _of_sentence(sentence):
            found[claim] = None
    return tuple(found)


def _of_sentence(sentence: str) -> Iterator[Claim]:
    for code in _CODE.findall(sentence):
        yield from _of_code(code.strip())
    prose = _CODE.sub(" \0 ", sentence)
    yield from _commands_in(prose)
    yield from _versions(sentence)
    for word in prose.split():
        path = word.strip(_TRIM).rstrip(".")
        if is_path(path, marked=False):
            yield PathClaim(_tidy(path))


def _of_code(code: str) -> Iterator[Claim]:
    words = code.split()
    if len(words) == 1:
        if is_path(code, marked=True):
            yield PathClaim(_tidy(code))
        elif name := symbol_of(code):
            yield SymbolClaim(name)
        return
    command = command_of(words)
    if command:
        yield command
    for word in words[1:]:
        if "/" in word and is_path(word, marked=True):
            yield PathClaim(_tidy(word))


# --- paths -----------------------------------------------------------------------

_PATH = re.compile(r"(?:\./)?[\w.@+-]+(?:/[\w.@+\[\]()-]+)*/?")
_EXTENSIONS = frozenset(
    """
    py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro go rs rb erb php
    java kt kts scala groovy gradle c h cc cpp cxx hpp hh m mm swift cs fs vb ex exs
    erl hrl hs ml mli clj cljs lua pl pm r jl dart zig nim sh bash zsh fish ps1 bat
    sql proto graphql gql html htm css scss sass less json json5 jsonc yaml yml toml
    ini cfg conf xml md mdx rst txt csv tsv tf tfvars hcl nix cmake mk lock env
    """.split()  # noqa: SIM905
)
_NAMES = frozenset(
    {"makefile", "dockerfile", "justfile", "gemfile", "rakefile", "procfile"}
)
# Names of products that look like files.
_PRODUCTS = re.compile(
    r"(?:node|next|vue|nuxt|express|three|d3|moment|chart|react|ember|backbone|socket"
    r"|alpine|discord|nest|solid|deno|bun|pdf|day|p5|brain|fastify|ember|babylon"
    r"|asp|plotly|typed|video|swagger|knockout|require|highlight|prism|underscore)"
    r"\.(?:js|ts|io|net|rs|py)",
    re.I,
)
# What a checkout does not hold: built, installed or secret.
_NOT_KEPT = re.compile(
    r"(?:^|/)(?:node_modules|dist|build|target|out|\.next|coverage|__pycache__|\.venv"
    r"|venv|\.git|tmp|\.cache|vendor/bundle|\.env(?:\.\w+)?)(?:/|$)"
)


def is_path(word: str, *, marked: bool) -> bool:
    """Tell whether a word is the name of a file or folder of a tree.

    ``marked``: it stands in back-ticks, so it is meant as code. A branch
    (``origin/main``), a MIME type and "and/or" are no paths: without an extension
    or a closing slash a word is not taken for one.
    """
    if not _PATH.fullmatch(word) or ".." in word or word.startswith("@"):
        return False
    if _NOT_KEPT.search(word) or _PRODUCTS.fullmatch(word):
        return False
    last = word.rstrip("/").rsplit("/", 1)[-1]
    stem, dot, extension = last.rpartition(".")
    known = bool(dot and stem) and extension in _EXTENSIONS
    if "/" in word.rstrip("/"):
        return known or word.endswith("/") or last.lower() in _NAMES
    if word.endswith("/"):
        return len(word) > 2
    if last.lower() in _NAMES:
        return marked
    # ``app.js`` in prose may be a product; ``Foo.md`` and ``app.toml`` are files.
    return known and (marked or extension not in ("js", "ts", "r", "m", "c", "h"))


def _tidy(path: str) -> str:
    return path.removeprefix("./")


# --- commands --------------------------------------------------------------------

MANAGERS = ("npm", "pnpm", "yarn", "bun")
"""Package managers that run the scripts of a ``package.json``."""

RUNNERS = (*MANAGERS, "make", "just", "cargo", "go", "mix", "bundle", "composer", "mvn")
"""Programs whose commands a manifest can confirm."""

_COMMAND = re.compile(
    rf"(?<![\w./@-])({'|'.join(RUNNERS)})\s+([a-z][\w:.-]*)(?:\s+([a-z][\w:.-]*))?"
)
# In prose "make" and "go" are verbs and "just" is an adverb.
_VERBS = frozenset({"make", "go", "just", "mix", "bundle", "bun"})
_ARGUMENT = re.compile(r"[a-zA-Z][\w:./-]*")


def command_of(words: list[str]) -> CommandClaim | None:
    """Return the claim that a command makes, or None for one with flags up front."""
    while words and re.fullmatch(r"[A-Z_][A-Z0-9_]*=\S*", words[0]):
        words = words[1:]
    if len(words) < 2 or words[0] not in RUNNERS:
        return None
    arguments = words[1:3]
    if not _ARGUMENT.fullmatch(arguments[0]):
        return None
    if len(arguments) == 2 and not _ARGUMENT.fullmatch(arguments[1]):
        arguments = arguments[:1]
    return CommandClaim(words[0], tuple(arguments))


def _commands_in(prose: str) -> Iterator[CommandClaim]:
    for match in _COMMAND.finditer(prose):
        program, first, second = match.groups()
        if program in _VERBS:
            continue
        if first == "run" and second:
            yield CommandClaim(program, (first, second))
        elif first in ("test", "start", "build", "lint", "typecheck"):
            yield CommandClaim(program, (first,))


# --- versions --------------------------------------------------------------------

_VERSION = re.compile(
    r"""
    (?<![\w./@-]) (?P<name>[A-Za-z][A-Za-z0-9_.+-]*[A-Za-z0-9+]|[A-Za-z])
    (?: \s+ (?:version\s+)? | @ | \s* (?=[><=~^]) )
    (?P<bound>>=|>|~>|\^|~|==?)? \s*
    v? (?P<version>\d{1,4}(?:\.\d{1,5}){0,3}) (?![\w%:/-]|\.\d)
    (?P<after>\+|\s+(?:or|and)\s+(?:newer|later|above|up|higher))?
    """,
    re.X,
)


def _versions(sentence: str) -> Iterator[VersionClaim]:
    found = list(_VERSION.finditer(sentence.replace("`", "")))
    names = [match["name"].lower() for match in found]
    for match in found:
        name = match["name"].lower()
        if names.count(name) > 1:
            continue  # "from React 17 to React 18" names both, and means one
        numbers = tuple(int(part) for part in match["version"].split("."))
        at_least = (match["bound"] or "").startswith(">") or bool(match["after"])
        yield VersionClaim(name, numbers, at_least)


# --- symbols -----------------------------------------------------------------------

_SYMBOL = re.compile(
    r"(?:[A-Za-z_]\w*(?:\.|::|\#))*(?P<name>[A-Za-z_]\w{3,})(?P<call>\(\))?"
)
_PRODUCT_NAMES = frozenset(
    """
    TypeScript JavaScript CoffeeScript PostgreSQL MySQL GraphQL GitHub GitLab CircleCI
    OpenAPI DynamoDB MongoDB MariaDB RabbitMQ OpenAI CloudFront CloudFlare LaTeX YouTube
    IntelliJ PyCharm WebStorm PowerShell JetBrains LinkedIn BitBucket DevOps macOS
    """.split()  # noqa: SIM905
)


def symbol_of(code: str) -> str:
    """Return the name that a piece of code is, or ``""``.

    Names made of several words only (``parse_config``, ``RetryPolicy``), or with
    ``()`` behind: one plain word in back-ticks may be anything, and one in capitals
    is the environment's.
    """
    match = _SYMBOL.fullmatch(code)
    if not match:
        return ""
    name = match["name"]
    if name.isupper() or name in _PRODUCT_NAMES:
        return ""
    several = "_" in name.strip("_") or re.search(r"[a-z0-9][A-Z]", name)
    return name if several or match["call"] else ""
