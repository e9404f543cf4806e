"""Recall as commands and screens use it: an index kept fresh, questions asked."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from levelmem.engine.memory.errors import MemoryOff, MemoryProblem
from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import FACTS, JOURNAL, StoreError
from levelmem.engine.project import Project
from levelmem.engine.recall.answers import Answer, why_answer
from levelmem.engine.recall.damage import FAILURES, begin_anew, open_index
from levelmem.engine.recall.documents import DocumentKind, Role, Stored
from levelmem.engine.recall.gather import memory_documents, session_documents
from levelmem.engine.recall.index import Conversation
from levelmem.engine.recall.qualify import (
    age,
    fact_note,
    joined,
    order_note,
    plain_state,
)
from levelmem.engine.recall.question import read_question
from levelmem.engine.recall.ranking import CANDIDATES, Ranking, rank
from levelmem.engine.recall.scoring import Scored
from levelmem.engine.recall.settings import RankSettings
from levelmem.engine.recall.snippets import snippet, tokens_of
from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import Kind, Session, Turn
from levelmem.engine.text import mend_surrogates

Key = tuple[str, str, str]
Read = Callable[[Session], Iterator[Turn]]

INDEX = "recall.sqlite"
"""The index's file in the folder of caches."""
TOKENS = 2000
"""What the answers to one question may take, unless told otherwise."""
_OVERHEAD = 30
"""Tokens of an answer's citation."""
_SAVE_AFTER = 200
"""Sessions between two saves: an interrupted first run is not for nothing."""
SESSION, MEMORY = "session", "memory"
"""The kinds of what is indexed."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a look at sessions and memories changed in the index."""

    read: int = 0
    removed: int = 0
    unreadable: int = 0
    """Sessions whose file could not be opened."""
    problems: tuple[str, ...] = ()
    """Memories that can't be read, and why, for people."""


def _unread(session: Session) -> Iterator[Turn]:
    raise OSError(session.id)


@dataclass(frozen=True, slots=True)
class _Intake:
    """What the index is made from, kept for the case that it has to be made anew."""

    sessions: tuple[Session, ...] = ()
    read: Read = _unread
    memories: tuple[Memory, ...] = ()
    complete: Collection[str] = ()


