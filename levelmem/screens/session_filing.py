"""Filing sessions: pin, done, trash, rename, tag; one or many; undone with one key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from levelmem.engine.sessions.archiving import shelves
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.widgets.background import background
from levelmem.widgets.session_look import title_of

if TYPE_CHECKING:
    from levelmem.engine.memory.service import Change as MemoryChange
    from levelmem.engine.memory.service import Memory
    from levelmem.engine.sessions.labels import Label

Change: TypeAlias = "tuple[Session, Label]"
"""A session and what is said about it from now on."""


@dataclass
class Filed(Message):
    """A worker has written filing down, or failed to."""

    said: str
    """What was done, for people."""
    inverse: Sequence[Change]
    """What takes it back; nothing where this took something back."""
    problem: str = ""


def turned(
    sessions: Sequence[Session], lifecycle: str, shelf: Callable[[Session], str]
) -> str:
    """Return the lifecycle that filing gives: back to active where all have it.

    ``shelf`` tells which one a session has, were it only for its age.
    """
    everywhere = all(shelf(session) == lifecycle for session in sessions)
    return "active" if everywhere else lifecycle


def inverse(change: Change) -> Change:
    """Return what brings a session back to how it was filed before ``change``."""
    session, label = change
    from levelmem.engine.sessions.labels import LEVELCODE, Label

    title = None
    if label.title is not None:
        # An overlay forgets a title that is empty; LevelCode's own file can't.
        own = session.title_source == "named" or session.agent == LEVELCODE
        title = session.title if own else ""
    lifecycle = None
    if label.lifecycle is not None:
        # Nobody had said anything: an overlay can have it so again.
        unsaid = not session.filed and session.agent != LEVELCODE
        lifecycle = "" if unsaid else session.lifecycle
    return session, Label(
        lifecycle=lifecycle,
        pinned=None if label.pinned is None else session.pinned,
        title=title,
        tags=None if label.tags is None else session.tags,
    )


def _forget_source(session: str, memory: "Memory") -> "MemoryChange":
    return memory.forget_source(session=session)


def _undo_change(change: str, memory: "Memory") -> "MemoryChange":
    return memory.undo(change)


class SessionFiling(Screen[Any]):
    """Adds filing to a screen; the screen says which sessions are meant."""

    library: Library
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,f2", "pin", "Pin", show=False, id="session.pin"),
        Binding(
            "d,delete",
            "shelve('archived')",
            "Done",
            show=False,
            id="session.done",
            tooltip="File as done, or take it back",
        ),
        Binding(
            "x,shift+delete",
            "shelve('trashed')",
            "Trash",
            show=False,
            id="session.trash",
            tooltip="Put into the trash, or take out",
        ),
        Binding("R,shift+f2", "rename", "Rename", show=False, id="session.rename"),
        Binding(
            "t,shift+f11",
            "tag",
            "Tags",
            show=False,
            id="session.tag",
            tooltip="Tag the session, or those that are marked",
        ),
        Binding(
            "M,ctrl+delete",
            "forget_memory",
            "Forget its memory",
            show=False,
            id="session.forget-memory",
            tooltip="Forget what memory has from the session",
        ),
        Binding("u,ctrl+z", "undo", "Undo", show=False, id="app.undo"),
    ]

    def filed_sessions(self) -> Sequence[Session]:
        """Return the sessions that are filed."""
        raise NotImplementedError

    def filing_done(self) -> None:
        """Do what follows when filing is written down."""

    def on_mount(self) -> None:
        """Begin with nothing to undo."""
        self._undo: list[Callable[[], object]] = []

    def action_pin(self) -> None:
        """Pin, or unpin where all are pinned."""
        from levelmem.engine.sessions.labels import Label

        sessions = self.filed_sessions()
        pinned = not all(session.pinned for session in sessions)
        said = "Pinned" if pinned else "Unpinned"
        self._file(said, [(s, Label(pinned=pinned)) for s in sessions])

    def shelf(self, session: Session) -> str:
        """Return on which shelf a session lies now, by word or by age."""
        days = self.library.memory_settings.auto_archive_days
        return shelves(self.library.now(), days)(session)

    def action_shelve(self, lifecycle: str) -> None:
        """File under a lifecycle, or back to active where all are there."""
        from levelmem.engine.sessions.labels import Label

        sessions = self.filed_sessions()
        there = turned(sessions, lifecycle, self.shelf)
        said = {"archived": "Done", "trashed": "In the trash", "active": "Taken back"}
        self._file(said[there], [(s, Label(lifecycle=there)) for s in sessions])

    def action_rename(self) -> None:
        """Ask for a name for one session."""
        from levelmem.engine.sessions.labels import LEVELCODE, Label
        from levelmem.screens.dialogs import TextDialog

        sessions = self.filed_sessions()
        if len(sessions) != 1:
            self.app.notify("Mark one session only to rename it.", severity="warning")
            return
        session = sessions[0]

        def rename(name: str | None) -> None:
            if name is not None and name.strip() != session.title:
                self._file("Renamed", [(session, Label(title=name.strip()))])

        where = "kept by LevelCode itself"
        if session.agent != LEVELCODE:
            agent = self.library.agent(session.agent)
            where = f"kept by levelmem; {agent}'s own file stays as it is"
        title = f"What should this session be called? ({where})"
        self.app.push_screen(TextDialog(title, title_of(session)), rename)

    def action_tag(self) -> None:
        """Ask for the tags that the sessions share."""
        from levelmem.engine.sessions.labels import Label
        from levelmem.engine.sessions.tags import common_tags, retagged, typed_tags
        from levelmem.screens.dialogs import TextDialog

        sessions = list(self.filed_sessions())
        if not sessions:
            return
        before = common_tags([session.tags for session in sessions])

        def tag(line: str | None) -> None:
            if line is None:
                return
            after = typed_tags(line)
            changes = [
                (session, Label(tags=tags))
                for session in sessions
                if (tags := retagged(session.tags, before, after)) != session.tags
            ]
            self._file("Tagged" if after else "Tags taken away", changes)

        one = len(sessions) == 1
        what = "this session" if one else f"all {len(sessions)} sessions"
        title = f"Tags of {what}, with spaces between (kept by levelmem)"
        self.app.push_screen(TextDialog(title, " ".join(before)), tag)

    def action_undo(self) -> None:
        """Take the last filing back."""
        if self._undo:
            self._undo.pop()()
        else:
            self.app.notify("Nothing to undo.")

    # What memory has from sessions.

    def action_forget_memory(self) -> None:
        """Forget what memory has from the sessions, if sure."""
        from levelmem.screens.dialogs import ConfirmDialog

        sessions = list(self.filed_sessions())
        if not sessions:
            return
        one = len(sessions) == 1
        what = title_of(sessions[0]) if one else f"{len(sessions)} sessions"
        lines = [
            what,
            "",
            "Facts that came from nowhere else leave the memory of their project;",
            "what other sessions vouch for stays. The sessions stay as they are.",
        ]

        def forget(sure: bool | None) -> None:
            if sure:
                self._forget(sessions)

        dialog = ConfirmDialog("Forget what came from here?", lines, "Forget")
        self.app.push_screen(dialog, forget)

    @background("forget what came from a session", group="filing")
    def _forget(self, sessions: Sequence[Session]) -> None:
        from levelmem.engine.problem import Problem

        undos: list[tuple[str, str]] = []
        facts, problem = 0, ""
        for session in sessions:
            try:
                forget = partial(_forget_source, session.id)
                change = self.library.shelf.ask(session.project, forget)
            except (Problem, OSError) as error:
                problem = str(error)
                continue
            facts += len(change.keys)
            if change.id:
                undos.append((session.project, change.id))
        said = f"Forgot {facts} fact{'s' * (facts != 1)}"
        self.app.call_from_thread(self._forgot, said, undos, problem)

    @background("undo it", group="filing")
    def _remember_again(self, undos: Sequence[tuple[str, str]]) -> None:
        for project, change in reversed(undos):
            self.library.shelf.ask(project, partial(_undo_change, change))
        self.app.call_from_thread(self._forgot, "Undone", (), "")

    def _forgot(
        self, said: str, undos: Sequence[tuple[str, str]], problem: str
    ) -> None:
        if problem:
            self.app.notify(problem, title="Not forgotten", severity="error")
        else:
            self.app.notify(said + (" · u undoes" if undos else ""))
        if undos:
            self._undo.append(partial(self._remember_again, undos))
        self.library.memory_changed.publish(None)
        self.filing_done()

    def _file(self, said: str, changes: Sequence[Change]) -> None:
        if changes:
            self._write(said, changes, [inverse(change) for change in changes])

    @background("file sessions", group="filing")
    def _write(
        self, said: str, changes: Sequence[Change], back: Sequence[Change]
    ) -> None:
        from levelmem.engine.sessions.labels import LabelError

        done, problem = 0, ""
        try:
            for session, label in changes:
                self.library.catalog().file(session, label)
                done += 1
        except LabelError as error:
            problem = str(error)
        what = title_of(changes[0][0]) if len(changes) == 1 else f"{done} sessions"
        self.post_message(Filed(f"{said}: {what}", back[:done], problem))

    def on_filed(self, event: Filed) -> None:
        """Say what was done, and show it."""
        if event.inverse:
            self._undo.append(partial(self._write, "Undone", event.inverse, ()))
        if event.problem:
            self.app.notify(event.problem, title="Not filed", severity="error")
        else:
            hint = " · u undoes" if event.inverse else ""
            self.app.notify(event.said + hint)
        self.filing_done()
        self.app.action_refresh()  # type: ignore[attr-defined]
