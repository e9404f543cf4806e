"""Search finds what a slow and simple reference finds: no miss, no extra.

The reference decodes every line of every file, folds every string, and looks. It is
compared with search from the kept texts and with search from the files, whose filter
by bytes must never rule out a file that matches.
"""

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from levelmem.engine.places import Places
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.model import (
    ASKED,
    FileEdit,
    Kind,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search_results import Hit
from levelmem.engine.text import fold

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from make_corpus import make

QUERIES = 600
SEED = 7
ODD = (
    'say "quoted" and back\\slash and a tab\there',
    "line one\nline two refund_retry\r\nrefundRetry RefundRetry refund retry",
    "Größe café cafe\u0301 ＡＢＣ ﬁle ½ ™ Σίσυφος İstanbul",
    "日本語の住所ラベル 한국어 번역 проверка",
    "a\u0000b \u001b[31mred\u001b[0m \u2028 emoji 🚀 𝐁𝐨𝐥𝐝",
    "path/to/some_file.py:12: error: [E501] x < y && z > 0",
    "z\u0301\u0302\u0303a\u0301l\u0302g\u0303o\u0301",
)


@dataclass(frozen=True)
class Piece:
    """A part of a query: how it is written, and what it means."""

    written: str
    holds: Callable[[str, str], bool]
    """Whether it stands in a text, given folded and as it was."""
    negated: bool = False


class Reference:
    """Every session's texts, by what they are."""

    def __init__(self, catalog: Catalog, sessions: list[Session]) -> None:
        self.turns = {s.key: list(catalog.turns(s)) for s in sessions}
        self.texts = {s.key: list(_texts(s, self.turns[s.key])) for s in sessions}
        self.folded = {
            key: [(where, fold(text), text) for where, text in texts]
            for key, texts in self.texts.items()
        }

    def matches(self, session: Session, pieces: list[Piece], places: set[str]) -> bool:
        """Tell whether a session matches."""
        texts = [
            (folded, text)
            for where, folded, text in self.folded[session.key]
            if not places or where in places
        ]
        return all(
            any(p.holds(folded, text) for folded, text in texts) != p.negated
            for p in pieces
        )


def _texts(session: Session, turns: list[Turn]) -> Iterator[tuple[str, str]]:
    yield "title", session.title
    for turn in turns:
        for block in turn.blocks:
            match block:
                case Text(text) if turn.origin in ASKED:
                    yield "said", text
                case Text(text) if turn.origin is Origin.AGENT:
                    yield "answered", text
                case ToolResult(text):
                    yield "tools", text
                case FileEdit(path, diff):
                    yield "diff", path + "\n" + diff
                case ToolCall():
                    yield "tools", "\n".join([block.summary, *_strings(block.input)])


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [s for v in value for s in _strings(v)] if isinstance(value, list) else []


class Queries:
    """Makes queries of words that stand in the corpus, and of some that do not."""

    def __init__(self, rng: random.Random, reference: Reference) -> None:
        self.rng = rng
        texts = [t for found in reference.texts.values() for _, t in found if t]
        self.texts = rng.sample(texts, min(len(texts), 3000)) + list(ODD)

    def __iter__(self) -> Iterator[tuple[list[Piece], set[str]]]:
        while True:
            pieces = [self._piece() for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3)))]
            places: set[str] = set()
            if self.rng.random() < 0.25:
                known = ("title", "said", "answered", "tools", "diff")
                places = set(self.rng.sample(known, self.rng.randint(1, 2)))
            yield pieces, places

    def _piece(self) -> Piece:
        kind = self.rng.random()
        negated = self.rng.random() < 0.15
        text = self.rng.choice(self.texts)
        if kind < 0.2:
            return self._phrase(text, negated)
        if kind < 0.35:
            return self._name(negated)
        if kind < 0.4:
            return self._pattern(text, negated)
        return self._word(text, negated)

    def _word(self, text: str, negated: bool) -> Piece:
        words = [w for w in re.findall(r"[^\s\"]+", text) if not w.startswith("-")]
        word = self.rng.choice(words or ["refund"])
        start = self.rng.randrange(len(word))
        word = word[start : start + self.rng.randint(2, 12)].lstrip("-")
        if not word.isalnum() or word != word.lower() or not fold(word).strip():
            word = self.rng.choice(("zqzq", "re", "refund", "größe", "жю", "the"))
        sought = fold(word).strip()
        return Piece(word, lambda folded, _: sought in folded, negated)

    def _phrase(self, text: str, negated: bool) -> Piece:
        words = text.replace('"', " ").split()
        start = self.rng.randrange(max(1, len(words)))
        phrase = " ".join(words[start : start + self.rng.randint(2, 4)]) or "of the"
        parts = map(re.escape, fold(phrase).split())
        pattern = re.compile("[ \t\n\r\f\v]+".join(parts))
        if not pattern.pattern:
            return self._word(text, negated)
        return Piece(
            f'"{phrase}"', lambda folded, _: bool(pattern.search(folded)), negated
        )

    def _name(self, negated: bool) -> Piece:
        first, second = self.rng.choice(
            (("refund", "retry"), ("bank", "the"), ("some", "file"), ("zq", "xx"))
        )
        written = self.rng.choice(
            (f"{first}_{second}", f"{first}{second.title()}", f"{first}-{second}")
        )
        gap = r"(?:[ \t\n\r\f\v]+|[_-]{1,2})?"
        pattern = re.compile(first + gap + second)
        return Piece(written, lambda folded, _: bool(pattern.search(folded)), negated)

    def _pattern(self, text: str, negated: bool) -> Piece:
        word = self.rng.choice(re.findall(r"[a-z]{3,}", text) or ["refund"])
        source = self.rng.choice(
            (rf"\b{word}\b", rf"^{word[:3]}.*", rf"{word[0]}.{word[2]}")
        )
        pattern = re.compile(source, re.IGNORECASE | re.MULTILINE)
        return Piece(
            f"re:/{source}/", lambda _, text: bool(pattern.search(text)), negated
        )


