"""Make a home full of session files in the shape of Claude Code's.

    python tests/benchmarks/make_corpus.py FOLDER --sessions 5000 --megabytes 1000

The same seed makes the same files. Sizes are spread as they are on disks (many small
ones, a few of several megabytes), outputs stand twice in a record as the client
writes them, and a part of the text is not ASCII, escaped, or in other scripts.
"""

import argparse
import json
import math
import random
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

SIGMA = 1.27
"""Spread of the sizes: the mean is 2.2 times the median."""

_SYLLABLES: tuple[str, ...] = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
)
_SYLLABLES += ("pe", "qui", "ro", "su", "ta", "ve", "wi", "xo", "yu", "za")
_TOPICS = ("refund", "retry", "bank", "parcel", "weight", "customs", "printer")
_FOREIGN = (
    "Größe prüfen",
    "café résumé naïve",
    "日本語の住所ラベルを直す",
    "한국어 번역을 확인",
    "проверка адреса",
    "“quoted” — and so on… ✓",
    "emoji 🚀 and more 🎉",
)
_START = datetime(2026, 1, 1, tzinfo=UTC)


class Words:
    """Words that come as often as they do in texts: few often, many seldom."""

    def __init__(self, rng: random.Random, count: int = 20_000) -> None:
        self._rng = rng
        made = {
            "".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(count)
        }
        self.all = ["the", "of", "and", "to", "in", *_TOPICS, *sorted(made)]
        ranks = range(len(self.all))
        self._weights = list(accumulate(1 / (rank + 3) for rank in ranks))
        # Drawing is slow: sentences are put together from runs drawn beforehand.
        self._runs = [
            " ".join(rng.choices(self.all, cum_weights=self._weights, k=12))
            for _ in range(30_000)
        ]

    def sentence(self, words: int = 12) -> str:
        """Return about so many words."""
        return " ".join(self._rng.choices(self._runs, k=max(1, words // 12)))

    def name(self) -> str:
        """Return an identifier, in one of the styles that people write."""
        first, second = self._rng.choices(self.all, cum_weights=self._weights, k=2)
        styles = (f"{first}_{second}", f"{first}{second.title()}", f"{first}-{second}")
        return self._rng.choice(styles)


class Maker:
    """Makes sessions."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.words = Words(self.rng)
        self._code = [self._code_line() for _ in range(20_000)]

    def session(
        self, number: int, ident: str, size: int, when: datetime
    ) -> Iterator[str]:
        """Yield the lines of one session of about ``size`` bytes."""
        rng = self.rng
        escaped = number % 10 == 0
        base = {
            "sessionId": ident,
            "cwd": f"/work/project-{number % 40}",
            "version": "2.1.0",
            "gitBranch": rng.choice(("main", "fix/refund", "feature/labels")),
            "userType": "external",
            "isSidechain": False,
        }
        written, parent = 0, None
        while written < size:
            for record in self._exchange(number):
                own = str(uuid.UUID(int=rng.getrandbits(128), version=4))
                stamp = when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
                whole = {"parentUuid": parent, **base, **record}
                whole |= {"uuid": own, "timestamp": stamp}
                line = json.dumps(whole, ensure_ascii=escaped, separators=(",", ":"))
                yield line
                written += len(line) + 1
                parent, when = own, when + timedelta(seconds=rng.randint(1, 90))

    def _exchange(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield a prompt, some calls with their results, and an answer."""
        rng, words = self.rng, self.words
        prompt = words.sentence(24)
        if rng.random() < 0.15:
            prompt += " " + rng.choice(_FOREIGN)
        yield {"type": "user", "message": {"role": "user", "content": prompt}}
        for _ in range(rng.randint(1, 6)):
            call = f"toolu_{rng.getrandbits(64):016x}"
            tool, arguments = self._call(number)
            block = {"type": "tool_use", "id": call, "name": tool, "input": arguments}
            yield self._answer([{"type": "text", "text": words.sentence(24)}, block])
            yield self._result(call, tool, arguments)
        text = f'{words.sentence(36)}\n\n- {words.name()}\n- "{words.sentence(12)}"'
        yield self._answer([{"type": "text", "text": text}])

    def _call(self, number: int) -> tuple[str, dict[str, Any]]:
        rng, words = self.rng, self.words
        path = f"/work/project-{number % 40}/src/{words.name()}.py"
        kind = rng.random()
        if kind < 0.45:
            command = f"rg -n '{words.name()}' src && pytest -q tests/{words.name()}.py"
            return "Bash", {"command": command, "description": words.sentence(12)}
        if kind < 0.8:
            return "Read", {"file_path": path}
        old, new = (self._lines(rng.randint(2, 8)) for _ in range(2))
        return "Edit", {"file_path": path, "old_string": old, "new_string": new}

    def _result(
        self, call: str, tool: str, arguments: dict[str, Any]
    ) -> dict[str, Any]:
        rng = self.rng
        text = "ok"
        if tool != "Edit":
            text = self._lines(int(rng.lognormvariate(3.2, 1.0)) + 1)
        if rng.random() < 0.03:
            text += "\n" + rng.choice(_FOREIGN)
        content = [{"tool_use_id": call, "type": "tool_result", "content": text}]
        twin: dict[str, Any] = {"stdout": text, "stderr": "", "interrupted": False}
        if tool == "Edit":
            twin = {"filePath": arguments["file_path"], "originalFile": self._lines(40)}
        message = {"role": "user", "content": content}
        return {"type": "user", "message": message, "toolUseResult": twin}

    def _answer(self, content: Sequence[dict[str, Any]]) -> dict[str, Any]:
        rng = self.rng
        message = {
            "id": f"msg_{rng.getrandbits(64):016x}",
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-5",
            "content": list(content),
            "stop_reason": None,
            "usage": {
                "input_tokens": rng.randint(3, 900),
                "cache_read_input_tokens": rng.randint(9000, 90000),
                "output_tokens": rng.randint(9, 900),
            },
        }
        request = f"req_{rng.getrandbits(64):016x}"
        return {"type": "assistant", "message": message, "requestId": request}

    def _code_line(self) -> str:
        words = self.words
        first, second = words.name(), words.name()
        forms = (
            f"    {first} = {second}({self.rng.randint(0, 999)})",
            f"def {first}({second}: str) -> None:",
            f"src/{first}.py:{self.rng.randint(1, 900)}: {words.sentence(12)}",
            f"# {words.sentence(12)}",
            f'\tif {first} == "{second}":',
        )
        return self.rng.choice(forms)

    def _lines(self, count: int) -> str:
        return "\n".join(self.rng.choices(self._code, k=count))


def make(folder: Path, sessions: int, megabytes: float, seed: int = 1) -> int:
    """Fill a made-up home at ``folder``; return the bytes written."""
    maker = Maker(seed)
    # The mean of a lognormal is exp(mu + sigma^2 / 2).
    mean = megabytes * 1e6 / sessions
    mu = math.log(mean) - SIGMA**2 / 2
    written = 0
    for number in range(sessions):
        size = int(min(maker.rng.lognormvariate(mu, SIGMA), 36 * mean))
        when = _START + timedelta(minutes=80 * number)
        project = folder / ".claude" / "projects" / f"-work-project-{number % 40}"
        project.mkdir(parents=True, exist_ok=True)
        ident = str(uuid.UUID(int=maker.rng.getrandbits(128), version=4))
        text = "\n".join(maker.session(number, ident, size, when)) + "\n"
        path = project / f"{ident}.jsonl"
        path.write_text(text, "utf-8")
        written += path.stat().st_size
    return written


def main() -> None:
    """Make a corpus as the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sessions", type=int, default=5000)
    parser.add_argument("--megabytes", type=float, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    written = make(options.folder, options.sessions, options.megabytes, options.seed)
    print(f"{written / 1e6:,.0f} MB in {options.sessions:,} sessions")


if __name__ == "__main__":
    main()
