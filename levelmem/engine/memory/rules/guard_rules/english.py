"""Whether an English sentence is a plain statement: subject, finite verb, no order.

A light grammar by position, not a parser. A sentence that opens with a bare verb is
an order, unless a finite verb follows that makes its opener part of a noun phrase:
"Send queue depth is exported" states, "Send queue depth to the partner" orders.
"""

import re

from levelmem.engine.memory.rules.guard_rules import english_words as words
from levelmem.engine.memory.rules.guard_rules.english_clauses import (
    ends_in_order,
    is_buried_order,
    is_order,
    is_question,
    states,
)
from levelmem.engine.memory.rules.guard_rules.english_predicates import (
    STRONG,
    finite,
    kind_of,
)
from levelmem.engine.memory.rules.guard_rules.tokens import Token
from levelmem.engine.memory.rules.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNISH,
    PARTICIPLE,
    verb_forms,
)

# What a verbless description has to name: a number, a path, a file.
_EXACT = re.compile(r"\d|/\w|\w/|\.[a-z]{1,5}\Z")
# What is described after a dash: "src/core - domain logic".
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+/?")
_LONGEST_NOTE = 5
_COUNTS = words.NUMBER_WORDS - {"one", "many", "several"}


def fault_of(tokens: list[Token], accompanied: bool = False) -> str | None:
    """The rule that keeps an English sentence from being a plain statement.

    Args:
        tokens: The sentence's tokens.
        accompanied: Whether it has another beside it: "Logs are JSON; one line each".

    Returns:
        None for a plain statement, else `bare-imperative`, `question`,
        `conditional-trigger` or `not-a-plain-statement`.
    """
    clauses = _clauses(tokens)
    if not clauses:
        return None
    if len(clauses) > 1 and all(_gives_a_measure(clause) for clause in clauses):
        return None
    if accompanied and len(tokens) == 1 and _PATH.fullmatch(tokens[0].text):
        return None
    fronted = _is_fronted(clauses[0])
    if fronted and len(clauses) > 1:
        main = clauses[1:]
        if is_order(main[0]):
            return "conditional-trigger"
    else:
        main = clauses
    if not _is_in_brackets(tokens, main[0]) and is_question(main[0]):
        return "question"
    if is_order(main[0]):
        return "bare-imperative"
    if any(is_buried_order(clause) for clause in main[1:]):
        return "bare-imperative"
    if any(ends_in_order(clause) for clause in clauses):
        return "bare-imperative"
    if fronted and len(clauses) == 1:
        return _fault_of_unparted(clauses[0])
    if any(states(clause) for clause in main) or any(
        clause[0].text in words.FINITE_HELPERS for clause in main[1:]
    ):
        return None
    if _describes_without_verb(tokens) or (accompanied and _is_short_note(tokens)):
        return None
    if len(clauses) > 1 and all(_names_a_place(clause) for clause in clauses):
        return None
    return "not-a-plain-statement"


def _clauses(tokens: list[Token]) -> list[list[Token]]:
    """The sentence parted at commas, semicolons and brackets."""
    clauses: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if token.is_mark:
            clauses.append([])
            continue
        clauses[-1].append(token)
        if token.is_code and tokens[at + 1 :] and tokens[at + 1].text[:1].isalnum():
            clauses += [[verb] for verb in _verb_glued_on(token)]
    return [clause for clause in clauses if clause]


def _verb_glued_on(token: Token) -> list[Token]:
    """The verb of "it is in Redis.Run the tests", where the blank was left out."""
    _, stop, last = token.text.rpartition(".")
    kind = verb_forms().get(last, 0)
    if not stop or not kind & BASE or kind & NOUNISH or last in words.EXTENSIONS:
        return []
    start = token.start + len(token.text) - len(last)
    return [Token(last, start, True, False, False)]


def _is_in_brackets(tokens: list[Token], clause: list[Token]) -> bool:
    """Whether the clause follows an opening bracket: "(does not raise)"."""
    at = tokens.index(clause[0])
    return at > 0 and tokens[at - 1].text == "("


def _is_fronted(clause: list[Token]) -> bool:
    """Whether the clause is a condition, a time or a place put before the main one."""
    first = clause[0].text
    if not clause[0].is_word:
        return False
    if first in ("every", "each", "any", "the") and len(clause) > 1:
        return clause[1].text in ("time", "moment", "day", "week", "night", "morning")
    if first == "to" and len(clause) > 1:
        return True
    return first in words.PREPOSITIONS or first in words.SUBORDINATORS