def written(pieces: list[Piece], places: set[str]) -> str:
    parts = [f"{'-' * p.negated}{p.written}" for p in pieces]
    return " ".join([*parts, *(f"in:{place}" for place in sorted(places))])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    make(folder, sessions=24, megabytes=0.3, seed=SEED)
    project = folder / ".claude" / "projects" / "-work-project-0"
    for number, text in enumerate(ODD):
        for escaped in (False, True):
            _write_odd(project, f"0dd{number}{'e' * escaped}", text, escaped)
    return folder


def _write_odd(project: Path, name: str, text: str, escaped: bool) -> None:
    """Write a session that says something odd, and whose tool gives it back."""
    block = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": text}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": text}
    messages = (
        ("user", f"please look at {text} as {name}"),
        ("assistant", [{"type": "text", "text": "As you wish."}, block]),
        ("user", [result]),
    )
    lines = [
        json.dumps(
            {
                "type": role,
                "uuid": f"{name}-{number}",
                "sessionId": name,
                "cwd": "/work/project-0",
                "timestamp": f"2026-01-0{number + 1}T00:00:0{int(escaped)}Z",
                "message": {"role": role, "content": content},
            },
            ensure_ascii=escaped,
        )
        for number, (role, content) in enumerate(messages)
    ]
    (project / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


class Memo:
    """Conversations that were decoded once."""

    def __init__(self, reference: Reference) -> None:
        self._turns = reference.turns

    def turns(self, session: Session) -> Iterator[Turn]:
        """Yield them again."""
        yield from self._turns[session.key]


def test_search_finds_what_the_reference_finds(home: Path, tmp_path: Path) -> None:
    environ = {
        "HOME": str(home),
        "LEVELMEM_CACHE_DIR": str(tmp_path),
        "LEVELMEM_DATA_DIR": str(tmp_path),
    }
    places_ = Places(environ)
    catalog = Catalog.open(places_)
    sessions = [s for s in catalog.listing().sessions if s.kind is Kind.MAIN]
    assert len(sessions) == 24 + 2 * len(ODD)
    reference = Reference(catalog, sessions)
    cached = Finder.open(Memo(reference), places_)
    assert [*cached.keep(sessions)][-1].kept == len(sessions)
    bare = Finder(Memo(reference))

    hits_of_all = 0
    queries = iter(Queries(random.Random(SEED), reference))
    for _ in range(QUERIES):
        pieces, places = next(queries)
        text = written(pieces, places)
        expected = {s.id for s in sessions if reference.matches(s, pieces, places)}
        found = [exact_hits(finder, sessions, text) for finder in (cached, bare)]
        assert {hit.session.id for hit in found[0]} == expected, text
        assert sorted(map(facts, found[0])) == sorted(map(facts, found[1])), text
        hits_of_all += len(expected)
    assert hits_of_all > QUERIES  # most queries find something


def exact_hits(finder: Finder, sessions: list[Session], text: str) -> list[Hit]:
    found = finder.search(sessions, parse(text))
    return [item for item in found if isinstance(item, Hit) and not item.near]


def facts(hit: Hit) -> tuple[object, ...]:
    return (hit.session.id, hit.titled, hit.output, hit.evidence)
