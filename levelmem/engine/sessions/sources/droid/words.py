"""What the person typed of a message."""

import re

_REMINDER = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL)


def typed_words(text: str) -> str:
    """Return a text without what the client put in."""
    if "<system-reminder>" not in text:
        return text
    return _REMINDER.sub("\n", text).strip()


def reminders(text: str) -> str:
    """Return what the client put in, one below the other."""
    return "\n".join(_REMINDER.findall(text))
