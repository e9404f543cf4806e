"""Copying: the machine's own clipboard, tmux, or the terminal's; and saying which."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

_SECONDS = 2.0
_OSC52_BYTES = 74_000
"""Terminals drop longer sequences, most of them silently."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A program that takes the clipboard's text from its standard input."""

    name: str
    argv: tuple[str, ...]


def tools(environ: Mapping[str, str], platform: str = sys.platform) -> list[Tool]:
    """Return the tools that can work here, the best first."""
    candidates = []
    if platform == "darwin":
        candidates.append(Tool("pbcopy", ("pbcopy",)))
    if environ.get("WAYLAND_DISPLAY"):
        candidates.append(Tool("wl-copy", ("wl-copy",)))
    if environ.get("DISPLAY"):
        candidates.append(Tool("xclip", ("xclip", "-selection", "clipboard")))
        candidates.append(Tool("xsel", ("xsel", "--clipboard", "--input")))
    if environ.get("WSL_DISTRO_NAME"):
        candidates.append(Tool("clip.exe", ("clip.exe",)))
    if environ.get("TMUX"):
        # -w hands the text on to the clipboard of the terminal around tmux.
        candidates.append(Tool("tmux", ("tmux", "load-buffer", "-w", "-")))
    return [tool for tool in candidates if shutil.which(tool.argv[0])]


def copy_natively(text: str, environ: Mapping[str, str] | None = None) -> str:
    """Copy with the first tool that works; return its name, ``""`` for none.

    Takes up to two seconds for each tool: call it in a worker.
    """
    for tool in tools(os.environ if environ is None else environ):
        try:
            subprocess.run(
                tool.argv,
                input=text.encode("utf-8", "replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        return tool.name
    return ""


def fits_terminal(text: str) -> bool:
    """Tell whether a terminal is likely to take ``text`` by OSC 52."""
    return len(text.encode("utf-8", "replace")) <= _OSC52_BYTES
