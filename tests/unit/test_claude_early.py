"""An answer is found without decoding a transcript only where nothing takes it back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.sessions.finder import Finder
from levelmem.engine.sessions.model import Session, Turn
from levelmem.engine.sessions.query import parse
from levelmem.engine.sessions.search_results import Hit
from levelmem.engine.sessions.sources.claude_code import SOURCE


def answer(text: str, uuid: str = "a1", **other: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    message = {"id": "m1", "role": "assistant", "content": content}
    return {"type": "assistant", "uuid": uuid, "message": message, **other}


def prompt(text: str, uuid: str = "u1") -> dict[str, Any]:
    message = {"role": "user", "content": text}
    return {"type": "user", "uuid": uuid, "message": message}


class Store:
    """One transcript, and how often it was read as a conversation."""

    def __init__(self, folder: Path, lines: list[str]) -> None:
        path = folder / "s.jsonl"
        path.write_text("".join(lines), "utf-8")
        self.session = Session("claude-code", "s", path, title="t")
        self.read = 0

    def turns(self, session: Session) -> Iterator[Turn]:
        self.read += 1
        return SOURCE.turns(session)

    def finds(self, words: str) -> bool:
        found = Finder(self).search([self.session], parse(words))
        return any(isinstance(item, Hit) and not item.near for item in found)


def store(folder: Path, *records: dict[str, Any], end: str = "\n") -> Store:
    lines = [json.dumps(record) + "\n" for record in records]
    lines[-1] = lines[-1].rstrip("\n") + end
    return Store(folder, lines)


@pytest.mark.parametrize("words", ["needle", "NEEDLE", "in:answered needle", "hay nee"])
def test_a_plain_answer_is_enough(tmp_path: Path, words: str) -> None:
    known = store(tmp_path, prompt("look"), answer("Needle in the HAY, needle"))
    assert known.finds(words)
    assert known.read == 0


@pytest.mark.parametrize(
    "records",
    [
        [answer("a needle"), answer("a longer version without the word", "a1", x=1)],
        [answer("a needle", isApiErrorMessage=True)],
        [answer("Hello", requestId="needle")],
        [prompt("look", "needle"), answer("Hello", parentUuid="needle")],
    ],
    ids=["replaced", "error", "metadata", "id"],
)
def test_what_is_no_answer_is_not_found(
    tmp_path: Path, records: list[dict[str, Any]]
) -> None:
    assert not store(tmp_path, prompt("look"), *records).finds("needle")


def test_a_line_that_is_still_being_written_does_not_count(tmp_path: Path) -> None:
    known = store(tmp_path, prompt("look"), answer("a needle"), end="")
    known.finds("needle")
    assert known.read == 1


@pytest.mark.parametrize(
    "words", ["in:said needle", "in:tools needle", "re:/needle/", "needle -other"]
)
def test_what_an_answer_does_not_settle_is_read(tmp_path: Path, words: str) -> None:
    known = store(tmp_path, prompt("look"), answer("a needle"))
    assert known.finds(words) is ("in:" not in words)
    assert known.read == 1


def test_a_part_of_a_secret_is_not_found(tmp_path: Path) -> None:
    key = "gh" + "p_" + "N33dle" * 6
    assert not store(tmp_path, prompt("look"), answer(f"use {key}")).finds("n33dle")
    assert store(tmp_path, prompt("look"), answer(f"use {key}")).finds("use")
