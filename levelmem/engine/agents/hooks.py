"""``levelmem hook HOST EVENT``: what an agent's host calls at each step.

A session start prints the digest, a prompt spools the typed words, a stop drops a
mark, an end drops a mark and wakes the sweep. Whatever happens, the exit code is 0
and the host goes on: memory may be missing, it may never be in the way.
"""

from __future__ import annotations

import os
import select
import time

from levelmem.engine.agents import hosts, runs
from levelmem.engine.agents.briefing import Briefing, ready_briefing
from levelmem.engine.agents.light_json import read_object, write_object
from levelmem.engine.agents.quick import (
    Here,
    agents_folder,
    find_memory,
    memory_switches,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_SECONDS = 4.0
"""How long a hook waits for its input; hosts give it five at the least."""
_MOST_BYTES = 16 << 20
_BETWEEN_SWEEPS = 1800.0
_AGAIN_AFTER = 3.0
"""Seconds between two compactions of one session: a hook that is configured twice,
for the person and for the project, tells the digest once."""


def main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run one hook; always 0."""
    try:
        if arguments[0] == "sweep":
            from levelmem.engine.agents.waking import wait_and_sweep

            wait_and_sweep(environ)
            return 0
        host = hosts.HOSTS.get(arguments[0], "")
        event = hosts.EVENTS.get(arguments[1], "")
        if host and event:
            payload = _payload(arguments[2:])
            _print(_answer(host, event, payload, environ))
    except BaseException as error:  # a host must never see a hook fail
        _note_failure(error, environ)
    return 0


def _answer(
    host: str, event: str, payload: Mapping[str, Any], environ: Mapping[str, str]
) -> Mapping[str, Any] | str:
    """Do what the event asks for and return what the host is told."""
    answer: Mapping[str, Any] | str = hosts.plain_answer(host, event)
    if hosts.is_child(host, payload, environ):
        return answer
    switches = memory_switches(environ)
    folder = hosts.folder_of(payload) or os.getcwd()
    here = find_memory(folder, environ)
    if not switches["enabled"] or here.off:
        return answer
    runs.fired(environ, host, event)
    run = _run(host, payload, folder, environ)
    if event == hosts.START:
        answer = _start(host, payload, run, here, environ)
    elif event == hosts.STOP:
        runs.mark(run, runs.STOPPED)
    elif event == hosts.END:
        runs.mark(run, runs.ENDED)
    _write_down(host, event, payload, run, folder, environ)
    if host in hosts.LOADS_FILE and ready_briefing(here) is None:
        _made_anew(here, environ)
    if switches["auto_seal"] and _may_have_ended(host, event, environ):
        from levelmem.engine.agents.waking import wake_sweep

        wake_sweep(environ)
    return answer


def _write_down(
    host: str,
    event: str,
    payload: Mapping[str, Any],
    run: str,
    folder: str,
    environ: Mapping[str, str],
) -> None:
    """Keep what was typed, and of some hosts what was done, without waiting for it."""
    is_prompt = event == hosts.PROMPT and not hosts.is_headless(host, environ)
    if not is_prompt and (host not in hosts.LOGGED or event == hosts.START):
        return
    from levelmem.engine.agents.spool import spool, spoolable, write_later

    texts = spoolable(hosts.prompts_of(payload)) if is_prompt else []

    def write() -> None:
        if texts:
            spool(run, texts)
        if host in hosts.LOGGED:
            from levelmem.engine.agents.run_log import log_run, records_of

            if records := list(records_of(event, payload)):
                log_run(environ, host, run, folder, records)

    if texts or host in hosts.LOGGED:
        write_later(run, write)


def _may_have_ended(host: str, event: str, environ: Mapping[str, str]) -> bool:
    """Tell whether it is time to look for sessions to seal."""
    if event in (hosts.START, hosts.END):
        return True
    # A host that tells of no start and no end: now and then, between two turns.
    report = os.path.join(agents_folder(environ), "sweep.json")
    is_fresh = time.time() - runs.changed_at(report) < _BETWEEN_SWEEPS
    return host in hosts.LOADS_FILE and event == hosts.STOP and not is_fresh


def _run(
    host: str, payload: Mapping[str, Any], folder: str, environ: Mapping[str, str]
) -> str:
    session = hosts.session_of(payload)
    run = runs.run_folder(environ, host, session or folder)
    facts = {
        "host": host,
        "session": session,
        "folder": folder,
        "transcript": hosts.transcript_of(payload),
        "processes": runs.ancestors(),
    }
    runs.note_run(run, facts)
    return run


def _start(
    host: str,
    payload: Mapping[str, Any],
    run: str,
    here: Here,
    environ: Mapping[str, str],
) -> Mapping[str, Any] | str:
    if not _is_due(payload, run):
        return ""
    briefing = ready_briefing(here) or _made_anew(here, environ)
    runs.mark(run, runs.TOLD)
    if not briefing.digest and not briefing.welcome:
        return ""
    return hosts.start_answer(host, briefing.digest, briefing.welcome)


def _is_due(payload: Mapping[str, Any], run: str) -> bool:
    """Tell whether a session needs the digest: once, and again where it was lost."""
    told = runs.marked_at(run, runs.TOLD)
    is_lost = payload.get("source") in ("clear", "compact")
    if is_lost or not hosts.session_of(payload):
        return time.time() - told > _AGAIN_AFTER
    return not told


def _made_anew(here: Here, environ: Mapping[str, str]) -> Briefing:
    """Make the digest now: the person decided something since it was made."""
    from levelmem.engine.agents.refresh import refresh_here

    return refresh_here(here.project, environ)


def _payload(rest: Sequence[str]) -> Mapping[str, Any]:
    """Return the host's JSON object: a notification's last argument, else stdin."""
    if rest and rest[-1].startswith("{"):
        return read_object(rest[-1].encode("utf-8", "surrogateescape"))
    return read_object(b"" if os.isatty(0) else _input())


def _input() -> bytes:
    """Return what the host writes, as far as it comes in time."""
    end = time.monotonic() + _SECONDS
    parts: list[bytes] = []
    while sum(map(len, parts)) < _MOST_BYTES:
        left = end - time.monotonic()
        if left <= 0 or not select.select([0], [], [], left)[0]:
            break
        part = os.read(0, 1 << 16)
        if not part:
            break
        parts.append(part)
    return b"".join(parts)


def _print(answer: Mapping[str, Any] | str) -> None:
    if not answer:
        return
    text = answer if isinstance(answer, str) else write_object(answer)
    data = text.encode("utf-8", "replace") + b"\n"
    while data:
        data = data[os.write(1, data) :]


def _note_failure(error: BaseException, environ: Mapping[str, str]) -> None:
    """Leave the reason for ``levelmem doctor``, if even that is possible."""
    try:
        folder = os.path.join(agents_folder(environ), "fired")
        runs.make_private(folder)
        why = f"{type(error).__name__}: {error}"[:500]
        runs.write_private(os.path.join(folder, "failure"), why + "\n")
    except BaseException:
        pass
