"""A memory shared with others or moved: ``export``, ``import``, git."""

import argparse
import os
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from levelmem.cli.context import memory_of, project_folder
from levelmem.cli.finding import export as export_session
from levelmem.cli.output import Refused, WrongUsage, complain, print_object, print_text
from levelmem.engine.agents.hosts import agent_around
from levelmem.engine.memory.exchange.merge_setup import (
    ATTRIBUTES,
    DRIVER,
    set_up_merging,
)
from levelmem.engine.memory.exchange.merging import merge
from levelmem.engine.memory.exchange.moving import as_whole, take_over
from levelmem.engine.memory.exchange.sharing import (
    as_bundle,
    as_markdown,
    import_texts,
    texts_of,
)
from levelmem.engine.memory.service import Memory


def export(options: argparse.Namespace) -> int:
    """Print a project's memory; with an ID, that session."""
    if options.id is None:
        return export_memory(options)
    if options.bundle or options.whole:
        raise WrongUsage(
            "--bundle and --whole are for a memory: leave them out for a session"
        )
    return export_session(options)


def export_memory(options: argparse.Namespace) -> int:
    """Print a memory as Markdown, as a bundle for others, or whole to be moved."""
    memory, today = memory_of(options), datetime.now().astimezone()
    if options.whole:
        text = as_whole(memory, today)
    elif options.bundle:
        text = as_bundle(memory, today)
    else:
        text = as_markdown(memory, today)
    if options.output is not None:
        _write(options.output, text)
    if options.json:
        where = str(options.output) if options.output else None
        print_object({"project": memory.project, "path": where, "text": text})
    elif options.output is not None:
        complain(f"written to {options.output}")
    else:
        print(text, end="")
    return 0


def import_memory(options: argparse.Namespace) -> int:
    """Hold for review what a bundle or a Markdown file says."""
    file: Path = options.file
    try:
        content = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{file} is no text in UTF-8") from error
    except OSError as error:
        raise Refused(f"{file} can't be read: {error.strerror}") from error
    memory = memory_of(options)
    if options.mine:
        return _take_over(options, memory, content)
    done = import_texts(memory, texts_of(content, str(file)), file.name)
    if options.json:
        print_object({"held": done.held, "known": done.known})
        return 0
    words = f"{done.held} held for your review, {done.known} known already."
    print_text(f"{words} Look at them with: levelmem review")
    return 0


def _take_over(options: argparse.Namespace, memory: Memory, content: str) -> int:
    if agent_around(os.environ):
        raise Refused(
            "only the person says that a memory is their own: run this in a terminal"
            " of your own"
        )
    done = take_over(memory, content, options.file.name)
    if options.json:
        print_object(asdict(done))
        return 0
    print_text(f"{done.records} records and {done.lines} journal lines taken over.")
    return 0


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner can read: a memory is private."""
    try:
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error


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
        command = f"git config merge.levelmem.driver '{DRIVER}'"
        lines = [command, ".gitattributes:", *ATTRIBUTES]
    else:
        lines = list(set_up_merging(Path(project_folder(options))))
    if options.json:
        print_object({"done": not options.dry_run, "lines": lines})
        return 0
    for line in lines:
        print_text(line)
    return 0


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise Refused(f"{path} can't be read: {error.strerror}") from error
