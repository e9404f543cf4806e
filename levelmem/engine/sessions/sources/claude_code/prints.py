"""Fingerprints of a transcript: enough to tell copies from each other.

``--resume`` of older clients, forks and "send to background" copy the history to a
new file. Two files are copies when most of the smaller one's messages are in the
other, or when the same prompts were typed at the same moments.
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from typing import Any

PROMPTS = 5
"""How many first prompts are compared."""
SHARE = 0.8
"""The share of the smaller file's messages that makes two files copies."""

_SIZE = 5
_CHARACTERS = _SIZE * 2
_KEPT = 512
_HEAD = 64
_ANCHORS = 8
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")


def message_print(uuid: str, when: object) -> str:
    """Return the fingerprint of a message: 10 hexadecimal characters.

    An id that is no UUID (``u1``, as tests and converters write it) says little by
    itself: it counts together with its time.
    """
    words = uuid if _UUID.fullmatch(uuid) else f"{uuid} {when}"
    return text_print(words)


def text_print(text: str) -> str:
    """Return the fingerprint of any text: 10 hexadecimal characters."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=_SIZE).hexdigest()


def packed(prints: Sequence[str]) -> dict[str, Any]:
    """Return fingerprints as a small JSON value.

    Up to 512 are kept whole. Of more, a sample by their own values, so that every
    copy keeps the same ones; and the first 64, since copies begin alike.
    """
    halvings, kept = 0, list(dict.fromkeys(prints))
    while len(kept) > _KEPT:
        halvings += 1
        kept = [p for p in kept if _kept_at(p, halvings)]
    head = prints[:_HEAD] if halvings else ()
    return {"halvings": halvings, "prints": "".join(kept), "head": "".join(head)}


class Prints:
    """The fingerprints of one transcript, unpacked."""

    def __init__(self, hints: Mapping[str, Any]) -> None:
        packet = hints.get("messages") or {}
        self.halvings: int = packet.get("halvings", 0)
        sample = _split(packet.get("prints", ""))
        head = _split(packet["head"]) if packet.get("head") else sample
        self.sample = frozenset(sample)
        self.head = frozenset(head[:_HEAD])
        self.prompts: list[str] = list(hints.get("prompts", ()))
        self.anchors = frozenset((*head[:_ANCHORS], *self.prompts[:1]))
        """Where this one begins: what its copies are found by."""

    def found_in(self, beginnings: AbstractSet[str]) -> AbstractSet[str]:
        """Return which beginnings of transcripts lie somewhere in this one."""
        return (self.sample | self.anchors) & beginnings

    def copies(self, other: "Prints") -> bool:
        """Tell whether the two are copies of each other."""
        return self._same_prompts(other) or self._same_messages(other)

    def _same_prompts(self, other: "Prints") -> bool:
        count = min(PROMPTS, len(self.prompts), len(other.prompts))
        return count > 0 and self.prompts[:count] == other.prompts[:count]

    def _same_messages(self, other: "Prints") -> bool:
        halvings = max(self.halvings, other.halvings)
        mine, theirs = self._at(halvings), other._at(halvings)
        if min(len(mine), len(theirs)) < _KEPT // 16 and halvings:
            # Too few to judge by a sample of a much longer file: copies begin alike.
            mine, theirs = self.head, other.head
        smaller = min(len(mine), len(theirs))
        return smaller > 0 and len(mine & theirs) >= SHARE * smaller

    def _at(self, halvings: int) -> frozenset[str]:
        if halvings == self.halvings:
            return self.sample
        return frozenset(p for p in self.sample if _kept_at(p, halvings))


def _kept_at(fingerprint: str, halvings: int) -> bool:
    return int(fingerprint, 16) % (1 << halvings) == 0


def _split(text: str) -> list[str]:
    return [text[i : i + _CHARACTERS] for i in range(0, len(text), _CHARACTERS)]
