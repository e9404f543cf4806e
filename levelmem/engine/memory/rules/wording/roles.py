"""The parts that words play in a statement."""

from dataclasses import dataclass
from enum import Enum, auto

CJK = (
    "\u3005-\u3007\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
)
"""Han characters, kana and Hangul syllables, to stand in a character class."""


class Role(Enum):
    """What a word does for the statement that it stands in."""

    CONTENT = auto()
    """It is what the statement is about."""
    FILLER = auto()
    """It may come and go: an article, an auxiliary, a particle."""
    NEGATION = auto()
    """It turns what it belongs to: not, never, nobody."""
    NEGATING = auto()
    """A verb or preposition that does the same: avoid, without."""
    CONDITION = auto()
    """It limits the statement, and may not be lost: only, unless, until."""
    SCOPE = auto()
    """It says where the statement holds: here, in this project."""
    RELATION = auto()
    """It sets how the next word stands to the rest: from, over, below."""
    CONTRAST = auto()
    """It begins a clause that goes another way: but."""
    BREAK = auto()
    """The end of a clause: a comma, a dash, a line."""
    STOP = auto()
    """The end of a sentence."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or one mark that ends a clause or sentence."""

    text: str
    """The word in folded case."""
    start: int
    """Where it begins in the text, in code points."""
    end: int
    """Where it ends, exclusive."""
    role: Role
    whole: bool = False
    """An identifier, a path, a number: it matches nothing but itself."""
    glued: bool = False
    """It continues the run of the content word before it, without a space."""
    backwards: bool = False
    """A negation that turns the content word before it."""
