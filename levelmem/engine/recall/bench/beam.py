"""BEAM: long chats with an assistant, with probing questions of ten abilities.

The data is the person's own copy: a folder with one folder for each chat, in it
``chat.json`` and ``probing_questions/probing_questions.json``. What is scored are the
messages that a question names as its sources; questions without any (abstention) have
nothing to be found.
"""

import ast
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from levelmem.engine.recall.bench.samples import (
    BenchDataError,
    BenchQuestion,
    BenchTurn,
    Sample,
)

_CHAT = "chat.json"
_QUESTIONS = "probing_questions.json"
_DATES = ("%B-%d-%Y", "%B %d, %Y", "%Y-%m-%d", "%d %B %Y")


def read_beam(folder: Path) -> Iterator[Sample]:
    """Yield the chats below a folder.

    Raises BenchDataError where there are none, or one can't be read.
    """
    chats = sorted(folder.rglob(_CHAT))
    if not chats:
        raise BenchDataError(f"{folder}: no {_CHAT} in it or below it")
    for chat in chats:
        questions = sorted(chat.parent.rglob(_QUESTIONS))
        if questions:
            yield _sample(
                str(chat.parent.relative_to(folder)), _read(chat), _read(questions[0])
            )


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BenchDataError(f"{path}: {error}") from error


def _sample(name: str, chat: object, probes: object) -> Sample:
    turns = tuple(_turns(chat, name))
    return Sample(
        id=name,
        turns=turns,
        questions=tuple(_questions(probes)),
        sessions={turn.id: turn.session for turn in turns},
    )


def _turns(chat: object, name: str) -> Iterator[BenchTurn]:
    """Yield the messages of all batches; a batch is a session.

    Message ids may come twice: the first one is meant.
    """
    seen: set[str] = set()
    for number, batch in enumerate(_batches(chat)):
        when = _date(batch.get("time_anchor"))
        for message in _messages(batch.get("turns")):
            when = _date(message.get("time_anchor")) or when
            key = str(message.get("id", ""))
            if key in seen:
                key = f"{number}:{key}:{len(seen)}"
            seen.add(key)
            yield BenchTurn(
                id=key,
                session=f"{name}#{number}",
                speaker="",
                text=str(message.get("content") or ""),
                when=when,
                is_person=message.get("role") == "user",
            )


def _batches(chat: object) -> Iterator[Mapping[str, Any]]:
    """Yield the batches, also where several plans hold them."""
    if isinstance(chat, dict):
        if "turns" in chat:
            yield chat
            return
        chat = list(chat.values())
    if isinstance(chat, list):
        for entry in chat:
            yield from _batches(entry)


def _messages(turns: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(turns, dict):
        yield turns
    elif isinstance(turns, list):
        for entry in turns:
            yield from _messages(entry)


def _questions(probes: object) -> Iterator[BenchQuestion]:
    if isinstance(probes, str):  # some copies hold Python's notation as a string
        try:
            probes = ast.literal_eval(probes)
        except (ValueError, SyntaxError) as error:
            raise BenchDataError(f"probing questions: {error}") from error
    if not isinstance(probes, dict):
        raise BenchDataError("probing questions are an object of abilities")
    listed = [(a, entry) for a, entries in probes.items() for entry in entries]
    for number, (ability, entry) in enumerate(listed):
        gold = tuple(dict.fromkeys(_sources(entry.get("source_chat_ids"))))
        if gold:
            yield BenchQuestion(
                str(entry["question"]), gold, str(ability), number=number
            )


def _sources(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        return
    if isinstance(value, int | str):
        yield str(value)
    elif isinstance(value, dict):
        yield from _sources(list(value.values()))
    elif isinstance(value, list):
        for entry in value:
            yield from _sources(entry)


def _date(value: object) -> datetime | None:
    for layout in _DATES:
        try:
            return datetime.strptime(str(value).strip(), layout).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
