"""One pass over a session log of memcode: its row in the catalog."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

from levelmem.engine.eventlog.reader import read_log
from levelmem.engine.eventlog.records import LATER_LEARNED, LogRecord, RecordKind
from levelmem.engine.secrets import scrub_text
from levelmem.engine.sessions.model import (
    ASKED,
    FileEdit,
    Kind,
    Origin,
    Scan,
    Session,
    SessionFile,
    ToolCall,
    Turn,
)
from levelmem.engine.sessions.sources.memcode.places import project_of
from levelmem.engine.sessions.sources.memcode.turns import turns_of
from levelmem.engine.text import clip, one_line

_TITLE, _PREVIEW, _LAST_WORDS = 56, 96, 200
_UNTITLED = "(no prompt)"


def scan(file: SessionFile) -> Scan:
    """Read one log; never raises for what it holds."""
    name = file.path.parent.name
    log = read_log(file.path, name)
    turns = list(turns_of(log.records))
    modified = datetime.fromtimestamp(file.modified, UTC)
    times = [r.ts for r in log.records if r.ts and r.kind not in LATER_LEARNED]
    typed = [turn for turn in turns if turn.origin in ASKED]
    words = next((text for turn in typed if (text := one_line(turn.text[:1000]))), "")
    words = scrub_text(words)
    return Scan(
        Session(
            agent=file.agent,
            id=name,
            path=file.path,
            project=project_of(file.path),
            title=clip(words, _TITLE) or _UNTITLED,
            title_source="typed" if words else "",
            created=min(times, default=modified),
            updated=max(times, default=modified),
            turns=len(typed),
            models=_models(log.records),
            kind=Kind.MAIN if _holds_anything(turns, log.report.error) else Kind.HIDDEN,
            state="done" if _finished(log.records) else "",
            edits=_edits(turns),
            spark=_spark(turns),
            preview=words[:_PREVIEW],
            last_words=_last_words(turns),
            skipped=log.report.skipped,
            error=log.report.error,
            size=_size(file),
        )
    )


def _holds_anything(turns: Sequence[Turn], error: str) -> bool:
    talk = (*ASKED, Origin.AGENT)
    return bool(error) or any(turn.origin in talk for turn in turns)


def _models(records: Sequence[LogRecord]) -> tuple[str, ...]:
    named = [record.model for record in records if record.model]
    return tuple(dict.fromkeys(reversed(named)))


def _finished(records: Sequence[LogRecord]) -> bool:
    """Tell whether the session ended and nothing went on after it."""
    for record in reversed(records):
        if record.kind == RecordKind.SESSION_FINISHED:
            return True
        if record.kind not in LATER_LEARNED:
            return False
    return False


def _edits(turns: Sequence[Turn]) -> tuple[tuple[str, int], ...]:
    counts = Counter(
        block.path
        for turn in turns
        for block in turn.blocks
        if isinstance(block, FileEdit)
    )
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def _spark(turns: Sequence[Turn]) -> tuple[int, ...]:
    spark: list[int] = []
    for turn in turns:
        if turn.origin in ASKED:
            spark.append(0)
        elif spark:
            spark[-1] += sum(isinstance(block, ToolCall) for block in turn.blocks)
    return tuple(spark)


def _last_words(turns: Sequence[Turn]) -> str:
    for turn in reversed(turns):
        if turn.origin is Origin.AGENT and turn.text.strip():
            paragraphs = [p for p in turn.text[-4000:].split("\n\n") if p.strip()]
            return clip(scrub_text(one_line(paragraphs[-1])), _LAST_WORDS)
    return ""


def _size(file: SessionFile) -> int:
    with suppress(OSError):
        return file.path.stat().st_size
    return 0
