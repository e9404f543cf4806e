"""Read what agents load from a tree, and look through all of it."""

from collections.abc import Iterable
from pathlib import Path

from levelmem.engine.audit.report import Finding, Notice, Report
from levelmem.engine.audit.rules import suspicions
from levelmem.engine.audit.targets import (
    IMPORTERS,
    MOST_HOPS,
    imports,
    loaded_files,
)

LARGEST = 1024 * 1024
"""Bytes of a file that are read: agents load less."""
MOST_FILES = 5000
_HEAD = 8192


def audit(path: Path, folders: Iterable[Path] = ()) -> Report:
    """Look through what agents load from ``path``, a folder or one file.

    ``folders`` are further ones to look through whole (an agent's memory outside the
    tree). Links that lead out of their tree are not followed, and nothing that a
    file is or holds stops the audit: what could not be checked becomes a notice.

    Raises ``FileNotFoundError`` when ``path`` is not there.
    """
    path = path.absolute()
    if not path.exists():
        raise FileNotFoundError(f"{path} is not there: nothing to audit")
    reading = _Reading()
    if path.is_file():
        reading.read(path, path.parent, path.name)
        reading.follow_imports(path.parent)
    else:
        for file in loaded_files(path):
            reading.read(file, path, file.relative_to(path).as_posix())
        reading.follow_imports(path)
    for folder in folders:
        for file in sorted(folder.rglob("*.md")) if folder.is_dir() else ():
            reading.read(file, folder, str(file))
    findings = [
        f for name, text in reading.texts.items() for f in audit_text(text, name)
    ]
    return Report(
        root=str(path),
        files=tuple(sorted(reading.texts)),
        findings=tuple(sorted(findings, key=_place)),
        notices=tuple(sorted(reading.notices, key=lambda notice: notice.path)),
    )


def audit_text(text: str, path: str) -> list[Finding]:
    """Return the findings in one file's text; ``path`` is only what to call it."""
    return sorted(suspicions(text, path), key=_place)


def _place(finding: Finding) -> tuple[str, int, int, str]:
    return (finding.path, finding.line, finding.column, finding.rule)


class _Reading:
    """The texts read so far, by the name they are reported under."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.notices: list[Notice] = []
        self._seen: set[Path] = set()

    def read(self, file: Path, root: Path, name: str) -> bool:
        """Read one file, once; a link must stay inside ``root``."""
        try:
            real = file.resolve(strict=True)
            if not real.is_relative_to(root.resolve()):
                self._notice(name, "it is a link that leads out of the tree")
                return False
            if real in self._seen or not real.is_file():
                return False
            if len(self.texts) >= MOST_FILES:
                self._notice(name, f"there are more than {MOST_FILES:,} files")
                return False
            self._seen.add(real)
            text = self._text(real, name)
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "its links go round in circles"
            self._notice(name, f"it can't be read ({reason})")
            return False
        if text is not None:
            self.texts[name] = text
        return text is not None

    def _text(self, file: Path, name: str) -> str | None:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            size = file.stat().st_size
            self._notice(name, f"only the first 1 MB of {size:,} bytes was read")
            data = data[:LARGEST]
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16", "replace")
        if b"\0" in data[:_HEAD]:
            self._notice(name, "it is not a text file")
            return None
        return data.decode("utf-8", "replace")

    def _notice(self, name: str, message: str) -> None:
        self.notices.append(Notice(name, message))

    def follow_imports(self, root: Path) -> None:
        """Read what the files import with ``@path``, five steps deep."""
        importers = [n for n in self.texts if n.rsplit("/", 1)[-1].lower() in IMPORTERS]
        for _ in range(MOST_HOPS):
            importers = [
                name
                for importer in importers
                for target in imports(self.texts[importer])
                if (name := self._imported(root, importer, target))
            ]

    def _imported(self, root: Path, importer: str, target: str) -> str:
        """Read an imported file; return the name it goes by, or ``""``."""
        file = root / Path(importer).parent / target
        if target.startswith("~/") or not file.exists():
            return ""
        real = file.resolve()
        if not real.is_relative_to(root.resolve()):
            self._notice(importer, f"it imports {target}, which is outside the tree")
            return ""
        name = real.relative_to(root.resolve()).as_posix()
        return name if self.read(file, root, name) else ""


def claude_memory_folder(project: str, claude_home: Path) -> Path:
    """Return where Claude Code keeps its own memory of a project.

    Its slug has a ``-`` for each character outside ``[A-Za-z0-9]``.
    """
    slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in project)
    return claude_home / "projects" / slug / "memory"
