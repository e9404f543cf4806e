"""Made-up stores of Cursor's: its editor's, its command line's, and transcripts."""

import hashlib
import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.sources.cursor import SOURCE

Data = dict[str, Any]

SESSION = "8c5c40cd-fd4a-4a26-8c97-1fc4b60caf1d"
START = 1771596931729


def line(role: str, *content: Data) -> Data:
    """Return a line of a transcript."""
    return {"role": role, "message": {"content": list(content)}}


def text(words: str) -> Data:
    """Return a block of text."""
    return {"type": "text", "text": words}


def put_transcript(
    home: Path, lines: Sequence[Data], place: str = f"{SESSION}/{SESSION}.jsonl"
) -> Path:
    """Write a transcript where Cursor would, in the project ``home-ada-code-lamp``."""
    path = home / "projects" / "home-ada-code-lamp" / "agent-transcripts" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return path


def put_chat(
    home: Path, messages: Sequence[Data], workspace: str = "", **about: Any
) -> Path:
    """Write a chat of the command line: a blob for each message, and their list."""
    path = home / "chats" / "0a1b" / SESSION / "store.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    bodies = [json.dumps(message).encode() for message in messages]
    root = b"".join(_field(1, hashlib.sha256(body).digest()) for body in bodies)
    root += _field(9, workspace.encode()) if workspace else b""
    known = {"latestRootBlobId": hashlib.sha256(root).hexdigest(), **about}
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        for body in (root, *bodies):
            row = (hashlib.sha256(body).hexdigest(), body)
            database.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", row)
        value = json.dumps(known).encode().hex()
        database.execute("INSERT INTO meta VALUES ('0', ?)", (value,))
        database.commit()
    return path


def put_entries(user: Path, entries: Mapping[str, object]) -> Path:
    """Write entries into the editor's database; one that is a text is kept as it is."""
    path = user / "globalStorage" / "state.vscdb"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT UNIQUE, value BLOB)"
        )
        for key, value in entries.items():
            body = value if isinstance(value, str) else json.dumps(value)
            row = (key, body)
            database.execute("INSERT OR REPLACE INTO cursorDiskKV VALUES (?, ?)", row)
        database.commit()
    return path


def put_composer(
    user: Path, bubbles: Sequence[Data], ident: str = SESSION, **about: Any
) -> Path:
    """Write a session of the editor: an entry, and one for each of its messages."""
    heads = [
        {"bubbleId": f"b{n}", "type": b.get("type")} for n, b in enumerate(bubbles)
    ]
    entries: Data = {
        f"composerData:{ident}": {
            "composerId": ident,
            "createdAt": START,
            "lastUpdatedAt": START + 60_000,
            "fullConversationHeadersOnly": heads,
            **about,
        }
    }
    for number, bubble in enumerate(bubbles):
        entries[f"bubbleId:{ident}:b{number}"] = bubble
    return put_entries(user, entries)


def listed(root: Path) -> list[Session]:
    """Return the sessions of a store."""
    return SOURCE.assemble(root, [SOURCE.scan(file) for file in SOURCE.files(root)])


def only(root: Path) -> tuple[Session, list[Turn]]:
    """Return the one session of a store, and its turns."""
    (session,) = listed(root)
    return session, list(SOURCE.turns(session))


def _field(number: int, body: bytes) -> bytes:
    assert len(body) < 128
    return bytes([number << 3 | 2, len(body)]) + body
