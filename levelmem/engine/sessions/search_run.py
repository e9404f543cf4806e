"""One pass of a search over the sessions: titles, conversations, tools."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from levelmem.engine.sessions.excerpts import excerpt
from levelmem.engine.sessions.file_search import FileReader
from levelmem.engine.sessions.matching import Line, Matcher
from levelmem.engine.sessions.model import Session
from levelmem.engine.sessions.passages import TALK, WHERE, Kind
from levelmem.engine.sessions.query import Query, Wanted
from levelmem.engine.sessions.query_terms import Pattern, TooSlow
from levelmem.engine.sessions.search_results import (
    BATCH,
    Cancelled,
    Evidence,
    Found,
    Hit,
    Progress,
    Texts,
)
from levelmem.engine.sessions.searched_text import Stream
from levelmem.engine.sessions.word_lists import WordList
from levelmem.engine.text import one_line

_WEIGHTS = {"title": 50, "said": 40, "answered": 30, "diff": 20, "tools": 10}


@dataclass
class Run:
    """One pass; :meth:`found` is its result, the other fields count as it goes."""

    asked: Sequence[Session]
    """The sessions that the query admits, newest first."""
    query: Query
    files: FileReader
    texts: Texts
    cancelled: Cancelled
    near: str = ""
    """What the hits are marked with, where something like the query is sought."""
    hits: int = 0
    unreadable: int = 0
    slow: int = 0
    stopped: bool = False
    """Whether it ended before its end."""
    _total: int = 0
    _searched: int = 0
    _waiting: list[tuple[Session, Sequence[Wanted]]] = field(default_factory=list)
    """Sessions whose kept talk leaves open whether they match, and what it lacks."""

    def __post_init__(self) -> None:
        """Make the matcher, whose patterns share one time limit."""
        self._matcher = Matcher(self.query)
        deep = frozenset(Kind) - TALK - {Kind.TITLE}
        self._deep = any(w.kinds & deep for w in self.query.wanted)
        self._timed = any(isinstance(w.sought, Pattern) for w in self.query.wanted)
        """Whether there is a time limit, under which hits are looked up at once."""

    def found(self) -> Iterator[Found]:
        """Yield hits and progress."""
        try:
            rest = []
            for session in self.asked:
                if hit := self._by_title(session):
                    yield self._counted(hit)
                else:
                    rest.append(session)
            self._total = len(rest)
            yield self._progress(done=not rest)
            yield from self._conversations(rest)
            yield from self._tools()
        except TooSlow:
            self.stopped = True
            yield self._progress(done=True, out_of_time=True)

    # Stages.

    def _by_title(self, session: Session) -> Hit | None:
        """Return a hit where the title alone settles it."""
        # Something that is refused may stand in the conversation.
        if self._matcher.refused or not self._matcher.in_title(session.title):
            return None
        return self._title_hit(session)

    def _conversations(self, rest: Sequence[Session]) -> Iterator[Found]:
        for start in range(0, len(rest), BATCH):
            batch = rest[start : start + BATCH]
            talks = self.texts.talks(batch)
            for session in batch:
                if self._stop():
                    return
                talk = talks.get(session.key)
                if talk is None:
                    hit = self._in_file(session)
                else:
                    hit = self._guarded(session, talk, None)
                if hit:
                    yield self._counted(hit)
            self._searched = start + len(batch)
            done = self._searched == self._total and not self._waiting
            yield self._progress(done=done)

    def _tools(self) -> Iterator[Found]:
        if self.stopped:
            return
        total = len(self._waiting)
        for start in range(0, total, BATCH):
            batch = self._waiting[start : start + BATCH]
            words = self.texts.words([session for session, _ in batch])
            for session, missing in batch:
                if self._stop():
                    return
                if hit := self._by_words(session, missing, words.get(session.key)):
                    yield self._counted(hit)
            tools = start + len(batch)
            yield self._progress(done=tools == total, tools=tools, tools_total=total)

    def _stop(self) -> bool:
        self.stopped = self.cancelled()
        return self.stopped

    # One session.

    def _by_words(
        self, session: Session, missing: Sequence[Wanted], words: WordList | None
    ) -> Hit | None:
        """Decide by the words of what is not talk, and look at it where need be."""
        if words is not None:
            stands = [words.stands(wanted) for wanted in missing]
            if False in stands:
                return None
            if None not in stands and not self._matcher.refused:
                return Hit(session, self._looked_up, near=self.near)
        return self._whole(session)

    def _whole(self, session: Session) -> Hit | None:
        """Look at all of a kept conversation, or at its file if it went away."""
        talk = self.texts.talks([session]).get(session.key)
        rest = self.texts.rest(session) if talk is not None else None
        if talk is None or rest is None:
            return self._in_file(session)
        return self._guarded(session, talk, rest)

    def _in_file(self, session: Session) -> Hit | None:
        try:
            missing = self._matcher.not_in_title(session.title)
            if not self._matcher.refused and self.files.surely_holds(session, missing):
                return Hit(session, self._looked_up, talked=True, near=self.near)
            streams = self.files.conversation(session, missing)
        except OSError:
            self.unreadable += 1
            return None
        found = self._guarded(session, *streams) if streams else None
        if streams is None or found is None or found.titled:
            return found
        # Read again for its line, the file would cost twice.
        evidence = self._evidence(session, *streams)
        return Hit(session, evidence, near=self.near)

    def _guarded(
        self, session: Session, talk: Stream, rest: Stream | None
    ) -> Hit | None:
        """Match a session; one that a pattern takes too long for is counted."""
        try:
            return self._matched(session, talk, rest)
        except TooSlow:
            if self._matcher.watch.over:
                raise
            self.slow += 1
            return None
        except ValueError:
            # What is kept is damaged. The file is as it always was.
            self.texts.drop(session)
            return self._in_file(session)

    def _matched(
        self, session: Session, talk: Stream, rest: Stream | None
    ) -> Hit | None:
        """Return the hit; without ``rest``, put off what the talk leaves open."""
        matcher = self._matcher
        untitled = matcher.not_in_title(session.title)
        missing = matcher.left(untitled, talk)
        if rest is None and self._deep and (missing or self._matcher.refused):
            self._waiting.append((session, missing))
            return None
        talked = not missing
        if rest is not None:
            missing = matcher.left(missing, rest)
        if missing or matcher.refused_by_title(session.title):
            return None
        streams = (talk, rest) if matcher.refused else ()
        if any(matcher.refused_by(s) for s in streams if s is not None):
            return None
        if not untitled:
            return self._title_hit(session)
        if self._timed:
            evidence = self._evidence(session, talk, rest)
            return Hit(session, evidence, talked=talked, near=self.near)
        return Hit(session, self._looked_up, talked=talked, near=self.near)

    # Hits.

    def _counted(self, hit: Hit) -> Hit:
        self.hits += 1
        return hit

    def _title_hit(self, session: Session) -> Hit:
        return Hit(session, self._title_evidence, titled=True, near=self.near)

    def _looked_up(self, session: Session) -> Evidence:
        """Return the line of a session that matched, or has until just now."""
        try:
            talk = self.texts.talks([session]).get(session.key)
            if talk is not None:
                return self._evidence(session, talk, None)
        except ValueError:
            self.texts.drop(session)
        try:
            return self._evidence(session, *self.files.whole(session))
        except OSError:
            return self._title_evidence(session)

    def _evidence(
        self, session: Session, talk: Stream, rest: Stream | None
    ) -> Evidence:
        """Return the line that shows best why a session matches.

        Without ``rest``, that is looked for where the talk does not hold everything.
        """
        matcher = self._matcher
        missing = matcher.left(matcher.not_in_title(session.title), talk)
        line = matcher.best_line(talk)
        if missing:
            rest = self.texts.rest(session) if rest is None else rest
            if rest is None:
                raise ValueError("a kept text is not there any more")
            line = _better(line, matcher.best_line(rest))
        if line is None:
            return self._title_evidence(session)
        return self._line_evidence(session, line)

    def _title_evidence(self, session: Session) -> Evidence:
        score = _WEIGHTS["title"] + 300 * len(self.query.asked)
        return Evidence("title", one_line(session.title), score=score)

    def _line_evidence(self, session: Session, line: Line) -> Evidence:
        where = WHERE[line.kind]
        titled = len(self.query.asked) - len(self._matcher.not_in_title(session.title))
        score = 200 * titled + 100 * line.found + _WEIGHTS[where] + min(line.more, 49)
        return Evidence(
            where,
            excerpt(line.text, self.query.lit),
            line.turn,
            line.block,
            line.row,
            line.more,
            line.kind is Kind.OUTPUT,
            score,
        )

    def _progress(
        self,
        *,
        done: bool,
        tools: int = 0,
        tools_total: int = 0,
        out_of_time: bool = False,
    ) -> Progress:
        return Progress(
            self._searched,
            self._total,
            self.hits,
            self.unreadable,
            done,
            tools,
            tools_total,
            self.slow,
            out_of_time,
        )


def _better(line: Line | None, other: Line | None) -> Line | None:
    """Return the line that holds more of what is asked for, the first if equal."""
    if line is None or other is None:
        return line or other
    return other if other.found > line.found else line
