"""The conversation of one session, as it read."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.worker import get_current_worker

from levelmem.engine.project import name as project_name
from levelmem.engine.sessions.model import Session
from levelmem.screens.library import Library
from levelmem.screens.session_actions import (
    COPY_COMMAND,
    EDIT_FILE,
    RESUME,
    SessionActions,
)
from levelmem.widgets.ages import moment
from levelmem.widgets.background import background
from levelmem.widgets.code import prepare, with_code_coloured
from levelmem.widgets.outline import OutlineBuilder, Thread, thread_at, thread_look
from levelmem.widgets.row_list import RowList
from levelmem.widgets.rows import Rows
from levelmem.widgets.session_look import title_of
from levelmem.widgets.session_title import SessionTitle
from levelmem.widgets.spans import Line, plain
from levelmem.widgets.status_bar import KeyLine, StatusLine
from levelmem.widgets.transcript_builder import TranscriptBuilder
from levelmem.widgets.transcript_parts import Part, part_text
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
    threads: Rows[Thread]
    """All that were begun so far."""
    records: Mapping[int, tuple[int, int]]
    """Where the records of further turns stand: offset and length in bytes."""
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
        RESUME,
        Binding(
            "t,f6",
            "outline",
            "Threads",
            id="transcript.outline",
            tooltip="Show or hide the threads at the side",
        ),
        Binding(
            "w,f7",
            "wrap",
            "Wrap",
            show=False,
            id="transcript.wrap",
            tooltip="Wrap long lines of code and output, or scroll them",
        ),
        Binding(
            "x,f10",
            "record",
            "Raw record",
            show=False,
            id="transcript.record",
            tooltip="Show the raw record of the message, in full",
        ),
        Binding(
            "c,f11",
            "copy_turn",
            "Copy message",
            show=False,
            id="transcript.copy-turn",
            tooltip="Copy the whole message under the cursor",
        ),
        Binding(
            "y,f9",
            "copy_part",
            "Copy",
            show=False,
            id="transcript.copy",
            tooltip="Copy the part under the cursor",
        ),
        replace(COPY_COMMAND, key="Y,shift+f9"),
        replace(
            EDIT_FILE, tooltip="Open the session's file in the editor, at this message"
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
        self._records: dict[int, tuple[int, int]] = {}
        """Offset and length in the session's file of each turn's record."""

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
        with Horizontal(id="panes"):
            yield RowList[Thread](thread_look, id="threads")
            yield TranscriptView(id="talk")
        yield WordBox("Find in this conversation", id="words")
        yield StatusLine(id="status")
        yield KeyLine(id="keys")

    @property
    def talk(self) -> TranscriptView:
        """The conversation."""
        return self.query_one(TranscriptView)

    @property
    def threads(self) -> RowList[Thread]:
        """The outline at the side."""
        return self.query_one("#threads", RowList)

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

    @background("read the session", group="turns", exclusive=True)
    def _read(self, room: int) -> None:
        worker = get_current_worker()
        now = self.library.now()
        agent = self.library.agent(self.session.agent)
        builder = TranscriptBuilder(agent, now.tzinfo, self.session.project)
        outline = OutlineBuilder(now.tzinfo)
        parts: list[Part] = []
        records: dict[int, tuple[int, int]] = {}
        turns, last = 0, monotonic()

        def post(problem: str | None = None) -> None:
            done = problem is not None
            self._prepare(parts, room)
            self.post_message(
                TurnsRead(parts, outline.rows(), records, turns, done, problem or "")
            )

        try:
            for turn in self.library.catalog().turns(self.session):
                if worker.is_cancelled:
                    return
                parts += builder.add((turn,))
                outline.add(turn)
                if turn.offset >= 0:
                    records[turn.number] = (turn.offset, turn.length)
                turns += 1
                if monotonic() - last > _BATCH_SECONDS:
                    post()
                    parts, records, last = [], {}, monotonic()
        except OSError as error:
            post(error.strerror or str(error))
        else:
            post("")

    def _prepare(self, parts: Sequence[Part], room: int) -> None:
        """Wrap and colour in the worker, so that the screen need not."""
        for part in parts:
            part.height(room)
            if part.finish is with_code_coloured:
                prepare(part.texts)

    def on_turns_read(self, event: TurnsRead) -> None:
        """Show further turns."""
        self.talk.extend(event.parts)
        self._records.update(event.records)
        self.threads.show(event.threads)
        self._follow(self.talk.turn)
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
        """Go one step back: clear the box, leave it, the threads, the conversation."""
        box = self.query_one(WordBox)
        if box.step_back():
            if not box.is_open:
                self.talk.focus()
        elif self.threads.has_focus:
            self.remove_class("-outline-toggled")  # where they are shown by a key
            self.talk.focus()
        else:
            self.dismiss()

    # The outline.

    def action_outline(self) -> None:
        """Show or hide the threads."""
        self.toggle_class("-outline-toggled")
        self.call_after_refresh(self._focus_outline)

    def _focus_outline(self) -> None:
        shown = self.threads.display
        (self.threads if shown else self.talk).focus()

    @on(TranscriptView.Moved)
    def _moved(self, event: TranscriptView.Moved) -> None:
        self._follow(event.turn)

    def _follow(self, turn: int) -> None:
        """Keep the outline on the thread that is read."""
        if not self.threads.has_focus:
            self.threads.select(thread_at(self.threads.rows.items, turn))

    @on(RowList.Moved, "#threads")
    def _go_along(self) -> None:
        if self.threads.has_focus and self.threads.current is not None:
            self.talk.go_to_turn(self.threads.current.turn)

    @on(RowList.Opened, "#threads")
    def _open_thread(self) -> None:
        if self.threads.current is not None:
            self.talk.go_to_turn(self.threads.current.turn)
        self.talk.focus()

    # What is under the cursor.

    def action_wrap(self) -> None:
        """Wrap long lines of code and output, or scroll them."""
        self.talk.wraps = not self.talk.wraps
        said = "wrapped" if self.talk.wraps else "not wrapped: ← → scroll them"
        self.app.notify(f"Long lines of code and output are {said}.")

    def action_copy_part(self) -> None:
        """Copy what is under the cursor."""
        part = self.talk.current
        if part is not None:
            text = "\n".join(part.texts) or plain(part.title)
            self.copy(text, "this part")

    def action_copy_turn(self) -> None:
        """Copy the whole message under the cursor."""
        if parts := self.talk.current_turn:
            self.copy("\n\n".join(map(part_text, parts)), "this message")

    def action_record(self) -> None:
        """Show the record of the message under the cursor, in full."""
        from levelmem.screens.record import RecordScreen

        record = self._records.get(self.talk.turn)
        if record is None:
            words = "This message has no record of its own; o opens the file."
            self.app.notify(words, severity="warning")
            return

        def then(edit: bool | None) -> None:
            if edit:
                self.action_edit_file()

        self.app.push_screen(RecordScreen(self.session.path, *record), then)

    def action_edit_file(self) -> None:
        """Open the session's file in the editor, at the message under the cursor."""
        from levelmem.screens.record import line_of

        line = 0
        if record := self._records.get(self.talk.turn):
            with suppress(OSError):
                line = line_of(self.session.path, record[0])
        self.open_in_editor(self.session, line)
