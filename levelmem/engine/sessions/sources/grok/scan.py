"""One pass over a history: the session as a list shows it."""

from pathlib import Path
from urllib.parse import unquote

from levelmem.engine.sessions.json_values import Data, as_dict, read_object
from levelmem.engine.sessions.jsonl import Skipped, read_records, text_of
from levelmem.engine.sessions.model import Kind, Scan, SessionFile
from levelmem.engine.sessions.row import Row, unreadable
from levelmem.engine.sessions.sources.grok.turns import read_talk
from levelmem.engine.sessions.times import parse_time

SUMMARY = "summary.json"
_TIMES = ("created_at", "updated_at", "last_active_at")


def scan_file(file: SessionFile) -> Scan:
    """Read one history; never raises for what it holds."""
    skipped, ident = Skipped(), file.path.parent.name
    about = read_object(file.path.with_name(SUMMARY))
    is_subagent = about.get("session_kind") == "subagent"
    kind = Kind.SUBAGENT if is_subagent else Kind.MAIN
    try:
        talk = read_talk(read_records(file.path, skipped), kind)
    except OSError as error:
        return Scan(unreadable(file, ident, error))
    row = Row()
    for turn in talk.turns:
        row.take(turn)
    for when in (talk.first, talk.last, *(parse_time(about.get(n)) for n in _TIMES)):
        row.see(when)
    if not row.models and (model := text_of(about.get("current_model_id"))):
        row.models[model] = None
    return Scan(
        row.session(
            file,
            ident,
            project=_folder(file.path, about),
            branch=text_of(about.get("head_branch")),
            title=_title(about),
            kind=kind if is_subagent else row.kind,
            parent_id=text_of(about.get("parent_session_id")),
            skipped=skipped.lines,
        )
    )


def _title(about: Data) -> str:
    return text_of(about.get("generated_title")) or text_of(
        about.get("session_summary")
    )


def _folder(path: Path, about: Data) -> str:
    """Return the folder: the store names its own by it, percent-encoded."""
    known = text_of(as_dict(about.get("info")).get("cwd"))
    named = text_of(unquote(path.parent.parent.name, errors="replace"))
    return known or (named if named.startswith("/") else "")
