"""Entry point of the ``levelmem`` command and of ``python -m levelmem``."""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    if sys.argv[1:] == ["--version"]:  # answered before anything else is imported
        from levelmem import __version__

        print(f"levelmem {__version__}")
        return 0
    from levelmem.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
