"""The doors for agents by hand: ``sweep``, ``connect``, ``doctor``, ``mcp``."""

import argparse
import os
from dataclasses import asdict
from typing import TYPE_CHECKING

from levelmem.cli.context import places_of, project_folder, settings_of
from levelmem.cli.output import Refused, complain, print_object, print_text

if TYPE_CHECKING:
    from levelmem.engine.agents.tools import Desk


def sweep(options: argparse.Namespace) -> int:
    """Seal the sessions that ended or went quiet, and consolidate."""
    from levelmem.engine.agents.sweep import SECONDS, be_modest
    from levelmem.engine.agents.sweep import sweep as run_sweep

    if options.detached:
        be_modest()
    settings = settings_of(options)
    places = places_of(options, settings)
    seconds = options.seconds or SECONDS
    done = run_sweep(places, settings.memory, seconds=seconds)
    if options.json:
        print_object({"ran": done is not None, **(asdict(done) if done else {})})
    elif done is None:
        print_text("another sweep is at work")
    else:
        print_text(
            f"{done.sealed} sessions sealed, {done.left} left for later,"
            f" {len(done.consolidated)} digests written"
        )
    for problem in done.problems if done else ():
        complain(problem)
    return 0


def mcp(options: argparse.Namespace) -> int:
    """Serve memory to an agent over the Model Context Protocol."""
    from levelmem.engine.agents.mcp import make_server

    try:
        server = make_server(_desk(options))
    except ModuleNotFoundError as error:
        raise Refused(
            "the server needs the Model Context Protocol's SDK:"
            " pip install 'levelmem[mcp]'"
        ) from error
    server.run("stdio")
    return 0


def remember_for_person(options: argparse.Namespace) -> int:
    """Keep a note that an agent hands in, with the person's words for it."""
    done = _desk(options).remember(options.text, options.said, options.kind)
    if options.json:
        print_object(asdict(done))
    else:
        print_text(done.message)
    return 0


def forget_on_request(options: argparse.Namespace) -> int:
    """Remove what the person's typed words ask to forget."""
    done = _desk(options).forget(" ".join(options.key), options.said)
    if options.json:
        print_object(asdict(done))
    else:
        print_text(done.message)
    return 0 if done.removed else 1


def _desk(options: argparse.Namespace) -> "Desk":
    from levelmem.engine.agents.hosts import HOSTS, agent_around
    from levelmem.engine.agents.tools import Desk

    settings = settings_of(options)
    host = options.host or agent_around(os.environ)
    return Desk(
        places_of(options, settings),
        settings.memory,
        project_folder(options),
        host=HOSTS.get(host, host),
        session=options.session or "",
    )
