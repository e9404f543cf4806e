"""What of sessions and memories is indexed: what was said, done and remembered."""

import re
from collections.abc import Iterable, Iterator, Sequence

from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.records import HERE, JournalLine
from levelmem.engine.recall.documents import (
    COMMAND_MARK,
    Document,
    DocumentKind,
    Role,
)
from levelmem.engine.sessions.model import (
    ASKED,
    Block,
    FileEdit,
    Origin,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.runs import command_of
from levelmem.engine.sessions.times import parse_time

_LONGEST = 8000
"""Characters of one turn that are indexed."""
_LONGEST_CALL = 600
_TELLS_ERROR = re.compile(
    r"error|exception|traceback|panic|fatal|fail|cannot|denied|not found|undefined",
    re.IGNORECASE,
)
# In an output that is no error as a whole, source text with such words is no news.
_IS_ERROR = re.compile(
    r"(?:[\w.]*(?:Error|Exception|Warning)\b|error\b|fatal\b|panic\b|FAIL|E {3}|"
    r"npm ERR!|Traceback|Segmentation fault|E[A-Z]{4,}\b|\S+:\d+(?::\d+)?: \w*error)",
)
_ERROR_LINES = 6
_LONGEST_LINE = 300


def session_documents(session: Session, turns: Iterable[Turn]) -> Iterator[Document]:
    """Yield one document for each turn that says or does anything.

    Reasoning, what a client put into the conversation, other agents' prompts and the
    output of tools are left out, but for the lines of it that tell an error.
    """
    for turn in turns:
        text = _turn_text(turn)
        if text:
            yield Document(
                kind=DocumentKind.TURN,
                text=text[:_LONGEST],
                role=Role.PERSON if turn.origin in ASKED else Role.AGENT,
                when=turn.when or session.updated,
                agent=session.agent,
                session=session.id,
                turn=turn.number,
            )


def _turn_text(turn: Turn) -> str:
    spoken = turn.origin in ASKED or turn.origin in (Origin.AGENT, Origin.TOOL)
    if not spoken or turn.note == "abandoned branch":
        return ""
    said = turn.origin is not Origin.TOOL
    parts = (_block_text(block, said) for block in turn.blocks)
    return "\n".join(part for part in parts if part)


def _block_text(block: Block, said: bool) -> str:
    match block:
        case Text(text) if said:
            return text.strip()
        case ToolCall():
            command = command_of(block)
            told = f"{COMMAND_MARK}{command.strip()}" if command else block.summary
            return told[:_LONGEST_CALL]
        case FileEdit(path):
            return path
        case ToolResult():
            return _errors_of(block)
        case _:
            return ""


def _errors_of(result: ToolResult) -> str:
    lines = (
        line.strip()[:_LONGEST_LINE] for line in result.text[:100_000].splitlines()
    )
    tells = _TELLS_ERROR.search if result.is_error else _IS_ERROR.match
    return "\n".join([line for line in lines if tells(line)][:_ERROR_LINES])


def memory_documents(
    facts: Iterable[Fact], journal: Sequence[JournalLine]
) -> Iterator[Document]:
    """Yield a document for each fact that was not removed, and each journal line."""
    for fact in facts:
        if fact.listed:
            yield _fact_document(fact)
    for line in journal:
        yield _journal_document(line)


def _fact_document(fact: Fact) -> Document:
    first = fact.observations[0] if fact.observations else None
    origin = first.origin if first else None
    source = first.source if first and first.source != HERE else ""
    turn = origin.turn if origin and origin.turn is not None else -1
    return Document(
        kind=DocumentKind.FACT,
        text=fact.text,
        reference=fact.key,
        role=Role.PERSON if fact.credited else Role.NOBODY,
        when=fact.updated_at or fact.learned_at,
        agent=origin.agent if origin else "",
        session=(origin.session if origin else "") or source,
        turn=turn,
    )


def _journal_document(line: JournalLine) -> Document:
    commits = line.extra.get("commits")
    told = [line.title, line.summary, " ".join(line.files)]
    if isinstance(commits, list):
        told += [commit for commit in commits if isinstance(commit, str)]
    agent = line.extra.get("agent")
    return Document(
        kind=DocumentKind.JOURNAL,
        text="\n".join(part for part in told if part),
        when=parse_time(line.at),
        agent=agent if isinstance(agent, str) else "",
        session=line.id,
    )
