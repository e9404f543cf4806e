"""The memory that speaks of itself: its keeping, its spreading, its rivals."""

from levelmem.engine.memory.guard_rules.alarms import Alarm

MEMORY: tuple[Alarm, ...] = (
    Alarm(
        "self-propagation",
        r"this|these|note|notes|entry|memory|line|fact|digest",
        r"\b(?:this|these|the following|the above|present) (?:\w+ )?(?:notes?|entr(?:y"
        r"|ies)|memor(?:y|ies)|lines?|facts?|"
        r"instructions?|rules?|statements?|reminders?|messages?|directives?|texts?"
        r"|sentences?|paragraphs?|records?|observations?|items?|claims?"
        r"|remarks?)\b(?! (?:table|column|screen|"
        r"model|widget|queue|list|bus|is (?:a |the )?(?:table|column|class|type)))|"
        r"\b(?:keep|remember|retain|preserve|store|save|repeat|copy|append|add|spread"
        r"|propagate|pass)(?:\s+\w+){0,3}?\s+(?:this|it)\b(?:\s+\w+){0,4}?\s+"
        r"(?:memory|note|notes|digest|readme|agents\.md|claude\.md|session|sessions"
        r"|repo\w*|project)",
    ),
    Alarm(
        "self-propagation",
        r"md|memory|digest|cursorrules|instructions|prompt",
        r"(?:memory\.md|agents\.md|claude\.md|gemini\.md|\.cursorrules"
        r"|copilot-instructions(?:\.md)?|memory file|system prompt|user rules|the "
        r"user's rules)"
        r"(?:[^.;]|\.(?=\w)){0,50}?\b(?:no longer|outdated|overrid\w+|overrul\w+"
        r"|supersed\w+|appl(?:y|ies)|obsolete|ignored|lower|beneath|second|must|should"
        r"|wrong|void|yield\w*|replaced by this)\b|"
        r"\b(?:over|outranks?|overrides?|supersedes?|above|beats|before|trumps"
        r"|replaces?|into|to|in|modif\w+|edit\w*|extend\w*|amend\w*) (?:the "
        r")?(?:memory\.md|agents\.md|claude\.md|gemini\.md|"
        r"\.cursorrules|system prompt|user's rules|user rules|user's instructions"
        r"|developer instructions)",
        unless=r"(?:listed|documented|described|explained|kept|found|noted|mentioned"
        r"|links? to|linked|lives?|recorded|written|set out|covered) in ",
    ),
    Alarm(
        "demotes-rivals",
        r"notes?|memor\w+|rules?|instructions?|entries|guid\w+|polic\w+|facts?"
        r"|contradict\w*|restrictions|claims?|warnings?",
        r"\b(?:older|old|other|earlier|previous|prior|existing|former|past|all|any"
        r"|conflicting|contrary|competing|remaining|the (?:review|"
        r"approval|security|safety|signing))\b(?: \w+){0,2}? (?:notes?|memor(?:y|ies)"
        r"|rules?|instructions?|entries|guidelines?|guidance|"
        r"facts?|directives?|polic(?:y|ies)|claims?|records|statements"
        r"|warnings?)\b(?:[^.;]){0,60}?\b(?:obsolete|outdated|wrong|void|invalid|stale"
        r"|false|no longer|not (?:apply|"
        r"valid|hold|count|relevant|true|binding)|(?:do|does|did)(?:n't| not)"
        r"|superseded|ignored|replaced|dead|history|disregarded|deprecated|incorrect"
        r"|mistaken|"
        r"cancelled|revoked|rescinded|annulled|nullified|repealed|retracted|withdrawn"
        r"|overruled|untrue|expired|lapsed|forgotten|moot"
        r"|errors?|unreliable|secondary)\b|\b(?:notes?|memories|rules|entries|facts"
        r"|guidance|advice|claims?) (?:about|on|regarding|concerning|"
        r"that|in|which|from) [^.;]{0,60}?\b(?:obsolete|outdated|wrong|void|invalid"
        r"|stale|false|no longer|do(?:es)? not (?:apply|hold|count)|superseded|ignored"
        r"|mistaken|incorrect|retracted|unreliable)\b|"
        r"\b(?:any|every)(?:thing| \w+) that contradicts\b|\bguidelines? do(?:es)? "
        r"not apply",
        unless=r"(?:lint|eslint|firewall|routing|css|redirect|iptables|nginx|alert\w*"
        r"|business|discount|validation|rewrite|pricing) rules?|release notes|"
        r"old (?:records|entries|rows|facts|notes|rules) (?:are|is|get) (?:archived"
        r"|deleted|purged|moved|pruned)|shown|instructions? set|cpu",
    ),
    Alarm(
        "concealment",
        r"user|mention\w*|tell\w*|hid\w+|secret|secretly|quiet\w*|silent\w*|notic\w+"
        r"|report\w*|show\w*|reveal\w*|disclos\w*|aware|know|conceal\w*|summar\w+",
        r"\b(?:not|never|no need to|without|n't|nobody|avoid|rather than|instead of) "
        r"(?:\w+ ){0,2}?(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|reveal(?:ing)?|"
        r"disclos(?:e|ing)|alert(?:ing)?|notify(?:ing)?|bother(?:ing)?)\b|\b(?:hid(?:e"
        r"|den|ing)|conceal(?:ed|ing)?|kept|keep|secret) (?:\w+ ){0,3}?from (?:the "
        r")?(?:user|person|"
        r"reviewers?|owner|review|human|maintainers?|summar\w+|auditors?|diff|everyone"
        r"|log|logs)\b|\b(?:user|reviewers?|person|human|owner)\b[^.;]{0,30}\b(?:from "
        r"noticing|unaware|"
        r"need not know|does(?:n't| not) (?:need to |have to )?know|not be (?:told"
        r"|shown|aware|informed))",
        unless=r"passwords?|tokens?|stack traces?|error messages? do(?:es)? not "
        r"(?:reveal|disclose)|does not (?:reveal|disclose) whether",
    ),
    Alarm(
        "self-propagation",
        r"memor(?:y|ies)|one|words",
        r"\blike this one\b|\bmemory entries\b|\b(?:this|these) (?:very )?words\b"
        r"|\bthese "
        r"memories\b",
    ),
    Alarm(
        "concealment",
        r"reason|need|point|use|sense",
        r"\bno (?:reason|need|point|use|sense)\b[^.;]{0,10}\b(?:to|in|of) (?:show|tell|"
        r"mention|ask|wait|report|bother|inform|read|look|check|verify|test|review"
        r"|confirm"
        r"|explain|disclose)\w*",
    ),
)
