"""What was done, as a sentence for a toast or a terminal."""

from collections.abc import Mapping, Sequence

from levelmem.engine.memory.changes import PastChange
from levelmem.engine.memory.facts import Fact
from levelmem.engine.memory.records import Control, Observation, Record
from levelmem.engine.text import clip, one_line

_CELLS = 60
Names = Mapping[str, Fact]
"""Facts by every key that leads to them."""

_DONE = {
    "confirm": "Confirmed",
    "remove": "Forgotten as not true",
    "pin": "Pinned",
    "unpin": "Unpinned",
    "restore": "Restored",
}

_ON_DIGEST = {
    "write": "write MEMORY.md",
    "accept": "keep what another hand wrote into MEMORY.md",
    "distrust": "hold what another hand wrote into MEMORY.md",
    "discard": "take what another hand wrote out of MEMORY.md",
}
_STEPS = {"remove": "forget", "supersede": "replace", "kind": "change the kind of"}


def quoted(text: str) -> str:
    """Return a text in quotation marks, short enough for one line, what can't be seen
    in it spelt out."""
    if not text.isascii():
        from levelmem.engine.memory.rules.guard import spell_out

        text = spell_out(text)
    return f"“{clip(one_line(text), _CELLS)}”"


def counted(facts: Sequence[Fact]) -> str:
    """Return the one fact quoted, or how many there are."""
    return quoted(facts[0].text) if len(facts) == 1 else f"{len(facts)} facts"


def done(action: str, facts: Sequence[Fact], detail: str = "") -> str:
    """Return what a step did."""
    match action:
        case "edit":
            return f"Reworded: {quoted(detail)}."
        case "supersede":
            return f"Replaced {counted(facts)} by {quoted(detail)}."
        case "merge":
            return f"Merged {counted(facts)} into {quoted(detail)}."
        case "note":
            return f"Noted in your words: {quoted(detail)}."
        case "kind":
            return f"Changed the kind of {counted(facts)} to {detail}."
        case "forget-source":
            what = f"{counted(facts)} with it" if facts else "it held no fact alone"
            return f"Forgot what came from {quoted(detail)}: {what}."
        case _:
            return f"{_DONE[action]}: {counted(facts)}."


def remembered(text: str, credited: bool, why: str, known: Fact | None) -> str:
    """Return what became of a note that an agent saved."""
    if credited:
        return f"Noted in the person's words: {quoted(text)}."
    if known and known.credited:
        return f"Already noted in the person's words: {quoted(known.text)}."
    if known and known.in_force:
        return f"Kept for review again: {quoted(text)}; not credited ({why})."
    return f"Kept for review: {quoted(text)}; not credited ({why})."


def observed(text: str) -> str:
    """Return what became of a candidate fact."""
    return f"Recorded: {quoted(text)}."


def held(number: int) -> str:
    """Return what became of texts that nobody vouches for."""
    return f"Kept for review: {number} line{'' if number == 1 else 's'}."


def undone(step: PastChange, steps: Sequence[PastChange], names: Names) -> str:
    """Return what an undo took back, or what it did again."""
    word, told = "Undone", step
    if step.undoes:
        word = "Done again"
        told = next((one for one in steps if one.id == step.undoes), step)
    return f"{word}: {what_it_did(told.records, names)}."


def what_it_did(records: Sequence[Record], names: Names) -> str:
    """Return a past step in a few words, from its records."""
    controls = [record for record in records if isinstance(record, Control)]
    notes = [record for record in records if isinstance(record, Observation)]
    if not controls:
        return _what_notes_did(notes)
    first = controls[0]
    if first.action == "digest":
        return _ON_DIGEST.get(first.kind, "decide on MEMORY.md")
    if first.action == "forget-source":
        return f"forget {quoted(first.session or first.path or first.host)}"
    if notes and first.action == "confirm":
        return f"note {quoted(notes[0].text)}"
    verb = _STEPS.get(first.action, first.action)
    keys = dict.fromkeys(control.lm_key for control in controls)
    if len(keys) > 1:
        return f"{verb} {len(keys)} facts"
    fact = names.get(first.lm_key)
    return f"{verb} {quoted(fact.text if fact else first.lm_key)}"


def _what_notes_did(notes: Sequence[Observation]) -> str:
    if not notes:
        return "an empty step"
    if any(note.verified for note in notes):
        return f"note {quoted(notes[0].text)}"
    held = quoted(notes[0].text) if len(notes) == 1 else f"{len(notes)} lines"
    return f"hold {held} for review"


def decides_on_digest(records: Sequence[Record]) -> bool:
    """Tell whether a step was a decision on MEMORY.md."""
    return any(
        isinstance(record, Control) and record.action == "digest" for record in records
    )
