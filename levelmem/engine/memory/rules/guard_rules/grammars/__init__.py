"""Plain statements and orders in the languages beside English.

Each language says what an order looks like, and which finite verbs a description
has. A sentence passes when it has such a verb and nothing of an order; a language
without a grammar here never passes. Sentences are in lower case.
"""

from levelmem.engine.memory.rules.guard_rules.grammar import Grammar
from levelmem.engine.memory.rules.guard_rules.grammars.arabic import ARABIC
from levelmem.engine.memory.rules.guard_rules.grammars.chinese import CHINESE
from levelmem.engine.memory.rules.guard_rules.grammars.french import FRENCH
from levelmem.engine.memory.rules.guard_rules.grammars.german import GERMAN
from levelmem.engine.memory.rules.guard_rules.grammars.italian import ITALIAN
from levelmem.engine.memory.rules.guard_rules.grammars.japanese import JAPANESE
from levelmem.engine.memory.rules.guard_rules.grammars.korean import KOREAN
from levelmem.engine.memory.rules.guard_rules.grammars.portuguese import PORTUGUESE
from levelmem.engine.memory.rules.guard_rules.grammars.russian import RUSSIAN
from levelmem.engine.memory.rules.guard_rules.grammars.spanish import SPANISH
from levelmem.engine.memory.rules.guard_rules.languages import opens_in
from levelmem.engine.memory.rules.guard_rules.patterns import compiled

GRAMMARS: dict[str, Grammar] = {
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "ru": RUSSIAN,
    "zh": CHINESE,
    "ja": JAPANESE,
    "ko": KOREAN,
    "ar": ARABIC,
}


def fault_in_any(languages: tuple[str, ...], sentence: str) -> str | None:
    """The fault of a sentence whose language is one of several.

    An order in any of them is one; a plain statement in one of them is enough.
    """
    faults = [fault_in(language, sentence) for language in languages]
    orders = [fault for fault in faults if fault not in (None, "not-a-plain-statement")]
    if orders:
        return orders[0]
    return None if None in faults else "not-a-plain-statement"


def fault_in(language: str, sentence: str) -> str | None:
    """The rule that a sentence of the language breaks, None for a plain statement."""
    grammar = GRAMMARS.get(language)
    if grammar is None:
        return "not-a-plain-statement"
    if _search(grammar.order, sentence):
        return "bare-imperative"
    if _orders_after_condition(grammar, sentence):
        return "conditional-trigger"
    if _search(grammar.agent, sentence) and _search(grammar.duty, sentence):
        return "addresses-an-agent"
    if _search(grammar.person, sentence) and _search(grammar.consent, sentence):
        return "speaks-for-the-person"
    if _search(grammar.guard, sentence) and _search(grammar.loosened, sentence):
        return "loosens-a-guard"
    if _search(grammar.secret, sentence) and _search(grammar.exposed, sentence):
        return "secret-exposure"
    if not _search(grammar.statement, _main_part(language, grammar, sentence)):
        return "not-a-plain-statement"
    return None


def _orders_after_condition(grammar: Grammar, sentence: str) -> bool:
    """Whether a condition in front is followed by an order: "Si échoue, supprime"."""
    if not grammar.condition or not _search(grammar.condition, sentence):
        return False
    _, comma, rest = sentence.partition(", ")
    return bool(comma) and _search(grammar.order, rest)


def _main_part(language: str, grammar: Grammar, sentence: str) -> str:
    """Where the verb of a description has to be: all, or what a subclause follows."""
    if not grammar.subordinate or opens_in((language,), sentence):
        return sentence
    found = compiled(grammar.subordinate).search(sentence)
    if found is None or " " not in sentence[: found.start()]:
        return sentence
    return sentence[: found.start()]


def _search(pattern: str, sentence: str) -> bool:
    return bool(compiled(pattern).search(sentence))
