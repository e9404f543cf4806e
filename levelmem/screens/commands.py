"""The palette: every binding of the place where it was opened is a command."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode

from levelmem.widgets.status_bar import key_name


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done here."""

    title: str
    keys: str
    """The keys that do it as well, or what it does where it has none."""
    run: Callable[[], object]
    """Does it."""


class KeyCommands(Provider):
    """Offers every binding that works on the screen beneath the palette."""

    def commands(self) -> list[Command]:
        """Return the commands, each once, with all of its keys.

        What the screen can do comes first, then the application, then the widget
        that has the focus: moving about needs no palette.
        """
        found: dict[str, tuple[Binding, DOMNode, list[str]]] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id is None or not active.enabled or binding.id == "app.palette":
                continue
            _, _, keys = found.setdefault(binding.id, (binding, active.node, []))
            keys.append(key_name(key))
        places = (self.screen, self.app)

        def order(entry: tuple[Binding, DOMNode, list[str]]) -> tuple[int, bool]:
            binding, node, _ = entry
            place = places.index(node) if node in places else len(places)
            return place, not binding.show

        commands = [self._command(*e) for e in sorted(found.values(), key=order)]
        for system in self.app.get_system_commands(self.screen):
            commands.append(Command(system.title, system.help, system.callback))
        return commands

    def _command(self, binding: Binding, node: DOMNode, keys: list[str]) -> Command:
        title = binding.tooltip or binding.description
        run = partial(self.app.run_action, binding.action, default_namespace=node)
        return Command(title, "  ".join(keys), run)

    async def discover(self) -> Hits:
        """Yield everything, before a word is typed."""
        for command in self.commands():
            yield DiscoveryHit(command.title, command.run, help=command.keys)

    async def search(self, query: str) -> Hits:
        """Yield what fits the words."""
        matcher = self.matcher(query)
        for command in self.commands():
            if (score := matcher.match(command.title)) > 0:
                title = matcher.highlight(command.title)
                yield Hit(score, title, command.run, help=command.keys)
