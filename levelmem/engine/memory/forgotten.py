"""Sources that the person had forgotten as a whole: sessions, files, hosts."""

from levelmem.engine.memory.records import Control, Observation


class ForgottenSources:
    """What was forgotten so far, to be asked about observations."""

    def __init__(self) -> None:
        self._sessions: set[str] = set()
        self._paths: set[str] = set()
        self._hosts: set[str] = set()

    def add(self, control: Control) -> None:
        """Take in one ``forget-source`` control."""
        if control.session:
            self._sessions.add(control.session)
        if control.path:
            self._paths.add(_plain_path(control.path))
        if control.host:
            self._hosts.add(control.host.casefold())

    def holds(self, seen: Observation) -> bool:
        """Tell whether an observation came from a forgotten source.

        A folder stands for every file below it, a host for its subdomains.
        """
        if seen.source in self._sessions:
            return True
        origin = seen.origin
        if origin is None:
            return False
        return (
            origin.session in self._sessions
            or any(within(origin.path, path) for path in self._paths)
            or any(below(origin.host, host) for host in self._hosts)
        )


def within(path: str, folder: str) -> bool:
    """Tell whether a path is the folder (or file) itself or lies below it."""
    path, folder = _plain_path(path), _plain_path(folder)
    return bool(path) and (path == folder or path.startswith(folder + "/"))


def below(host: str, domain: str) -> bool:
    """Tell whether a host is the domain itself or one of its subdomains."""
    host, domain = host.casefold(), domain.casefold()
    return bool(host) and (host == domain or host.endswith("." + domain))


def _plain_path(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./").rstrip("/")
