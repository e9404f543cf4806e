"""Marks that no plain note has: roles, chat templates, comments, carrying links."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_TAGS = joined(
    r"""
    system|instructions?|conversation|system-reminder|reminder
    |tool_(?:result|use|call)s?|function_(?:calls|results)
    |important|user|assistant|human|prompt|context|memory|memories|rules?|policy
    |policies|developer|admin|override|task|thinking|invoke|note|antml:\w+|command-\w+
    |(?:tool|function|system|user|assistant|agent|memory|developer|model|session|admin)
      [_-]\w+
    |env|document|critical|secret|hidden|message|turn|end|begin
    """
)

MARKERS: tuple[Alarm, ...] = (
    Alarm(
        "role-marker",
        r"""
            (?:^|[.;!?\n>\]}|#*\"'`-]\s*|\s\s)(?:#+\s*)?[\[(<*_]*(?:system|assistant
              |user|developer|human|tool|ai|model|agent|operator|admin|root|bot
              |claude|inst|sys)(?: (?:message|prompt|note|role|override
              |instruction)s?)?[\])>*_]*\s*:(?![:/\w])
            |<\|[^|]{1,30}\|>
            |\[/?(?:inst|sys(?:tem)?|end|start)\]
            |<</?sys>>|</?s>|\"role\"\s*:|'role'\s*:
            |###\s*(?:system|instruction|response|human|assistant)
            """,
    ),
    Alarm(
        "role-marker",
        pattern=rf"</?\s*(?:{_TAGS})(?:\s[^>]*)?/?\s*>|\[/?(?:{_TAGS})\](?!\()",
        unless=r"`[^`]*</?\s*\w+[^`]*`",
    ),
    Alarm(
        "hidden-markup",
        pattern=r"<!--|-->|<!\[cdata\[|\{#.*#\}|/\*.*\*/",
    ),
    Alarm(
        "exfiltration-link",
        pattern=r"""
            !\[[^\]]*\]\s*[(\[]|<img\b|<script\b
            |<iframe\b|<link\b|\bdata:\w+/|javascript:
            |https?://[^\s)]*[?&#=/](?:[^\s)]*)(?:\$\{?\w|\{[^}]*\}|%7b|\$\(
              |<[a-z_ ]+>|secret|token|\bkey=|password|session|env\b|data=|\bd=|\bq=
              |payload|exfil)
            |\[[^\]]*\]\(\s*https?://[^)]*[?#][^)]*\)
            |(?:\{|\$\{?)\w+\}?\.[a-z0-9-]+\.[a-z]{2,}
            """,
        unless=r"(?:^|[^\w])(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d",
    ),
    Alarm(
        "exfiltration-link",
        pattern=r"""
            (?:https?://|\b(?:to|at|from|via|into) (?:the )?(?:host[ ]
              |server )?)(?!10\.|127\.|0\.0|192\.168|172\.(?:1[6-9]|2\d
              |3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\b
            """,
        unless=r"\b(?:listens|binds?|bound|resolves|points|reachable)\b",
    ),
    Alarm("exfiltration-link", r"\bexfil\w*"),
)
