"""Where an English clause has its finite verb, and how surely it is one.

A light reading by position, not a parser: `runs` after a noun is a verb, unless it is
that noun's plural head; `moved` a past, unless it is a short relative clause.
"""

from collections.abc import Iterator

from levelmem.engine.memory.rules.guard_rules import english_words as words
from levelmem.engine.memory.rules.guard_rules.tokens import Token
from levelmem.engine.memory.rules.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNABLE,
    NOUNISH,
    PARTICIPLE,
    PAST,
    THIRD,
    verb_forms,
)

NONE, WEAK, STRONG = 0, 1, 2
"""How sure it is that a word is the finite verb of its clause."""
_NOT_A_NOUN = (
    words.DETERMINERS
    | words.PREPOSITIONS
    | words.COORDINATORS
    | words.AUXILIARIES
    | words.MODALS
    | words.NEGATIONS
)


def is_manner(word: str) -> bool:
    return word.endswith("ly") and word != "only" and word not in verb_forms()


def main_verb(clause: list[Token], at: int) -> int:
    """How surely a finite main verb follows the noun phrase that begins at `at`."""
    return max(
        (finite(clause, found, first_at=at) for found in main_verbs(clause, at)),
        default=NONE,
    )


def main_verbs(clause: list[Token], first_at: int) -> Iterator[int]:
    """Where the main clause may have its verb.

    A relative clause uses up the first finite verb after its pronoun; a subordinator
    ends the main clause.
    """
    owed = 0
    ordering = bool(kind_of(clause[first_at].text) & BASE)
    for at in range(first_at + 1, len(clause)):
        token = clause[at]
        if token.is_word and token.text in words.RELATIVES and at > first_at + 1:
            owed += 1
            continue
        if token.text in words.SUBORDINATORS and token.text != "even":
            if token.text not in words.PREPOSITIONS or _starts_a_clause(clause, at):
                return
            continue
        if at > first_at + 1 and ordering and token.text in words.CONTRACTIONS:
            # "Send data that's stale", "... they're done with".
            continue
        if at > first_at + 1 and ordering and token.text in words.CLAUSE_PRONOUNS:
            # "Give partners what data they want": a relative clause without a pronoun.
            owed += 1
            continue
        if owed and _is_subject_of_relative(clause, at):
            continue
        if finite(clause, at, first_at):
            if not owed:
                yield at
            owed = max(owed - 1, 0)


def _is_subject_of_relative(clause: list[Token], at: int) -> bool:
    """Whether the token is `builds` in "files that builds use"."""
    if clause[at - 1].text not in words.RELATIVES or at + 1 >= len(clause):
        return False
    return _is_plural(clause[at]) and bool(kind_of(clause[at + 1].text) & BASE)


def _starts_a_clause(clause: list[Token], at: int) -> bool:
    return any(
        finite(clause, later, first_at=at) for later in range(at + 2, len(clause))
    )


def finite(clause: list[Token], at: int, first_at: int) -> int:
    """How surely the token at `at` is a finite verb."""
    token = clause[at]
    if not token.is_word:
        return NONE
    word = token.text
    if word in words.AUXILIARIES or word in words.MODALS:
        return STRONG
    if word in _NOT_A_NOUN:
        return NONE
    kind = kind_of(word)
    before = _before(clause, at)
    if before is None or not kind:
        return NONE
    noun_before = before.is_code or before.text not in _NOT_A_NOUN
    if before.text in words.PARTICLES and kind & THIRD:
        # "Where files end up depends on the tenant", "Logging in twice ends ...".
        follower = clause[at + 1] if at + 1 < len(clause) else None
        of_gerund = bool(kind_of(clause[first_at].text) & GERUND)
        has_object = follower is not None and _opens_an_object(follower)
        # "Log out clears the database".
        of_command = at == first_at + 2 and bool(kind_of(clause[first_at].text) & BASE)
        noun_before = kind == THIRD or ((of_gerund or of_command) and has_object)
    if not noun_before and before.text not in words.SUBJECT_PRONOUNS:
        return NONE
    if kind & THIRD:
        return _third_person(clause, at, kind, first_at)
    if kind & PAST and not kind & BASE:
        return STRONG if not kind & PARTICIPLE else _past(clause, at, first_at)
    if word == "time" and clause[at + 1 : at + 2] and clause[at + 1].text == "out":
        # "Sessions time out": the one verb that is a noun in any other place.
        return STRONG if _is_plural(before) else NONE
    if kind & BASE:
        present = _plural_present(clause, at, kind, before)
        return present or _same_form_past(clause, at, kind, first_at)
    return WEAK if kind & PARTICIPLE and at == len(clause) - 1 else NONE


