"""Help for where you are: every key that works here, in groups."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from levelmem.widgets.key_table import KeyGroup, KeyTable
from levelmem.widgets.status_bar import key_name

_EVERYWHERE = "Everywhere"


def key_groups(screen: Screen[Any]) -> list[KeyGroup]:
    """Return the keys that work on ``screen`` now, the nearest first.

    One group for the focused widget, one for the screen, one for the application.
    """
    groups: dict[str, dict[str, tuple[list[str], str]]] = {}
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if not binding.description or binding.system:
            continue
        rows = groups.setdefault(_group_name(active.node, screen), {})
        text = binding.tooltip or binding.description
        keys, _ = rows.setdefault(binding.id or binding.action, ([], text))
        keys.append(key_name(key))
    ordered = sorted(groups, key=_EVERYWHERE.__eq__)
    return [KeyGroup(name, tuple(_rows(groups[name].values()))) for name in ordered]


def _group_name(node: object, screen: Screen[Any]) -> str:
    if node is screen.app:
        return _EVERYWHERE
    if node is screen:
        return "Here"
    return str(getattr(node, "BINDING_GROUP_TITLE", None) or type(node).__name__)


def _rows(entries: Iterable[tuple[list[str], str]]) -> Iterable[tuple[str, str]]:
    for keys, text in entries:
        yield "  ".join(keys), text


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
