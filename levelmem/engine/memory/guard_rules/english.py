"""Whether an English sentence is a plain statement: subject, finite verb, no order.

A light grammar by position, not a parser. A sentence that opens with a bare verb is
an order, unless a finite verb follows that makes its opener part of a noun phrase:
"Send queue depth is exported" states, "Send queue depth to the partner" orders.
"""

import re
from collections.abc import Iterator

from levelmem.engine.memory.guard_rules import english_words as words
from levelmem.engine.memory.guard_rules.tokens import Token
from levelmem.engine.memory.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNABLE,
    NOUNISH,
    PARTICIPLE,
    PAST,
    THIRD,
    verb_forms,
)

# What a verbless description has to name: a number, a path, a file.
_EXACT = re.compile(r"\d|/\w|\w/|\.[a-z]{1,5}\Z")
_COUNTS = words.NUMBER_WORDS - {"one", "many", "several"}
_NONE, _WEAK, _STRONG = 0, 1, 2
_NOT_A_NOUN = (
    words.DETERMINERS
    | words.PREPOSITIONS
    | words.COORDINATORS
    | words.AUXILIARIES
    | words.MODALS
    | words.NEGATIONS
)


def fault_of(tokens: list[Token]) -> str | None:
    """The rule that keeps an English sentence from being a plain statement.

    Returns:
        None for a plain statement, else `bare-imperative`, `question`,
        `conditional-trigger` or `not-a-plain-statement`.
    """
    clauses = _clauses(tokens)
    if not clauses:
        return None
    fronted = _is_fronted(clauses[0])
    if fronted and len(clauses) > 1:
        main = clauses[1:]
        if _is_order(main[0]):
            return "conditional-trigger"
    else:
        main = clauses
    if _is_question(main[0]):
        return "question"
    if _is_order(main[0]):
        return "bare-imperative"
    if any(_is_buried_order(clause) for clause in main[1:]):
        return "bare-imperative"
    if fronted and len(clauses) == 1:
        return _fault_of_unparted(clauses[0])
    if any(_states(clause) for clause in main) or any(
        clause[0].text in words.FINITE_HELPERS for clause in main[1:]
    ):
        return None
    return None if _describes_without_verb(tokens) else "not-a-plain-statement"


