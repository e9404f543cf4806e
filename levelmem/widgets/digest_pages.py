"""Pages about MEMORY.md: as it is told, what changed, what is left out and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff

from levelmem.engine.memory.digest.page import Digest
from levelmem.engine.memory.digest.seal import ForeignEdit
from levelmem.engine.memory.rules.guard import spell_out
from levelmem.engine.memory.views.telling import ageless
from levelmem.engine.text import one_line, safe_text
from levelmem.widgets.fact_look import counted
from levelmem.widgets.page_parts import hanging, head, paragraph, rows
from levelmem.widgets.spans import Line

_BAR_CELLS = 24
_NAME_CELLS = 16
_LEFT_OUT = 200
"""Lines left out that are listed; a large memory leaves thousands out."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of one project's MEMORY.md."""

    project: str
    digest: Digest
    cap: int
    """Tokens that it may have."""
    sealed: str = ""
    """What levelmem wrote last; empty where it never did."""
    found: str = ""
    """What the file says now."""
    foreign: ForeignEdit | None = None
    """What another hand changed, to be decided on."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Texts of facts and titles of sessions, by what the digest calls them."""

    @property
    def changes(self) -> list[str]:
        """The diff from what was written last to what is told now.

        What each day changes, dates and ages, is left out of it.
        """
        before, now = ageless(self.sealed), ageless(self.digest.text)
        return list(unified_diff(before, now, lineterm="", n=2))[2:]

    @property
    def is_written(self) -> bool:
        """Whether the file says what is told now, dates and ages aside."""
        return ageless(self.found) == ageless(self.digest.text)


def digest_status(told: Told | None) -> Line:
    """Return whether the file says what the next session is told, and if not, when
    it will."""
    if told is None:
        return (("Reading memory …", "muted"),)
    if told.foreign is not None:
        words = "! Another hand changed the file: nothing is written until you decide"
        return ((words, "warning"),)
    if not told.found:
        words = "Not written to the file yet: done when a session starts, or now with w"
        return ((words, "muted"),)
    if told.is_written:
        return (("✓ The file says exactly this", "success"),)
    changed = sum(line[:1] in "+-" for line in told.changes)
    lines = counted(changed, "line") if told.sealed else "some lines"
    words = f"The file is {lines} behind: written when a session starts, or now with w"
    return ((words, "muted"),)


@dataclass(frozen=True, slots=True)
class ToldPage:
    """MEMORY.md as the next session gets it, under its weight by section."""

    told: Told

    @property
    def id(self) -> str:
        """The page and its project."""
        return f"told {self.told.project}"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        lines = [*_weight(self.told), ()]
        for line in safe_text(self.told.digest.text.rstrip("\n")).split("\n"):
            lines += _markdown_rows(line, room)
        return lines


def _weight(told: Told) -> list[Line]:
    digest = told.digest
    lines = [_bar("All", digest.tokens, told.cap, "strong", told.cap)]
    for name, tokens in digest.tokens_by_section.items():
        lines.append(_bar(name.capitalize(), tokens, told.cap, "title"))
    return lines


