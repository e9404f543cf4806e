"""One line of the spool."""

from dataclasses import dataclass

from levelmem.engine.memory.records import Json


@dataclass(frozen=True, slots=True)
class SpoolLine:
    """One message that the person typed."""

    at: float
    """Seconds since the epoch."""
    text: str

    def to_json(self) -> Json:
        """Return the line's JSON object."""
        return {"v": 1, "at": self.at, "text": self.text}
