"""Which words a text needs before an alarm's pattern is worth searching for.

The listing beside this file has, for every alternative of every alarm, the sets of
words of which a match has at least one each. It is derived from the patterns, so it
never hides a match; it only saves time.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

LISTING = Path(__file__).with_name("alarm_words.txt")
OPEN = "*"
"""Stands for further letters at the edge of a word: `sign*`."""
AND = " AND "
"""Between sets: the listing's words are in lower case, so this is none of them."""
ANY = "(any)"
"""An alternative that no word calls for: it is always searched for."""
_WORDS_KEPT = 1 << 14


def sign_of(character: str) -> str:
    """A sign as it stands in the listing: digits are all one, blanks are none."""
    return "0" if character.isdigit() else character


@cache
def alarm_words() -> "AlarmWords":
    """The listing, read at the first judgement."""
    return AlarmWords(LISTING.read_text(encoding="utf-8"))


class AlarmWords:
    """The listing, as bits: a bit for every set of words."""

    def __init__(self, listing: str) -> None:
        self._bit_of: dict[frozenset[str], int] = {}
        self._needs: dict[int, list[tuple[int, int]]] = {}
        self._always = 0
        for at, alternative in _alternatives(listing):
            if alternative == ANY:
                self._always |= 1 << at
                continue
            bits = [self._bit(words) for words in alternative.split(AND)]
            # The first set has the rarest words: only its bit is looked up.
            self._needs.setdefault(bits[0], []).append((sum({*bits}), 1 << at))
        self._firsts = sum(self._needs)
        self._bits_of_words: dict[str, int] = {}
        for words, bit in self._bit_of.items():
            for word in words:
                self._bits_of_words[word] = self._bits_of_words.get(word, 0) | bit
        self._inner = [
            (word.strip(OPEN), bits)
            for word, bits in self._bits_of_words.items()
            if word[0] == OPEN == word[-1] and len(word) > 1
        ]
        self._known: dict[str, int] = {}

    def called(self, words: Iterable[str]) -> Iterator[int]:
        """The positions of the alarms that the words and signs of a text call for."""
        bits = 0
        known = self._known
        for word in words:
            found = known.get(word)
            bits |= self._learn(word) if found is None else found
        alarms = self._always
        firsts = bits & self._firsts
        while firsts:
            lowest = firsts & -firsts
            firsts ^= lowest
            for need, alarm in self._needs[lowest]:
                if bits & need == need:
                    alarms |= alarm
        while alarms:
            lowest = alarms & -alarms
            alarms ^= lowest
            yield lowest.bit_length() - 1

    def _bit(self, words: str) -> int:
        return self._bit_of.setdefault(
            frozenset(words.split(" ")), 1 << len(self._bit_of)
        )

    def _learn(self, word: str) -> int:
        if len(self._known) >= _WORDS_KEPT:
            self._known.clear()
        written = sign_of(word)
        bits = self._bits_of_words.get(written, 0)
        for spelling in (f"{OPEN}{word}", f"{word}{OPEN}", f"{OPEN}{word}{OPEN}"):
            bits |= self._bits_of_words.get(spelling, 0)
        for at in range(1, len(word)):
            bits |= self._bits_of_words.get(f"{word[:at]}{OPEN}", 0)
            bits |= self._bits_of_words.get(f"{OPEN}{word[at:]}", 0)
        for letters, inner in self._inner:
            if letters in word:
                bits |= inner
        return self._known.setdefault(word, bits)


def _alternatives(listing: str) -> Iterator[tuple[int, str]]:
    """Every alternative, with its alarm's position."""
    alarm = -1
    for line in listing.splitlines():
        if line.startswith("= "):
            alarm += 1
        elif line and not line.startswith("# "):
            yield alarm, line
