"""LoCoMo: questions about long conversations of two people, with the turns that tell.

The data (snap-research/locomo, CC BY-NC 4.0) is the person's own copy, given by path.
Evidence ids are used as they stand, a handful of malformed ones among them, so that
figures compare with published ones.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

from levelmem.engine.recall.bench.samples import (
    BenchDataError,
    BenchFact,
    BenchQuestion,
    BenchTurn,
    Sample,
)

ADVERSARIAL = 5
"""The category of questions whose answer the conversation does not hold."""

_SESSION = re.compile(r"session_(\d+)")
_SOURCE = re.compile(r"D\d+:\d+")
_DATE = "%I:%M %p on %d %B, %Y"


def read_locomo(data: object) -> list[Sample]:
    """Return the conversations of a decoded LoCoMo file.

    Raises BenchDataError where it is none.
    """
    if not isinstance(data, list) or not data:
        raise BenchDataError("a LoCoMo file is a JSON list of conversations")
    places = count()
    try:
        return [_sample(entry, places) for entry in data]
    except (KeyError, TypeError, AttributeError) as error:
        raise BenchDataError(f"this is no LoCoMo file: {error!r} is missing") from error


def _sample(entry: Mapping[str, Any], places: Iterator[int]) -> Sample:
    conversation, name = entry["conversation"], str(entry["sample_id"])
    numbers = sorted(
        int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key))
    )
    turns = tuple(
        turn for number in numbers for turn in _turns(conversation, name, number)
    )
    return Sample(
        id=name,
        turns=turns,
        questions=tuple(_questions(entry["qa"], places)),
        facts=tuple(_facts(entry.get("observation") or {}, name)),
        sessions={turn.id: turn.session for turn in turns},
    )


def _turns(
    conversation: Mapping[str, Any], name: str, number: int
) -> Iterator[BenchTurn]:
    when = parse_date(str(conversation.get(f"session_{number}_date_time", "")))
    for turn in conversation[f"session_{number}"]:
        caption = turn.get("blip_caption")
        shared = f" [shared an image: {caption}]" if caption else ""
        yield BenchTurn(
            id=turn["dia_id"],
            session=f"{name}-session_{number}",
            speaker=turn["speaker"],
            text=f"{turn.get('text') or ''}{shared}",
            when=when,
            is_person=turn["speaker"] != conversation.get("speaker_b"),
        )


def parse_date(text: str) -> datetime | None:
    """Return the date of a session, ``1:56 pm on 8 May, 2023``, or None."""
    try:
        return datetime.strptime(text.strip(), _DATE).replace(tzinfo=UTC)
    except ValueError:
        return None


def _questions(
    entries: list[Mapping[str, Any]], places: Iterator[int]
) -> Iterator[BenchQuestion]:
    for entry in entries:
        number = next(places)
        gold = tuple(map(str, entry.get("evidence") or ()))
        if gold:
            category = entry.get("category")
            yield BenchQuestion(
                text=str(entry["question"]),
                gold=gold,
                category=str(category),
                number=number,
                scored=category != ADVERSARIAL,
            )


def _facts(observations: Mapping[str, Any], name: str) -> Iterator[BenchFact]:
    for key, by_speaker in observations.items():
        session = f"{name}-{key.removesuffix('_observation')}"
        for speaker, entries in by_speaker.items():
            for text, source in entries:
                named = source if isinstance(source, list) else [source]
                sources = tuple(
                    found for part in named for found in _SOURCE.findall(str(part))
                )
                yield BenchFact(session, speaker, text, sources)
