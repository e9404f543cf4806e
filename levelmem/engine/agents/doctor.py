"""``levelmem doctor``: proof of each door, from what is on disk and by trying it."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from levelmem.engine.agents.connect import AGENTS, Where, plan_connect
from levelmem.engine.agents.quick import agents_folder, read_json
from levelmem.engine.agents.refresh import refresh
from levelmem.engine.memory.digest.tokens import tokenizer_at_hand
from levelmem.engine.memory.service import Memory
from levelmem.engine.problem import Problem
from levelmem.engine.sessions.times import iso
from levelmem.settings import MemorySettings

_SERVER_SECONDS = 30.0
_FAILURE_COUNTS = timedelta(days=1)
"""How long a hook that failed is worth telling of."""
_EVENTS = ("session-start", "prompt", "stop", "session-end")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one door."""

    door: str
    """``claude-code``, ``server``, ``digest``, ``sweep``, ``hooks``."""
    ok: bool
    """False where something is wrong; a door that was never opened is not."""
    text: str
    """For people."""
    fired: Mapping[str, str]
    """By event, when its hook ran last, ISO 8601."""
    proven: bool = True
    """Whether it was seen to work; a door that nobody opened was not."""


def examine(
    memory: Memory, settings: MemorySettings, here: Where, everywhere: Where
) -> Iterator[Finding]:
    """Yield what is found, the agents first.

    Args:
        memory: the memory of the project at hand.
        settings: the person's.
        here: the project at hand, for agents that are connected in it alone.
        everywhere: the person's home, for agents that are connected in all projects.
    """
    for agent in AGENTS:
        yield _agent(agent, here, everywhere)
    yield _server(here)
    yield _digest(memory, settings)
    yield _sweep(here.environ)
    yield from _failure(here.environ)


def _agent(agent: str, here: Where, everywhere: Where) -> Finding:
    fired = _fired(here.environ, agent)
    problems: list[str] = []
    places: list[str] = []
    for name, where in (("this project", here), ("all projects", everywhere)):
        try:
            if not plan_connect(agent, where).changes:
                places.append(name)
        except Problem as problem:
            if agent != "agents-md":
                problems.append(str(problem))
    last = max(fired.values(), default="")
    told = f"connected in {' and '.join(places)}" if places else "not connected"
    if agent != "agents-md":
        told += f"; its hooks ran last at {last}" if last else "; no hook ran yet"
    if problems:
        return Finding(agent, False, "; ".join([told, *problems]), fired)
    proven = bool(places) and (bool(last) or agent == "agents-md")
    return Finding(agent, True, told, fired, proven)


def _fired(environ: Mapping[str, str], agent: str) -> dict[str, str]:
    folder = Path(agents_folder(environ), "fired")
    found: dict[str, str] = {}
    for event in _EVENTS:
        with suppress(OSError):
            at = (folder / f"{agent}.{event}").stat().st_mtime
            found[event] = iso(datetime.fromtimestamp(at, UTC)) or ""
    return found


def _server(here: Where) -> Finding:
    """Start the server as a host does, and ask for its tools."""
    try:
        names = _tools(here)
    except ModuleNotFoundError:
        text = "not installed: pip install 'levelmem[mcp]'"
        return Finding("server", True, text, {}, proven=False)
    except Exception as error:
        # Whatever the SDK raises: the door is shut, and this is why.
        return Finding("server", False, f"it does not answer: {error}", {})
    return Finding("server", True, f"it answers with {', '.join(names)}", {})


def _tools(here: Where) -> list[str]:
    import asyncio

    from mcp import Client, StdioServerParameters

    async def ask() -> list[str]:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-P", "-m", "levelmem", "mcp"],
            env=dict(here.environ),
            cwd=here.project,
        )
        async with Client(server) as client:
            return sorted(tool.name for tool in (await client.list_tools()).tools)

    return asyncio.run(asyncio.wait_for(ask(), _SERVER_SECONDS))


def _digest(memory: Memory, settings: MemorySettings) -> Finding:
    try:
        digest = refresh(memory, settings).digest
    except Problem as problem:
        return Finding("digest", False, str(problem), {})
    if not digest:
        return Finding("digest", True, "nothing is remembered here yet", {}, False)
    tokens = tokenizer_at_hand()(digest)
    title = digest.splitlines()[0].lstrip("# ")
    return Finding("digest", True, f"{title}, {tokens} tokens", {})


def _sweep(environ: Mapping[str, str]) -> Finding:
    report = read_json(str(Path(agents_folder(environ), "sweep.json")))
    at = report.get("at")
    if not isinstance(at, str):
        return Finding("sweep", True, "none ran yet", {}, proven=False)
    problems = report.get("problems")
    told = f"the last one ended at {at} and sealed {report.get('sealed')} sessions"
    listed: Sequence[object] = problems if isinstance(problems, list) else ()
    text = "; ".join([told, *map(str, listed)])
    return Finding("sweep", not listed, text, {})


def _failure(environ: Mapping[str, str]) -> Iterator[Finding]:
    path = Path(agents_folder(environ), "fired", "failure")
    with suppress(OSError):
        why = path.read_text(encoding="utf-8", errors="replace").strip()
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        if datetime.now(UTC) - at < _FAILURE_COUNTS:
            yield Finding("hooks", False, f"one failed at {iso(at)}: {why}", {})
