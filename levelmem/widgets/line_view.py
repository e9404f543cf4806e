"""What widgets drawn by line share: tones, painting, and a cache of strips."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.app import RenderResult
from textual.cache import LRUCache
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from levelmem.widgets.spans import Line, Span, cells, clean, clean_line, fit
from levelmem.widgets.still_scroll_bar import StillScrollBar
from levelmem.widgets.tones import tone_style
from levelmem.widgets.wrapping import rows_of

_STRIPS = 1000


class Painter(Widget):
    """Turns spans into strips in the colours of the theme."""

    _tones: dict[tuple[str, ...], RichStyle]
    _toned_for: tuple[Style, str] | None = None
    """The widget's own style and the theme that ``_tones`` were made for."""

    def tone(self, *tones: str) -> RichStyle:
        """Return the style of tones laid over one another, later ones on top.

        Each may be several with spaces between: ``"accent bold"``. Tones are no
        component classes: Textual would match every one of them for every widget.
        """
        visual, theme = self.visual_style, self.app.theme
        known = self._toned_for
        if known is None or known[0] is not visual or known[1] != theme:
            self._tones, self._toned_for = {}, (visual, theme)
        style = self._tones.get(tones)
        if style is None:
            ansi = self.app.native_ansi_color
            for name in " ".join(tones).split():
                visual += Style.parse(tone_style(name, ansi))
            style = self._tones[tones] = visual.rich_style
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
    def vertical_scrollbar(self) -> ScrollBar:
        """The scroll bar, made when it is first asked for."""
        if self._vertical_scrollbar is None:
            thickness = self.scrollbar_size_vertical
            bar = StillScrollBar(vertical=True, name="vertical", thickness=thickness)
            bar.display = False
            self._vertical_scrollbar = bar
            self.app._start_widget(self, bar)
        return self._vertical_scrollbar

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

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return lines of the view as they were drawn before, wherever they stood.

        Textual keeps what it makes of a line by its place on the screen: a step that
        scrolls would make all of them anew.
        """
        if self.styles.gutter != (0, 0, 0, 0):
            return super().render_lines(crop)
        width, bare = self.size.width, self.tone()
        _, background = self.background_colors
        filters = self.get_line_filters()
        lines = []
        for y in crop.line_range:
            line = self.render_line(y).adjust_cell_length(width, bare)
            for line_filter in filters:
                line = line.apply_filter(line_filter, background)
            lines.append(line)
        if crop.column_span != (0, width):
            lines = [line.crop(*crop.column_span) for line in lines]
        return lines

    def scroll_line(self, line: int) -> None:
        """Put ``line`` at the top, at once."""
        self.scroll_to(y=line, animate=False, immediate=True, force=True)
