"""oh-my-pi, a fork of Pi: ``~/.omp/agent/sessions``."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from levelmem.engine.sessions.sources._pi_family import PiFamily


def _roots(environ: Mapping[str, str]) -> Iterator[Path]:
    if home := environ.get("HOME") or environ.get("USERPROFILE"):
        yield Path(home, ".omp/agent/sessions")


SOURCE = PiFamily("omp", "oh-my-pi", "omp", _roots)
