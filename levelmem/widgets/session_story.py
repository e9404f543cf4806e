"""What a session amounts to, under its row's own facts: asked, done, remembered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from levelmem.widgets.page_parts import hanging, part
from levelmem.widgets.spans import Line, Span, clean

T = TypeVar("T")

_MOST = 8
_PASSED = "passed"
_CHECK_SIGNS: dict[str, Span] = {
    _PASSED: ("✓ ", "success"),
    "failed": ("✗ ", "error"),
    "not run": ("– ", "warning"),
    "unknown": ("? ", "muted"),
}
"""By what :class:`levelmem.engine.sessions.checks.Verdict` says; to import it would
slow the first frame down."""


@dataclass(frozen=True, slots=True)
class Story:
    """What was read of a session's whole conversation; secrets are taken out."""

    asked: tuple[str, ...] = ()
    """The first line of each request, in order."""
    unfinished: str = ""
    """Why the last request is not done, for people; ``""`` where it is."""
    commits: tuple[tuple[str, str], ...] = ()
    """Short hash (or ``""``) and first line of each commit that was surely made."""
    pushed: bool = False
    checks: tuple[tuple[str, str], ...] = ()
    """The last run of each check: its command, and how it went."""
    decisions: tuple[str, ...] = ()
    """What the person decided, in their words."""
    facts: tuple[tuple[str, str], ...] = ()
    """Text and state of each fact that came from it."""
    family: tuple[tuple[str, str], ...] = ()
    """Relation and title: ``("Continued in", "The other half")``."""
    problem: str = ""
    """Why the conversation can't be read, for people."""


def asked_lines(story: Story, room: int) -> Iterator[Line]:
    """Yield what was asked: the first request and the latest ones."""
    asked = story.asked
    shown = list(enumerate(asked, 1))
    if len(asked) > _MOST:
        shown = [shown[0], *shown[1 - _MOST :]]
    last = 0
    for number, text in shown:
        if number > last + 1:
            yield ((f"   … {number - last - 1} more", "muted"),)
        yield from _item((f"{number:>2} ", "muted"), text, room)
        last = number
    if story.unfinished:
        yield (("   ", ""), (f"! {story.unfinished}", "warning"))


def after_edits(story: Story, room: int) -> list[Line]:
    """Return what came of it: commits, checks, decisions, memory, family."""
    lines = part(_commits_head(story), _commits(story, room))
    lines += part("Checks", _checks(story, room))
    lines += part("Decided", _items(story.decisions, "› ", room))
    lines += part("Remembered", _facts(story, room))
    lines += part("Family", _family(story, room))
    return lines


def _commits_head(story: Story) -> str:
    return "Committed and pushed" if story.pushed else "Committed"


def _commits(story: Story, room: int) -> Iterator[Line]:
    for sha, message in _latest(story.commits):
        name: Span = (f"{sha[:7] or '●':<7} ", "code")
        yield from _item(name, message or "(its message is not known)", room)
    yield from _more(story.commits)


def _checks(story: Story, room: int) -> Iterator[Line]:
    for command, verdict in _latest(story.checks):
        sign = _CHECK_SIGNS[verdict]
        words = "" if verdict == _PASSED else f"  {verdict}"
        line: Line = ((clean(command), "title"), (words, sign[1]))
        yield from hanging(sign, line, room)
    yield from _more(story.checks)


def _facts(story: Story, room: int) -> Iterator[Line]:
    for text, state in _latest(story.facts):
        line: Line = ((clean(text), "title"), (f"  {state}", "muted"))
        yield from hanging(("◆ ", "accent"), line, room)
    yield from _more(story.facts)


def _family(story: Story, room: int) -> Iterator[Line]:
    for relation, title in story.family:
        line: Line = ((f"{relation} ", "muted"), (clean(title), "title"))
        yield from hanging(("", ""), line, room)


def _items(texts: Sequence[str], sign: str, room: int) -> Iterator[Line]:
    for text in _latest(texts):
        yield from _item((sign, "accent"), text, room)
    yield from _more(texts)


def _latest(entries: Sequence[T]) -> Sequence[T]:
    return entries[-_MOST:]


def _more(entries: Sequence[object]) -> Iterator[Line]:
    if (more := len(entries) - _MOST) > 0:
        yield ((f"and {more} before", "muted"),)


def _item(margin: Span, text: str, room: int) -> list[Line]:
    return hanging(margin, ((clean(text), "title"),), room)
