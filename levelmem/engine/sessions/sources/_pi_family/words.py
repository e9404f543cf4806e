"""What the person typed of a prompt."""

import re

_SKILL = re.compile(
    r'\A\s*<skill name="(?P<name>[^"\n]{1,200})"[^>\n]*>.*?</skill>\s*', re.DOTALL
)
_ABOUT = re.compile(
    r"\A\s*[\w ]{1,60} \(untrusted[^)\n]{0,80}\):\n```json\n.*?\n```\s*", re.DOTALL
)
_STAMP = re.compile(r"\A\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d [^\]\n]{1,20}\] ")


def typed_words(prompt: str) -> str:
    """Return a prompt as it was typed: ``/skill:name words``.

    A skill is stored expanded, in front of the person's own words. What came by a chat
    is told with who wrote it, and when.
    """
    while about := _ABOUT.match(prompt):
        prompt = prompt[about.end() :]
    if stamp := _STAMP.match(prompt):
        prompt = prompt[stamp.end() :]
    names: list[str] = []
    while found := _SKILL.match(prompt):
        names.append(f"/skill:{found['name']}")
        prompt = prompt[found.end() :]
    return " ".join(filter(None, (*names, prompt.strip()))) if names else prompt


def is_only_skill(prompt: str) -> bool:
    """Tell whether nothing was typed but the name of a skill."""
    found = _SKILL.match(prompt)
    return found is not None and not prompt[found.end() :].strip()
