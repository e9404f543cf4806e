"""The view that Search shows: hits in order, titles first, each with its line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.query import Query
from levelmem.engine.sessions.search import Hit, Progress, lit
from levelmem.widgets.ages import age
from levelmem.widgets.chips import Chip
from levelmem.widgets.rows import Look, Rows, Section
from levelmem.widgets.session_look import title_of, trouble
from levelmem.widgets.spans import Line, highlighted, joined


def row_id(hit: Hit) -> str:
    """Return what identifies a hit's row: the session that it found."""
    return f"{hit.session.agent}:{hit.session.id}"


def hit_rows(hits: Sequence[Hit], shown: int) -> Rows[Hit]:
    """Return the best ``shown`` hits: titles first, in each group the newest first."""
    by_date = sorted(hits, key=_when, reverse=True)
    titles = [hit for hit in by_date if hit.where == "title"]
    talks = [hit for hit in by_date if hit.where != "title"]
    ordered = [*titles, *talks][:shown]
    sections = []
    if titles:
        sections.append(Section("In titles", 0, f"{len(titles):,}"))
    if talks and len(titles) < len(ordered):
        sections.append(Section("In conversations", len(titles), f"{len(talks):,}"))
    return Rows(ordered, [row_id(hit) for hit in ordered], sections)


def _when(hit: Hit) -> float:
    when = hit.session.updated or hit.session.created
    return when.timestamp() if when else 0.0


def hit_look(hit: Hit, query: Query, now: datetime, agent: str) -> Look:
    """Return the rows of a hit: the title and whose it is, then the line."""
    session = hit.session
    sign, _ = trouble(session)
    title = title_of(session)
    head = highlighted(title, "title", merged(lit(title, query.words)))
    about = joined((agent, project_name(session.project)), "muted")
    when = (age(session.updated or session.created, now), "muted")
    return Look(
        lines=((*head, ("  ", ""), *about), _matched(hit, query)),
        aside=(when,),
        sign=sign,
    )


def _matched(hit: Hit, query: Query) -> Line:
    if hit.where == "title":
        turns = f"{hit.session.turns} turns"
        return joined(("in the title", turns), "faint")
    more = ((f"  +{hit.more} more", "faint"),) if hit.more else ()
    spans = merged(lit(hit.line, query.words))
    line = highlighted(hit.line, "muted", spans)
    return ((f"{hit.where}: ", "faint"), *line, *more)


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sorted spans with those that touch or overlap made one."""
    joined_spans: list[tuple[int, int]] = []
    for start, end in spans:
        if joined_spans and start <= joined_spans[-1][1]:
            first, last = joined_spans[-1]
            joined_spans[-1] = (first, max(last, end))
        else:
            joined_spans.append((start, end))
    return joined_spans


def query_chips(query: Query) -> tuple[Chip, ...]:
    """Return how the query was understood, a chip a part."""
    parts = [
        *(f"{'not ' if f.negated else ''}{f.field}: {f.value}" for f in query.fields),
        *(f"“{word}”" if " " in word else word for word in query.words),
        *(f"not {word}" for word in query.without),
    ]
    return tuple(Chip(f"part-{i}", part, on=True) for i, part in enumerate(parts))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a search stands, for the status line."""

    query: Query
    hits: int = 0
    shown: int = 0
    progress: Progress | None = None

    def line(self) -> Line:
        """Return it as a line."""
        if not self.query:
            return (("Type to search titles and conversations", "muted"),)
        count = f"{self.hits:,} session{'' if self.hits == 1 else 's'}"
        parts = [count]
        if self.hits > self.shown:
            parts.append(f"best {self.shown} shown, m for more")
        if self.progress is None:
            parts.append("searching…")
        elif not self.progress.done:
            searched, total = self.progress.searched, self.progress.total
            parts.append(f"searching… {searched:,} of {total:,} conversations")
        else:
            parts.append(f"{self.progress.total:,} conversations searched")
        line = joined(parts, "muted")
        if self.progress and self.progress.unreadable:
            count = f" · {self.progress.unreadable} could not be read"
            line = (*line, (count, "warning"))
        return line