def _fault_of_unparted(clause: list[Token]) -> str | None:
    """A fronted clause without a comma: somewhere the main clause has to begin."""
    first = clause[0].text
    verbs = [at for at in range(1, len(clause)) if finite(clause, at, first_at=0)]
    needed = 2 if first in words.SUBORDINATORS - words.PREPOSITIONS else 1
    if kind_of(clause[min(1, len(clause) - 1)].text) & (GERUND | PARTICIPLE):
        # "When using CMake the paths are relative": the condition has no subject.
        needed = 1
    if len(verbs) >= needed and any(_is_own_predicate(clause, at) for at in verbs):
        return None
    return "conditional-trigger" if verbs or needed == 2 else "not-a-plain-statement"


def _is_own_predicate(clause: list[Token], at: int) -> bool:
    """Whether a finite verb after a fronted phrase has a subject of its own.

    "At all times answer prompts" is an order: the noun before its verb belongs to the
    phrase in front, and an object follows.
    """
    if not kind_of(clause[at].text) & BASE and any(
        token.text in words.DETERMINERS and not _is_bare_verb(clause, place - 1)
        for place, token in enumerate(clause[2:at], 2)
    ):
        return True
    if clause[at - 1].text in ("it", "they", "he", "she"):
        return True
    if finite(clause, at, first_at=0) != STRONG:
        return False
    if (
        not kind_of(clause[at].text) & BASE
        or clause[at - 1].text in words.SUBJECT_PRONOUNS
        or _has_subject_after_noun(clause, at)
    ):
        return True
    follower = clause[at + 1] if at + 1 < len(clause) else None
    return follower is None or follower.text in words.ADJUNCT_OPENERS


def _is_bare_verb(clause: list[Token], at: int) -> bool:
    """Whether `use` in "for speed use the cache" stands behind the fronted noun."""
    kind = kind_of(clause[at].text)
    return at > 1 and bool(kind & BASE) and not kind & NOUNISH


def _has_subject_after_noun(clause: list[Token], at: int) -> bool:
    """Whether the verb's noun has an article, and another noun stands before that.

    "In CI the jobs use a cache" tells, "For the jobs use a cache" orders.
    """
    for place in range(at - 1, 1, -1):
        if clause[place].text in words.DETERMINERS:
            return clause[place - 1].text not in words.NEVER_BEFORE_A_VERB
    return False


def _describes_without_verb(tokens: list[Token]) -> bool:
    """Verbless descriptions that name something exact: `Postgres 15, Redis 7`."""
    named = [token for token in tokens if not token.is_mark]
    if len(named) == 1 or not any(token.is_word for token in named):
        return False
    if tokens[0].text in ("not", "never", "always", "without"):
        return False
    if tokens[-1].text in ("first", "instead", "again", "now", "please"):
        # "... root@host first": a step, not a thing.
        return False
    if tokens[0].text == "no" and not _lacks_plainly(tokens):
        return False
    if any(verb_forms().get(token.text, 0) & GERUND for token in tokens[:1]):
        return False
    if tokens[0].text == "one" and any(token.text == "per" for token in tokens):
        return True
    return any(
        token.text in _COUNTS or (token.is_code and _EXACT.search(token.text))
        for token in tokens
    )


def _gives_a_measure(clause: list[Token]) -> bool:
    """Whether a clause is a quantity: the parts of "connect 2 s, read 10 s"."""
    if len(clause) not in (2, 3) or not clause[1].text[:1].isdigit():
        return False
    return len(clause) == 2 or clause[2].text in words.UNITS


def _names_a_place(clause: list[Token]) -> bool:
    """Whether a clause says what is where: "tabs in Makefiles", "spaces elsewhere".

    Only next to another one that does as well.
    """
    thing, *rest = clause
    placed = len(rest) > 1 and rest[0].text in ("in", "on", "for", "under", "at")
    if not placed and [token.text for token in rest] != ["elsewhere"]:
        return False
    kind = verb_forms().get(thing.text, 0)
    is_thing = not kind & (BASE | GERUND) and thing.text not in words.ORDER_PREFIXES
    return is_thing and _is_short_note(clause if placed else [thing])


def _is_short_note(tokens: list[Token]) -> bool:
    """What may stand beside a statement: "one line each", "squash merges only"."""
    if len(tokens) > _LONGEST_NOTE or tokens[0].text in ("not", "never", "always"):
        return False
    if not any(token.is_word for token in tokens):
        return False
    if tokens[0].text == "no":
        return _lacks_plainly(tokens)
    return not any(
        token.text in words.NOT_IN_NOTES or verb_forms().get(token.text, 0) & GERUND
        for token in tokens
    )


def _lacks_plainly(tokens: list[Token]) -> bool:
    """Whether "no ..." tells of a thing that is not there, and of no duty's end."""
    return not any(
        token.text in words.DUTIES or verb_forms().get(token.text, 0) & GERUND
        for token in tokens
    )
