"""LongMemEval: for each question some forty sessions, of which a few hold the answer.

The data (xiaowu0162/longmemeval-cleaned) is the person's own copy. What is scored is
the session. The oracle variant holds nothing but evidence: it measures no recall and
is refused.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from levelmem.engine.recall.bench.samples import (
    BenchDataError,
    BenchQuestion,
    BenchTurn,
    Sample,
)

_ABSTENTION = "_abs"
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?: \(\w+\))?(?: (\d\d):(\d\d))?")


def read_longmemeval(data: object) -> list[Sample]:
    """Return one sample for each question that has an answer.

    Raises BenchDataError where the file is none, or is the oracle variant.
    """
    if not isinstance(data, list) or not data:
        raise BenchDataError("a LongMemEval file is a JSON list of questions")
    try:
        samples = [
            _sample(entry, number)
            for number, entry in enumerate(data)
            if not _abstains(entry)
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise BenchDataError(f"this is no LongMemEval file: {error!r}") from error
    if samples and all(_is_all_evidence(sample) for sample in samples):
        raise BenchDataError(
            "this is the oracle variant: every session in it is evidence, so nothing"
            " is left to be found; use longmemeval_s"
        )
    return samples


def _abstains(entry: Mapping[str, Any]) -> bool:
    return str(entry["question_id"]).endswith(_ABSTENTION)


def _is_all_evidence(sample: Sample) -> bool:
    return set(sample.sessions.values()) <= set(sample.questions[0].gold)


def _sample(entry: Mapping[str, Any], number: int) -> Sample:
    turns = tuple(_turns(entry))
    question = BenchQuestion(
        text=str(entry["question"]),
        gold=tuple(map(str, entry["answer_session_ids"])),
        category=str(entry.get("question_type", "")),
        asked=parse_date(str(entry.get("question_date", ""))),
        number=number,
    )
    sessions = {turn.id: turn.session for turn in turns}
    # The gold are sessions already: each stands for itself.
    sessions |= {name: name for name in map(str, entry["haystack_session_ids"])}
    return Sample(str(entry["question_id"]), turns, (question,), sessions=sessions)


def _turns(entry: Mapping[str, Any]) -> Iterator[BenchTurn]:
    dates = entry.get("haystack_dates") or [""] * len(entry["haystack_sessions"])
    haystack = zip(
        entry["haystack_session_ids"], dates, entry["haystack_sessions"], strict=False
    )
    for name, date, turns in haystack:
        when = parse_date(str(date))
        for number, turn in enumerate(turns):
            yield BenchTurn(
                id=f"{name}#{number}",
                session=str(name),
                speaker="",
                text=str(turn.get("content") or ""),
                when=when,
                is_person=turn.get("role") == "user",
            )


def parse_date(text: str) -> datetime | None:
    """Return a date as ``2023/05/20 (Sat) 02:21``, or None."""
    match = _DATE.fullmatch(text.strip())
    if not match:
        return None
    year, month, day, hour, minute = (int(part or 0) for part in match.groups())
    try:
        return datetime(year, month, day, hour, minute, tzinfo=UTC)
    except ValueError:
        return None
