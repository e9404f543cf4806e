"""What memory keeps and tells: ``remember``, ``journal``, ``digest`` and the rest."""

import argparse
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any

from levelmem.cli.agents import remember_for_person
from levelmem.cli.context import memory_of, of_project, places_of, settings_of
from levelmem.cli.output import (
    Refused,
    WrongUsage,
    complain,
    print_line,
    print_object,
    print_text,
)
from levelmem.engine.agents.hosts import agent_around
from levelmem.engine.agents.sealing import Sealing
from levelmem.engine.agents.summarise import Summariser
from levelmem.engine.memory.digest.consolidate import Consolidated, Consolidator
from levelmem.engine.memory.digest.deciding import Decision, decide
from levelmem.engine.memory.digest.page import Digest, DigestLimits
from levelmem.engine.memory.errors import MemoryOff
from levelmem.engine.memory.learning.harvest import Harvested
from levelmem.engine.memory.learning.harvest import harvest as harvest_sessions
from levelmem.engine.memory.learning.sealing import Sealed
from levelmem.engine.memory.records import JournalLine
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import StoreError
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import one_line


def remember(options: argparse.Namespace) -> int:
    """Keep a note in the person's own words: they type it here.

    An agent types nothing here: it says which words of the person it means, and they
    are looked up in its run.
    """
    if options.said is None and agent_around(os.environ):
        options.said = options.text
    if options.said is not None:
        return remember_for_person(options)
    change = memory_of(options).add_note(options.text, options.kind)
    if options.json:
        print_object({"done": change.words, "keys": list(change.keys)})
    else:
        print_text(change.words)
    return 0


def journal(options: argparse.Namespace) -> int:
    """Print what each sealed session left behind, newest first."""
    lines = memory_of(options).journal()[: options.limit]
    if options.json:
        print_object({"journal": [_journal_line(line) for line in lines]})
        return 0
    for line in lines:
        title, summary = one_line(line.title), one_line(line.summary)
        print_text(f"{one_line(line.at[:10])}  {title}\n            {summary}")
    return 0


def digest(options: argparse.Namespace) -> int:
    """Print what the next session is told."""
    if options.plain:
        from levelmem.cli import plain_memory

        return plain_memory.digest(options)
    consolidator = _consolidator(options, memory_of(options))
    found = consolidator.digest(_today())
    if options.json:
        print_object({"digest": _digest(found)})
    else:
        print_text(found.text.rstrip("\n"))
    if consolidator.foreign_edit():
        complain("MEMORY.md was changed by another hand: levelmem consolidate")
    return 0


def consolidate(options: argparse.Namespace) -> int:
    """Write MEMORY.md, and decide on what another hand wrote into it."""
    memory = memory_of(options)
    consolidator = _consolidator(options, memory)
    if options.foreign is None:
        done = consolidator.consolidate(_today())
    elif agent_around(os.environ):
        raise Refused(
            "only the person decides on what another hand wrote: run this in a"
            " terminal of your own, or open levelmem"
        )
    else:
        decision = Decision(options.foreign)
        done, _ = decide(memory, consolidator, decision, _today())
    if options.json:
        foreign = done.foreign
        print_object(
            {
                "written": done.written,
                "foreign": foreign.texts() if foreign else [],
                "taken_out": [line for _, line in foreign.taken_out] if foreign else [],
                "digest": _digest(done.digest),
            }
        )
    else:
        _tell(done)
    return 0 if done.written else 1


def seal(options: argparse.Namespace) -> int:
    """Seal sessions: each leaves a journal line and at most two candidate facts."""
    if bool(options.id) == options.all:
        raise WrongUsage("name a session to seal, or all of them with --all")
    catalog = Catalog.open(places_of(options))
    listing = catalog.listing()
    chosen: Sequence[Session] = of_project(options, listing.main)
    if options.id:
        chosen = listing.find(options.id)[:1]
        if not chosen:
            raise Refused(f"no session has the id {options.id}")
    for sealed in _seal_each(options, catalog, chosen):
        told = {
            "id": sealed.session.id,
            "facts": list(sealed.facts),
            "held": list(sealed.held),
        }
        if options.json:
            print_line(
                {**told, "summary": sealed.line.summary if sealed.line else None}
            )
        elif sealed.line:
            print_text(f"{sealed.session.id}  {sealed.line.summary}")
        for text in () if options.json else sealed.held:
            print_text(f"{sealed.session.id}  held for review: {one_line(text)}")
    return 0


