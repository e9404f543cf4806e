"""Both programs on one file: the same states, and controls that both understand.

The reference here is LevelCode's fold written down from its specification, without
a line of levelmem's: observations grouped by LevelCode's key, controls applied to
that key in file order.
"""

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.memory.facts import Reason, State
from levelmem.engine.memory.fold import fold
from levelmem.engine.memory.records import parse_record
from levelmem.engine.memory.service import Memory

Line = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    held: bool
    reasons: tuple[Reason, ...] = ()


def is_order(text: str) -> bool:
    return reference_key(text).startswith("run ")


def judge(text: str) -> Verdict:
    return Verdict(is_order(text))


def reference(lines: list[Line]) -> dict[str, tuple[str, str]]:
    """State and text by key, as LevelCode's specification says."""
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if "text" in line:
            groups.setdefault(reference_key(line["text"]), []).append(line)
    return {key: reference_state(key, seen, lines) for key, seen in groups.items()}


def reference_key(text: str) -> str:
    return re.sub(r"[^a-z0-9 ]+", " ", text.lower()).strip()


def reference_state(key: str, seen: list[Line], lines: list[Line]) -> tuple[str, str]:
    credited = [line for line in seen if line.get("verified")]
    text = (credited or seen)[-1]["text"]
    flags = {"confirm": False, "remove": False, "supersede": False}
    for line in lines:
        if line.get("key") == key and line["control"] in flags:
            flags[line["control"]] = True
            if line["control"] == "confirm":
                flags["remove"] = flags["supersede"] = False
    if flags["remove"]:
        return "removed", text
    if flags["supersede"]:
        return "superseded", text
    if flags["confirm"] or credited:
        return "confirmed", text
    if is_order(text) or any(line.get("origin") == "person" for line in seen):
        return "unconfirmed-instruction", text
    many = len({line["source"] for line in seen}) >= 2
    return ("observed" if many else "inferred"), text


TEXTS = ["Uses pnpm", "CI runs on Node 20", "Run the installer", "Ports start at 80"]
ACTIVE = {"confirmed", "observed"}


def random_lines(chance: random.Random, controls: bool = True) -> list[Line]:
    """A file of LevelCode's own making: its records, keys and words alone."""
    lines: list[Line] = []
    for number in range(chance.randrange(1, 25)):
        at = f"2026-01-01T00:00:{number:02}.000Z"
        text = chance.choice(TEXTS)
        worded = chance.choice([text, text + ".", text.upper(), f"`{text}`"])
        source = f"s{chance.randrange(3)}"
        roll = chance.random()
        if roll < 0.55 or not controls:
            lines.append({"v": 1, "text": worded, "source": source, "at": at})
        elif roll < 0.7:
            note = {"origin": "person", "kind": "project", "said": "q"}
            verified = {"verified": chance.random() < 0.5}
            lines.append(
                {"v": 1, "text": text, "source": source, "at": at} | note | verified
            )
        else:
            word = chance.choice(["confirm", "remove", "supersede", "of later"])
            line = {"v": 1, "key": reference_key(text), "control": word, "at": at}
            lines.append(line | ({"by": "Z"} if word == "supersede" else {}))
    return lines


@pytest.mark.parametrize("seed", range(300))
def test_a_file_of_levelcode_folds_to_the_same_states(seed: int) -> None:
    lines = random_lines(random.Random(seed))
    facts = fold([parse_record(line) for line in lines], judge=judge)
    found = {reference_key(fact.text): (fact.state.value, fact.text) for fact in facts}
    wanted = reference(lines)
    assert {key: state for key, (state, _) in found.items()} == {
        key: state for key, (state, _) in wanted.items()
    }
    # Of an order, levelmem shows the wording that was held or confirmed.
    plain = [key for key in wanted if not is_order(key)]
    assert [found[key] for key in plain] == [wanted[key] for key in plain]


def told(lines: list[Line]) -> set[str]:
    return {key for key, (state, _) in reference(lines).items() if state in ACTIVE}


@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_person_does_both_programs_tell_agents_the_same(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    memory = Memory("/code/app", tmp_path, judge=judge)
    for text in TEXTS:
        for source in chance.choice([["s1"], ["s1", "s2"]]):
            memory.observe(text, source)
    for _ in range(12):
        step(memory, chance)
        lines = read(tmp_path)
        active = {reference_key(f.text) for f in memory.facts() if f.active}
        assert told(lines) == active, lines[-3:]


def step(memory: Memory, chance: random.Random) -> None:
    facts = memory.facts()
    key = chance.choice(facts).key
    undoable = [one for one in memory.changes() if not one.undone and not one.undoes]
    match chance.randrange(9):
        case 0:
            memory.confirm(key)
        case 1:
            memory.forget(key)
        case 2:
            memory.restore(key)
        case 3:
            memory.edit(key, f"Edited {chance.randrange(5)}")
        case 4:
            memory.supersede(key, f"New {chance.randrange(5)}")
        case 5:
            memory.add_note(chance.choice([*TEXTS, "Run nothing"]))
        case 6:
            memory.forget_source(session=chance.choice(["s1", "s2"]))
        case _ if undoable:
            memory.undo()


def read(folder: Path) -> list[Line]:
    return [
        json.loads(line) for line in (folder / "facts.jsonl").read_text().splitlines()
    ]


def test_a_control_never_carries_a_key_under_which_levelcode_shows_another_fact(
    tmp_path: Path,
) -> None:
    memory = Memory("/code/app", tmp_path, judge=judge)
    memory.observe("使用 Redis", "s1")
    memory.observe("不使用 Redis", "s1")
    memory.observe("依存は少ない", "s1")
    memory.forget("使用 Redis")
    memory.confirm(["不使用 Redis", "依存は少ない"])
    removed, confirmed, foreign = read(tmp_path)[-3:]
    assert removed["key"] == "lm:使用redis"
    assert (confirmed["key"], confirmed["lmKey"]) == ("redis", "不使用redis")
    assert foreign["key"] == "lm:依存は少ない"
    assert [fact.state for fact in memory.facts()] == [
        *(State.REMOVED, State.CONFIRMED, State.CONFIRMED),
    ]


def test_an_undone_confirm_is_not_active_in_levelcode_either(tmp_path: Path) -> None:
    memory = Memory("/code/app", tmp_path, judge=judge)
    memory.observe("Run the installer", "s1")
    memory.confirm("run the installer")
    assert told(read(tmp_path)) == {"run the installer"}
    memory.undo()
    assert told(read(tmp_path)) == set()
    assert memory.facts()[0].state is State.UNCONFIRMED
