"""A made-up set of coding sessions: what no public benchmark asks for.

Commands, paths, names in other spellings, error texts, typing errors, paraphrases,
choices that were replaced, who said what, dates, Chinese, and sessions that were
written to be found whatever is asked. The same seed gives the same set.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from levelmem.engine.recall.bench import coding_words as words
from levelmem.engine.recall.bench.samples import BenchQuestion, BenchTurn, Sample
from levelmem.engine.recall.documents import COMMAND_MARK

SESSIONS = 240
_START = datetime(2026, 1, 5, 9, tzinfo=UTC)
_FILLERS = (6, 18)
_NATO = ("alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "juliett")


@dataclass(slots=True)
class _Said:
    """A turn to be put into a session, and the questions that it answers."""

    text: str
    by_person: bool = False
    key: str = ""


@dataclass(slots=True)
class _Maker:
    """Makes sessions and questions from one source of chance."""

    chance: random.Random
    sessions: list[tuple[datetime, list[_Said]]] = field(default_factory=list)
    questions: list[tuple[str, str, str]] = field(default_factory=list)
    """Text, the key of the turn that answers, category."""
    used: set[tuple[str, ...]] = field(default_factory=set)

    def slots(self, kind: str) -> dict[str, str]:
        """Return words for a text, no service and thing twice for one kind."""
        while True:
            service = self.chance.choice(words.SERVICES)
            thing = self.chance.choice(words.THINGS)
            if (kind, service, thing) not in self.used:
                break
        self.used.add((kind, service, thing))
        return {
            "service": service,
            "Service": service.capitalize(),
            "thing": thing,
            "Thing": thing.capitalize(),
            "tool": self.chance.choice(words.TOOLS),
            "number": str(self.chance.randint(3, 90)),
            "port": str(self.chance.randint(3000, 9000)),
        }

    def put(self, said: _Said, *, after: int = 0) -> int:
        """Put a turn into a session, one that is later than ``after``; return which."""
        number = self.chance.randint(after, len(self.sessions) - 1)
        turns = self.sessions[number][1]
        turns.insert(self.chance.randint(1, len(turns)), said)
        return number

    def ask(self, text: str, key: str, category: str) -> None:
        """Add a question that a turn answers."""
        self.questions.append((text, key, category))


def coding_set(seed: int = 7, each: int = 25) -> Sample:
    """Return the set: sessions of one project with ``each`` questions of every kind."""
    maker = _Maker(random.Random(seed))
    for number in range(SESSIONS):
        date = _START + timedelta(days=number, minutes=maker.chance.randint(0, 400))
        fillers = [_filler(maker) for _ in range(maker.chance.randint(*_FILLERS))]
        maker.sessions.append((date, fillers))
    for name, make in _KINDS.items():
        for number in range(each):
            make(maker, f"{name}-{number}")
    _put_hostile(maker, each)
    return _sample(maker, seed)


def _filler(maker: _Maker) -> _Said:
    chance = maker.chance
    text = chance.choice(words.FILLERS).format(
        service=chance.choice(words.SERVICES), thing=chance.choice(words.THINGS)
    )
    return _Said(text, by_person=chance.random() < 0.4)


def _command(maker: _Maker, key: str) -> None:
    slot = maker.slots("command")
    line = maker.chance.choice(
        (
            "docker compose -f ops/{service}.yml up --build {thing}-worker",
            "kubectl rollout restart deployment/{service}-{thing} -n staging",
            "uv run python -m {service}.backfill --{thing} --since 2025-11-0{digit}",
            "terraform apply -target=module.{service}_{thing}",
        )
    ).format(**slot, digit=maker.chance.randint(1, 9))
    maker.put(_Said(f"{COMMAND_MARK}{line}", key=key))
    asked = "which command did we run for the {thing} of {service}?".format(**slot)
    maker.ask(line if maker.chance.random() < 0.3 else asked, key, "command")


def _path(maker: _Maker, key: str) -> None:
    slot = maker.slots("path")
    path = "src/{service}/handlers/{Thing}{Service}Handler.ts".format(**slot)
    maker.put(_Said(f"Edited {path}: the guard clause is in place.", key=key))
    form = maker.chance.choice(
        (
            "{thing}_{service}_handler",
            "{thing}-{service}-handler.ts",
            "where is the {thing} {service} handler?",
            "src/{service}/handlers/{Thing}{Service}Handler.ts",
        )
    )
    maker.ask(form.format(**slot), key, "path")


def _error(maker: _Maker, key: str) -> None:
    slot = maker.slots("error")
    text = maker.chance.choice(words.ERRORS).format(**slot)
    maker.put(_Said(f"The run stopped:\n{text}\nI am looking into it.", key=key))
    maker.ask(
        text if maker.chance.random() < 0.5 else f"how did we fix {text[:40]}",
        key,
        "error",
    )


def _paraphrase(maker: _Maker, key: str) -> None:
    slot = maker.slots("paraphrase")
    said, asked = maker.chance.choice(words.PARAPHRASES)
    maker.put(_Said(said.format(**slot), by_person=True, key=key))
    maker.ask(asked.format(**slot), key, "paraphrase")


def _typo(maker: _Maker, key: str) -> None:
    slot = maker.slots("typo")
    chance = maker.chance
    name = "".join(chance.choice(_NATO).capitalize() for _ in range(2))
    said = f"The {name} adapter of {slot['service']} converts a {slot['thing']}."
    maker.put(_Said(said, key=key))
    at = chance.randint(1, len(name) - 2)
    wrong = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    maker.ask(f"{wrong.lower()} adapter {slot['service']}", key, "typo")


def _replaced(maker: _Maker, key: str) -> None:
    """A choice that was made, and made anew later."""
    slot = maker.slots("replaced")
    old, new = maker.chance.sample(words.TOOLS, 2)
    role = maker.chance.choice(words.ROLES)
    where = f"{role} of {slot['service']} {slot['thing']}"
    first = _Said(f"We use {old} for {where}.", by_person=True, key=f"{key}-old")
    second = _Said(
        f"We moved {where} from {old} to {new}; {old} is no longer used.",
        by_person=True,
        key=f"{key}-new",
    )
    maker.sessions[maker.chance.randint(0, SESSIONS // 2)][1].append(first)
    maker.put(second, after=SESSIONS // 2 + 1)
    if maker.chance.random() < 0.5:
        maker.ask(f"what do we use for {where} now?", f"{key}-new", "replaced")
    else:
        maker.ask(
            f"what did we use for {where} before {new}?", f"{key}-new", "replaced"
        )


def _speaker(maker: _Maker, key: str) -> None:
    """The same subject from both: only one of them is asked for."""
    slot = maker.slots("speaker")
    subject = "the {thing} format of {service}".format(**slot)
    mine = _Said(f"I want {subject} to stay as it is.", True, f"{key}-mine")
    its = _Said(f"I suggest to change {subject} to a list.", False, f"{key}-its")
    number = maker.put(mine)
    maker.sessions[number][1].append(its)
    if maker.chance.random() < 0.5:
        maker.ask(f"what did I say about {subject}?", f"{key}-mine", "speaker")
    else:
        maker.ask(f"what did you suggest about {subject}?", f"{key}-its", "speaker")


def _date(maker: _Maker, key: str) -> None:
    """The same incident twice; the question names the month of one."""
    slot = maker.slots("date")
    text = "The {thing} migration of {service} failed and was rolled back.".format(
        **slot
    )
    first = maker.chance.randint(0, SESSIONS // 2 - 40)
    second = first + maker.chance.randint(70, SESSIONS // 2)
    for number, name in ((first, "first"), (second, "second")):
        said = f"{text} Ticket {maker.chance.randint(100, 999)}."
        maker.sessions[number][1].append(_Said(said, key=f"{key}-{name}"))
    chosen, name = maker.chance.choice(((first, "first"), (second, "second")))
    when = maker.sessions[chosen][0].strftime("%B %Y")
    asked = f"which {slot['thing']} migration of {slot['service']} failed in {when}?"
    maker.ask(asked, f"{key}-{name}", "date")


def _commit(maker: _Maker, key: str) -> None:
    sha = f"{maker.chance.getrandbits(160):040x}"
    slot = maker.slots("commit")
    maker.put(_Said(f"Committed {sha}: {slot['thing']} of {slot['service']}", key=key))
    maker.ask(f"what was commit {sha[:7]}", key, "commit")


def _chinese(maker: _Maker, key: str) -> None:
    slot = maker.slots("chinese")
    said, asked = maker.chance.choice(words.CHINESE)
    service = f"{slot['service']}-{slot['thing']}"
    maker.put(_Said(said.format(**slot | {"service": service}), True, key))
    maker.ask(asked.format(**slot | {"service": service}), key, "chinese")


_KINDS: dict[str, Callable[[_Maker, str], None]] = {
    "command": _command,
    "path": _path,
    "error": _error,
    "paraphrase": _paraphrase,
    "typo": _typo,
    "replaced": _replaced,
    "speaker": _speaker,
    "date": _date,
    "commit": _commit,
    "chinese": _chinese,
}


def _put_hostile(maker: _Maker, count: int) -> None:
    for _ in range(count * 2):
        slot = {
            "service": maker.chance.choice(words.SERVICES),
            "thing": maker.chance.choice(words.THINGS),
        }
        maker.put(_Said(maker.chance.choice(words.HOSTILE).format(**slot)))


def _sample(maker: _Maker, seed: int) -> Sample:
    turns = tuple(_turns(maker))
    ids = {turn.id.partition("@")[0]: turn.id for turn in turns}
    asked = _START + timedelta(days=SESSIONS)
    return Sample(
        id=f"coding-{seed}",
        turns=turns,
        questions=tuple(
            BenchQuestion(text, (ids[key],), category, asked, number)
            for number, (text, key, category) in enumerate(maker.questions)
        ),
        sessions={turn.id: turn.session for turn in turns},
    )


def _turns(maker: _Maker) -> Iterator[BenchTurn]:
    for number, (date, said) in enumerate(maker.sessions):
        for place, turn in enumerate(said):
            yield BenchTurn(
                id=f"{turn.key}@{number}:{place}",
                session=f"session-{number}",
                speaker="",
                text=turn.text,
                when=date + timedelta(minutes=place),
                is_person=turn.by_person,
            )
