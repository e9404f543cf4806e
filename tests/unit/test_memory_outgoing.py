"""What memory told comes back as an echo, not as evidence."""

from pathlib import Path

import pytest

from levelmem.engine.memory.facts import Reason, State
from levelmem.engine.memory.learning.outgoing import TOLD, Outgoing
from levelmem.engine.memory.records import Origin, OriginKind
from levelmem.engine.memory.service import Memory
from levelmem.engine.memory.store import MemoryStore

A = "CI runs on Node 20"


class Verdict:
    held = False
    reasons: tuple[Reason, ...] = ()


def made(folder: Path) -> Memory:
    return Memory("/code/app", folder, judge=lambda text: Verdict())


def test_an_agent_that_repeats_what_it_was_told_proves_nothing(tmp_path: Path) -> None:
    memory = made(tmp_path)
    memory.observe(A, "s1")
    memory.told([A], "s2")
    memory.observe("The CI runs on node 20", "s2", Origin(OriginKind.AGENT))
    memory.observe(A, "s2")
    assert memory.fact(A).state is State.INFERRED
    assert memory.fact(A).sources == ("s1",)
    made(tmp_path).observe(A, "s2")
    assert memory.fact(A).state is State.INFERRED
    memory.observe(A, "s3")
    assert memory.fact(A).state is State.OBSERVED


def test_what_stands_in_the_digest_was_told_to_every_session(tmp_path: Path) -> None:
    memory = made(tmp_path)
    memory.told([A])
    memory.observe(A, "s1")
    memory.observe(A, "s2")
    assert memory.fact(A).sources == ()


@pytest.mark.parametrize("kind", [OriginKind.COMMAND, OriginKind.TYPED])
def test_a_command_and_the_person_speak_for_themselves(
    tmp_path: Path, kind: OriginKind
) -> None:
    memory = made(tmp_path)
    memory.told([A])
    memory.observe(A, "s1", Origin(kind))
    assert memory.fact(A).sources == ("s1",)


def test_only_fingerprints_are_kept_and_each_but_once(tmp_path: Path) -> None:
    sides = MemoryStore(tmp_path)
    for _ in range(3):
        Outgoing(sides).add([A, A, "Uses pnpm"], "s1")
    written = (tmp_path / TOLD).read_text()
    assert written.count("\n") == 1
    assert "pnpm" not in written


def test_damaged_lines_are_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / TOLD).write_text('{\n[]\n{"session":5}\n{"session":"s","marks":[1]}\n')
    outgoing = Outgoing(MemoryStore(tmp_path))
    outgoing.add([A])
    assert outgoing.was_told(A, "any")
    assert not outgoing.was_told("Another", "s")
