"""A project's memory as a file for others, and their file looked at before it counts.

What is imported is held, whatever it says and whoever confirmed it elsewhere: nobody
here has vouched for it yet.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from levelmem.engine.memory.digest.defang import plain_line
from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.keys import fact_key
from levelmem.engine.memory.records import JournalLine, Origin, OriginKind
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.memory.views.known import parts_of
from levelmem.engine.problem import Problem
from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import escaped_json

BUNDLE = "levelmem-memory"
"""What a bundle calls itself."""
_MOST_CHARACTERS = 2000
"""Of one imported text."""
_STATES = (State.CONFIRMED, State.OBSERVED, State.INFERRED)

_SECTIONS = (
    ("From you", lambda fact: fact.note and fact.active),
    ("Facts", lambda fact: not fact.note and fact.active),
    ("Inferred", lambda fact: fact.state is State.INFERRED),
)


class NoBundle(Problem):
    """A file that holds no memory."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    held: int
    """Lines that wait for review now."""
    known: int
    """Lines that memory has already, in some state."""
    change: Change | None = None


def as_markdown(memory: Memory, today: datetime) -> str:
    """Return what a memory holds as Markdown for people, held notes left out."""
    facts = memory.facts()
    lines = [f"# What is remembered of {plain_line(project_name(memory.project))}", ""]
    lines.append(f"As of {today:%Y-%m-%d}, by levelmem.")
    for heading, fits in _SECTIONS:
        chosen = [fact for fact in facts if fits(fact)]
        if chosen:
            lines += ["", f"## {heading}", ""]
            lines += [_line(memory, fact) for fact in chosen]
    journal = memory.journal()
    if journal:
        lines += ["", "## Journal", ""]
        lines += [_journal_line(memory, line) for line in journal]
    return "\n".join(lines) + "\n"


def _line(memory: Memory, fact: Fact) -> str:
    seen = f" ({len(fact.sources)} sessions)" if len(fact.sources) > 1 else ""
    return f"- {plain_line(memory.store.scrub(fact.text))}{seen}"


def _journal_line(memory: Memory, line: JournalLine) -> str:
    told = ": ".join(part for part in (line.title, line.summary) if part)
    return f"- {plain_line(line.at[:10])} {plain_line(memory.store.scrub(told))}"


def as_bundle(memory: Memory, today: datetime) -> str:
    """Return what a memory holds as JSON for another levelmem.

    No session, path or quote goes along: only the texts, and how far they are
    trusted here.
    """
    scrub = memory.store.scrub
    facts = [
        {
            "text": scrub(fact.text),
            "state": fact.state.value,
            "kind": fact.kind,
            "learned_at": iso(fact.learned_at),
            "sessions": len(fact.sources),
        }
        for fact in memory.facts()
        if fact.state in _STATES
    ]
    data = {
        "format": BUNDLE,
        "v": 1,
        "project": project_name(memory.project),
        "exported_at": iso(today),
        "facts": facts,
    }
    return escaped_json(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


def texts_of(content: str, name: str) -> list[str]:
    """Return the texts that a bundle holds, or the lines of a Markdown file.

    Raises :class:`NoBundle` where there is none of either.
    """
    if content.lstrip().startswith("{"):
        texts = _from_bundle(content)
    else:
        texts = [part for part, _, _ in parts_of(content)]
    texts = [text.strip()[:_MOST_CHARACTERS] for text in texts if fact_key(text)]
    if not texts:
        raise NoBundle(f"{name} holds no memory: a bundle or Markdown is needed.")
    return list(dict.fromkeys(texts))


def _from_bundle(content: str) -> list[str]:
    try:
        data: Any = json.loads(content)
    except (ValueError, RecursionError):
        return []
    if not isinstance(data, dict) or data.get("format") != BUNDLE:
        return []
    facts = data.get("facts")
    entries = facts if isinstance(facts, list) else []
    texts = (entry.get("text") for entry in entries if isinstance(entry, dict))
    return [text for text in texts if isinstance(text, str)]


def import_texts(memory: Memory, texts: Sequence[str], name: str) -> Imported:
    """Hold texts for review, but for those that memory has in some state.

    ``name`` is the file that they came from: Memory shows and forgets them by it.
    """
    known = _known_keys(memory.facts())
    new = [text for text in texts if fact_key(memory.store.scrub(text)) not in known]
    change = None
    if new:
        change = memory.hold(new, Origin(OriginKind.FILE, path=name))
    return Imported(len(new), len(texts) - len(new), change)


def _known_keys(facts: Iterable[Fact]) -> set[str]:
    return {key for fact in facts for key in fact.keys}
