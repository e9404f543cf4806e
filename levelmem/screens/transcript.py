"""The conversation of one session, as it read."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.screens.session_actions import SessionActions
from levelmem.widgets.ages import moment
from levelmem.widgets.code import prepare, with_code_coloured
from levelmem.widgets.session_look import title_of
from levelmem.widgets.session_title import SessionTitle
from levelmem.widgets.spans import Line, plain
from levelmem.widgets.status_bar import KeyLine, StatusLine
from levelmem.widgets.transcript_builder import TranscriptBuilder
from levelmem.widgets.transcript_parts import Part
from levelmem.widgets.transcript_view import TranscriptView
from levelmem.widgets.word_box import WordBox

_BATCH_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a conversation that is gone to and lit."""

    turn: int
    block: int = -1
    """The block of the turn, or -1 for the turn as a whole."""
    row: int = 0
    """The line of the block's text, from 0."""
    words: tuple[str, ...] = ()
    """Folded words that are lit wherever they stand."""


@dataclass
class TurnsRead(Message):
    """A worker has read more of the conversation."""

    parts: Sequence[Part]
    turns: int
    """How many turns were read so far."""
    done: bool
    problem: str = ""
    """Why it could not be read to its end, for people."""


class TranscriptScreen(SessionActions):
    """Shows a session from its end, or at a place, and finds words in it."""

    CSS_PATH = "transcript.tcss"
    AUTO_FOCUS = "#talk"
    BINDING_GROUP_TITLE = "Transcript"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,f3", "find", "Find", id="transcript.find"),
        Binding("r,f5", "resume", "Resume", id="session.resume"),
        Binding(
            "y,f9",
            "copy_part",
            "Copy",
            show=False,
            id="transcript.copy",
            tooltip="Copy the part under the cursor",
        ),
        Binding(
            "Y,shift+f9",
            "copy_command",
            "Copy command",
            show=False,
            id="session.copy-command",
            tooltip="Copy the command that resumes the session",
        ),
        Binding(
            "o,f4",
            "edit_file",
            "Editor",
            show=False,
            id="session.edit-file",
            tooltip="Open the session's file in the editor",
        ),
        Binding("escape,backspace", "back", "Back", id="transcript.back"),
    ]

    def __init__(
        self, library: Library, session: Session, place: Place | None = None
    ) -> None:
        """Show ``session``, at ``place`` where one is given."""
        super().__init__()
        self.library = library
        self.session = session
        self._place = place
        self._reading: Line = (("Reading …", "muted"),)
        self._finding: Line = ()

    def compose(self) -> ComposeResult:
        """Put the screen together."""
        session, now = self.session, self.library.now()
        yield SessionTitle(
            title_of(session),
            (
                self.library.agent(session.agent),
                project_name(session.project),
                moment(session.updated or session.created, now),
            ),
        )
        yield TranscriptView(id="talk")
        yield WordBox("Find in this conversation", id="words")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    @property
    def talk(self) -> TranscriptView:
        """The conversation."""
        return self.query_one(TranscriptView)

    def action_session(self) -> Session:
        """Return the session that is shown."""
        return self.session

    # Reading.

    def on_mount(self) -> None:
        """Begin to read."""
        self._say()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._read(self.talk.room)

    @work(thread=True, exclusive=True, group="turns", description="read the session")
    def _read(self, room: int) -> None:
        worker = get_current_worker()
        now = self.library.now()
        agent = self.library.agent(self.session.agent)
        builder = TranscriptBuilder(agent, now.tzinfo, self.session.project)
        parts: list[Part] = []
        turns, last, problem = 0, monotonic(), ""
        try:
            for turn in self.library.catalog().turns(self.session):
                if worker.is_cancelled:
                    return
                parts += builder.add((turn,))
                turns += 1
                if monotonic() - last > _BATCH_SECONDS:
                    self._post(parts, room, turns)
                    parts, last = [], monotonic()
        except OSError as error:
            problem = error.strerror or str(error)
        self._post(parts, room, turns, done=True, problem=problem)

    def _post(
        self,
        parts: Sequence[Part],
        room: int,
        turns: int,
        done: bool = False,
        problem: str = "",
    ) -> None:
        for part in parts:  # wrapped and prepared here, so that the screen need not
            part.height(room)
            if part.finish is with_code_coloured:
                prepare(part.texts)
        self.post_message(TurnsRead(parts, turns, done, problem))

    def on_turns_read(self, event: TurnsRead) -> None:
        """Show further turns."""
        self.talk.extend(event.parts)
        if self._place is not None and self._reached(self._place):
            self._place = None
        turns = f"{event.turns:,} message{'' if event.turns == 1 else 's'}"
        self._reading = ((turns, "muted"),)
        if not event.done:
            self._reading = ((f"Reading … {turns}", "accent"),)
        elif event.problem:
            problem = f"{self.session.path}: {event.problem}"
            self._reading = ((f"✗ {problem}", "error"),)
        if event.done and not self.talk.parts:
            self.talk.placeholder = self._nothing(event.problem)
        self._say()

    def _reached(self, place: Place) -> bool:
        return self.talk.show_place(place.turn, place.block, place.row, place.words)

    def _nothing(self, problem: str) -> tuple[Line, ...]:
        if problem:
            return (
                (("This session can't be read.", "strong"),),
                (),
                ((f"{self.session.path}: {problem}", "muted"),),
            )
        return ((("Nothing was said in this session.", "strong"),),)

    def _say(self) -> None:
        gap: Line = (("  ", ""),) if self._finding else ()
        self.query_one(StatusLine).status = (*self._finding, *gap, *self._reading)

    # Finding.

    def action_find(self) -> None:
        """Go to the box."""
        self.query_one(WordBox).open()

    def on_word_box_changed(self, event: WordBox.Changed) -> None:
        """Find while somebody types."""
        self.talk.find(event.words)

    def on_word_box_submitted(self) -> None:
        """Go to the conversation."""
        self.talk.focus()

    @on(TranscriptView.Found)
    def _found(self, event: TranscriptView.Found) -> None:
        if event.total:
            self._finding = ((f"match {event.current:,} of {event.total:,}", "accent"),)
        elif self.query_one(WordBox).words.strip():
            self._finding = (("! nothing found", "warning"),)
        else:
            self._finding = ()
        self._say()

    def action_back(self) -> None:
        """Go one step back: clear the box, leave it, leave the conversation."""
        box = self.query_one(WordBox)
        if box.step_back():
            if not box.is_open:
                self.talk.focus()
        else:
            self.dismiss()

    def action_copy_part(self) -> None:
        """Copy what is under the cursor."""
        part = self.talk.current
        if part is not None:
            text = "\n".join(part.texts) or plain(part.title)
            self.copy(text, "this part")
