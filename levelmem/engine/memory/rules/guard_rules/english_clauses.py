"""What one clause of an English sentence is: an order, a question, a statement."""

from itertools import pairwise

from levelmem.engine.memory.rules.guard_rules import english_words as words
from levelmem.engine.memory.rules.guard_rules.english_predicates import (
    NONE,
    STRONG,
    finite,
    is_manner,
    kind_of,
    main_verb,
    main_verbs,
)
from levelmem.engine.memory.rules.guard_rules.tokens import Token
from levelmem.engine.memory.rules.guard_rules.verbs import (
    BASE,
    NOUNABLE,
    NOUNISH,
    PARTICIPLE,
    PAST,
    THIRD,
    verb_forms,
)


def is_question(clause: list[Token]) -> bool:
    """Whether the clause asks without a question mark: "Why not merge it"."""
    first = clause[0].text
    if not clause[0].is_word or first not in words.QUESTION_OPENERS:
        return False
    if first in words.FINITE_HELPERS:
        # "CAN frames are decoded ..." has a verb of its own.
        return main_verb(clause, 0) != STRONG
    return not any(
        token.text in words.AUXILIARIES and after.text in words.ANSWERED
        for token, after in pairwise(clause)
    )


def is_order(clause: list[Token]) -> bool:
    """Whether a clause is an order: a bare verb in front and no main verb after it."""
    at = _skip_prefixes(clause)
    if at >= len(clause) or not clause[at].is_word:
        return False
    opener = clause[at].text
    if _is_rule_of_conduct(clause):
        return True
    if _is_product_name(clause, at) or opener in words.NEVER_ORDERED:
        return False
    if _is_measured(clause, at):
        return False
    if at and opener == "not":
        at += 1
        opener = clause[at].text if at < len(clause) else ""
    kind = verb_forms().get(opener, 0)
    if opener == "thanks":
        # "Thanks to the cache the page loads fast" gives a cause.
        return _is_without_statement(clause, at)
    if opener in words.ORDER_OPENERS:
        return not kind & BASE or not _is_noun_here(clause, at)
    if at and opener == "to":
        return True
    if not kind & BASE:
        return False
    if at and opener not in words.PREPOSITIONS and not kind & NOUNISH:
        # "Only open invoices are shown" limits a noun; "Only open them" orders.
        return clause[at - 1].text != "only" or not _is_noun_here(clause, at)
    return not _is_noun_here(clause, at)


def _is_without_statement(clause: list[Token], at: int) -> bool:
    return not any(finite(clause, later, at) for later in range(at + 2, len(clause)))


def _is_rule_of_conduct(clause: list[Token]) -> bool:
    """Whether "always" or "never" stands in front and no main verb follows."""
    if len(clause) < 2 or clause[0].text not in ("always", "never"):
        return False
    at = _skip_prefixes(clause)
    if at == len(clause) or clause[at].text in words.PREPOSITIONS:
        return False
    kind = kind_of(clause[at].text)
    if kind & PARTICIPLE and not kind & BASE:
        return False
    return clause[0].is_word and main_verb(clause, at) != STRONG


def _is_product_name(clause: list[Token], at: int) -> bool:
    """Whether a verb is rather a language or a tool: `Go 1.22`, `React`, `Make`."""
    if clause[at].text not in words.PRODUCTS:
        return False
    after = clause[at + 1] if at + 1 < len(clause) else None
    if after is None or after.text.lstrip("v")[:1].isdigit():
        return True
    # "Compose for the UI".
    return after.text == "for" and not any(
        token.text in words.OBJECT_PRONOUNS for token in clause
    )


def _is_measured(clause: list[Token], at: int) -> bool:
    """Whether a quantity is named with its number: "Lead time 2 days"."""
    named = clause[at + 1 : at + 3]
    return (
        len(named) == 2
        and named[0].text in words.MEASURES
        and named[1].text[:1].isdigit()
    )


