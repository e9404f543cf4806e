"""Better words for a journal line, by a model of the person's: off by default.

One call a session, within a budget a day. A failing, slow or lying model changes
nothing: the outcome that code found stands, and the reason is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from levelmem.engine.agents.answer import Refused, accepted
from levelmem.engine.agents.excerpt import Request, make_request
from levelmem.engine.agents.model_call import ModelFailed, ask_model
from levelmem.engine.agents.quick import agents_folder
from levelmem.engine.memory.learning.outcome import Outcome
from levelmem.engine.memory.records import Json
from levelmem.engine.memory.store import MemoryStore
from levelmem.engine.sessions.model import Session, Turn
from levelmem.settings import ModelSettings

_CALLS = "model.jsonl"
_ANSWER_TOKENS = 400


@dataclass(frozen=True, slots=True)
class _Call:
    """One call, written down before it is made."""

    day: str
    tokens: int

    def to_json(self) -> Json:
        return {"v": 1, "day": self.day, "tokens": self.tokens}


def _now() -> datetime:
    return datetime.now(UTC)


class Summariser:
    """Words outcomes anew, as far as settings and budget allow."""

    def __init__(
        self,
        settings: ModelSettings,
        environ: Mapping[str, str],
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._settings = settings
        self._environ = environ
        self._clock = clock
        self._calls = MemoryStore(Path(agents_folder(environ)))
        self.problems: list[str] = []
        """Why a session kept the words that code found, for people."""

    @property
    def is_on(self) -> bool:
        """Whether the person set a model up."""
        return bool(self._settings.provider)

    def reword(
        self, session: Session, turns: Sequence[Turn], outcome: Outcome
    ) -> Outcome:
        """Return an outcome in a model's words, or as it is."""
        if not self.is_on:
            return outcome
        try:
            return self._reworded(make_request(turns, outcome), outcome)
        except (ModelFailed, Refused, OSError) as problem:
            self.problems.append(f"{session.id} keeps its plain summary: {problem}")
            return outcome

    def cost(self, request: Request) -> float:
        """Return what a call may cost at most, by the prices in the settings."""
        prices = self._settings
        return (
            request.tokens * prices.price_in + _ANSWER_TOKENS * prices.price_out
        ) / 1_000_000

    def _reworded(self, request: Request, outcome: Outcome) -> Outcome:
        if request.secrets:
            kinds = ", ".join(request.secrets)
            raise Refused(f"the session holds a secret ({kinds}) and is never sent")
        self._spend(request.tokens + _ANSWER_TOKENS)
        answer = ask_model(request.text, self._settings, self._environ)
        summary = accepted(answer, request.text)
        model = self._settings.name or self._settings.command[0]
        return replace(outcome, summary=summary, model=model)

    def _spend(self, tokens: int) -> None:
        day = self._clock().date().isoformat()
        spent = [
            line.get("tokens")
            for line in self._calls.lines(_CALLS).objects
            if line.get("day") == day
        ]
        total = sum(value for value in spent if isinstance(value, int))
        if len(spent) >= self._settings.calls_per_day:
            raise Refused(f"the {self._settings.calls_per_day} calls of today are made")
        if total + tokens > self._settings.tokens_per_day:
            raise Refused("the tokens of today are spent")
        self._calls.append([_Call(day, tokens)], _CALLS)
