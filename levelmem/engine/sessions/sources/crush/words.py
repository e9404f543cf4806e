"""What the person typed of a message, and what Crush put in."""

from levelmem.engine.sessions.model import Origin

_ATTACHED = "\n<system_info>The files below have been attached by the user"
_SENT = (
    "The previous session was interrupted because it got too long,",
    "Provide a detailed summary of our conversation",
    "Please analyze this codebase and create a **",
    "Analyze this codebase and create/update",
    "Generate a concise title for the following content",
)
"""How prompts begin that Crush writes in the person's name."""

HEADLESS_TITLE = "Non-interactive: "
"""How the titles of sessions begin that ``crush run`` made."""


def origin_of(words: str, is_child: bool, title: str) -> Origin:
    """Return whose words these are."""
    if is_child:
        return Origin.SUBAGENT_PROMPT
    if words.lstrip("` \n").startswith(_SENT):
        return Origin.INJECTED
    return Origin.HEADLESS if title.startswith(HEADLESS_TITLE) else Origin.HUMAN


def parted(text: str) -> tuple[str, str]:
    """Return what was typed, and the files that Crush wrote behind it."""
    typed, mark, files = text.partition(_ATTACHED)
    return typed.strip(), f"{mark}{files}".strip()
