"""One pass over a Codex conversation, summed up as a row of the list."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from levelmem.engine.project import normalise
from levelmem.engine.sessions.jsonl import text_of
from levelmem.engine.sessions.model import (
    ASKED,
    TYPED,
    FileEdit,
    Kind,
    Origin,
    Scan,
    Session,
    SessionFile,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.sources.codex.files import is_archived
from levelmem.engine.sessions.sources.codex.history import read_history
from levelmem.engine.sessions.sources.codex.lines import (
    EVENT,
    META,
    Line,
    as_text,
)
from levelmem.engine.sessions.sources.codex.meta import ThreadMeta, thread_meta
from levelmem.engine.sessions.sources.codex.names import parse_name
from levelmem.engine.sessions.sources.codex.opening import CompressedError
from levelmem.engine.sessions.sources.codex.prompts import (
    GUARDIAN,
    environment_cwd,
)
from levelmem.engine.sessions.sources.codex.turns import (
    ROLLED_BACK,
    Step,
    read_steps,
)
from levelmem.engine.sessions.times import parse_time
from levelmem.engine.text import clip, one_line

AGENT = "codex"
_TITLE = 200
_PREVIEW = 96
_LAST_WORDS = 240
_STARTED = {"task_started", "turn_started"}
_FINISHED = {"task_complete", "turn_complete"}


def scan_rollout(file: SessionFile) -> Scan:
    """Read one rollout once; what goes wrong stands in ``session.error``."""
    meta = thread_meta(file.path, {})
    tally = _Tally(meta.id)
    files: tuple[Path, ...] = ()
    skipped, error = 0, ""
    try:
        history = read_history(file.path)
        meta, tally = history.meta, _Tally(history.meta.id)
        files = tuple(base.path for base in history.bases)
        for step in read_steps(history):
            tally.see(step)
        skipped = history.skipped.lines
    except FileNotFoundError:
        gone = _session(file, meta, tally)
        return Scan(replace(gone, kind=Kind.HIDDEN, error="the file is gone"))
    except CompressedError as problem:
        error = str(problem)
    except OSError as problem:
        error = f"can't be read: {problem.strerror or problem}"
    session = replace(
        _session(file, meta, tally),
        kind=_kind(meta, tally, error),
        skipped=skipped,
        error=error,
        files=files,
    )
    return Scan(session, {"named": tally.named} if tally.named else {})


def title_text(text: str) -> str:
    """Return a title made of the beginning of ``text``, on one line."""
    return clip(one_line(text[: 8 * _TITLE]), _TITLE)


def _ending(text: str) -> str:
    """Return the last paragraph of an answer, on one line."""
    paragraphs = [p for p in text[-4000:].split("\n\n") if p.strip()]
    return clip(one_line(paragraphs[-1]), _LAST_WORDS) if paragraphs else ""


def _session(file: SessionFile, meta: ThreadMeta, tally: "_Tally") -> Session:
    name = parse_name(file.path)
    created = tally.first or (name.created if name else None)
    updated = tally.last or _modified(file) or created
    asked = tally.asked or tally.taken_back or tally.inherited
    title = title_text(asked)
    return Session(
        agent=AGENT,
        id=meta.id,
        path=file.path,
        project=meta.cwd or tally.cwd,
        title=title or one_line(meta.nickname),
        title_source=_title_source(title, meta),
        created=created,
        updated=max(filter(None, (created, updated)), default=None),
        turns=tally.turns,
        models=tuple(reversed(tally.models)),
        branch=meta.branch,
        parent_id=meta.parent_id or meta.forked_from,
        state=tally.state,
        lifecycle="archived" if is_archived(file.path) else "active",
        edits=tuple(tally.edits().most_common()),
        spark=tuple(tally.spark),
        preview=one_line(asked[: 8 * _PREVIEW])[:_PREVIEW],
        last_words=_ending(tally.last_words),
        size=_size(file),
    )


def _kind(meta: ThreadMeta, tally: "_Tally", error: str) -> Kind:
    if tally.guardian:
        return Kind.HIDDEN
    silent = not (tally.spoken or tally.broken or error)
    return Kind.HIDDEN if meta.kind is Kind.MAIN and silent else meta.kind


def _title_source(title: str, meta: ThreadMeta) -> str:
    if title and meta.kind is Kind.MAIN:
        return "typed"
    return "generated" if title or meta.nickname else ""


def _modified(file: SessionFile) -> datetime | None:
    return parse_time(file.modified)


def _size(file: SessionFile) -> int:
    try:
        return file.path.stat().st_size
    except OSError:
        return 0


@dataclass(slots=True)
class _Tally:
    """What a list shows, counted line by line."""

    thread: str
    first: datetime | None = None
    last: datetime | None = None
    cwd: str = ""
    named: str = ""
    state: str = ""
    asked: str = ""
    """The first words that somebody asked, a person's own before all others."""
    taken_back: str = ""
    """The first words asked, where all of them were taken back later."""
    inherited: str = ""
    """The first words asked in the thread that this one was forked from."""
    turns: int = 0
    models: list[str] = field(default_factory=list)
    """In the order in which they were last used."""
    spark: list[int] = field(default_factory=list)
    last_words: str = ""
    spoken: bool = False
    """Whether anybody asked or answered anything."""
    guardian: bool = False
    broken: bool = False
    _typed: bool = False
    _failed: bool = False
    _edits: dict[str, list[str]] = field(default_factory=dict)
    """Files edited, by the call that edited them."""

    def see(self, step: Step) -> None:
        """Count one line and its turns.

        What was taken over from another thread is that thread's, and not counted.
        """
        if step.line.thread:
            self._see_inherited(step.turns)
            return
        self._see_line(step.line)
        for turn in step.turns:
            self._see_turn(turn)

    def edits(self) -> Counter[str]:
        """Return how often each file was edited, refused patches left out."""
        return Counter(path for paths in self._edits.values() for path in paths)

    def _see_line(self, line: Line) -> None:
        self._see_time(line.when)
        if line.kind == META:
            self._see_time(parse_time(line.payload.get("timestamp")))
        elif line.kind == "turn_context":
            self.cwd = self.cwd or normalise(text_of(line.payload.get("cwd")))
        elif line.kind == "broken":
            self.broken = True
        elif line.kind == EVENT:
            self._see_event(line)

    def _see_inherited(self, turns: tuple[Turn, ...]) -> None:
        for turn in turns:
            self.spoken = self.spoken or turn.origin is not Origin.INJECTED
            if turn.origin in ASKED:
                self.inherited = self.inherited or turn.text

    def _see_time(self, when: datetime | None) -> None:
        if when is not None:
            self.first = min(self.first or when, when)
            self.last = max(self.last or when, when)

    def _see_event(self, line: Line) -> None:
        kind = line.type
        if kind in _STARTED:
            self.state, self._failed = "", False
        elif kind == "turn_aborted":
            self.state = "interrupted"
        elif kind == "error":
            self.state, self._failed = "error", True
        elif kind in _FINISHED:
            failed = self._failed or bool(line.payload.get("error"))
            self.state = "error" if failed else "done"
        elif kind == "thread_name_updated":
            self._see_name(line.payload)

    def _see_name(self, payload: dict[str, Any]) -> None:
        if as_text(payload.get("thread_id")) in ("", self.thread):
            self.named = title_text(text_of(payload.get("thread_name")))

    def _see_turn(self, turn: Turn) -> None:
        if turn.origin is Origin.INJECTED:
            self.cwd = self.cwd or normalise(environment_cwd(turn.text))
            return
        if turn.note == ROLLED_BACK:
            if turn.origin in ASKED:
                self.taken_back = self.taken_back or turn.text
            return
        if turn.origin in ASKED or turn.origin is Origin.SUBAGENT_PROMPT:
            self._see_request(turn)
        elif turn.origin is Origin.AGENT:
            self._see_answer(turn)
        elif turn.origin is Origin.TOOL:
            self._see_results(turn)

    def _see_request(self, turn: Turn) -> None:
        self.spoken = True
        self.guardian = self.guardian or turn.text.startswith(GUARDIAN)
        typed = turn.origin in TYPED
        # The words of a person go before a command that they ran first.
        if turn.text and (not self.asked or (typed and not self._typed)):
            self.asked, self._typed = turn.text, typed
        if turn.origin in ASKED:
            self.turns += 1
            self.spark.append(0)
        if self.state in ("error", "interrupted"):
            self.state = ""

    def _see_answer(self, turn: Turn) -> None:
        self.spoken = True
        if turn.model and (not self.models or self.models[-1] != turn.model):
            if turn.model in self.models:
                self.models.remove(turn.model)
            self.models.append(turn.model)
        for block in turn.blocks:
            if isinstance(block, ToolCall) and self.spark:
                self.spark[-1] += 1
            elif isinstance(block, FileEdit):
                self._edits.setdefault(block.call_id, []).append(block.path)
            elif isinstance(block, Text):
                self.last_words = block.text

    def _see_results(self, turn: Turn) -> None:
        for block in turn.blocks:
            if isinstance(block, ToolResult) and block.is_error and block.call_id:
                self._edits.pop(block.call_id, None)
