"""The commands and their options."""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from levelmem import __version__
from levelmem.cli.values import count, duration

Command = Callable[[argparse.Namespace], int]

_LIST = "list_of_words"
"""The name under which a command tells what its list of words is called."""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse a command line; exits with 2 and a usage line where it is wrong.

    Words of a command that takes a list of them may stand on both sides of an option.
    """
    parser = _parser()
    options, left = parser.parse_known_args(argv)
    words = getattr(options, _LIST, "")
    if left and (not words or any(word.startswith("-") for word in left)):
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    if words:
        setattr(options, words, [*getattr(options, words), *left])
    return options


def _add_list(
    command: argparse.ArgumentParser, name: str, metavar: str, nargs: str, help_: str
) -> None:
    """Add the list of words that a command takes."""
    command.add_argument(name, metavar=metavar, nargs=nargs, help=help_)
    command.set_defaults(**{_LIST: name})


def _later(module: str, function: str) -> Command:
    """Return a command whose module is imported when it runs."""

    def command(options: argparse.Namespace) -> int:
        called: Command = getattr(import_module(f"levelmem.cli.{module}"), function)
        return called(options)

    return command


def _parser() -> argparse.ArgumentParser:
    common = _common_options()
    parser = argparse.ArgumentParser(
        prog="levelmem",
        description="Browse, search and curate what your coding agents did and what "
        "they remember. Without a command, the application opens.",
        # Its own: setting a default here would set it in every command as well.
        parents=[_common_options()],
    )
    parser.add_argument(
        "--version", action="version", version=f"levelmem {__version__}"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print History as plain lines instead, e.g. for a screen reader",
    )
    parser.set_defaults(command=_later("screens", "open_app"), root=[], project=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, help_: str, command: Command) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name, help=help_, description=help_, parents=[common]
        )
        made.set_defaults(command=command)
        return made

    def add_with_json(
        name: str, help_: str, command: Command
    ) -> argparse.ArgumentParser:
        made = add(name, help_, command)
        made.add_argument("--json", action="store_true", help="print JSON")
        return made

    add("demo", "open the built-in example", _later("screens", "open_demo"))
    review = add("review", "go through what waits", _later("screens", "open_review"))
    review.add_argument("--all", action="store_true", help="of all projects")
    review.add_argument(
        "--plain", action="store_true", help="print it as plain lines instead"
    )
    _add_session_commands(add_with_json)
    _add_memory_commands(add_with_json)
    _add_agent_commands(add_with_json)
    _add_recall_commands(add_with_json)
    _add_programs(add)
    return parser


Add = Callable[[str, str, Command], argparse.ArgumentParser]


def _add_programs(add: Add) -> None:
    """Add what other programs run: each speaks a language of its own."""
    check = add(
        "check",
        "ask a rule about cases: JSON lines on standard input, an answer a line",
        _later("rules", "check"),
    )
    check.add_argument("rule", choices=("guard", "credit", "forget", "secrets", "git"))
    mcp = add("mcp", "serve memory to an agent", _later("agents", "mcp"))
    _add_run_options(mcp)
    driver = add(
        "merge-driver",
        "for git: merge three versions of a memory file",
        _later("sharing", "merge_driver"),
    )
    for name in ("base", "ours", "theirs"):
        driver.add_argument(name, type=Path, metavar=name.upper())
    driver.add_argument("path", nargs="?", metavar="PATH", help="the file's own name")


def _add_session_commands(add: Add) -> None:
    sessions = add(
        "sessions", "list every session, newest first", _later("sessions", "sessions")
    )
    sessions.add_argument("--agent", help="only this agent's")
    sessions.add_argument("--tag", help="only those with this tag")
    sessions.add_argument("--limit", type=count, help="at most so many")
    sessions.add_argument(
        "--skipped", action="store_true", help="list what could not be read, and where"
    )
    history = add(
        "history",
        "print what History shows as plain lines, e.g. for a screen reader",
        _later("plain", "history"),
    )
    history.add_argument("--all", action="store_true", help="of all projects")
    history.add_argument("--agent", help="only this agent's")
    history.add_argument("--limit", type=count, help="at most so many")
    history.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    recap = add(
        "recap",
        "print what happened lately in a project",
        _later("recap", "recap"),
    )
    recap.add_argument(
        "--sessions", type=count, default=5, help="at most so many (default: 5)"
    )
    recap.add_argument(
        "--hours",
        type=duration,
        default=48,
        help="a longer rest ends the last burst of work (default: 48)",
    )
    totals = add(
        "totals",
        "count what was done in a project, over time",
        _later("totals", "totals"),
    )
    totals.add_argument("--all", action="store_true", help="in all projects")
    totals.add_argument(
        "--quick",
        action="store_true",
        help="read no conversations: without commits, checks and hours",
    )
    show = add("show", "print one session", _later("sessions", "show"))
    show.add_argument("id", metavar="ID", help="the session's id or its start")
    show.add_argument("--agent", help="the agent, where an id is not unique")
    show.add_argument(
        "--full", action="store_true", help="whole, also what is very long"
    )
    _add_finding_commands(add)


def _add_finding_commands(add: Add) -> None:
    search = add(
        "search",
        "find sessions in which every word stands",
        _later("finding", "search"),
    )
    _add_list(search, "words", "WORD", "+", "words, phrases and fields")
    search.add_argument("--limit", type=count, help="stop after so many hits")
    pick = add("pick", "choose a session; print what of it", _later("picking", "pick"))
    _add_list(pick, "words", "WORD", "*", "what to begin with")
    pick.add_argument(
        "--inline", action="store_true", help="below the prompt, not full screen"
    )
    pick.add_argument(
        "--print",
        dest="printed",
        choices=("id", "path", "resume"),
        default="id",
        help="what is printed on exit (default: id)",
    )
    like = add("like", "find sessions like one", _later("finding", "like"))
    like.add_argument("id", metavar="ID", help="the session's id or its start")
    like.add_argument("--agent", help="the agent, where an id is not unique")
    like.add_argument("--limit", type=count, default=10, help="at most so many")
    blame = add(
        "blame",
        "list the sessions that edited a file, and what asked for it",
        _later("finding", "blame"),
    )
    blame.add_argument("path", metavar="PATH[:LINE]")
    blame.add_argument("--limit", type=count, help="at most so many")
    _add_tags(add)
    export = add(
        "export-session", "print a session as a document", _later("finding", "export")
    )
    export.add_argument("id", metavar="ID", help="the session's id or its start")
    export.add_argument("--agent", help="the agent, where an id is not unique")
    export.add_argument(
        "--format",
        choices=("md", "html", "json"),
        help="Markdown unless FILE ends otherwise",
    )
    export.add_argument("--output", type=Path, metavar="FILE", help="write it there")
    index = add(
        "index", "make search ready: keep all texts now", _later("finding", "index")
    )
    index.add_argument("--rebuild", action="store_true", help="begin anew")


def _add_tags(add: Add) -> None:
    tag = add("tag", "print or change the tags of a session", _later("tagging", "tag"))
    tag.add_argument("id", metavar="ID", help="the session's id or its start")
    _add_list(tag, "tags", "TAG", "*", "tags that it gets")
    tag.add_argument(
        "--remove", metavar="TAG", action="append", default=[], help="one it loses"
    )
    tag.add_argument("--agent", help="the agent, where an id is not unique")


def _add_memory_commands(add: Add) -> None:
    status = add(
        "status",
        "one line for a shell's prompt: what waits for review, what is told",
        _later("status", "status"),
    )
    status.add_argument(
        "--exit-code", action="store_true", help="exit with 3 where something waits"
    )
    memory = add(
        "memory",
        "print what Memory shows as plain lines, e.g. for a screen reader",
        _later("plain_memory", "memory"),
    )
    memory.add_argument("--all", action="store_true", help="of all projects")
    memory.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    facts = add("facts", "list a project's memory", _later("memory", "facts"))
    facts.add_argument("--as-of", metavar="DATE", help="what was believed then")
    for name, help_ in (
        ("confirm", "make a held or inferred fact active"),
        ("forget", "remove facts, or all that came from a file, session or host"),
        ("pin", "keep a fact in every digest"),
        ("unpin", "take a pin back"),
    ):
        made = add(name, help_, _later("memory", name))
        if name == "forget":
            _add_what_to_forget(made)
        else:
            _add_list(made, "key", "KEY", "+", _KEY_HELP)
    edit = add("edit", "put a fact in your own words", _later("memory", "edit"))
    edit.add_argument("key", metavar="KEY")
    edit.add_argument("text", metavar="TEXT")
    add("undo", "take the last change of a memory back", _later("memory", "undo"))
    add(
        "off",
        "neither read nor write this project's memory from now on",
        _later("switching", "off"),
    )
    add("on", "use this project's memory again", _later("switching", "on"))
    _add_sharing_commands(add)
    _add_keeping_commands(add)


_KEY_HELP = "key, its start, text"
_SAID_HELP = "for agents: the person's words, as typed"


def _add_what_to_forget(forget: argparse.ArgumentParser) -> None:
    _add_list(forget, "key", "KEY", "*", _KEY_HELP)
    forget.add_argument("--file", metavar="PATH", help="what came from a file, folder")
    forget.add_argument(
        "--session", metavar="ID", help="what came from a session; with --said: yours"
    )
    forget.add_argument(
        "--host", metavar="NAME", help="what came from a web host; with --said: you"
    )
    forget.add_argument("--said", metavar="WORDS", help=_SAID_HELP)


def _add_sharing_commands(add: Add) -> None:
    export = add(
        "export",
        "print a project's memory for others; with ID: a session, as export-session",
        _later("sharing", "export"),
    )
    export.add_argument("id", metavar="ID", nargs="?", help=argparse.SUPPRESS)
    export.add_argument("--agent", help=argparse.SUPPRESS)
    export.add_argument("--format", help=argparse.SUPPRESS)
    _add_memory_export(export)
    _add_memory_export(
        add(
            "export-memory",
            "the same as export without an ID",
            _later("sharing", "export_memory"),
        )
    )
    for name, help_ in (
        ("import", "hold for review what a bundle or a Markdown file says"),
        ("import-memory", "the same as import"),
    ):
        imported = add(name, help_, _later("sharing", "import_memory"))
        imported.add_argument("file", type=Path, metavar="FILE")
        imported.add_argument(
            "--mine",
            action="store_true",
            help="it is a --whole export of your own: take it over as it is",
        )


def _add_memory_export(export: argparse.ArgumentParser) -> None:
    export.add_argument(
        "--bundle", action="store_true", help="for another levelmem, not Markdown"
    )
    export.add_argument(
        "--whole",
        action="store_true",
        help="all records and the journal, to move your own memory",
    )
    export.add_argument("--output", type=Path, metavar="FILE", help="write it there")


def _add_keeping_commands(add: Add) -> None:
    remember = add(
        "remember", "keep a note in your own words", _later("keeping", "remember")
    )
    remember.add_argument("text", metavar="TEXT")
    _add_said(remember)
    remember.add_argument(
        "--kind", choices=("preference", "project", "reference"), default="project"
    )
    journal = add(
        "journal", "print what sealed sessions left", _later("keeping", "journal")
    )
    journal.add_argument("--limit", type=count, help="at most so many")
    digest = add(
        "digest", "print what the next session is told", _later("keeping", "digest")
    )
    digest.add_argument(
        "--plain",
        action="store_true",
        help="the whole view: tokens by section, what changed, what is left out",
    )
    consolidate = add(
        "consolidate", "write MEMORY.md and seal it", _later("keeping", "consolidate")
    )
    consolidate.add_argument(
        "--foreign",
        choices=("accept", "distrust", "discard"),
        help="decide on what another hand wrote into MEMORY.md",
    )
    seal = add(
        "seal", "write down what a session left behind", _later("keeping", "seal")
    )
    seal.add_argument("id", metavar="ID", nargs="?")
    seal.add_argument("--all", action="store_true", help="every session")
    harvest = add(
        "harvest",
        "find the lasting rules that you typed in old sessions",
        _later("keeping", "harvest"),
    )
    harvest.add_argument("--all", action="store_true", help="unlikely ones too")
    audit = add(
        "audit",
        "find hidden text, injections and secrets in what agents load",
        _later("audit", "audit"),
    )
    audit.add_argument("path", metavar="PATH", nargs="?", type=Path, default=Path())
    audit.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0")


AGENTS = (
    *("claude-code", "codex", "gemini", "opencode", "cursor", "copilot"),
    "agents-md",
)


def _add_agent_commands(add: Add) -> None:
    sweep = add(
        "sweep",
        "seal the sessions that ended or went quiet",
        _later("agents", "sweep"),
    )
    sweep.add_argument("--seconds", type=duration, help="stop after so many seconds")
    for name, help_ in (
        ("connect", "let an agent reach memory: hooks, tools, instructions"),
        ("disconnect", "take levelmem out of an agent's configuration"),
    ):
        made = add(name, help_, _later("agents", name))
        known = (*AGENTS, "git") if name == "connect" else AGENTS
        listed = ", ".join(known)
        made.add_argument("agent", metavar="AGENT", choices=known, help=listed)
        made.add_argument(
            "--person",
            "--user",
            action="store_true",
            help="in all projects, not only in this",
        )
        made.add_argument(
            "--dry-run", action="store_true", help="print the change and stop"
        )
    summarise = add(
        "summarise",
        "word a session's outcome by the model that is set up",
        _later("agents", "summarise"),
    )
    summarise.add_argument("id", metavar="ID")
    summarise.add_argument(
        "--dry-run", action="store_true", help="print what would be sent and its cost"
    )
    add("doctor", "prove each door for agents", _later("agents", "doctor"))
    add(
        "welcome",
        "print one line for a new terminal: what is known here",
        _later("agents", "welcome"),
    )


def _add_run_options(command: argparse.ArgumentParser) -> None:
    """Add what an agent says of the run that it calls from."""
    command.add_argument("--host", help="the agent that calls, e.g. codex")
    command.add_argument("--session", help="the id of its session")


def _add_said(command: argparse.ArgumentParser) -> None:
    command.add_argument("--said", metavar="WORDS", help=_SAID_HELP)
    _add_run_options(command)


def _add_recall_commands(add: Add) -> None:
    recall = add(
        "recall",
        "answer a question from facts, the journal and all sessions",
        _later("recall", "recall"),
    )
    _add_list(recall, "question", "QUESTION", "+", "in your own words")
    recall.add_argument(
        "--tokens", type=count, default=2000, help="what the answers may take together"
    )
    recall.add_argument(
        "--limit", type=count, default=20, help="at most so many answers"
    )
    recall.add_argument(
        "--by-session", action="store_true", help="the likeliest session first"
    )
    bench = add("bench", "measure how well recall finds", _later("bench", "bench"))
    bench.add_argument("name", choices=("locomo", "longmemeval", "beam", "coding"))
    bench.add_argument("--data", type=Path, metavar="PATH", help="your copy of it")
    bench.add_argument("--ranker", choices=("default", "memcode"), default="default")
    bench.add_argument("--facts", choices=("none", "observations"), default="none")
    bench.add_argument("--granularity", choices=("turn", "session"))
    bench.add_argument(
        "--layer",
        action="append",
        default=[],
        choices=("fields", "rm3", "adjacency", "entities"),
        help="an optional layer of the memcode order",
    )
    bench.add_argument("--seed", type=int, default=7, help="of the coding set")


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--project", type=Path, metavar="PATH", help="the project's folder"
    )
    common.add_argument(
        "--root",
        action="append",
        metavar="NAME=PATH",
        help="an agent's store at another place, e.g. codex=/backup/codex",
    )
    return common
