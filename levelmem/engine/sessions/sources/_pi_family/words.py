"""What the person typed of a prompt."""

import re

_SKILL = re.compile(
    r'\A\s*<skill name="(?P<name>[^"\n]{1,200})"[^>\n]*>.*?</skill>\s*', re.DOTALL
)


def typed_words(prompt: str) -> str:
    """Return a prompt as it was typed: ``/skill:name words``.

    A skill is stored expanded, in front of the person's own words.
    """
    names: list[str] = []
    while found := _SKILL.match(prompt):
        names.append(f"/skill:{found['name']}")
        prompt = prompt[found.end() :]
    return " ".join(filter(None, (*names, prompt.strip()))) if names else prompt


def is_only_skill(prompt: str) -> bool:
    """Tell whether nothing was typed but the name of a skill."""
    found = _SKILL.match(prompt)
    return found is not None and not prompt[found.end() :].strip()
