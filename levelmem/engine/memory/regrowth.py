"""Groups made anew where a change is taken back: only those that it touched.

Taking a change back alters what older records amount to, so reading on is not
enough; reading all of them again takes a second in a long file. What a record
touches is known by its keys, so those groups alone are read again, from their own
records, and all others stay as they are.
"""

from collections.abc import Iterable, Iterator, Sequence

from levelmem.engine.memory.forgotten import ForgottenSources
from levelmem.engine.memory.group import Group, Index, waiting_key, waiting_keys
from levelmem.engine.memory.keys import fact_key, levelcode_key
from levelmem.engine.memory.records import Control, Observation, Record
from levelmem.engine.memory.shown import ShownByLevelCode


def regrown(
    index: Index,
    records: Sequence[Record],
    lines: Iterable[int],
    undone: frozenset[str],
) -> Index:
    """Return the index of ``records`` as reading all of them would make it.

    Args:
        index: the index of as many of them as it was made from; it stays as it is.
        records: all records of the file, in order. Their controls name no key of
            LevelCode's that the index does not know.
        lines: positions of those that are new, and of those that count again or no
            longer.
        undone: the changes that are taken back now.
    """
    changed = sorted(set(lines))
    old = _kin(index, _touched(index, [records[line] for line in changed]))
    again = {*changed, *index.forgetting}
    for group in old:
        again.update(group.lines)
    awaited = _awaited(index, [records[line] for line in again])
    for key in awaited:
        again.update(line for line, _ in index.waiting[key])
    part = Index(undone)
    part.shown = ShownByLevelCode(index.shown.wanted)
    part.read_lines((line, records[line]) for line in sorted(again))
    return _joined(index, part, old, awaited)


def _touched(index: Index, records: Iterable[Record]) -> Iterator[Group]:
    """Yield the groups that some records have to do with, some more than once."""
    for record in records:
        match record:
            case Observation():
                yield from _under(index, record.text)
            case Control() if record.action == "forget-source":
                yield from _from_source(index, record)
            case Control():
                if record.lm_key in index.by_key:
                    yield index.by_key[record.lm_key]
                elif not record.lm_key:
                    yield from index.shown.siblings(record.key)
                yield from _under(index, record.text or record.by)


def _under(index: Index, text: str) -> Iterator[Group]:
    group = index.by_key.get(fact_key(text)) if text else None
    if group is not None:
        yield group


def _from_source(index: Index, control: Control) -> Iterator[Group]:
    source = ForgottenSources()
    source.add(control)
    for group in index.groups:
        if group.forgotten or any(map(source.holds, group.sightings)):
            yield group


def _kin(index: Index, groups: Iterable[Group]) -> set[Group]:
    """Return groups with all that share a key of LevelCode's with one of them: which
    of those a control means depends on all."""
    found: set[Group] = set()
    left = list(groups)
    while left:
        group = left.pop()
        if group not in found:
            found.add(group)
            if index.shown.wanted:
                for text in {seen.text for seen in group.sightings}:
                    left += index.shown.siblings(levelcode_key(text))
    return found


def _awaited(index: Index, records: Iterable[Record]) -> frozenset[str]:
    """Return the keys under which controls wait that some records may bring in."""
    if not index.waiting:
        return frozenset()
    keys: set[str] = set()
    for record in records:
        if isinstance(record, Observation):
            keys.update(waiting_keys(fact_key(record.text), record.text))
        elif isinstance(record, Control):
            keys.add(waiting_key(record))
    return frozenset(keys & index.waiting.keys())


def _joined(
    index: Index, part: Index, old: set[Group], awaited: frozenset[str]
) -> Index:
    """Return an index with some groups replaced by those that were read again."""
    new = Index(part.undone)
    new.line = max(index.line, part.line)
    kept = [group for group in index.groups if group not in old]
    new.groups = sorted([*kept, *part.groups], key=lambda group: group.line)
    new.by_key = {k: g for k, g in index.by_key.items() if g not in old} | part.by_key
    new.by_text = {
        text: group for text, group in index.by_text.items() if group not in old
    } | part.by_text
    new.shown = index.shown.with_part(part.shown, old)
    new.waiting = {k: v for k, v in index.waiting.items() if k not in awaited}
    for key, controls in part.waiting.items():
        new.waiting[key] = sorted([*new.waiting.get(key, ()), *controls], key=_line)
    new.forgotten, new.forgetting = part.forgotten, part.forgetting
    new.touched = (index.touched - old) | part.touched
    return new


def _line(waiting: tuple[int, Control]) -> int:
    return waiting[0]
