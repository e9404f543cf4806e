"""The view that Search shows: hits in order, titles first, each with its line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.excerpts import lit, merged
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_terms import Pattern, Sought
from levelmem.engine.sessions.search_results import BEST, Hit, Progress
from levelmem.engine.sessions.searches import Searches
from levelmem.engine.sessions.text_keeping import Keeping
from levelmem.widgets.ages import age
from levelmem.widgets.chips import Chip
from levelmem.widgets.rows import Look, Rows, Section
from levelmem.widgets.session_look import title_of, trouble
from levelmem.widgets.spans import Line, highlighted, joined

_IN_SIGHT = 24
"""Characters before a match that are shown, in however narrow a list."""

_HEADS = {"title": "In titles", "talk": "In conversations", "output": "In tool output"}


@dataclass(frozen=True, slots=True)
class Shown:
    """How much of what was found is shown, and in which order."""

    most: int = BEST
    """At most so many hits."""
    by_relevance: bool = False
    """The best first instead of the newest."""
    output: bool = False
    """Whether hits in the output of tools are unfolded."""


def row_id(hit: Hit) -> str:
    """Return what identifies a hit's row: the session that it found."""
    return f"{hit.session.agent}:{hit.session.id}"


def hit_rows(hits: Sequence[Hit], shown: Shown) -> Rows[Hit]:
    """Return the hits in sections: titles, conversations, tool output.

    Where nothing but tool output matches, it is not folded away.
    """
    ordered = sorted(hits, key=_when, reverse=True)
    if shown.by_relevance:
        ordered.sort(key=_score, reverse=True)
    groups = {
        "title": [hit for hit in ordered if hit.titled],
        "talk": [h for h in ordered if not h.titled and not h.output],
        "output": [hit for hit in ordered if hit.output],
    }
    folded_hits = folded_away(hits, shown)
    rows: list[Hit] = []
    sections: list[Section] = []
    for name, group in groups.items():
        folded = name == "output" and folded_hits > 0
        room = 0 if folded else shown.most - len(rows)
        if group and (room > 0 or folded):
            aside = f"{len(group):,} · t shows" if folded else f"{len(group):,}"
            sections.append(Section(_HEADS[name], len(rows), aside))
            rows += group[:room]
    return Rows(rows, [row_id(hit) for hit in rows], sections)


def folded_away(hits: Sequence[Hit], shown: Shown) -> int:
    """Return how many hits in tool output are folded away."""
    output = sum(hit.output for hit in hits)
    return 0 if shown.output or output == len(hits) else output


def _when(hit: Hit) -> float:
    when = hit.session.updated or hit.session.created
    return when.timestamp() if when else 0.0


def _score(hit: Hit) -> int:
    # It comes with the line, which may still be looked up.
    return hit.evidence.score if hit.looked_up else 0


def hit_look(hit: Hit, query: Query, now: datetime, agent: str) -> Look:
    """Return the rows of a hit: the title and whose it is, then the line."""
    session = hit.session
    sign, _ = trouble(session)
    title = title_of(session)
    sought = (*query.lit, *hit.near.split())
    head = highlighted(title, "title", merged(lit(title, sought)))
    about = joined((agent, project_name(session.project)), "muted")
    when = (age(session.updated or session.created, now), "muted")
    return Look(
        lines=(head, _matched(hit, query)),
        about=about,
        aside=(when,),
        sign=sign,
    )


def _matched(hit: Hit, query: Query) -> Line:
    near: Line = ((f"≈ {hit.near} · ", "warning"),) if hit.near else ()
    if hit.titled:
        count = hit.session.turns
        turns = f"{count} turn{'' if count == 1 else 's'}"
        return (*near, *joined(("in the title", turns), "faint"))
    if not hit.looked_up:
        return (*near, ("…", "faint"))
    found = hit.evidence
    more = ((f"  +{found.more:,} more", "faint"),) if found.more else ()
    shown = from_match(found.line, (*query.lit, *hit.near.split()))
    return (*near, (f"{found.where}: ", "faint"), *shown, *more)


def from_match(text: str, sought: Sequence[Sought | str]) -> Line:
    """Return a line with the words lit, begun where the first of them is in sight."""
    spans = merged(lit(text, sought))
    first = spans[0][0] if spans else 0
    if first > _IN_SIGHT:
        start = text.find(" ", first - _IN_SIGHT, first) + 1 or first - _IN_SIGHT
        text = "…" + text[start:]
        spans = [(begin - start + 1, end - start + 1) for begin, end in spans]
    return highlighted(text, "muted", spans)


