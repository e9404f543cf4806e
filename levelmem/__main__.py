"""Entry point of the ``levelmem`` command and of ``python -m levelmem``."""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    if sys.argv[1:2] == ["hook"]:  # at every prompt of an agent: next to no imports
        import os

        from levelmem.engine.agents.hooks import main as run_hook

        return run_hook(sys.argv[2:], os.environ)
    if sys.argv[1:] == ["--version"]:  # answered before anything else is imported
        from levelmem import __version__

        print(f"levelmem {__version__}")
        return 0
    if sys.argv[1:2] == ["status"]:  # a prompt asks it before every command
        from levelmem.cli.status import quick_status

        code = quick_status(sys.argv[2:])
        if code is not None:
            return code
    from levelmem.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
