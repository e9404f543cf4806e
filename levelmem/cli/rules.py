"""``check``: ask a rule about cases, one JSON object a line."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from levelmem.cli.output import complain, print_line

Case = Mapping[str, Any]
Answer = dict[str, Any]


def check(options: argparse.Namespace) -> int:
    """Answer each case on standard input by the chosen rule, in order.

    A line that is no case is answered with an ``error``; the others still count.
    """
    answer = _RULES[options.rule]
    failed = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            print_line(answer(_case(line)))
        except (KeyError, TypeError, ValueError) as error:
            failed += 1
            why = f"line {number} is no case of the {options.rule} rule: {error}"
            print_line({"error": why})
            complain(why)
    return 1 if failed else 0


def _case(line: bytes) -> Case:
    case = json.loads(line.decode("utf-8", "replace"))
    if not isinstance(case, dict):
        raise ValueError("not a JSON object")
    return case


def _text(case: Case, field: str, default: str | None = None) -> str:
    value = case.get(field, default)
    if not isinstance(value, str):
        raise ValueError(f"{field!r} must be a text")
    return value


def _texts(case: Case, field: str) -> list[str]:
    value = case.get(field)
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ValueError(f"{field!r} must be a list of texts")
    return value


def _guard(case: Case) -> Answer:
    from levelmem.engine.memory.rules.guard import explain, judge

    verdict = judge(_text(case, "text"))
    reasons = [
        {"rule": r.rule, "start": r.start, "end": r.end, "why": explain(r.rule)}
        for r in verdict.reasons
    ]
    return {"held": verdict.held, "reasons": reasons}


def _credit(case: Case) -> Answer:
    from levelmem.engine.memory.rules.credit import credit

    found = credit(_text(case, "note"), _text(case, "said"), _texts(case, "typed"))
    return {"credited": found.credited, "why": found.why}


def _forget(case: Case) -> Answer:
    from levelmem.engine.memory.rules.forgetting import asks_to_forget

    found = asks_to_forget(
        _text(case, "said"),
        _texts(case, "typed"),
        _text(case, "memory"),
        _text(case, "quote", ""),
    )
    return {"removes": found.removes, "why": found.why}


def _secrets(case: Case) -> Answer:
    from levelmem.engine.secrets import scrub

    scrubbed = scrub(_text(case, "text"))
    return {"text": scrubbed.text, "found": list(scrubbed.found)}


def _git(case: Case) -> Answer:
    from levelmem.engine.sessions.shell import git_events

    return {"events": git_events(_text(case, "input"))}


_RULES: Mapping[str, Callable[[Case], Answer]] = {
    "guard": _guard,
    "credit": _credit,
    "forget": _forget,
    "secrets": _secrets,
    "git": _git,
}