def query_chips(query: Query) -> tuple[Chip, ...]:
    """Return how the query was understood, a chip a part."""
    parts = [
        *(_admission(admission) for admission in query.admissions),
        *(f"{'not ' * p.startswith('-')}in {p.lstrip('-')}" for p in query.places),
        *map(_wanted, query.wanted),
    ]
    return tuple(Chip(f"part-{i}", part, on=True) for i, part in enumerate(parts))


def _admission(admission: object) -> str:
    negated = "not " if getattr(admission, "negated", False) else ""
    name = getattr(admission, "field", "")
    value = getattr(admission, "value", "") or getattr(admission, "text", "")
    state = getattr(admission, "state", "")
    if span := getattr(admission, "span", None):
        start, end = span.start, span.end
        value = f"{start:%Y-%m-%d}"
        if name == "on" and (end - start).days > 1:
            value = f"{value} to {end:%Y-%m-%d}"
    return f"{negated}{name}: {value}" if name else f"{negated}{state}"


def _wanted(wanted: Wanted) -> str:
    negated = "not " if wanted.negated else ""
    if isinstance(wanted.sought, Pattern):
        return f"{negated}/{wanted.sought.text}/"
    text = wanted.sought.text
    if wanted.field:
        return f"{negated}{wanted.field}: {text}"
    return f"{negated}“{text}”" if " " in text else f"{negated}{text}"


def nothing_typed(searches: Searches) -> tuple[Line, ...]:
    """Return what is shown while the box is empty: what can be typed, and was."""
    lines: list[Line] = [
        (("Find what was said and done", "strong"),),
        (),
        (('words   "a phrase"   -without   agent:codex   after:monday', "muted"),),
    ]
    if searches.saved or searches.recent:
        lines += [(), (("ctrl+o opens saved and recent searches", "muted"),), ()]
    lines += [((f"★ {text}", "accent"),) for text in searches.saved[:5]]
    lines += [((text, "faint"),) for text in searches.recent[:5]]
    return tuple(lines)


NOTHING_FOUND: tuple[Line, ...] = (
    (("No session matches", "strong"),),
    (),
    (("Fewer words find more; whole words are not needed", "muted"),),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a search stands, for the status line."""

    query: Query
    hits: int = 0
    shown: int = 0
    progress: Progress | None = None
    by_relevance: bool = False
    folded: int = 0
    keeping: Keeping | None = None
    """How far the texts are kept; None where nothing is going on."""

    def line(self) -> Line:
        """Return it as a line."""
        problems = self.query.problems
        more = f" (+{len(problems) - 1})" if len(problems) > 1 else ""
        told: Line = ((f"! {problems[0]}{more}  ", "warning"),) if problems else ()
        if not self.query:
            hint = "" if problems else "Type to search titles and conversations"
            return (*told, (hint, "muted"), *self._kept())
        count = f"{self.hits:,} session{'' if self.hits == 1 else 's'}"
        parts = [count]
        if self.folded:
            parts.append(f"{self.folded:,} in tool output, t shows")
        if self.hits - self.folded > self.shown:
            parts.append(f"{self.shown} shown, m for more")
        if self.by_relevance:
            parts.append("best first")
        parts.append(self._searched())
        return (*told, *joined(parts, "muted"), *self._skipped(), *self._kept())

    def _searched(self) -> str:
        progress = self.progress
        if progress is None:
            return "searching…"
        if progress.done:
            return f"{progress.total:,} conversations searched"
        if progress.tools_total:
            tools = f"{progress.tools:,} of {progress.tools_total:,}"
            return f"searching what tools did… {tools}"
        searched, total = progress.searched, progress.total
        return f"searching… {searched:,} of {total:,} conversations"

    def _skipped(self) -> Line:
        progress = self.progress
        if progress is None:
            return ()
        parts = []
        if progress.unreadable:
            parts.append(f"{progress.unreadable:,} could not be read")
        if progress.slow:
            parts.append(f"{progress.slow:,} skipped: the pattern is slow there")
        if progress.out_of_time:
            parts.append("stopped: the pattern takes too long")
        return ((f" · {' · '.join(parts)}", "warning"),) if parts else ()

    def _kept(self) -> Line:
        keeping = self.keeping
        if keeping is None or keeping.kept + keeping.unreadable >= keeping.total:
            return ()
        # A share: texts are kept of subagents too, so that a count would contradict
        # that of the conversations searched.
        share = f"{100 * keeping.kept // keeping.total} %"
        text = f" · making search fast: {share}"
        return ((text, "faint"),)
