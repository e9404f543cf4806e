"""Where Cline and its relatives keep their tasks.

``<editor>/User/globalStorage/<extension>/tasks/<task>/``, and since they have a command
line of their own ``~/.cline/data``: ``tasks`` as well, and ``sessions/<id>/``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from levelmem.engine.sessions.editors import user_folders
from levelmem.engine.sessions.json_values import Data, as_list, read_array, read_object
from levelmem.engine.sessions.jsonl import Skipped, text_of
from levelmem.engine.sessions.model import SessionFile
from levelmem.engine.sessions.store_files import (
    Seen,
    entries,
    existing_roots,
    session_file,
    subfolders,
)

UI, API, META = (
    "ui_messages.json",
    "api_conversation_history.json",
    "task_metadata.json",
)
HISTORY = "history_item.json"
_MESSAGES = ".messages.json"


def extensions(environ: Mapping[str, str], names: Sequence[str]) -> Iterator[Path]:
    """Yield where the editors may keep what the extensions store."""
    for folder in user_folders(environ):
        for name in names:
            yield folder / "globalStorage" / name


def own_homes(environ: Mapping[str, str], home: str) -> Iterator[Path]:
    """Yield where the command line may keep its data.

    ``CLINE_DATA_DIR`` names it, ``CLINE_DIR`` the folder above, and
    ``CLINE_SESSION_DATA_DIR`` that of the sessions.
    """
    if sessions := environ.get("CLINE_SESSION_DATA_DIR"):
        yield Path(sessions)
    person = environ.get("HOME") or environ.get("USERPROFILE")
    above = environ.get("CLINE_DIR") or (person and str(Path(person, home)))
    if data := environ.get("CLINE_DATA_DIR"):
        yield Path(data)
    elif above:
        yield Path(above, "data")


def existing(candidates: Iterable[Path]) -> list[Path]:
    """Return the stores that hold tasks or sessions, each once."""
    found: dict[Path, Path] = {}
    for root in candidates:
        signs = (root / "tasks", root / "sessions")
        has_sessions = [sign for sign in signs if sign.is_dir()]
        if has_sessions or root.name == "sessions":
            found[root] = has_sessions[0] if has_sessions else root
    return existing_roots(found)


def files(agent: str, root: Path) -> Iterator[SessionFile]:
    """Yield the tasks of one store. Raises ``OSError`` when it can't be listed."""
    list(root.iterdir())  # Says why, where it can't be listed.
    seen: Seen = set()
    for task in subfolders(root / "tasks", seen):
        beside = (task / META, task / HISTORY)
        for name in (UI, API):
            if file := session_file(agent, root, task / name, seen, *beside):
                yield file
                break
    sessions = root / "sessions" if (root / "sessions").is_dir() else root
    for session in subfolders(sessions, seen):
        for entry in entries(session):
            if entry.name.endswith(_MESSAGES):
                path = Path(entry.path)
                manifest = manifest_of(path)
                if file := session_file(agent, root, path, seen, manifest):
                    yield file


def is_of_command_line(path: Path) -> bool:
    """Tell whether a file is a session of the command line, or one of its tasks."""
    return is_session(path) or path.parent.parent.parent.name == "data"


def is_session(path: Path) -> bool:
    """Tell whether a file holds the messages of a session, not those of a task."""
    return path.name.endswith(_MESSAGES)


def manifest_of(path: Path) -> Path:
    """Return what describes the session that a file of messages belongs to."""
    return path.with_name(f"{path.parent.name}.json")


def ident_of(path: Path) -> str:
    """Return the id of a task or a session; an agent below it adds its own."""
    if not is_session(path):
        return path.parent.name
    agent, session = path.name.removesuffix(_MESSAGES), path.parent.name
    return session if agent == session else f"{session}.{agent}"


def parent_of(path: Path) -> str:
    """Return the session or the task that started this one, or ``""``."""
    if is_session(path):
        session = path.parent.name
        return "" if ident_of(path) == session else session
    return text_of(read_object(path.with_name(HISTORY)).get("parentTaskId"))


def history(root: Path) -> dict[str, Data]:
    """Return what the history of tasks says of each, by its id."""
    found: dict[str, Data] = {}
    items = as_list(read_object(root / "tasks" / "_index.json").get("entries"))
    with suppress(OSError):
        items += read_array(root / "state" / "taskHistory.json", Skipped())
    for item in items:
        if ident := text_of(item.get("id")):
            found[ident] = item
    return found


def folder_in(item: Data) -> str:
    """Return the folder that an entry of the history names."""
    names = ("workspace", "cwdOnTaskInitialization", "shadowGitConfigWorkTree")
    known = (text_of(item.get(name)) for name in (*names, "cwd", "workspace_root"))
    return next(filter(None, known), "")
