"""The doors for agents by hand: ``sweep``, ``connect``, ``doctor``, ``mcp``."""

import argparse

from levelmem.cli.context import places_of, settings_of
from levelmem.cli.output import complain, print_object, print_text


def sweep(options: argparse.Namespace) -> int:
    """Seal the sessions that ended or went quiet, and consolidate."""
    from dataclasses import asdict

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
