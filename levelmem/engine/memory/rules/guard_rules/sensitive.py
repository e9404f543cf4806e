"""What may be said of protections, secrets and agents: a positive test again.

The ways to talk a protection away are without number; the ways to describe one are
few: it is stored, checked, rotated, required, it blocks, it runs somewhere. So a
sentence that touches one of these subjects passes only when all its predicates are
plain descriptions and none of its words belittles, excepts or opens anything up.
"""

from levelmem.engine.memory.rules.guard_rules import english_words as words
from levelmem.engine.memory.rules.guard_rules import sensitive_words as lists
from levelmem.engine.memory.rules.guard_rules.alarms import tightens
from levelmem.engine.memory.rules.guard_rules.patterns import compiled, joined
from levelmem.engine.memory.rules.guard_rules.tokens import Token
from levelmem.engine.memory.rules.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNABLE,
    NOUNISH,
    PARTICIPLE,
    PAST,
    THIRD,
    base_of,
    verb_forms,
)
from levelmem.engine.memory.rules.guard_rules.word_lists import words_of

_SUBJECTS = lists.PROTECTIONS | lists.SECRETS | lists.AGENTS


_DUTY = r"\b(?:must|should|ought|ha(?:s|ve) to|needs? to|(?:is|are) to)\b"
_AFTER_APPROVAL = joined(
    r"""
    \b(?:can|may|must) (?:only )?(?:be )?\w+ (?:only )?(?:after|with
      |once) (?!the fact)[^,;]*\b(?:approvals?|reviews?|confirmations?|sign-?offs?
      |approved)\Z
    |\b(?:blocked|held|waits?|locked|closed|pending|stays?|open) (?:\w+ )?(?:until
      |for|till) [^,;]*\b(?:approvals?|approvers?|reviews?|reviewers?|confirmations?
      |sign-?offs?|signatures?) (?:is |are |has |have |was |were )?(?:given|granted
      |in|there|present|done|made|approved|signed|confirmed|passed|passes|green
      |complete)\Z
    """
)
_GETS_NONE = (
    r"\b(?:gets?|receives?|sees?|ha(?:s|ve)) no (?:secrets?|credentials|tokens?)\b"
)
_OUTCOME = r"""
    \b(?:audit|review|scan|pentest|penetration test)s?\b(?: \w+){0,3} found (?:no|an?
      |one|two|three|some|several|\d+) (?:\w+ )?(?:issues?|problems?|bugs?|findings?
      |vulnerabilit(?:y|ies)|leaks?|errors?|defects?|index(?:es)?)\Z
    """
_UNASKED = joined(
    r"""
    \b(?:confirm|approv|accept|grant|answer|sign|waiv)\w*(?: \w+){0,2} automatically\b
    |\bautomatic(?:ally)? (?:confirm|approv|accept|grant|answer|waiv)\w*
    """
)
_TAMPERPROOF = joined(
    r"""
    \b(?:cannot|can't|can not|must not|may not) (?:be )?(?:edit|chang|delet|disabl
      |skip|bypass|forg|alter|overwrit|reus|guess|read|decrypt|recover|export|remov
      |dismiss|tamper|modif|circumvent)\w*\b(?!.*\b(?:except|unless|but)\b)
    """
)
_SHUTS_OUT = joined(
    r"""
    \b(?:firewalls?|filters?|guards?|polic(?:y|ies)|scanners?|hooks?) (?:drop|block|deny
      |denie|reject|refuse)s? (?:everything|anything|all|every)\b
    """
)
_KEPT_SECRET = joined(
    r"""
    \b(?:never|not|no|n't)\b[^,;]*\b(?:written|logged|printed|stored|committed|sent
      |shared|returned|exposed|displayed|leaves?|kept|included|shown|saved|visible
      |leaked|reach|reaches|hard-?coded|checked in|published|readable|cached)
      \b(?!.*\b(?:except|unless|but|only when)\b)
    """
)


