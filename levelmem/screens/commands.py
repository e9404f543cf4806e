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
        """Return the commands, each once, with all of its keys."""
        found: dict[str, Command] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if not binding.description or not active.enabled or binding.system:
                continue
            if binding.action == "command_palette":
                continue
            name = binding.id or binding.action
            before = found.get(name)
            keys = key_name(key) if before is None else f"{before.keys} {key_name(key)}"
            title = binding.tooltip or binding.description
            found[name] = Command(title, keys, binding.action, active.node)
        return list(found.values())

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
