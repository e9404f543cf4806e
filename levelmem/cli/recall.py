"""``recall``: the best answers to a question, cited and qualified."""

import argparse
import os
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.output import complain, print_object, print_text
from levelmem.engine.agents.hosts import agent_around
from levelmem.engine.agents.recalling import note_told
from levelmem.engine.memory.opening import open_memories, open_memory
from levelmem.engine.memory.service import Memory
from levelmem.engine.places import Places
from levelmem.engine.problem import Problem
from levelmem.engine.project import Project
from levelmem.engine.recall.answers import Answer
from levelmem.engine.recall.service import INDEX, Recall
from levelmem.engine.sessions.catalog import Catalog
from levelmem.engine.sessions.times import iso


def recall(options: argparse.Namespace) -> int:
    """Look through every fact, the journal and all sessions."""
    settings = settings_of(options)
    places = places_of(options, settings)
    catalog = Catalog.open(places)
    finder = Recall(places.cache / INDEX)
    try:
        memories = _memories(options, places) if settings.memory.enabled else []
        done = finder.refresh(catalog.listing().sessions, catalog.turns, memories)
        answers = finder.ask(
            " ".join(options.question),
            datetime.now(UTC),
            project=_project(options),
            tokens=options.tokens,
            limit=options.limit,
            by_session=options.by_session,
        )
    finally:
        finder.close()
    if agent_around(os.environ):
        _note_told(options, places, answers)
    if options.json:
        print_object({"hits": [_hit(answer) for answer in answers]})
    else:
        for answer in answers:
            print_text(f"{answer.text}\n    {_citation(answer)}")
        if not answers:
            complain("nothing that was said or remembered answers this")
    for problem in (*finder.problems, *done.problems):
        complain(problem)
    if done.unreadable:
        complain(f"{done.unreadable} sessions could not be read")
    return 0


def _note_told(
    options: argparse.Namespace, places: Places, answers: list[Answer]
) -> None:
    """Remember what an agent was told: its echo is no evidence."""
    with suppress(Problem):
        note_told(open_memory(project_folder(options), places), answers)


def _project(options: argparse.Namespace) -> Project | None:
    if options.project is None:
        return None
    return Project.of(project_folder(options))


def _memories(options: argparse.Namespace, places: Places) -> list[Memory]:
    """Return every memory of this machine, that of the project at hand among them."""
    settings = settings_of(options).memory
    here = open_memory(
        project_folder(options), places, confirm_facts=settings.confirm_facts
    )
    others = open_memories(places, confirm_facts=settings.confirm_facts)
    found = {memory.project: memory for memory in (*others, here)}
    return list(found.values())


def _citation(answer: Answer) -> str:
    turn = f"turn {answer.turn}" if answer.turn is not None else ""
    date = answer.when.astimezone().strftime("%Y-%m-%d") if answer.when else ""
    parts = (answer.kind, answer.state, answer.agent, answer.session, turn, date)
    return f"{' · '.join(filter(None, parts))} ({answer.why})"


def _hit(answer: Answer) -> dict[str, Any]:
    return {
        "kind": answer.kind,
        "text": answer.text,
        "note": answer.note,
        "state": answer.state,
        "agent": answer.agent,
        "session": answer.session,
        "turn": answer.turn,
        "date": iso(answer.when),
        "score": answer.score,
        "why": answer.why,
        "key": answer.key or None,
        "project": answer.project or None,
    }
