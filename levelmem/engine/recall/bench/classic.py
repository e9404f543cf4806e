"""memcode's order over benchmark conversations, ingested as its own benchmark does.

memcode's own binary was measured over all ten conversations of LoCoMo, 1,536 scored
questions by turn: R@1/3/5/10 of .309/.452/.495/.536, and with the observations of the
data as facts .391/.525/.555/.591. Only the whole file can be held against these to the
third digit. A half of it differs by chance: five conversations (786 questions) gave
.307/.454/.495/.532 and .384/.523/.551/.589, where the standard error is .012.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from levelmem.engine.recall.bench.measure import Ask, Ranker
from levelmem.engine.recall.bench.samples import BenchQuestion, Sample
from levelmem.engine.recall.classic.corpus import Corpus, Entry
from levelmem.engine.recall.classic.ranking import Options, classic_rank

FETCH = 40
"""Hits that are asked for: four times the deepest cut."""

_EPOCH = datetime.fromtimestamp(0, UTC)


def memcode_ranker(options: Options | None = None) -> Ranker:
    """Return memcode's ranking as a ranker of the benchmark."""

    def ready(sample: Sample, facts: bool, granularity: str) -> Ask:
        corpus = Corpus(list(_entries(sample, facts)))

        def ask(question: BenchQuestion) -> Sequence[str]:
            # memcode reads "last week" by the clock on the wall, here too.
            now = datetime.now(UTC)
            hits = classic_rank(corpus, question.text, now, FETCH, options)
            if granularity == "session":
                return [hit.entry.session for hit in hits if hit.entry.labels]
            return [label for hit in hits for label in hit.entry.labels]

        return ask

    return ready


def _entries(sample: Sample, facts: bool) -> Iterator[Entry]:
    """Yield what memcode's benchmark writes into its logs, in their order."""
    sessions = dict.fromkeys(turn.session for turn in sample.turns)
    for session in sessions:
        turns = [turn for turn in sample.turns if turn.session == session]
        date = turns[0].when or _EPOCH
        yield Entry(session, "", "session_started", date)
        for number, turn in enumerate(turns):
            kind = "user_message" if turn.is_person else "assistant_message"
            yield Entry(
                session,
                f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text,
                kind,
                date + timedelta(seconds=number),
                (turn.id,),
            )
        for fact in sample.facts if facts else ():
            if fact.session == session:
                yield Entry(
                    session,
                    f"{fact.text}\0{fact.speaker.lower()}",
                    "facts",
                    date,
                    fact.sources,
                    (fact.speaker.lower(),),
                )
