"""A memory taken to others and from them, without leaving the screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

from levelmem.engine.problem import Problem
from levelmem.screens.exporting import write_private
from levelmem.screens.fact_actions import FactActions
from levelmem.widgets.background import background
from levelmem.widgets.fact_look import counted

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change, Memory

SHARING_KEYS: list[BindingType] = [
    Binding(
        "i,alt+i",
        "import",
        "Import",
        show=False,
        id="memory.import",
        tooltip="Hold for review what a bundle or a Markdown file says",
    ),
    Binding(
        "E,alt+e",
        "export",
        "Export",
        show=False,
        id="memory.export",
        tooltip="Write this memory to a file for others, or to be moved",
    ),
]

_FORMS = (
    ("markdown", "Markdown", "for people; held notes are left out", "memory.md"),
    ("bundle", "Bundle", "for another levelmem, which holds it for review", "json"),
    ("whole", "Whole memory", "for your own other machine: every record", "json"),
)


class MemorySharing(FactActions):
    """Adds import and export to Memory."""

    def action_import(self) -> None:
        """Ask for a file, and hold for review what it says."""
        from levelmem.screens.dialogs import TextDialog

        def read(name: str | None) -> None:
            if name and name.strip():
                self._import(Path(name.strip()).expanduser())

        title = "Hold for review what this bundle or Markdown file says"
        self.app.push_screen(TextDialog(title, yes="Import"), read)

    @background("import a file", group="import")
    def _import(self, file: Path) -> None:
        from levelmem.engine.memory.exchange.sharing import texts_of

        file = self._below_project(file)
        try:
            texts = texts_of(file.read_text(encoding="utf-8"), str(file))
        except UnicodeDecodeError:
            self._tell(f"{file} is no text in UTF-8.", failed=True)
        except OSError as error:
            self._tell(f"{file} can't be read: {error.strerror}.", failed=True)
        except Problem as problem:
            self._tell(str(problem), failed=True)
        else:
            self.app.call_from_thread(self._hold, texts, file.name)

    def _hold(self, texts: list[str], name: str) -> None:
        from levelmem.engine.memory.exchange.sharing import import_texts
        from levelmem.engine.memory.service import Change

        project = self.note_project()

        def act(memory: Memory) -> Change:
            done = import_texts(memory, texts, name)
            if done.change is None:
                lines = counted(done.known, "line")
                return Change(f"Nothing new: {lines} of {name} are known already.")
            known = f" {done.known:,} known already." if done.known else ""
            words = f"Held for your review: {counted(done.held, 'line')} of {name}."
            change = done.change
            return Change(
                f"{words}{known} r reviews them.",
                change.keys,
                change.records,
                change.id,
            )

        self.take(lambda shelf: shelf.ask(project, act))

    def action_export(self) -> None:
        """Ask in which form and where, and write the memory there."""
        from levelmem.screens.choice_dialog import Choice, ChoiceDialog
        from levelmem.screens.dialogs import TextDialog

        def choose(form: str | None) -> None:
            if form is None:
                return
            ending = next(end for id_, _, _, end in _FORMS if id_ == form)
            here = Path(self.library.folder or Path.cwd())
            name = ending if form == "markdown" else f"memory-{form}.{ending}"
            dialog = TextDialog("Write it to", str(here / name), "Export")
            self.app.push_screen(dialog, lambda file: self._export_to(form, file))

        choices = [Choice(id_, label, hint) for id_, label, hint, _ in _FORMS]
        self.app.push_screen(ChoiceDialog("Export this memory as", choices), choose)

    def _export_to(self, form: str, file: str | None) -> None:
        if file and file.strip():
            self._export(form, Path(file.strip()).expanduser(), self.note_project())

    @background("export memory", group="export")
    def _export(self, form: str, file: Path, project: str) -> None:
        from levelmem.engine.memory.exchange.moving import as_whole
        from levelmem.engine.memory.exchange.sharing import as_bundle, as_markdown

        forms: dict[str, Callable[[Memory, datetime], str]] = {
            "markdown": as_markdown,
            "bundle": as_bundle,
            "whole": as_whole,
        }
        today = self.library.now()
        file = self._below_project(file)
        try:
            text = self.library.shelf.ask(project, lambda m: forms[form](m, today))
            write_private(file, text)
        except Problem as problem:
            self._tell(str(problem), failed=True)
        except OSError as error:
            self._tell(f"{file} can't be written: {error.strerror}.", failed=True)
        else:
            self._tell(f"Exported to {file}.")

    def _below_project(self, file: Path) -> Path:
        """Return a path that was typed, one without a folder below the project's."""
        return Path(self.library.folder or Path.cwd()) / file

    def _tell(self, words: str, *, failed: bool = False) -> None:
        severity = "error" if failed else "information"
        self.app.call_from_thread(
            self.app.notify, words, title="Memory", severity=severity
        )
