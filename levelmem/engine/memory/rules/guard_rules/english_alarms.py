"""Every alarm for English text."""

from levelmem.engine.memory.rules.guard_rules.english_agents import AGENTS
from levelmem.engine.memory.rules.guard_rules.english_claims import CLAIMS
from levelmem.engine.memory.rules.guard_rules.english_conduct import CONDUCT
from levelmem.engine.memory.rules.guard_rules.english_hints import HINTS
from levelmem.engine.memory.rules.guard_rules.english_injections import INJECTIONS
from levelmem.engine.memory.rules.guard_rules.english_leaks import LEAKS
from levelmem.engine.memory.rules.guard_rules.english_lures import LURES
from levelmem.engine.memory.rules.guard_rules.english_memory import MEMORY
from levelmem.engine.memory.rules.guard_rules.english_practice import PRACTICE
from levelmem.engine.memory.rules.guard_rules.english_protections import PROTECTIONS
from levelmem.engine.memory.rules.guard_rules.english_sources import SOURCES

ENGLISH = (
    *PROTECTIONS,
    *AGENTS,
    *CLAIMS,
    *LEAKS,
    *SOURCES,
    *MEMORY,
    *INJECTIONS,
    *CONDUCT,
    *HINTS,
    *PRACTICE,
    *LURES,
)
"""In the order in which they are searched; every one that is raised is reported."""
