"""Whose words a message holds, and what was put around them."""

import re

_AROUND = re.compile(
    r"</?(?:task|feedback|answer|user_message|user_input|user_command)\b[^>]{0,80}>"
)
_PUT_IN = re.compile(
    r"<(environment_details|mode_notice|file_content|folder_content|explicit_instructions)"
    r"\b[^>]{0,500}>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_FOLDER = re.compile(
    r"^# Current (?:Working|Workspace) Directory \(([^\n]{1,1000}?)\)", re.MULTILINE
)
_RESULT = re.compile(r"\[[a-z_]{2,40}(?: for [^\n]{0,2000}?)?\] Result:\s*")
_CLIENTS = ("[TASK RESUMPTION]", "[ERROR]", "[NOTE]", "[new_task")


def typed_words(text: str) -> str:
    """Return a text without what the client put in or around it."""
    if "<" not in text:
        return text
    return _AROUND.sub("", _PUT_IN.sub("", text)).strip()


def folder_in(text: str) -> str:
    """Return the folder that the environment of a message tells; or ``""``."""
    found = _FOLDER.search(text)
    return found[1].strip() if found else ""


def result_in(text: str) -> str | None:
    """Return a tool's result that stands in the person's place; else None."""
    found = _RESULT.match(text)
    return text[found.end() :] if found else None


def is_of_the_client(text: str) -> bool:
    """Tell whether the client wrote a text in the person's place."""
    return text.startswith(_CLIENTS)
