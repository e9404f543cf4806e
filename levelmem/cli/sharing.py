"""A memory shared with others: ``export-memory``, ``import-memory``, git."""

import argparse
from datetime import datetime
from pathlib import Path

from levelmem.cli.context import memory_of, project_folder
from levelmem.cli.output import Refused, print_object, print_text
from levelmem.engine.memory.exchange.merge_setup import (
    ATTRIBUTES,
    DRIVER,
    set_up_merging,
)
from levelmem.engine.memory.exchange.merging import merge
from levelmem.engine.memory.exchange.sharing import (
    as_bundle,
    as_markdown,
    import_texts,
    texts_of,
)


def export_memory(options: argparse.Namespace) -> int:
    """Print a project's memory as Markdown, or as a bundle for another levelmem."""
    memory, today = memory_of(options), datetime.now().astimezone()
    text = as_bundle(memory, today) if options.bundle else as_markdown(memory, today)
    if options.output is None:
        print(text, end="")
        return 0
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{options.output}: {error.strerror}") from error
    return 0


def import_memory(options: argparse.Namespace) -> int:
    """Hold for review what a bundle or a Markdown file says."""
    file: Path = options.file
    try:
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} can't be read: {error}") from error
    memory = memory_of(options)
    done = import_texts(memory, texts_of(content, str(file)), file.name)
    if options.json:
        print_object({"held": done.held, "known": done.known})
        return 0
    words = f"{done.held} held for your review, {done.known} known already."
    print_text(f"{words} Look at them with: levelmem review")
    return 0


def merge_driver(options: argparse.Namespace) -> int:
    """Merge three versions of a memory file into the second, for git."""
    versions = [_bytes(path) for path in (options.base, options.ours, options.theirs)]
    merged = merge(options.path or str(options.ours), versions)
    try:
        options.ours.write_bytes(merged)
    except OSError as error:
        raise Refused(f"{options.ours}: {error.strerror}") from error
    return 0


def connect_git(options: argparse.Namespace) -> int:
    """Let the project's repository merge memory files."""
    if options.dry_run:
        print_text(f"git config merge.levelmem.driver '{DRIVER}'")
        print_text("\n".join((".gitattributes:", *ATTRIBUTES)))
        return 0
    for line in set_up_merging(Path(project_folder(options))):
        print_text(line)
    return 0


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error