def kind_of(word: str) -> int:
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
    while at >= 0 and _is_adverb(clause[at]):
        at -= 1
    return clause[at] if at >= 0 else None


def _is_adverb(token: Token) -> bool:
    if token.is_code:
        return False
    return token.text in words.ADVERBS or is_manner(token.text)


def _third_person(clause: list[Token], at: int, kind: int, first_at: int) -> int:
    """`runs` after a noun: a verb, unless it is that noun's plural head."""
    if not kind & (NOUNISH | NOUNABLE):
        return STRONG
    follower = clause[at + 1] if at + 1 < len(clause) else None
    if follower is not None and _is_surely_finite(follower):
        return NONE
    if follower is not None and follower.text in ("that", "which", "who", "whose"):
        return NONE
    if verb_forms().get(clause[first_at].text, 0) & BASE:
        # "Sign releases with the key", "Send crash dumps to the team".
        takes_object = follower is not None and _opens_an_object(follower)
        headed = clause[first_at + 1].text in words.PREPOSITIONS
        if kind & NOUNISH and not headed and (at == first_at + 1 or not takes_object):
            return NONE
        return STRONG if takes_object else WEAK
    if kind & NOUNISH and follower is None:
        return WEAK if clause[at].text in words.ENDING_VERBS else NONE
    return STRONG if _is_complement(follower) and not kind & NOUNISH else WEAK


def _opens_an_object(token: Token) -> bool:
    if token.text in words.RELATIVES:
        return False
    return token.text[:1].isdigit() or token.text in (words.COUNTED_OBJECT_OPENERS)


def _past(clause: list[Token], at: int, first_at: int) -> int:
    """`moved` after a noun: a past, a verbless passive or a short relative clause.

    After a bare verb it is the last of these: "Delete files created by CI" orders.
    What shows a past there is an object, or that nothing can be done to the noun:
    "Build times dropped to two minutes".
    """
    follower = clause[at + 1] if at + 1 < len(clause) else None
    opener = kind_of(clause[first_at].text)
    if opener & BASE:
        if follower is not None and follower.text in words.DETERMINERS:
            return NONE if clause[at].text in words.GIVEN_FORMS else STRONG
        happens = clause[at].text in words.HAPPENINGS and opener & (NOUNISH | NOUNABLE)
        return STRONG if happens else NONE
    irregular = not clause[at].text.endswith("ed")
    return STRONG if irregular or _is_complement(follower) else WEAK


def _plural_present(clause: list[Token], at: int, kind: int, before: Token) -> int:
    """`run` after a plural noun."""
    joined = at >= 3 and clause[at - 2].text in ("and", "&")
    follower = clause[at + 1] if at + 1 < len(clause) else None
    if not _is_plural(before) and not joined:
        has_object = follower is not None and _opens_an_object(follower)
        if (kind & NOUNISH and not has_object) or not _has_plural_head(clause, at):
            return NONE
        return WEAK if kind & NOUNABLE else STRONG
    if follower is not None and _is_surely_finite(follower):
        return NONE
    if kind & PARTICIPLE and follower is not None and follower.text == "by":
        return NONE
    surely = not kind & NOUNISH or (follower is not None and _opens_an_object(follower))
    return STRONG if surely else WEAK


def _same_form_past(clause: list[Token], at: int, kind: int, first_at: int) -> int:
    """`cut` or `set` after a singular: "the move to Vite cut the build time"."""
    follower = clause[at + 1] if at + 1 < len(clause) else None
    ordering = kind_of(clause[first_at].text) & BASE
    if not kind & PAST or ordering or follower is None:
        return NONE
    return WEAK if _opens_an_object(follower) else NONE


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
            # "Rows with a flag", "rows written by the client".
            head = (
                place - 2 if kind_of(clause[place - 1].text) & PARTICIPLE else place - 1
            )
            return head >= 0 and _is_plural(clause[head])
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
        token.is_code or token.text in words.COMPLEMENT_OPENERS or is_manner(token.text)
    )