def _clauses(tokens: list[Token]) -> list[list[Token]]:
    """The sentence parted at commas, semicolons and brackets."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.is_mark:
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if clause]


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
    finite = [at for at in range(1, len(clause)) if _finite(clause, at, first_at=0)]
    needed = 2 if first in words.SUBORDINATORS - words.PREPOSITIONS else 1
    if len(finite) >= needed and any(_is_own_predicate(clause, at) for at in finite):
        return None
    return "conditional-trigger" if finite or needed == 2 else "not-a-plain-statement"


def _is_own_predicate(clause: list[Token], at: int) -> bool:
    """Whether a finite verb after a fronted phrase has a subject of its own.

    "At all times answer prompts" is an order: the noun before its verb belongs to the
    phrase in front, and an object follows.
    """
    if not _kind(clause[at].text) & BASE and any(
        token.text in words.DETERMINERS for token in clause[2:at]
    ):
        return True
    if _finite(clause, at, first_at=0) != _STRONG:
        return False
    if (
        not _kind(clause[at].text) & BASE
        or clause[at - 1].text in words.SUBJECT_PRONOUNS
    ):
        return True
    follower = clause[at + 1] if at + 1 < len(clause) else None
    return follower is None or follower.text in words.ADJUNCT_OPENERS


def _is_question(clause: list[Token]) -> bool:
    """Whether the clause asks without a question mark: "Why not merge it"."""
    first = clause[0].text
    if not clause[0].is_word or first not in words.QUESTION_OPENERS:
        return False
    if first in words.FINITE_HELPERS:
        # "CAN frames are decoded ..." has a verb of its own.
        return _main_verb(clause, 0) != _STRONG
    return True


def _is_order(clause: list[Token]) -> bool:
    """Whether a clause is an order: a bare verb in front and no main verb after it."""
    at = _skip_prefixes(clause)
    if at >= len(clause) or not clause[at].is_word:
        return False
    opener = clause[at].text
    if at and opener == "not":
        at += 1
        opener = clause[at].text if at < len(clause) else ""
    kind = verb_forms().get(opener, 0)
    if opener in words.ORDER_OPENERS:
        return not kind & BASE or not _is_noun_here(clause, at)
    if at and opener == "to":
        return True
    if not kind & BASE:
        return False
    if at and opener not in words.PREPOSITIONS and not kind & NOUNISH:
        return True
    return not _is_noun_here(clause, at)


def _skip_prefixes(clause: list[Token]) -> int:
    at = 0
    while at < len(clause) and (
        clause[at].text in words.ORDER_PREFIXES
        or (at + 1 < len(clause) and _is_manner(clause[at].text))
    ):
        at += 1
    return at


def _is_manner(word: str) -> bool:
    return word.endswith("ly") and word != "only" and word not in verb_forms()


def _is_noun_here(clause: list[Token], at: int) -> bool:
    """Whether the verb form at `at` is the first part of a noun phrase.

    What shows it is the main verb that follows; how sure that verb has to be depends
    on how much of a verb the opener is.
    """
    opener = clause[at].text
    kind = verb_forms().get(opener, 0)
    rest = clause[at + 1 :]
    if not rest:
        return bool(kind & NOUNISH)
    follower = rest[0]
    if follower.text in ("sure", "certain"):
        return False
    if follower.is_word:
        if follower.text in words.COORDINATORS:
            # "Copy and paste work across tabs".
            joined = any(_kind(clause[v].text) & BASE for v in _main_verbs(clause, at))
            return joined or _main_verb(clause, at) == _STRONG
        if follower.text in words.AUXILIARIES or follower.text in words.MODALS:
            return follower.text not in ("do", "have", "don't")
        if follower.text in words.OBJECT_OPENERS:
            return False
        if follower.text in words.ADJUNCT_OPENERS:
            found = _main_verb(clause, at)
            return found == _STRONG or bool(found and kind & NOUNISH)
    if opener in words.CLAUSE_TAKERS and not kind & NOUNISH:
        return False
    found = _main_verb(clause, at)
    if kind & NOUNISH:
        return found != _NONE
    if kind & NOUNABLE:
        return found == _STRONG
    return found == _STRONG and min(_main_verbs(clause, at)) <= at + 6


def _main_verb(clause: list[Token], at: int) -> int:
    """How surely a finite main verb follows the noun phrase that begins at `at`."""
    return max(
        (_finite(clause, found, first_at=at) for found in _main_verbs(clause, at)),
        default=_NONE,
    )


def _main_verbs(clause: list[Token], first_at: int) -> Iterator[int]:
    """Where the main clause may have its verb.

    A relative clause uses up the first finite verb after its pronoun; a subordinator
    ends the main clause.
    """
    owed = 0
    for at in range(first_at + 1, len(clause)):
        token = clause[at]
        if token.is_word and token.text in words.RELATIVES and at > first_at + 1:
            owed += 1
            continue
        if token.text in words.SUBORDINATORS and token.text != "even":
            if token.text not in words.PREPOSITIONS or _starts_a_clause(clause, at):
                return
            continue
        if _finite(clause, at, first_at):
            if not owed:
                yield at
            owed = max(owed - 1, 0)


def _starts_a_clause(clause: list[Token], at: int) -> bool:
    return any(
        _finite(clause, later, first_at=at) for later in range(at + 2, len(clause))
    )


def _finite(clause: list[Token], at: int, first_at: int) -> int:
    """How surely the token at `at` is a finite verb."""
    token = clause[at]
    if not token.is_word:
        return _NONE
    word = token.text
    if word in words.AUXILIARIES or word in words.MODALS:
        return _STRONG
    if word in _NOT_A_NOUN:
        return _NONE
    kind = _kind(word)
    before = _before(clause, at)
    if before is None or not kind:
        return _NONE
    noun_before = before.is_code or before.text not in _NOT_A_NOUN
    if not noun_before and before.text not in words.SUBJECT_PRONOUNS:
        return _NONE
    if kind & THIRD:
        return _third_person(clause, at, kind, first_at)
    if kind & PAST and not kind & BASE:
        return _STRONG if not kind & PARTICIPLE else _past(clause, at)
    if kind & BASE:
        present = _plural_present(clause, at, kind, before)
        return present or _same_form_past(clause, at, kind, first_at)
    return _WEAK if kind & PARTICIPLE and at == len(clause) - 1 else _NONE


def _kind(word: str) -> int:
    """What verb form a word is: known, joined by a hyphen, or by its ending."""
    kind = verb_forms().get(word, 0)
    if kind or word in words.ADVERBS:
        return kind
    if "-" in word:
        return verb_forms().get(word.rpartition("-")[2], 0) & (THIRD | PAST)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return THIRD | NOUNISH
    return 0


def _before(clause: list[Token], at: int) -> Token | None:
    """The last token before `at` that is no adverb."""
    at -= 1
    while at >= 0 and (clause[at].text in words.ADVERBS or _is_manner(clause[at].text)):
        at -= 1
    return clause[at] if at >= 0 else None


def _third_person(clause: list[Token], at: int, kind: int, first_at: int) -> int:
    """`runs` after a noun: a verb, unless it is that noun's plural head."""
    if not kind & (NOUNISH | NOUNABLE):
        return _STRONG
    follower = clause[at + 1] if at + 1 < len(clause) else None
    if follower is not None and _is_surely_finite(follower):
        return _NONE
    if verb_forms().get(clause[first_at].text, 0) & BASE:
        # "Sign releases with the key", "Send crash dumps to the team".
        takes_object = follower is not None and _opens_an_object(follower)
        headed = clause[first_at + 1].text in words.PREPOSITIONS
        if kind & NOUNISH and not headed and (at == first_at + 1 or not takes_object):
            return _NONE
        return _STRONG if takes_object else _WEAK
    if kind & NOUNISH and follower is None:
        return _NONE
    return _STRONG if _is_complement(follower) and not kind & NOUNISH else _WEAK