def harvest(options: argparse.Namespace) -> int:
    """Print the lasting rules that were typed in old sessions, the surest first."""
    catalog = Catalog.open(places_of(options))
    chosen = of_project(options, catalog.listing().main)
    found = harvest_sessions((s, _readable_turns(catalog, s)) for s in chosen)
    found = [note for note in found if note.likely or options.all]
    if options.json:
        print_object({"notes": [_harvested(note) for note in found]})
        return 0
    for note in found:
        where = note.sightings[-1]
        when = f"{where.when:%Y-%m-%d}" if where.when else ""
        print_text(
            f"{note.text}\n    “{where.quote}”  {where.agent} {where.session} {when}"
        )
    complain(f"{len(found)} things you told your agents, in {len(chosen)} sessions")
    return 0


def _consolidator(options: argparse.Namespace, memory: Memory) -> Consolidator:
    settings = settings_of(options).memory
    limits = DigestLimits.of(settings)
    return Consolidator(memory, limits=limits)


def _seal_each(
    options: argparse.Namespace, catalog: Catalog, sessions: Sequence[Session]
) -> Iterator[Sealed]:
    settings = settings_of(options)
    places = places_of(options, settings)
    model = Summariser(settings.model, places.environ)
    sealing = Sealing(places, catalog, settings.memory, reword=model.reword)
    if not settings.memory.enabled:
        raise MemoryOff("", everywhere=True)
    off: set[str] = set()
    for session in sessions:
        if not session.project:
            continue
        try:
            yield sealing.seal_anew(session)
            while model.problems:
                complain(model.problems.pop())
        except MemoryOff as switched:
            off.add(str(switched))
        except StoreError as error:
            complain(f"{session.id} was not sealed: {error}")
        except OSError as error:
            reason = error.strerror or str(error)
            complain(f"{session.path}: {reason}; it was not sealed")
    for why in sorted(off):
        complain(why)


def _readable_turns(catalog: Catalog, session: Session) -> Iterator[Turn]:
    """Yield a conversation; one that can't be read stops no other."""
    try:
        yield from catalog.turns(session)
    except OSError as error:
        complain(f"{session.path}: {error.strerror}")


def _today() -> date:
    # As every door counts: the same records give the same bytes everywhere.
    return datetime.now(UTC).date()


def _tell(done: Consolidated) -> None:
    if done.foreign is None:
        print_text(f"MEMORY.md is written: {done.digest.tokens} tokens")
        return
    print_text("MEMORY.md was changed by another hand and is left as it is:")
    for text in done.foreign.texts():
        print_text(f"  + {text}")
    for _, line in done.foreign.taken_out:
        print_text(f"  - {line}")
    print_text(
        "decide with --foreign accept (it was you: keep it, and what you took out is"
        " not true), distrust (hold it for review) or discard"
    )


def _digest(found: Digest) -> dict[str, Any]:
    return {
        "text": found.text,
        "tokens": found.tokens,
        "sections": dict(found.tokens_by_section),
        "left_out": [{"key": key, "why": why} for key, why in found.left_out],
    }


def _journal_line(line: JournalLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "at": line.at,
        "title": line.title,
        "summary": line.summary,
        "files": list(line.files),
        "turns": line.turns,
        "state": line.state,
    }


def _harvested(note: Harvested) -> dict[str, Any]:
    return {
        "text": note.text,
        "score": round(note.score, 2),
        "reasons": list(note.reasons),
        "sightings": [
            {
                "agent": seen.agent,
                "session": seen.session,
                "project": seen.project,
                "turn": seen.turn,
                "when": iso(seen.when),
                "quote": seen.quote,
            }
            for seen in note.sightings
        ],
    }
