"""What levelmem remembers from one run to the next: filters, place, theme.

Nothing here is a setting, and nothing is missed where it is deleted.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


class State:
    """Named JSON values in one private file."""

    def __init__(self, path: Path | None = None) -> None:
        """Keep values in the file at ``path``; without one only for this run."""
        self._path = path
        self._values: dict[str, Any] = {}
        if path is not None:
            with suppress(OSError, ValueError):
                values = json.loads(path.read_bytes())
                self._values = values if isinstance(values, dict) else {}

    def get(self, name: str) -> Any:
        """Return a value, None where there is none; it may be of any shape."""
        return self._values.get(name)

    def put(self, name: str, value: Any) -> None:
        """Keep a value; where the file can't be written, for this run only."""
        if self._values.get(name) != value:
            self._values[name] = value
            if self._path is not None:
                with suppress(OSError):
                    self._write(self._path)

    def _write(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        body = json.dumps(self._values, indent=1)
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(fresh, flags, 0o600), "w") as file:
                file.write(body)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
