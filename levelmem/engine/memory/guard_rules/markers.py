"""Marks that no plain note has: roles, chat templates, comments, carrying links."""

from levelmem.engine.memory.guard_rules.alarms import Alarm

_TAGS = (
    r"system|instructions?|conversation|system-reminder|reminder|tool_(?:result|use"
    r"|call)s?"
    r"|function_(?:calls|results)|important|user|assistant|human|prompt|context|memory"
    r"|memories|rules?|policy|policies|developer|admin|override|task|thinking|invoke"
    r"|note"
    r"|antml:\w+|command-\w+|env|document|critical|secret|hidden|message|turn|end|begin"
)

MARKERS: tuple[Alarm, ...] = (
    Alarm(
        "role-marker",
        r"system|assistant|user|developer|human|tool|ai|inst|function|sys|role|im|bos"
        r"|eos"
        r"|instruction|instructions|response|model|agent|operator|admin|root|bot"
        r"|claude|start",
        r"(?:^|[.;!?\n>\]}|#*\"'`-]\s*|\s\s)(?:#+\s*)?[\[(<*_]*(?:system|assistant"
        r"|user|"
        r"developer|human|tool|ai|model|agent|operator|admin|root|bot|claude|inst|sys)"
        r"(?: (?:message|prompt|note|role|override"
        r"|instruction)s?)?[\])>*_]*\s*:(?![:/\w])"
        r"|<\|[^|]{1,30}\|>|\[/?(?:inst|sys(?:tem)?|end|start)\]|<</?sys>>|</?s>"
        r"|\"role\"\s*:|'role'\s*:|###\s*(?:system|instruction|response|human"
        r"|assistant)",
    ),
    Alarm(
        "role-marker",
        "",
        signs="<[",
        pattern=rf"</?\s*(?:{_TAGS})(?:\s[^>]*)?/?\s*>|\[/?(?:{_TAGS})\](?!\()",
        unless=r"`[^`]*</?\s*\w+[^`]*`",
    ),
    Alarm(
        "hidden-markup",
        "",
        signs="<>{*",
        pattern=r"<!--|-->|<!\[cdata\[|\{#.*#\}|/\*.*\*/",
    ),
    Alarm(
        "exfiltration-link",
        "",
        signs="!<:{$(",
        pattern=r"!\[[^\]]*\]\s*[(\[]|<img\b|<script\b|<iframe\b|<link\b|\bdata:\w+/"
        r"|javascript:"
        r"|https?://[^\s)]*[?&#=/](?:[^\s)]*)(?:\$\{?\w|\{[^}]*\}|%7b|\$\(|<[a-z_ ]+>"
        r"|secret"
        r"|token|\bkey=|password|session|env\b|data=|\bd=|\bq=|payload|exfil)"
        r"|\[[^\]]*\]\(\s*https?://[^)]*[?#][^)]*\)"
        r"|(?:\{|\$\{?)\w+\}?\.[a-z0-9-]+\.[a-z]{2,}",
        unless=r"(?:^|[^\w])(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d",
    ),
    Alarm(
        "exfiltration-link",
        "",
        signs="0123456789",
        pattern=r"(?:https?://|\b(?:to|at|from|via|into) (?:the )?(?:host |server )?)"
        r"(?!10\.|127\.|0\.0|192\.168|172\.(?:1[6-9]|2\d"
        r"|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\b",
        unless=r"\b(?:listens|binds?|bound|resolves|points|reachable)\b",
    ),
    Alarm("exfiltration-link", r"exfil\w*", r"\bexfil\w*"),
)
