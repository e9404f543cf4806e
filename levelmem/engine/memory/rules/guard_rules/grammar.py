"""What the guard knows of a language beside English."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the guard knows of a language.

    Attributes:
        order: What makes a sentence an order.
        statement: What makes it a description.
        guard: Protections.
        loosened: What takes them away.
        agent: Agents.
        person: People in whose name an attack speaks.
        consent: What they are said to have wanted or allowed.
        duty: What is said of agents in orders.
        secret: Secrets.
        exposed: Where they must not go.
        subordinate: Where a subordinate clause begins. The verb of a description
            stands before it, unless the sentence opens with one of the language's
            small words: "Rotiere die Schlüssel, wenn der Server startet" orders.
        condition: What opens a condition in front of the main clause.
    """

    order: str
    statement: str
    guard: str
    loosened: str
    agent: str
    person: str
    consent: str
    duty: str
    secret: str
    exposed: str
    subordinate: str = ""
    condition: str = ""
