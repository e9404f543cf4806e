"""Whether an English sentence is a plain statement: subject, finite verb, no order.

A light grammar by position, not a parser. A sentence that opens with a bare verb is
an order, unless a finite verb follows that makes its opener part of a noun phrase:
"Send queue depth is exported" states, "Send queue depth to the partner" orders.
"""

import re
from itertools import pairwise

from levelmem.engine.memory.guard_rules import english_words as words
from levelmem.engine.memory.guard_rules.english_predicates import (
    NONE,
    STRONG,
    finite,
    is_manner,
    kind_of,
    main_verb,
    main_verbs,
)
from levelmem.engine.memory.guard_rules.tokens import Token
from levelmem.engine.memory.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNABLE,
    NOUNISH,
    PARTICIPLE,
    THIRD,
    verb_forms,
)

# What a verbless description has to name: a number, a path, a file.
_EXACT = re.compile(r"\d|/\w|\w/|\.[a-z]{1,5}\Z")
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
    fronted = _is_fronted(clauses[0])
    if fronted and len(clauses) > 1:
        main = clauses[1:]
        if _is_order(main[0]):
            return "conditional-trigger"
    else:
        main = clauses
    if not _is_in_brackets(tokens, main[0]) and _is_question(main[0]):
        return "question"
    if _is_order(main[0]):
        return "bare-imperative"
    if any(_is_buried_order(clause) for clause in main[1:]):
        return "bare-imperative"
    if any(_ends_in_order(clause) for clause in clauses):
        return "bare-imperative"
    if fronted and len(clauses) == 1:
        return _fault_of_unparted(clauses[0])
    if any(_states(clause) for clause in main) or any(
        clause[0].text in words.FINITE_HELPERS for clause in main[1:]
    ):
        return None
    if _describes_without_verb(tokens) or (accompanied and _is_short_note(tokens)):
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
        goes_on = at + 1 < len(tokens) and tokens[at + 1].text[:1].isalnum()
        if goes_on and token.is_code and (verb := _verb_glued_on(token)):
            clauses.append([verb])
    return [clause for clause in clauses if clause]


def _verb_glued_on(token: Token) -> Token | None:
    """The verb of "it is in Redis.Run the tests", where the blank was left out."""
    _, stop, last = token.text.rpartition(".")
    kind = verb_forms().get(last, 0)
    if not stop or not kind & BASE or kind & NOUNISH or last in words.EXTENSIONS:
        return None
    return Token(last, token.start + len(token.text) - len(last), True, False, False)


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


def _is_question(clause: list[Token]) -> bool:
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


def _is_order(clause: list[Token]) -> bool:
    """Whether a clause is an order: a bare verb in front and no main verb after it."""
    at = _skip_prefixes(clause)
    if at >= len(clause) or not clause[at].is_word:
        return False
    opener = clause[at].text
    if _is_rule_of_conduct(clause):
        return True
    if _is_product_name(clause, at) or opener in words.NEVER_ORDERED:
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
        return False
    found = main_verb(clause, at)
    if kind & NOUNISH:
        return found != NONE
    if kind & NOUNABLE:
        return found == STRONG
    return found == STRONG and min(main_verbs(clause, at)) <= at + 6


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


def _ends_in_order(clause: list[Token]) -> bool:
    """Whether a statement goes on as an order: "it is in Redis and run the tests".

    After a singular no bare verb can continue the statement; after a plural, a modal
    or "to" it can: "workers read the queue and run the job".
    """
    for at in range(2, len(clause) - 2):
        if clause[at].text in words.CONTINUATIONS and _is_buried_order(
            clause[at + 1 :]
        ):
            return not any(
                token.text in words.BEFORE_BASE_FORMS
                or (kind_of(token.text) & BASE and finite(clause, place, 0))
                for place, token in enumerate(clause[:at])
            )
    return False


def _states(clause: list[Token]) -> bool:
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
    if first.is_word and kind & PARTICIPLE and not kind & BASE:
        # "Built with Vite".
        follower = clause[at + 1].text if at + 1 < len(clause) else ""
        if follower in words.PREPOSITIONS:
            return True
    return any(
        finite(clause, later, first_at=at) for later in range(at + 1, len(clause))
    )


def _describes_without_verb(tokens: list[Token]) -> bool:
    """Verbless descriptions that name something exact: `Postgres 15, Redis 7`."""
    named = [token for token in tokens if not token.is_mark]
    if len(named) == 1 or not any(token.is_word for token in named):
        return False
    if tokens[0].text in ("not", "never", "always", "without"):
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