def fault_of_sensitive(tokens: list[Token], sentence: str) -> str | None:
    """The rule that a sentence on a sensitive subject breaks, or None.

    Args:
        tokens: The sentence's tokens.
        sentence: Its lower-case text.
    """
    subject = _subject_of(tokens)
    if subject is None or tightens(sentence) or _documents_a_flag(tokens):
        return None
    if subject == "addresses-an-agent":
        if compiled(_DUTY).search(sentence):
            return subject
    elif compiled(_OUTCOME).search(sentence):
        return None
    elif compiled(_UNASKED).search(sentence):
        return subject
    elif any(
        compiled(pattern).search(sentence)
        for pattern in (_TAMPERPROOF, _AFTER_APPROVAL, _SHUTS_OUT)
    ):
        return None
    if subject == "secret-exposure" and (
        compiled(_KEPT_SECRET).search(sentence) or compiled(_GETS_NONE).search(sentence)
    ):
        return None
    brand = any(token.text in lists.BRANDS for token in tokens)
    deeds = lists.AGENT_DEEDS if subject == "addresses-an-agent" else lists.LOADED
    stated = False
    # "Only the auth service may issue tokens" limits.
    limits = tokens[0].text == "only" and subject != "addresses-an-agent"
    for at, token in enumerate(tokens):
        if token.text in ("because", "since") and tokens[:at]:
            return None
        if not token.is_word:
            continue
        if token.text in lists.BELITTLING and not _is_fine_phrase(tokens, at):
            return subject
        if (
            token.text in lists.CHANCES
            and not limits
            and not _is_month(tokens, at)
            and not _is_harmless_chance(tokens, at, subject)
        ):
            return subject
        if subject != "addresses-an-agent" and _is_bold_quality(tokens, at):
            return subject
        if subject == "secret-exposure" and _is_in_a_bold_place(tokens, at):
            return subject
        if _is_predicate(tokens, at) and not (stated and _ends_as_noun(tokens, at)):
            stated = True
            base = base_of(token.text)
            if brand and base not in lists.BRAND_DEEDS and not _is_passive(tokens, at):
                return subject
            if base not in lists.DESCRIPTIONS:
                return subject
            if base in deeds and not _is_harmless_deed(tokens, at):
                return subject
    return None


def _ends_as_noun(tokens: list[Token], at: int) -> bool:
    """Whether the clause ends with a word that is a noun as well: "bad uploads"."""
    is_last = at + 1 == len(tokens) or tokens[at + 1].is_mark
    return is_last and bool(verb_forms().get(tokens[at].text, 0) & NOUNABLE)


def _is_passive(tokens: list[Token], at: int) -> bool:
    return any(token.text in words.AUXILIARIES for token in tokens[max(0, at - 2) : at])


def _is_bold_quality(tokens: list[Token], at: int) -> bool:
    """Whether a copula stands here and what follows is no plain quality.

    A place, a participle, a number or a name in code are plain: "is in docs/", "is
    rotated", "is 12". An adjective or a noun has to be one of the known ones.
    """
    if tokens[at].text not in ("is", "are", "was", "were"):
        return False
    for token in tokens[at + 1 :]:
        word = token.text
        is_adverb = word in words.ADVERBS or word.endswith("ly")
        if is_adverb and word not in lists.QUALITIES:
            continue
        if token.is_mark or token.is_code or word in _PLAIN_COMPLEMENTS:
            return False
        kind = verb_forms().get(word, 0)
        plain = kind & (PARTICIPLE | GERUND) or word in _COUNTS
        return not plain
    return False


def _is_in_a_bold_place(tokens: list[Token], at: int) -> bool:
    """Whether a secret is said to be in some place that is not known to keep secrets.

    A path or a name in code is plain.
    """
    place = tokens[at + 1 : at + 2]
    if tokens[at].text not in ("is", "are", "was", "were"):
        return False
    if not place or place[0].text not in ("in", "on", "at", "within", "under"):
        return False
    rest = tokens[at + 2 :]
    return not any(
        token.is_code or token.text in lists.KEEPING_PLACES for token in rest
    )


_COUNTS = words_of("a an the one no not") | words.NUMBER_WORDS
_PLAIN_COMPLEMENTS = words.PREPOSITIONS | lists.QUALITIES
_NO_PREDICATES = words.AUXILIARIES | words.PREPOSITIONS


