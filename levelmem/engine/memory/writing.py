"""The records of a change, worded so that LevelCode ends up where levelmem does.

A control carries LevelCode's key only where LevelCode shows this very fact under it:
elsewhere (an empty key, or one that another fact has) its word would hit the wrong
fact, so the key becomes ``lm:…``, which LevelCode's can never be.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.fold import fold
from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.levelcode import LevelCodeFact, levelcode_fold
from levelmem.engine.memory.records import (
    HERE,
    Control,
    Observation,
    Origin,
    OriginKind,
    Record,
)


class Writer:
    """Words the records of one change, knowing what LevelCode shows before it."""

    def __init__(
        self,
        records: Sequence[Record],
        at: str,
        change: str,
        fold: Callable[[Sequence[Record]], list[Fact]] = fold,
    ) -> None:
        self._records = list(records)
        self._fold = fold
        self._shown = levelcode_fold(records)
        self.at = at
        self.change = change

    def controls(self, fact: Fact, word: str, **fields: str) -> list[Control]:
        """Return one control for each key under which LevelCode shows the fact."""
        keys = self._keys(fact)
        if word == "confirm":
            # Once is enough to make it active there.
            keys = keys[:1]
        return [self._control(key, fact.key, word, **fields) for key in keys]

    def own(self, fact: Fact, word: str, **fields: str) -> Control:
        """Return a control of levelmem's own, which LevelCode ignores."""
        return self._control(self._keys(fact)[0], fact.key, word, **fields)

    def note(self, text: str, kind: str) -> Observation:
        """Return a note that the person typed here: their own words."""
        return Observation(
            text=text,
            source=HERE,
            at=self.at,
            note=True,
            kind=kind,
            said=text,
            verified=True,
            origin=Origin(OriginKind.TYPED, agent=HERE),
            change=self.change,
        )

    def edit(self, fact: Fact, text: str) -> list[Record]:
        """Return an edit: to LevelCode, the old wording is superseded by a note."""
        new = levelcode_key(text)
        controls: list[Record] = [
            self._control(
                key,
                fact.key,
                "edit" if key == new else "supersede",
                lm="edit",
                text=text,
                by=text,
            )
            for key in self._keys(fact)
        ]
        return [*controls, self.note(text, fact.kind or "project")]

    def restore(self, facts: Sequence[Fact]) -> list[Record]:
        """Return controls that bring facts back to what they were."""
        plain = [self.own(fact, "restore") for fact in facts]
        after = _by_key(self._fold([*self._records, *plain]))
        return [
            control
            for fact in facts
            for control in self._mirrored(fact, after.get(fact.key), lm="restore")
        ]

    def undo(self, change: str, parts: Iterable[Record]) -> list[Record]:
        """Return what takes a change back, for levelmem and for LevelCode."""
        step = self._control("lm:", "", "undo", undoes=change)
        after = _by_key(self._fold([*self._records, step]))
        before = _by_key(self._fold(self._records))
        touched = (before.get(key) for key in _touched(parts))
        undone: list[Record] = []
        for fact in {fact.key: fact for fact in touched if fact}.values():
            undone += self._mirrored(
                fact, after.get(fact.key), lm="undo", undoes=change
            )
        return undone or [step]

    def forget_source(
        self, *, session: str = "", path: str = "", host: str = ""
    ) -> tuple[list[Record], list[Fact]]:
        """Return what forgets a source, and the facts that go with it.

        Facts that nothing else vouches for are removed; where others do, only the
        evidence goes, and LevelCode is told if they are no longer in force.
        """
        step = self._control(
            "lm:", "", "forget-source", session=session, path=path, host=host
        )
        after = _by_key(self._fold([*self._records, step]))
        records: list[Record] = [step]
        gone: list[Fact] = []
        for fact in self._fold(self._records):
            left = after[fact.key]
            if len(left.uncounted) == len(fact.uncounted) or not fact.listed:
                continue
            if len(left.uncounted) == len(left.observations):
                gone.append(fact)
                records += self.controls(fact, "remove")
            elif fact.in_force and not left.in_force:
                records += self.controls(fact, "remove", lm="mirror")
        return records, gone

    def _mirrored(self, fact: Fact, after: Fact | None, **fields: str) -> list[Control]:
        """Return controls that levelmem reads by ``lm`` and LevelCode by the word
        that makes it tell an agent the same."""
        replaced = after.superseded_by if after else ""
        return [
            self._control(
                key,
                fact.key,
                _word(self._shown.get(key), after) or fields["lm"],
                by=replaced,
                **fields,
            )
            for key in self._keys(fact)
        ]

    def _keys(self, fact: Fact) -> list[str]:
        """Return LevelCode's keys under which it shows this fact, the wording of
        the moment first."""
        texts = [fact.text, *(seen.text for seen in reversed(fact.observations))]
        keys = dict.fromkeys(filter(None, map(levelcode_key, dict.fromkeys(texts))))
        return [key for key in keys if self._shows(key, fact)] or [f"lm:{fact.key}"]

    def _shows(self, key: str, fact: Fact) -> bool:
        shown = self._shown.get(key)
        return shown is not None and fact_key(shown.text) in fact.keys

    def _control(self, key: str, lm_key: str, word: str, **fields: str) -> Control:
        plain = Control(key, word, self.at, lm_key=lm_key, change=self.change)
        return replace(plain, **fields)  # type: ignore[arg-type]


def _word(shown: LevelCodeFact | None, after: Fact | None) -> str:
    """Return the word that brings LevelCode to where levelmem is, or ``""``."""
    if shown is None:
        return ""
    # An older wording that LevelCode shows by itself is not wanted again.
    wanted = (
        after is not None
        and after.in_force
        and fact_key(shown.text) == fact_key(after.text)
    )
    if wanted and not shown.active:
        return "confirm"
    if not wanted and shown.active and (shown.confirmed or shown.credited):
        superseded = after is not None and after.state is State.SUPERSEDED
        return "supersede" if superseded else "remove"
    return ""


def _touched(records: Iterable[Record]) -> Iterator[str]:
    """Yield the keys of the facts that a change is about."""
    for record in records:
        if isinstance(record, Control) and record.lm_key:
            yield record.lm_key
        elif isinstance(record, Observation):
            yield fact_key(record.text)


def _by_key(facts: Iterable[Fact]) -> Mapping[str, Fact]:
    return {key: fact for fact in facts for key in fact.keys}
