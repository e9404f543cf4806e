"""The palette: every binding of the place where it was opened is a command."""

from dataclasses import dataclass
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode

from levelmem.widgets.status_bar import key_name


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done here."""

    title: str
    keys: str
    """The keys that do it as well."""
    action: str
    node: DOMNode
    """What the action belongs to."""


class KeyCommands(Provider):
    """Offers every binding that works on the screen beneath the palette."""

    def commands(self) -> list[Command]:
        """Return the commands, each once, with all of its keys.

        What the screen can do comes first, then the application, then the widget
        that has the focus: moving about needs no palette.
        """
        found: dict[str, Command] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id is None or not active.enabled or binding.id == "app.palette":
                continue
            before = found.get(binding.id)
            keys = key_name(key) if before is None else f"{before.keys} {key_name(key)}"
            title = binding.tooltip or binding.description
            found[binding.id] = Command(title, keys, binding.action, active.node)
        places = (self.screen, self.app)
        return sorted(
            found.values(),
            key=lambda command: (
                places.index(command.node) if command.node in places else len(places)
            ),
        )

    async def discover(self) -> Hits:
        """Yield everything, before a word is typed."""
        for command in self.commands():
            yield DiscoveryHit(
                command.title, partial(self._run, command), help=command.keys
            )

    async def search(self, query: str) -> Hits:
        """Yield what fits the words."""
        matcher = self.matcher(query)
        for command in self.commands():
            if (score := matcher.match(command.title)) > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.title),
                    partial(self._run, command),
                    help=command.keys,
                )

    async def _run(self, command: Command) -> None:
        await self.app.run_action(command.action, default_namespace=command.node)