def _bar(name: str, tokens: int, cap: int, tone: str, of: int = 0) -> Line:
    full = min(_BAR_CELLS, -(-_BAR_CELLS * tokens // cap)) if cap else 0
    over = tokens > cap
    counts = f"  {tokens:>5,} of {of:,} tokens" if of else f"  {tokens:>5,}"
    return (
        (one_line(name)[: _NAME_CELLS - 1].ljust(_NAME_CELLS), tone),
        ("█" * full, "warning" if over else "primary"),
        ("░" * (_BAR_CELLS - full), "faint"),
        (counts, "warning" if over else "muted"),
    )


def _markdown_rows(line: str, room: int) -> list[Line]:
    if line.startswith("#"):
        return rows(((line, "heading"),), room)
    if line.startswith(">"):
        return hanging(("> ", "muted"), ((line[1:].strip(), "muted"),), room)
    if line.startswith("- "):
        return hanging(("- ", "accent"), ((line[2:], "title"),), room)
    return rows(((line, "muted" if line.startswith("<!--") else "title"),), room)


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """What the next session is told that the last file did not say, and the reverse."""

    told: Told

    @property
    def id(self) -> str:
        """The page and its project."""
        return f"changes {self.told.project}"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        if not self.told.sealed:
            words = "levelmem has not written this MEMORY.md yet: w writes it now."
            return paragraph(words, "muted", room)
        changes = self.told.changes
        if not changes:
            words = "Nothing: the file says what the next session is told."
            return paragraph(words, "muted", room)
        words = "From the file as it was written last to what is told now:"
        return [*paragraph(words, "muted", room), (), *diff_rows(changes, room)]


def diff_rows(changes: Sequence[str], room: int) -> list[Line]:
    """Return the lines of a diff, their signs beside the colours."""
    lines: list[Line] = []
    for change in changes:
        sign, text = change[:1], one_line(spell_out(change[1:]))
        if change.startswith("@@"):
            lines.append((("┄" * min(room, 12), "hunk"),))
        elif sign == "+":
            lines += hanging(("+ ", "success"), ((text, "success"),), room)
        elif sign == "-":
            lines += hanging(("- ", "error"), ((text, "error"),), room)
        else:
            lines += hanging(("  ", ""), ((text, "muted"),), room)
    return lines


@dataclass(frozen=True, slots=True)
class LeftOutPage:
    """What the next session is not told, and why."""

    told: Told

    @property
    def id(self) -> str:
        """The page and its project."""
        return f"left out {self.told.project}"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        by_reason: dict[str, list[str]] = {}
        for key, why in self.told.digest.left_out:
            by_reason.setdefault(why, []).append(self.told.names.get(key, key))
        if not by_reason:
            return paragraph("Nothing is left out.", "muted", room)
        lines: list[Line] = []
        for why, texts in by_reason.items():
            lines += head(f"{one_line(why).capitalize()} ({len(texts):,})")
            for text in texts[:_LEFT_OUT]:
                shown = one_line(spell_out(text))
                lines += hanging(("· ", "muted"), ((shown, "title"),), room)
            if (more := len(texts) - _LEFT_OUT) > 0:
                lines.append(((f"  and {more:,} more", "muted"),))
        return lines[1:]


@dataclass(frozen=True, slots=True)
class ForeignPage:
    """What another hand wrote into MEMORY.md, and what can be done about it."""

    told: Told

    @property
    def id(self) -> str:
        """The page and its project."""
        return f"foreign {self.told.project}"

    def lines(self, room: int) -> list[Line]:
        """Return the page, wrapped to ``room`` cells."""
        foreign = self.told.foreign
        if foreign is None:
            words = "Nobody but levelmem changed this MEMORY.md."
            return paragraph(words, "muted", room)
        lines = [*paragraph(_what_changed(foreign), "warning", room), ()]
        for key, words in _ways(foreign):
            lines += _way(key, words, room)
        return [*lines, (), *diff_rows(foreign.diff.split("\n")[2:], room)]


def _what_changed(foreign: ForeignEdit) -> str:
    written, gone = len(foreign.texts()), len(foreign.taken_out)
    parts = []
    if written:
        parts.append(f"{counted(written, 'line')} that levelmem did not write")
    if gone:
        parts.append(f"{counted(gone, 'line')} taken out")
    return (
        f"! Another hand changed MEMORY.md: {' and '.join(parts)}. Until you decide, "
        "sessions are told what levelmem wrote."
    )


def _ways(foreign: ForeignEdit) -> Iterator[tuple[str, str]]:
    """Yield each key that decides, and what it does with what was changed."""
    written, gone = bool(foreign.texts()), bool(foreign.taken_out)
    if written and gone:
        yield "a", "It was you: keep it to the byte; what you took out is not true."
        yield "t", "You don't know it: hold it for review; what is gone comes back."
        yield "x", "You don't want it: forget it; what is gone comes back."
    elif gone:
        yield "a", "It was you: what you took out is not true."
        yield "x", "It was not you: what is gone comes back."
    else:
        yield "a", "You wrote it: keep it to the byte, as hand-written."
        yield "t", "You don't know it: take it out, hold it for review."
        yield "x", "You don't want it: take it out and forget it."


def _way(key: str, words: str, room: int) -> list[Line]:
    return hanging((f"{key}  ", "key"), ((words, "title"),), room)