def _is_month(tokens: list[Token], at: int) -> bool:
    """Whether "may" is the month: "the incident in May"."""
    before = tokens[at - 1].text if at else ""
    return before in ("in", "since", "until", "by", "of", "last", "this", "early")


def _is_harmless_chance(tokens: list[Token], at: int, subject: str) -> bool:
    """Whether a "can" speaks of using a protection: "the admin can revoke tokens"."""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if after == "be" and at + 2 < len(tokens):
        after = base_of(tokens[at + 2].text)
    return subject != "addresses-an-agent" and after in lists.HARMLESS_CHANCES


def _documents_a_flag(tokens: list[Token]) -> bool:
    """Whether the sentence is about a switch: "the --force option skips the prompt"."""
    return any(
        token.is_code
        and token.text.startswith("--")
        and at + 1 < len(tokens)
        and tokens[at + 1].text in ("flag", "option", "switch", "argument")
        for at, token in enumerate(tokens)
    )


def _subject_of(tokens: list[Token]) -> str | None:
    """The rule of the first sensitive subject that the sentence is about."""
    for at, token in enumerate(tokens):
        word = token.text
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        before = tokens[at - 1].text if at else ""
        if word in ("key", "keys") and before in lists.SECRET_KEYS:
            return None if after in lists.THINGS else "secret-exposure"
        if word == "sandbox" and after in ("account", "accounts", "tenant", "users"):
            # Where a shop is tried out: it keeps nobody in.
            return None
        if word == "session" and before in ("coding", "agent", "ai"):
            return "addresses-an-agent"
        if word in ("deny", "allow", "block") and after in ("list", "lists"):
            return "loosens-a-guard"
        if word == "audit" and after in ("log", "logs", "trail"):
            return "loosens-a-guard"
        if word not in _SUBJECTS or after in lists.THINGS or not token.is_word:
            continue
        if word in lists.AGENTS:
            if before in lists.MACHINE_AGENTS or before in ("user", "chat", "discount"):
                continue
            return "addresses-an-agent"
        if word in lists.SECRETS:
            if before in ("design", "csrf", "session", "lexer", "syntax", "shared"):
                continue
            if after in lists.PROTECTIONS:
                continue
            return "secret-exposure"
        if before in lists.OF_THE_PRODUCT or after in lists.OF_NUMBERS:
            continue
        return "loosens-a-guard"
    return None


def _is_predicate(tokens: list[Token], at: int) -> bool:
    """Whether the token is a verb that says something of the subject."""
    kind = verb_forms().get(tokens[at].text, 0)
    if not kind or tokens[at].text in _NO_PREDICATES:
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if before is None or before.is_mark or after in words.FINITE_HELPERS:
        return False
    back = at - 1
    while back > 0 and (
        tokens[back].text in words.ADVERBS or tokens[back].text.endswith("ly")
    ):
        back -= 1
    before = tokens[back]
    if before.text in words.AUXILIARIES:
        return bool(kind & (PARTICIPLE | GERUND | BASE)) and not (
            kind & NOUNISH and not kind & PARTICIPLE
        )
    if before.text in words.MODALS or before.text == "to":
        return bool(kind & BASE)
    if before.text in words.NEVER_BEFORE_A_VERB or before.text.isdigit():
        return False
    if verb_forms().get(before.text, 0) & THIRD and before.text not in _SUBJECTS:
        # "blocks pushes": the second is the first one's object.
        return False
    if kind & (THIRD | PAST) and not kind & NOUNISH:
        return True
    return bool(kind & BASE and before.text.endswith("s")) and (
        not kind & NOUNISH or (at + 1 < len(tokens) and _follows_a_verb(tokens[at + 1]))
    )


def _follows_a_verb(token: Token) -> bool:
    return token.text in words.VERB_FOLLOWERS


def _is_harmless_deed(tokens: list[Token], at: int) -> bool:
    """Whether a deed is a manner of speaking: "known as", "moved before the build"."""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return after == "as" or (tokens[at].text == "moved" and after == "before")


def _is_fine_phrase(tokens: list[Token], at: int) -> bool:
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return f"{tokens[at].text} {after}" in lists.FINE_PHRASES
