"""Help for where you are: every key that works here, in groups."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from levelmem.widgets.key_table import KeyGroup, KeyTable
from levelmem.widgets.status_bar import key_name

_EVERYWHERE = "Everywhere"
_HIDDEN = ("screen.copy_text",)
"""Actions of Textual that copy nothing here: what is drawn by line has its own."""


def key_groups(screen: Screen[Any]) -> list[KeyGroup]:
    """Return the keys that work on ``screen`` now.

    The screen's own group comes first, then that of the focused widget, then what
    works everywhere; in each group those in the line of keys come first.
    """
    groups: dict[str, dict[str, tuple[Binding, list[str]]]] = {}
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if not binding.description or binding.system or binding.action in _HIDDEN:
            continue
        rows = groups.setdefault(_group_name(active.node, binding, screen), {})
        rows.setdefault(binding.id or binding.action, (binding, []))[1].append(key)
    here = _title_of(screen)
    ordered = sorted(groups, key=lambda name: (name == _EVERYWHERE, name != here))
    return [KeyGroup(name, tuple(_rows(groups[name].values()))) for name in ordered]


def _group_name(node: object, binding: Binding, screen: Screen[Any]) -> str:
    # What Textual itself binds has no id: it works on every screen.
    if node is screen.app or (node is screen and binding.id is None):
        return _EVERYWHERE
    return _title_of(node)


def _title_of(node: object) -> str:
    return str(getattr(node, "BINDING_GROUP_TITLE", None) or type(node).__name__)


def _rows(entries: Iterable[tuple[Binding, list[str]]]) -> Iterable[tuple[str, str]]:
    for binding, keys in sorted(entries, key=lambda entry: not entry[0].show):
        names = "  ".join(key_name(key) for key in keys)
        yield names, binding.tooltip or binding.description


class HelpScreen(ModalScreen[None]):
    """Shows the keys of the screen under it."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "dismiss", "Close", id="help.close"),
    ]

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._groups = key_groups(below)

    def compose(self) -> ComposeResult:
        """Put the table of keys on the screen."""
        table = KeyTable(self._groups)
        table.border_title = "Keys"
        table.border_subtitle = "esc closes"
        yield table
