"""A pytest plugin: what makes many tests quick on several workers."""

import gc
import os

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use twice as many workers as cores: tests of the application mostly wait."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let the collector pass over the tests themselves: there are many thousands."""
    gc.collect()
    gc.freeze()
