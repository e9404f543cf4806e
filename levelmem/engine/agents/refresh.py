"""Makes ready what the next session is told."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from levelmem.engine.agents.briefing import (
    BRIEFING,
    DIGEST_COPY,
    Briefing,
    memory_marks,
)
from levelmem.engine.agents.quick import Here
from levelmem.engine.memory.digest.consolidate import Consolidator
from levelmem.engine.memory.digest.page import DigestLimits
from levelmem.engine.memory.opening import open_memory
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import MemoryStore
from levelmem.engine.memory.views.counts import counts_of
from levelmem.engine.places import Places
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import clip, one_line
from levelmem.settings import MemorySettings, load

_TITLE_CELLS = 60


def refresh_here(folder: str, environ: Mapping[str, str]) -> Briefing:
    """Make the digest of a folder's project, by the person's settings."""
    places = Places(environ)
    settings = load(places.config, environ)
    places = Places(environ, settings.roots)
    memory = open_memory(
        folder,
        places,
        confirm_facts=settings.memory.confirm_facts,
        enabled=settings.memory.enabled,
    )
    return refresh(memory, settings.memory)


def refresh(
    memory: Memory, settings: MemorySettings, today: date | None = None
) -> Briefing:
    """Consolidate a memory and keep what the next session is told ready for hooks.

    While a foreign edit of MEMORY.md waits for the person, the file is left as it is
    and the session is told what levelmem would write.

    Raises ``MemoryOff`` and ``StoreError``.
    """
    here = Here(memory.project, str(memory.store.folder), str(memory.sides))
    before = memory_marks(here)
    limits = DigestLimits.of(settings)
    consolidator = Consolidator(memory, limits=limits)
    done = consolidator.consolidate(today or datetime.now(UTC).date())
    if not done.written:
        facts = memory.facts()
        memory.told(f.text for f in facts if f.key in done.digest.included)
    by_hand = done.digest.tokens_by_section.get("by hand", 0)
    digest = done.digest.text if done.digest.included or by_hand else ""
    briefing = Briefing(digest, _welcome(memory, bool(digest)))
    # The memory as it was before it was read: what came since makes it stale.
    marks = {**memory_marks(here), "facts.jsonl": before["facts.jsonl"]}
    marks["journal.jsonl"] = before["journal.jsonl"]
    sides = MemoryStore(memory.sides)
    sides.replace(DIGEST_COPY, digest)
    body = {"v": 1, "digest": digest, "welcome": briefing.welcome, "marks": marks}
    sides.replace(BRIEFING, json.dumps(body) + "\n")
    return briefing


def withdraw(sides: Path) -> None:
    """Take back what was made ready to be told, in levelmem's folder of a project.

    Hosts without hooks load the copy of the digest by themselves: it is left empty.
    """
    (sides / BRIEFING).unlink(missing_ok=True)
    if (sides / DIGEST_COPY).exists():
        MemoryStore(sides).replace(DIGEST_COPY, "")


def digest_copy(memory: Memory) -> Path:
    """Return the file that hosts load which can't run a hook."""
    return memory.sides / DIGEST_COPY


def _welcome(memory: Memory, has_digest: bool) -> str:
    """Return one line for the person: what is known here, and what was last done.

    It counts as ``levelmem status`` does.
    """
    counts = counts_of(memory)
    notes = sum(fact.active and fact.note for fact in memory.facts())
    known = ""
    if counts.told:
        known = f"{counts.told} {'fact' if counts.told == 1 else 'facts'}"
        known += f" ({notes} in your words)" if notes else ""
    held = f"{counts.to_review} to review" if counts.to_review else ""
    told = ", ".join(filter(None, (known, held)))
    last = _last_session(memory.journal()) if has_digest else ""
    return ". ".join(filter(None, (f"levelmem: {told}" if told else "", last)))


def _last_session(journal: Sequence[JournalLine]) -> str:
    if not journal:
        return ""
    last = journal[0]
    moment = parse_time(last.at)
    when = f", {moment:%d %b %Y}" if moment else ""
    title = clip(one_line(last.title or last.summary), _TITLE_CELLS)
    return f"Last here: “{title}” ({one_line(last.state) or 'ended'}{when})"
