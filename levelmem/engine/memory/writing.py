"""The records of a change, worded so that LevelCode ends up where levelmem does.

A control carries LevelCode's key only where LevelCode shows this very fact under it:
elsewhere (an empty key, or one that another fact has) its word would hit the wrong
fact, so the key becomes ``lm:…``, which LevelCode's can never be.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from levelmem.engine.memory.facts import Fact, State
from levelmem.engine.memory.fold import fold
from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.levelcode import LevelCodeFact, LevelCodeView
from levelmem.engine.memory.records import (
    HERE,
    Control,
    Observation,
    Origin,
    OriginKind,
    Record,
)

Fold = Callable[[Sequence[Record]], Sequence[Fact]]


class Writer:
    """Words the records of one change, knowing what LevelCode shows before it."""

    def __init__(
        self,
        records: Sequence[Record],
        at: str,
        change: str,
        fold: Fold = fold,
        shown: LevelCodeView | None = None,
        facts: Sequence[Fact] | None = None,
        facts_after: Fold | None = None,
    ) -> None:
        """Write after ``records``.

        Args:
            records: what the file holds.
            at: the time that the new records carry.
            change: the step that they belong to.
            fold: what makes facts of records.
            shown: what LevelCode shows of ``records``; worked out if not given.
            facts: what ``records`` fold to; worked out if not given.
            facts_after: the same with some more records behind them.
        """
        self._records = records
        self._fold = fold
        self._facts_after = facts_after or self._folded_after
        self._shown = shown or LevelCodeView(records)
        self._facts = facts
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

    def note(self, text: str, kind: str, known: Fact | None = None) -> list[Record]:
        """Return a note that the person typed here: their own words.

        ``known`` is the fact that it is about already, if there is one.
        """
        typed = Observation(
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
        return [*self.say_again(text, known), typed]

    def say_again(self, text: str, known: Fact | None) -> list[Record]:
        """Return what must go before a credited note about a fact that is known.

        Its words become the fact's wording, and where either program has it removed
        or replaced they bring it back: saying it again is the last word on it.
        """
        before: list[Record] = []
        if known is not None and fact_key(known.text) != fact_key(text):
            before += self._reword(known, text)
            known = None
        key = levelcode_key(text)
        shown = self._shown.get(key) if key else None
        ended = known is not None and known.state in (State.REMOVED, State.SUPERSEDED)
        if ended or (shown and (shown.removed or shown.superseded)):
            own = known.key if known else fact_key(text)
            before.append(self._control(key or f"lm:{own}", own, "confirm"))
        return before

    def edit(self, fact: Fact, text: str) -> list[Record]:
        """Return an edit: the fact in new words, the person's own."""
        if fact_key(text) == fact_key(fact.text):
            return [self.own(fact, "edit", text=text), *self.note(text, _kind(fact))]
        return self.note(text, _kind(fact), fact)

    def _reword(self, fact: Fact, text: str) -> list[Control]:
        """Return controls that reword a fact: to LevelCode, the old wording is
        superseded by another fact."""
        new = levelcode_key(text)
        return [
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

    def restore(self, facts: Sequence[Fact]) -> list[Record]:
        """Return controls that bring facts back to what they were."""
        plain: list[Record] = [self.own(fact, "restore") for fact in facts]
        return self._mirrored(plain, lm="restore") or plain

    def undo(self, change: str) -> list[Record]:
        """Return what takes a change back, for levelmem and for LevelCode."""
        step = self._control("lm:", "", "undo", undoes=change)
        return self._mirrored([step], lm="undo", undoes=change) or [step]

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
        after = _by_key(self._facts_after([step]))
        records: list[Record] = [step]
        gone: list[Fact] = []
        for fact in self._before():
            left = after[fact.key]
            if left is fact:
                continue
            if len(left.uncounted) == len(fact.uncounted) or not fact.listed:
                continue
            if len(left.uncounted) == len(left.observations):
                gone.append(fact)
                records += self.controls(fact, "remove")
            elif fact.in_force and not left.in_force:
                records += self.controls(fact, "remove", lm="mirror")
        return records, gone

    def _mirrored(self, plain: Sequence[Record], **fields: str) -> list[Record]:
        """Return controls that do what ``plain`` does, for every fact that it changes.

        levelmem reads them by ``lm``; LevelCode reads the word that makes it tell an
        agent the same, or one that it ignores.
        """
        before, after = _changed(self._before(), self._facts_after(plain))
        changed = [
            key for key in before | after if _differ(before.get(key), after.get(key))
        ]
        places = self._places_in_levelcode(changed)
        return [
            self._control(
                place,
                key,
                _word(self._shown.get(place), key, after.get(key)) or fields["lm"],
                by=_replacement(key, after.get(key)),
                **fields,
            )
            for key in changed
            for place in places.get(key, [f"lm:{key}"])
        ]

    def _places_in_levelcode(self, keys: Iterable[str]) -> Mapping[str, list[str]]:
        """Return, by levelmem's key, LevelCode's keys that show such a wording."""
        found = ((key, self._shown.places_of(key)) for key in keys)
        return {key: places for key, places in found if places}

    def _before(self) -> Sequence[Fact]:
        if self._facts is None:
            self._facts = self._fold(self._records)
        return self._facts

    def _folded_after(self, more: Sequence[Record]) -> Sequence[Fact]:
        return self._fold([*self._records, *more])

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
        return replace(plain, **fields)


def _kind(fact: Fact) -> str:
    return fact.kind or "project"


def _word(shown: LevelCodeFact | None, key: str, after: Fact | None) -> str:
    """Return the word that brings LevelCode to where levelmem is, or ``""``.

    An older wording, which LevelCode lists by itself, is not wanted again.
    """
    if shown is None:
        return ""
    replacement = _replacement(key, after)
    wanted = after is not None and after.in_force and not replacement
    if wanted and not shown.active:
        return "confirm"
    if not wanted and shown.active and (shown.confirmed or shown.credited):
        return "supersede" if replacement else "remove"
    return ""


def _replacement(key: str, after: Fact | None) -> str:
    """Return the text that stands in place of a wording, or ``""``."""
    if after is None or fact_key(after.text) == key:
        return after.superseded_by if after else ""
    return after.text


def _differ(before: Fact | None, after: Fact | None) -> bool:
    if before is None or after is None or before is after:
        return before is not after
    return any(
        getattr(before, name) != getattr(after, name)
        for name in ("key", "text", "state", "pinned", "kind", "sources", "credited")
    )


def _changed(
    before: Sequence[Fact], after: Sequence[Fact]
) -> tuple[dict[str, Fact], dict[str, Fact]]:
    """Return facts by key, those left out that are the very same in both."""
    both = set(map(id, before)) & set(map(id, after))
    return (
        _by_key(fact for fact in before if id(fact) not in both),
        _by_key(fact for fact in after if id(fact) not in both),
    )


def _by_key(facts: Iterable[Fact]) -> dict[str, Fact]:
    return {key: fact for fact in facts for key in fact.keys}
