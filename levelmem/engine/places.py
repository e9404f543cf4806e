"""Where things lie on this machine: the agents' stores and levelmem's own folders."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Places:
    """The folders that one run of levelmem works with.

    Everything comes from ``environ``, so that a test or a made-up home needs no more
    than a dictionary.
    """

    environ: Mapping[str, str]
    roots: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    """Stores named by the person, by source; they replace the found ones."""

    @property
    def home(self) -> Path:
        """The person's home folder."""
        return Path(self.environ.get("HOME") or Path.home())

    @property
    def data(self) -> Path:
        """What levelmem keeps for good: memory of projects, the filing overlay."""
        return self._folder("LEVELMEM_DATA_DIR", "XDG_DATA_HOME", ".local/share")

    @property
    def cache(self) -> Path:
        """What can be deleted at any time."""
        return self._folder("LEVELMEM_CACHE_DIR", "XDG_CACHE_HOME", ".cache")

    @property
    def config(self) -> Path:
        """The folder of ``config.toml``."""
        return self._folder("LEVELMEM_CONFIG_DIR", "XDG_CONFIG_HOME", ".config")

    @property
    def state(self) -> Path:
        """What is remembered from one run to the next: filters, place, theme."""
        return self._folder("LEVELMEM_STATE_DIR", "XDG_STATE_HOME", ".local/state")

    @property
    def labels(self) -> Path:
        """The person's filing of sessions whose agent keeps none."""
        return self.data / "labels.jsonl"

    def _folder(self, own: str, xdg: str, default: str) -> Path:
        if named := self.environ.get(own):
            return Path(named)
        if named := self.environ.get(xdg):
            return Path(named) / "levelmem"
        if "HOME" in self.environ and self.environ["HOME"] != os.environ.get("HOME"):
            return self.home / default / "levelmem"
        return _platform_folder(own)


def _platform_folder(own: str) -> Path:
    folders = platformdirs.PlatformDirs("levelmem", appauthor=False)
    return {
        "LEVELMEM_DATA_DIR": folders.user_data_path,
        "LEVELMEM_CACHE_DIR": folders.user_cache_path,
        "LEVELMEM_CONFIG_DIR": folders.user_config_path,
        "LEVELMEM_STATE_DIR": folders.user_state_path,
    }[own]
