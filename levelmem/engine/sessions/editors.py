"""Where editors of the VS Code family keep what their extensions store."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.sessions.store_files import subfolders

_SERVERS = (".vscode-server", ".vscode-server-insiders", ".cursor-server")
_MORE_SERVERS = (".windsurf-server", ".vscodium-server", ".trae-server")


def user_folders(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the ``User`` folder of each editor on this machine, whatever its name.

    ``XDG_CONFIG_HOME``, ``APPDATA`` and ``VSCODE_PORTABLE`` count, as for the editors;
    on another machine's end of a connection a server keeps them.
    """
    if portable := environ.get("VSCODE_PORTABLE"):
        yield Path(portable, "user-data", "User")
    home = environ.get("HOME") or environ.get("USERPROFILE")
    config = environ.get("XDG_CONFIG_HOME") or (home and str(Path(home, ".config")))
    named = [config, environ.get("APPDATA")]
    if home:
        named.append(str(Path(home, "Library", "Application Support")))
        for server in (*_SERVERS, *_MORE_SERVERS):
            yield Path(home, server, "data", "User")
    for folder in filter(None, named):
        for editor in subfolders(Path(folder), set()):
            yield editor / "User"
