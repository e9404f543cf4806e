"""``off`` and ``on``: whether a project has a memory at all."""

import argparse
import os

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.output import Refused, print_object, print_text
from levelmem.engine.agents.hosts import agent_around
from levelmem.engine.agents.refresh import refresh_here, withdraw
from levelmem.engine.memory.folders import MemoryFolder, memory_folder
from levelmem.engine.memory.opening import levelcode_roots


def off(options: argparse.Namespace) -> int:
    """Opt a project out: from now on its memory is neither read nor written.

    What was remembered stays in its files, for ``on``.
    """
    place = _place(options)
    place.turn_off()
    withdraw(place.switches)
    return _tell(options, place, "neither read nor written until: levelmem on")


def on(options: argparse.Namespace) -> int:
    """Take a project back in, with all that it remembered before."""
    place = _place(options)
    was_off = place.off
    place.turn_on()
    if not settings_of(options).memory.enabled:
        told = "off still for all projects: `enabled` in config.toml, section [memory]"
        return _tell(options, place, told)
    if was_off:
        refresh_here(project_folder(options), os.environ)
    return _tell(options, place, "read and written")


def _place(options: argparse.Namespace) -> MemoryFolder:
    if agent_around(os.environ):
        raise Refused(
            "only the person switches memory off and on: run this in a terminal of"
            " your own"
        )
    places = places_of(options)
    return memory_folder(project_folder(options), places, levelcode_roots(places))


def _tell(options: argparse.Namespace, place: MemoryFolder, what: str) -> int:
    if options.json:
        state = "off" if place.off else "on"
        print_object({"project": place.project, "memory": state})
    else:
        print_text(f"The memory of {place.project} is {what}")
    return 0
