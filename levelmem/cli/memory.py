"""``facts`` and what changes them, and ``undo``."""

import argparse
import os
import shutil
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from levelmem.cli.agents import forget_on_request
from levelmem.cli.context import memory_of
from levelmem.cli.forgetting import forget_source, names_source
from levelmem.cli.output import (
    Refused,
    complain,
    print_object,
    print_table,
    print_text,
)
from levelmem.engine.agents.hosts import agent_around
from levelmem.engine.memory.facts import Fact, Sighting, State
from levelmem.engine.memory.rules.guard import explain
from levelmem.engine.memory.service import Change, Memory
from levelmem.engine.memory.views.provenance import main_place
from levelmem.engine.sessions.times import iso
from levelmem.engine.text import clip, one_line

Act = Callable[[Memory], Change]
_PLACE_CELLS = 24


def facts(options: argparse.Namespace) -> int:
    """List the facts of a project: what agents are told first, the held last."""
    memory = memory_of(options)
    as_of = _date(options.as_of) if options.as_of else None
    found = memory.facts(as_of)
    listed = sorted((f for f in found if f.listed), key=_order)
    if options.json:
        print_object(
            {
                "project": memory.project,
                "facts": [_fact(fact) for fact in listed],
                "skipped_lines": memory.skipped,
            }
        )
        return 0
    rows = [
        (
            _sign(fact),
            fact.state.value,
            one_line(fact.key)[:24],
            clip(one_line(_place(fact)), _PLACE_CELLS),
            one_line(fact.text),
        )
        for fact in listed
    ]
    print_table(rows, shutil.get_terminal_size((100, 40)).columns)
    if not listed:
        complain(f"nothing is remembered for {memory.project} yet")
    if memory.skipped:
        complain(f"{memory.skipped} lines of this memory could not be read")
    return 0


def confirm(options: argparse.Namespace) -> int:
    """Make facts active."""
    return _change(options, lambda memory: memory.confirm(options.key))


def forget(options: argparse.Namespace) -> int:
    """Remove facts, or all that came from a source; for an agent, what the person's
    typed words ask to forget."""
    if names_source(options):
        return _change(options, lambda memory: forget_source(options, memory))
    if options.said is not None:
        return forget_on_request(options)
    return _change(options, lambda memory: memory.forget(options.key))


def pin(options: argparse.Namespace) -> int:
    """Keep facts in every digest."""
    return _change(options, lambda memory: memory.pin(options.key))


def unpin(options: argparse.Namespace) -> int:
    """Take pins back."""
    return _change(options, lambda memory: memory.unpin(options.key))


def edit(options: argparse.Namespace) -> int:
    """Put a fact into the person's own words."""
    return _change(options, lambda memory: memory.edit(options.key, options.text))


def undo(options: argparse.Namespace) -> int:
    """Take the last change back."""
    return _change(options, Memory.undo)


def _change(options: argparse.Namespace, act: Act) -> int:
    if agent_around(os.environ):
        raise Refused(
            "only the person decides on facts: run this in a terminal of your own,"
            " or open levelmem; an agent can use forget with --said"
        )
    memory = memory_of(options)
    change = act(memory)
    if options.json:
        by_key = {key: fact for fact in memory.facts() for key in fact.keys}
        changed = [_fact(by_key[key]) for key in change.keys if key in by_key]
        print_object({"done": change.words, "facts": changed})
    else:
        print_text(change.words)
    return 0


def _date(text: str) -> datetime | date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise Refused(f"{text} is no date; write it as 2026-03-31") from error


def _order(fact: Fact) -> tuple[bool, bool, int]:
    rank = (State.CONFIRMED, State.OBSERVED, State.INFERRED, State.SUPERSEDED)
    place = rank.index(fact.state) if fact.state in rank else len(rank)
    return (not fact.pinned, not fact.active, place)


def _sign(fact: Fact) -> str:
    if fact.pinned:
        return "★"
    return "●" if fact.active else "○"


def _place(fact: Fact) -> str:
    """Return the file or host that a fact came from, else that it is a session's."""
    place = main_place(fact)
    return f"{place.kind} {place.name}" if place else ""


def _fact(fact: Fact) -> dict[str, Any]:
    return {
        "key": fact.key,
        "text": fact.text,
        "state": fact.state.value,
        "active": fact.active,
        "kind": fact.kind,
        "said": fact.said,
        "credited": fact.credited,
        "sources": list(fact.sources),
        "learned_at": iso(fact.learned_at),
        "updated_at": iso(fact.updated_at),
        "pinned": fact.pinned,
        "reasons": [
            {"rule": r.rule, "start": r.start, "end": r.end, "why": explain(r.rule)}
            for r in fact.reasons
        ],
        "superseded_by": fact.superseded_by or None,
        "sightings": [_sighting(seen) for seen in fact.sightings],
    }


def _sighting(seen: Sighting) -> dict[str, Any]:
    return {
        "text": seen.text,
        "source": seen.source,
        "at": iso(seen.at),
        "origin": seen.origin.to_json() if seen.origin else None,
    }
