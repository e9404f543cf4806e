"""Why a text is held: a stable name, a span, and a sentence for people."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One finding of the guard.

    Attributes:
        rule: Stable kebab-case name, a key of `EXPLANATIONS`.
        start: Where the finding begins, in code points of the text as given.
        end: Where it ends, exclusive.
    """

    rule: str
    start: int
    end: int


EXPLANATIONS: dict[str, str] = {
    "addresses-an-agent": "speaks to an agent, or says what agents may or shall do",
    "addresses-the-reader": "speaks to the reader (you, your)",
    "authority-claim": "rests on the word of someone in charge",
    "bare-imperative": "reads as an order",
    "concealment": "asks that something be kept from the person",
    "conditional-trigger": "is an order that waits for its moment",
    "dangerous-flag": "passes a switch that turns a protection off",
    "demotes-rivals": "says that other notes or rules no longer count",
    "encoded-run": "carries an encoded run of characters",
    "exfiltration-link": "has a link or image that can carry data out",
    "first-person": "is somebody's own word (I, my), not a fact about the project",
    "foreign-index": "takes packages from a place that is not a known registry",
    "future-loosening": "changes a rule from some day on",
    "hidden-markup": "hides text in a comment or a tag",
    "hidden-text": "has characters that show nothing",
    "injection-boilerplate": "uses the phrases of a prompt injection",
    "leetspeak": "writes digits for letters",
    "lookalike-letters": "has letters that pose as others",
    "loosens-a-guard": "loosens a review, a check or another protection",
    "modal-order": "says what should be done",
    "not-a-plain-statement": "is not a plain statement about the project",
    "permission-claim": "claims a permission, or that something is safe",
    "pipe-to-shell": "runs something that is fetched or decoded",
    "question": "is a question",
    "recommendation": "recommends a way to act",
    "role-marker": "poses as a message of the system, a person or a tool",
    "secret-exposure": "puts secrets where others can read them",
    "self-propagation": "speaks of its own keeping or spreading",
    "sends-data-out": "sends data to an outside place",
    "several-lines": "has more than one line",
    "spaced-letters": "spells words letter by letter",
    "speaks-for-the-person": "says what the person wants or has allowed",
    "worded-like-an-order": "is worded as orders are rather than as facts are",
    "too-long": "is longer than one line can show",
}


def explain(rule: str) -> str:
    """The sentence for people that belongs to a rule's name.

    It continues "Held because it ...". An unknown name, as from a newer writer,
    explains itself: its hyphens become spaces.
    """
    return EXPLANATIONS.get(rule, rule.replace("-", " "))
