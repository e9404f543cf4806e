"""The one place where errors end: what an application tells the person about them."""

from typing import Any, TypeVar

from textual.app import App

from levelmem.engine.problem import Problem
from levelmem.engine.text import safe_text
from levelmem.widgets.background import WorkFailed

T = TypeVar("T")


def words_of(error: BaseException) -> str:
    """Return an error as people read it: what happened, and to which file."""
    if isinstance(error, Problem):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    name = type(error).__name__
    said = f"{name}: {error}" if str(error) else name
    return f"{said}. This is a mistake in levelmem itself."


class TellsFailures(App[T]):
    """Adds to an application that it tells errors and goes on."""

    def on_work_failed(self, event: WorkFailed) -> None:
        """Tell what a worker has raised."""
        self.report(event.error, event.doing)

    def report(self, error: BaseException, doing: str) -> None:
        """Tell that something could not be done, and why."""
        self.log.error(doing, error)
        self.notify(words_of(error), title=f"Could not {doing}", severity="error")

    def notify(self, message: str, **options: Any) -> None:
        """Show a toast; its text is never taken for markup."""
        options["markup"] = False
        super().notify(safe_text(message), **options)