class Recall:
    """Answers questions over sessions and memories."""

    def __init__(
        self, path: Path | None, *, settings: RankSettings | None = None
    ) -> None:
        """Use the index at ``path``; None keeps it in memory for this run.

        Where the file can't be used, it is done without: a cache hides nothing. One
        that turns out to be damaged is built anew. Both are told in ``problems``.
        """
        self._path = path
        self._index, problem = open_index(path)
        self.problems = [problem] if problem else []
        self._intake = _Intake()
        self._settings = settings or RankSettings()
        self._facts: dict[tuple[str, str], Fact] = {}
        self._states: dict[tuple[str, str], str] = {}
        self._forgotten: frozenset[str] = frozenset()
        self._projects: dict[int, str] = {}

    def close(self) -> None:
        """Close the index."""
        self._index.close()

    def refresh(
        self,
        sessions: Iterable[Session],
        read: Read,
        memories: Sequence[Memory],
        complete: Collection[str] = (SESSION, MEMORY),
    ) -> Refreshed:
        """Bring the index up to date: only what is new or changed is read.

        Args:
            sessions: all there are; those of other kinds than main, and those in the
                trash, are taken out.
            read: opens a conversation; raises ``OSError`` where it can't.
            memories: their facts and journals are indexed too.
            complete: of which kinds these are all; what is not among them is gone.
        """
        self._intake = _Intake(tuple(sessions), read, tuple(memories), complete)
        try:
            return self._take_in()
        except FAILURES as error:
            return self._build_anew(error)

    def _build_anew(self, error: Exception) -> Refreshed:
        self._index.close()
        self._index, problem = begin_anew(self._path, error)
        self.problems.append(problem)
        return self._take_in()

    def _take_in(self) -> Refreshed:
        intake = self._intake
        problems = self._read_memories(intake.memories)
        wanted = {_session_key(s): s for s in intake.sessions if _is_recalled(s)}
        known = self._index.signatures()
        kept = {_memory_key(memory) for memory in intake.memories}
        unknown = known.keys() - wanted.keys() - kept
        gone = [key for key in unknown if key[0] in intake.complete]
        self._index.remove(gone)
        count = unreadable = 0
        for key, session in wanted.items():
            mark = _session_mark(session)
            if known.get(key) == mark:
                continue
            try:
                documents = list(session_documents(session, intake.read(session)))
            except OSError:
                unreadable += 1
                continue
            where = Conversation(session.id, SESSION, session.agent, session.project)
            self._index.replace(where, mark, documents)
            count += 1
            if count % _SAVE_AFTER == 0:
                self._index.save()
        self._index.save()
        self._projects = self._index.projects()
        return Refreshed(count, len(gone), unreadable, tuple(problems))

    def _read_memories(self, memories: Sequence[Memory]) -> list[str]:
        known = self._index.signatures()
        problems: list[str] = []
        forgotten: set[str] = set()
        self._facts.clear()
        self._states.clear()
        for memory in memories:
            key = _memory_key(memory)
            project = key[-1]
            try:
                facts, journal = memory.facts(), memory.journal()
                mark = _memory_mark(memory)
                forgotten |= _forgotten_sessions(memory)
            except (MemoryProblem, StoreError) as problem:
                if not isinstance(problem, MemoryOff):
                    problems.append(str(problem))
                self._index.remove([key])
                continue
            if known.get(key) != mark:
                documents = memory_documents(facts, journal)
                where = Conversation(project, MEMORY, project=project)
                self._index.replace(where, mark, documents)
            self._facts |= {(project, fact.key): fact for fact in facts}
            self._states |= {(project, j.id): plain_state(j.state) for j in journal}
        self._forgotten = frozenset(forgotten)
        return problems

    # Asking

    def ask(
        self,
        question: str,
        now: datetime,
        *,
        project: Project | None = None,
        tokens: int = TOKENS,
        limit: int = 20,
        by_session: bool = False,
    ) -> list[Answer]:
        """Return what answers a question, the best first.

        Args:
            question: see :func:`~.question.read_question`.
            now: the moment of asking, aware.
            project: only what belongs to it; None is everything.
            tokens: about how many tokens the answers take together, at most. The
                first answer is always given.
            limit: at most so many answers.
            by_session: the likeliest session first, its best answers together: for
                questions that ask in which session something was.
        """
        try:
            ranking = self._rank(question, now, project)
        except FAILURES as error:
            self._build_anew(error)
            ranking = self._rank(question, now, project)
        hits: Iterable[Scored] = ranking.hits
        if by_session:
            grouped = ranking.sessions(self._settings)
            hits = [hit for hits in grouped for hit in hits[:2]]
        answers: list[Answer] = []
        for hit in hits:
            answer = self._answer(hit, ranking, now)
            tokens -= tokens_of(answer.text) + _OVERHEAD
            if answers and tokens < 0:
                break
            answers.append(answer)
            if len(answers) == limit:
                break
        return answers

    def _rank(self, question: str, now: datetime, project: Project | None) -> Ranking:
        allowed = None
        if project is not None:
            allowed = {g for g, path in self._projects.items() if project.holds(path)}

        def factor(stored: Stored) -> float:
            if allowed is not None and stored.group not in allowed:
                return 0.0
            if stored.session in self._forgotten and not self._fact(stored):
                return 0.0
            return self._trust(stored, asks_for_past)

        asks_for_past = read_question(question, now).asks_for_past
        return rank(
            self._index,
            question,
            now,
            self._settings,
            factor,
            limit=CANDIDATES,
            candidates=CANDIDATES if allowed is None else 10 * CANDIDATES,
        )

    def _trust(self, stored: Stored, asks_for_past: bool) -> float:
        if stored.kind == DocumentKind.TURN:
            return 1.0
        if stored.kind == DocumentKind.JOURNAL:
            # Of a memory that this caller was not given: not its business.
            return float((self._project_of(stored), stored.session) in self._states)
        fact = self._fact(stored)
        if fact is None or not fact.listed:
            return 0.0
        superseded = fact.state is State.SUPERSEDED and not asks_for_past
        return self._settings.superseded if superseded else 1.0

    def _fact(self, stored: Stored) -> Fact | None:
        return self._facts.get((self._project_of(stored), stored.reference))

    def _project_of(self, stored: Stored) -> str:
        return self._projects.get(stored.group, "")

    def _answer(self, hit: Scored, ranking: Ranking, now: datetime) -> Answer:
        stored, fact = hit.stored, self._fact(hit.stored)
        document = stored.document
        wanted = {*hit.matched, *hit.around}
        text = scrub_text(snippet(document.text, wanted))
        if fact:
            note = fact_note(fact, now)
        else:
            note = joined(order_note(document.text, text), age(document.when, now))
        return Answer(
            kind=stored.kind,
            text=f"{text} [{note}]" if note else text,
            note=note,
            state=fact.state.value if fact else self._state(stored),
            agent=stored.agent,
            session=stored.session,
            turn=stored.turn if stored.turn >= 0 else None,
            when=document.when,
            score=round(hit.score, 3),
            why=why_answer(hit, ranking),
            key=stored.reference,
            project=self._project_of(stored),
        )

    def _state(self, stored: Stored) -> str:
        if stored.kind == DocumentKind.JOURNAL:
            return self._states.get((self._project_of(stored), stored.session), "")
        return "said" if stored.role == Role.PERSON else "answered"


def _is_recalled(session: Session) -> bool:
    return session.kind is Kind.MAIN and session.lifecycle != "trashed"


def _session_key(session: Session) -> Key:
    return (SESSION, session.agent, session.id)


def _session_mark(session: Session) -> str:
    path = mend_surrogates(str(session.path))  # raw bytes fit no database
    return f"{session.size} {session.updated} {session.turns} {path}"


def _memory_key(memory: Memory) -> Key:
    return (MEMORY, "", mend_surrogates(memory.project))


def _memory_mark(memory: Memory) -> str:
    return str([memory.store.signature(name) for name in (FACTS, JOURNAL)])


def _forgotten_sessions(memory: Memory) -> set[str]:
    lines, _ = memory.store.journal()
    newest = {line.id: line for line in lines}
    return {name for name, line in newest.items() if line.forgotten}
