"""The cache of verdicts: right or empty, never in the way."""

from pathlib import Path

import pytest

from levelmem.engine.memory import verdicts
from levelmem.engine.memory.facts import Reason
from levelmem.engine.memory.verdicts import KnownVerdict, VerdictCache

HELD = KnownVerdict(True, (Reason("opener", 0, 3), Reason("pipe", 4, 9)))


class Guard:
    """Counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def judge(self, text: str) -> KnownVerdict:
        self.asked.append(text)
        if text == "bare":
            return KnownVerdict(True)
        return HELD if text.startswith("Run") else KnownVerdict(False)


def test_a_verdict_is_asked_for_once_also_after_a_restart(tmp_path: Path) -> None:
    guard, file = Guard(), tmp_path / "cache" / "verdicts.json"
    for _ in range(2):
        cache = VerdictCache(file, guard.judge)
        for text in ("Run it", "Uses pnpm", "bare", "Run it"):
            verdict = cache.judge(text)
            assert (verdict.held, verdict.reasons) == (
                (text != "Uses pnpm"),
                HELD.reasons if text == "Run it" else (),
            )
        cache.save()
    assert guard.asked == ["Run it", "Uses pnpm", "bare"]
    assert file.stat().st_mode & 0o077 == 0
    assert "pnpm" not in file.read_text()


def test_another_guard_makes_the_cache_worthless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard, file = Guard(), tmp_path / "verdicts.json"
    cache = VerdictCache(file, guard.judge)
    cache.judge("Run it")
    cache.save()
    monkeypatch.setattr(verdicts, "guard_fingerprint", lambda: "another")
    VerdictCache(file, guard.judge).judge("Run it")
    assert guard.asked == ["Run it", "Run it"]


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "null", '{"guard":1}', '{"v":1,"verdicts":[]}', "\x00"]
)
def test_a_damaged_cache_is_built_again(tmp_path: Path, damage: str) -> None:
    guard, file = Guard(), tmp_path / "verdicts.json"
    file.write_text(damage)
    cache = VerdictCache(file, guard.judge)
    assert cache.judge("Run it").held
    cache.save()
    assert VerdictCache(file, guard.judge).judge("Run it").held
    assert guard.asked == ["Run it"]


@pytest.mark.parametrize("kept", ["5", '"x"', "[[1]]", "[5]", "{}", "null", "false"])
def test_verdicts_of_a_wrong_shape_are_not_believed(tmp_path: Path, kept: str) -> None:
    file, mark = tmp_path / "verdicts.json", verdicts.guard_fingerprint()
    file.write_text(f'{{"guard":"{mark}","verdicts":{{"x":{kept}}}}}')
    assert VerdictCache(file, Guard().judge).judge("Run it").held


def test_a_cache_that_can_not_be_written_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    cache = VerdictCache(tmp_path / "cache" / "verdicts.json", Guard().judge)
    assert cache.judge("Run it").held
    cache.save()