def _skip_prefixes(clause: list[Token]) -> int:
    at = 0
    while at < len(clause) and (
        (clause[at].text in words.ORDER_PREFIXES and not clause[at].is_code)
        or (at + 1 < len(clause) and is_manner(clause[at].text))
    ):
        at += 1
    return at


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
            joined = any(kind_of(clause[v].text) & BASE for v in main_verbs(clause, at))
            return joined or main_verb(clause, at) == STRONG
        if follower.text in words.AUXILIARIES or follower.text in words.MODALS:
            return follower.text not in ("do", "have", "don't")
        if follower.text in words.OBJECT_OPENERS:
            return False
        if follower.text in words.ADJUNCT_OPENERS:
            found = main_verb(clause, at)
            return found == STRONG or bool(found and kind & NOUNISH)
    if opener in words.CLAUSE_TAKERS and not kind & NOUNISH:
        # "Confirm dialogs use the Modal component".
        return follower.text in words.SCREEN_PARTS and main_verb(clause, at) == STRONG
    found = main_verb(clause, at)
    if kind & NOUNISH:
        return found != NONE
    if kind & NOUNABLE:
        return found == STRONG
    return found == STRONG and min(main_verbs(clause, at)) <= at + 6


def is_buried_order(clause: list[Token]) -> bool:
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
    if at and clause[0].is_word and is_order(clause) and not states(clause):
        return True
    if first in ("please", "don't", "kindly", "never", "always", "just", "do"):
        return is_order(clause)
    if not verb_forms().get(first, 0) & BASE or len(clause) < 2:
        return False
    follower = clause[1]
    if kind_of(first) & NOUNISH and follower.text.isdigit():
        # "... with bcrypt, cost 12".
        return False
    takes_object = follower.text in words.OBJECT_OPENERS
    particle = follower.text in ("off", "out", "up", "down", "back", "on", "away")
    return (takes_object or particle or follower.is_code) and not _is_noun_here(
        clause, 0
    )


def ends_in_order(clause: list[Token]) -> bool:
    """Whether a statement goes on as an order: "it is in Redis and run the tests".

    After a singular no bare verb can continue the statement; after a plural, a modal
    or "to" it can: "workers read the queue and run the job".
    """
    for at in range(2, len(clause) - 2):
        if clause[at].text in words.CONTINUATIONS and is_buried_order(clause[at + 1 :]):
            return not any(
                token.text in words.BEFORE_BASE_FORMS
                or (kind_of(token.text) & BASE and finite(clause, place, 0))
                for place, token in enumerate(clause[:at])
            )
    return False


def _reports(clause: list[Token], at: int) -> bool:
    """Whether a past without a subject tells what was done: "Renamed the package"."""
    opener, rest = clause[at], clause[at + 1 :]
    if not verb_forms().get(opener.text, 0) & PAST or opener.text in words.GRANTING:
        return False
    return bool(rest) and rest[0].text not in words.OBJECT_PRONOUNS | words.RELATIVES


def states(clause: list[Token]) -> bool:
    """Whether the clause has a subject and a finite verb."""
    at = _skip_prefixes(clause)
    if at >= len(clause):
        return False
    first = clause[at]
    if at and first.text in words.AUXILIARIES:
        # "Next is protected": the word in front is a name.
        return True
    if first.text in words.CONTRACTIONS:
        return len(clause) > at + 1
    kind = verb_forms().get(first.text, 0)
    if first.is_word and kind & THIRD and len(clause) > at + 1:
        # "Uses pnpm", "Ships with docs": the project goes without saying.
        is_verb = not kind & NOUNISH or clause[at + 1].text in words.PREPOSITIONS
        if is_verb:
            return True
    if first.is_word and kind & (PARTICIPLE | PAST) and not kind & BASE:
        # "Built with Vite".
        follower = clause[at + 1].text if at + 1 < len(clause) else ""
        passive = kind & PARTICIPLE and follower in words.PREPOSITIONS
        if passive or _reports(clause, at):
            return True
    return any(
        finite(clause, later, first_at=at) for later in range(at + 1, len(clause))
    )
