"""The words that call for an alarm: a short cut that never hides a match."""

import re
from pathlib import Path

from builders.alarm_words import written_out
from levelmem.engine.memory.rules.guard_rules.alarm_words import LISTING, AlarmWords
from levelmem.engine.memory.rules.guard_rules.alarms import Alarm, Watch, search
from levelmem.engine.memory.rules.guard_rules.english_alarms import ENGLISH
from levelmem.engine.memory.rules.guard_rules.markers import MARKERS

ALARMS = (*MARKERS, *ENGLISH)
CASES = Path(__file__).parents[1] / "data" / "guard"


def called_for(pattern: str, *words: str) -> bool:
    """Whether the words call for an alarm of the pattern."""
    listing = AlarmWords(written_out([Alarm("loosens-a-guard", pattern)]))
    return bool(list(listing.called(words)))


def test_the_listing_is_that_of_the_patterns_as_they_are() -> None:
    again = "run tests/builders/alarm_words.py"
    assert LISTING.read_text(encoding="utf-8") == written_out(ALARMS), again


def test_the_short_cut_finds_what_a_full_search_finds() -> None:
    watch = Watch(ALARMS)
    for file in CASES.glob("orders-*.txt"):
        for line in file.read_text(encoding="utf-8").lower().splitlines():
            every = [hit for alarm in ALARMS if (hit := search(line, alarm))]
            assert list(watch.raised(line)) == every


def test_a_word_of_every_set_is_needed() -> None:
    pattern = r"\b(?:skips?|bypass\w*) (?:\w+ ){0,3}(?:reviews?|checks)\b"
    assert called_for(pattern, "bypassing", "the", "review")
    assert called_for(pattern, "skips", "checks")
    assert not called_for(pattern, "skips", "the", "queue")
    assert not called_for(pattern, "the", "checks")


def test_a_word_beside_unknown_letters_may_be_part_of_a_longer_one() -> None:
    assert called_for(r"authori[sz]ed", "preauthorized")
    assert called_for(r"\w+ing\b skip", "running", "skipped")
    assert not called_for(r"\bskip\b", "skipped")


def test_a_pattern_without_words_is_called_by_its_signs_or_always() -> None:
    assert called_for(r"<!--", "<", "!", "-")
    assert not called_for(r"<!--", "the")
    assert called_for(r"\d{3}-\d", "7", "-")
    assert called_for(r"(?:skip)?", "the")
    assert called_for(r"\bhttps?[^ ]*[?&#]", "http", "&")
    assert not called_for(r"\bhttps?[^ ]*[?&#]", "http", ".")


def test_words_are_told_apart_by_their_letters_only() -> None:
    assert re.findall(r"[^\W\d_]+", "don't 2fa") == ["don", "t", "fa"]
    assert called_for(r"\bdon't\b", "don", "'", "t")
    assert called_for(r"\b2fa\b", "2", "fa")