def _opens_an_object(token: Token) -> bool:
    if token.text in words.RELATIVES:
        return False
    return token.text[:1].isdigit() or token.text in (words.COUNTED_OBJECT_OPENERS)


def _past(clause: list[Token], at: int) -> int:
    """`moved` after a noun: a past, a verbless passive or a short relative clause."""
    follower = clause[at + 1] if at + 1 < len(clause) else None
    irregular = not clause[at].text.endswith("ed")
    return _STRONG if irregular or _is_complement(follower) else _WEAK


def _plural_present(clause: list[Token], at: int, kind: int, before: Token) -> int:
    """`run` after a plural noun."""
    joined = at >= 3 and clause[at - 2].text in ("and", "&")
    if not _is_plural(before) and not joined:
        if kind & NOUNISH or not _has_plural_head(clause, at):
            return _NONE
        return _WEAK if kind & NOUNABLE else _STRONG
    follower = clause[at + 1] if at + 1 < len(clause) else None
    if follower is not None and _is_surely_finite(follower):
        return _NONE
    surely = not kind & NOUNISH or (follower is not None and _opens_an_object(follower))
    return _STRONG if surely else _WEAK


def _same_form_past(clause: list[Token], at: int, kind: int, first_at: int) -> int:
    """`cut` or `set` after a singular: "the move to Vite cut the build time"."""
    follower = clause[at + 1] if at + 1 < len(clause) else None
    ordering = _kind(clause[first_at].text) & BASE
    if not kind & PAST or ordering or follower is None:
        return _NONE
    return _WEAK if _opens_an_object(follower) else _NONE


def _is_plural(token: Token) -> bool:
    return token.text in words.PLURAL_SUBJECTS or (
        token.is_word
        and token.text.endswith("s")
        and not token.text.endswith(("ss", "us", "is"))
    )


def _has_plural_head(clause: list[Token], at: int) -> bool:
    """Whether the noun before the first preposition is a plural.

    "Questions about billing go to the finance channel".
    """
    for place in range(1, at):
        if clause[place].text in words.PREPOSITIONS:
            return _is_plural(clause[place - 1])
    return False


def _is_surely_finite(token: Token) -> bool:
    kind = verb_forms().get(token.text, 0)
    return token.is_word and (
        token.text in words.AUXILIARIES
        or token.text in words.MODALS
        or bool(kind & THIRD and not kind & (NOUNISH | NOUNABLE))
    )


def _is_complement(token: Token | None) -> bool:
    """Whether the token is what follows a verb rather than a noun's second part."""
    if token is None:
        return False
    return (
        token.is_code
        or token.text in words.COMPLEMENT_OPENERS
        or _is_manner(token.text)
    )


def _is_buried_order(clause: list[Token]) -> bool:
    """Whether a later clause of the sentence is an order (`..., send them out`).

    Later clauses are also the items of lists, so a bare verb alone is not enough:
    its object has to follow.
    """
    at = 0
    while at < len(clause) and clause[at].text in words.LINKS:
        at += 1
    clause = clause[at:]
    if not clause or not clause[0].is_word:
        return False
    first = clause[0].text
    if at and clause[0].is_word and _is_order(clause) and not _states(clause):
        return True
    if first in ("please", "don't", "kindly", "never", "always", "just", "do"):
        return _is_order(clause)
    if not verb_forms().get(first, 0) & BASE or len(clause) < 2:
        return False
    follower = clause[1]
    takes_object = follower.text in words.OBJECT_OPENERS
    particle = follower.text in ("off", "out", "up", "down", "back", "on", "away")
    return (takes_object or particle or follower.is_code) and not _is_noun_here(
        clause, 0
    )


def _states(clause: list[Token]) -> bool:
    """Whether the clause has a subject and a finite verb."""
    at = _skip_prefixes(clause)
    if at >= len(clause):
        return False
    first = clause[at]
    kind = verb_forms().get(first.text, 0)
    if first.is_word and kind & THIRD and not kind & NOUNISH and len(clause) > at + 1:
        # "Uses pnpm": the project is the subject that goes without saying.
        return True
    if first.is_word and kind & PARTICIPLE and not kind & BASE:
        # "Built with Vite".
        follower = clause[at + 1].text if at + 1 < len(clause) else ""
        if follower in words.PREPOSITIONS:
            return True
    return any(
        _finite(clause, later, first_at=at) for later in range(at + 1, len(clause))
    )


def _describes_without_verb(tokens: list[Token]) -> bool:
    """Verbless descriptions that name something exact: `Postgres 15, Redis 7`."""
    if tokens[0].text in ("no", "not", "never", "always", "without"):
        return False
    if any(verb_forms().get(token.text, 0) & GERUND for token in tokens[:1]):
        return False
    return any(
        token.text in _COUNTS or (token.is_code and _EXACT.search(token.text))
        for token in tokens
    )
