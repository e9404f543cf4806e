"""``bench``: how well recall finds, on public data or a made-up set."""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from levelmem.cli.output import Refused, WrongUsage, print_object, print_text
from levelmem.engine.recall.bench.beam import read_beam
from levelmem.engine.recall.bench.classic import memcode_ranker
from levelmem.engine.recall.bench.coding import coding_set
from levelmem.engine.recall.bench.locomo import read_locomo
from levelmem.engine.recall.bench.longmemeval import read_longmemeval
from levelmem.engine.recall.bench.measure import (
    Ranker,
    default_ranker,
    measure,
    report,
)
from levelmem.engine.recall.bench.samples import BenchDataError, Sample
from levelmem.engine.recall.classic.ranking import Options


def bench(options: argparse.Namespace) -> int:
    """Ask every question of a benchmark and print how many were answered."""
    try:
        samples, data = _load(options)
    except BenchDataError as error:
        raise Refused(str(error)) from error
    granularity = options.granularity or _GRANULARITY[options.name]
    metrics = measure(
        samples,
        _ranker(options),
        facts=options.facts == "observations",
        granularity=granularity,
    )
    result = report(
        options.name, data, options.ranker, options.facts, granularity, metrics
    )
    if options.json:
        print_object(result)
    else:
        _print(result)
    return 0


_GRANULARITY = {
    "locomo": "turn",
    "beam": "turn",
    "coding": "turn",
    "longmemeval": "session",
}


def _load(options: argparse.Namespace) -> tuple[list[Sample], dict[str, object]]:
    if options.name == "coding":
        return [coding_set(options.seed)], {"seed": options.seed}
    path: Path | None = options.data
    if path is None:
        raise WrongUsage(f"bench {options.name} needs its data: --data PATH")
    if options.name == "beam":
        return list(read_beam(path)), {"path": str(path)}
    try:
        body = path.read_bytes()
        content = json.loads(body)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise Refused(f"{path}: {error}") from error
    read = read_locomo if options.name == "locomo" else read_longmemeval
    digest = hashlib.sha256(body).hexdigest()
    return read(content), {"path": str(path), "sha256": digest}


def _ranker(options: argparse.Namespace) -> Ranker:
    if options.ranker == "default":
        return default_ranker()
    layers = set(options.layer)
    return memcode_ranker(
        Options(
            field_weights="fields" in layers,
            rm3="rm3" in layers,
            adjacency="adjacency" in layers,
            entities="entities" in layers,
        )
    )


def _print(result: dict[str, Any]) -> None:
    print_text(
        f"{result['benchmark']}, {result['ranker']} order, facts: {result['facts']},"
        f" by {result['granularity']}: {result['questions']} questions"
    )
    for name, value in result["metrics"].items():
        print_text(f"  {name:8} {value:.3f}")
    every = result["all_questions"]
    if every["questions"] != result["questions"]:
        found = "  ".join(
            f"{name} {value:.3f}"
            for name, value in every["metrics"].items()
            if name.startswith("any")
        )
        print_text(f"all {every['questions']} questions with evidence: {found}")
    groups = {**result.get("by_split", {}), **result.get("by_category", {})}
    for name, group in groups.items():
        print_text(
            f"  {name:28} R@1 {group['R@1']:.3f}  R@5 {group['R@5']:.3f}"
            f"  R@10 {group['R@10']:.3f}  ({group['questions']})"
        )
