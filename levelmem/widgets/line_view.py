"""What widgets drawn by line share: tones, painting, and a cache of strips."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.app import RenderResult
from textual.cache import LRUCache
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from levelmem.widgets.spans import Line, Span, cells, clean, clean_line, fit
from levelmem.widgets.tones import tone_style
from levelmem.widgets.wrapping import rows_of

_STRIPS = 1000
_STYLES: LRUCache[object, RichStyle] = LRUCache(1000)


class Painter(Widget):
    """Turns spans into strips in the colours of the theme."""

    def tone(self, *tones: str) -> RichStyle:
        """Return the style of tones laid over one another, later ones on top.

        Each may be several with spaces between: ``"accent bold"``. Tones are no
        component classes: Textual would match every one of them for every widget.
        """
        key = (self.app.theme, self.visual_style, tones)
        style = _STYLES.get(key)
        if style is None:
            visual, ansi = self.visual_style, self.app.native_ansi_color
            for name in " ".join(tones).split():
                visual += Style.parse(tone_style(name, ansi))
            style = _STYLES[key] = visual.rich_style
        return style

    def paint(self, line: Iterable[Span], room: int, ground: str = "") -> Strip:
        """Return ``line`` as a strip of exactly ``room`` cells.

        Every text is made safe here once more, whoever gave it: a strip reaches
        the terminal as it is. ``ground`` is the tone of the whole line.
        """
        safe = fit(((clean(text), tone) for text, tone in line), room)
        segments = [Segment(text, self.tone(ground, tone)) for text, tone in safe]
        return Strip(segments).adjust_cell_length(room, self.tone(ground))


class LineWidget(Painter):
    """A widget of one line or a few, given as spans."""

    def line(self, y: int) -> Iterable[Span]:
        """Return what stands on line ``y``, counted from the top."""
        raise NotImplementedError

    def render(self) -> RenderResult:
        """Draw nothing: lines are drawn one by one."""
        return ""

    def render_line(self, y: int) -> Strip:
        """Draw line ``y``."""
        return self.paint(self.line(y), self.size.width)


class LineView(Painter, ScrollView, can_focus=True):
    """A scrolling widget that draws only the lines on the screen."""

    DEFAULT_CSS = """
    LineView {
        height: 1fr;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        scrollbar-color: $foreground 25%;
        scrollbar-color-hover: $foreground 40%;
        scrollbar-color-active: $primary;
        scrollbar-background: $background;
        scrollbar-background-hover: $background;
        scrollbar-background-active: $background;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._strips: LRUCache[object, Strip] = LRUCache(_STRIPS)

    @property
    def width(self) -> int:
        """How many cells a line has: the room for a scroll bar is not among them."""
        return self.scrollable_content_region.width

    def centred(self, lines: Sequence[Line], y: int) -> Strip:
        """Draw line ``y`` of a view that shows nothing but these lines, wrapped."""
        rows = [row for line in lines for row in rows_of(line, self.width - 4)]
        at = y - max(0, (self.size.height - len(rows)) // 3)
        row = clean_line(rows[at]) if 0 <= at < len(rows) else ()
        margin = " " * max(1, (self.width - cells(row)) // 2)
        return self.paint(((margin, ""), *row), self.width)

    def redraw(self) -> None:
        """Draw everything anew: what is shown has changed."""
        self._strips.clear()
        self.refresh()

    def on_mount(self) -> None:
        """Follow the theme."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.redraw())

    def notify_style_update(self) -> None:
        """Forget strips in the colours of before."""
        super().notify_style_update()
        self._strips.clear()

    def scroll_line(self, line: int) -> None:
        """Put ``line`` at the top, at once."""
        self.scroll_to(y=line, animate=False, immediate=True, force=True)
