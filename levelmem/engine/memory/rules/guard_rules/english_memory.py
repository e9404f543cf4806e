"""The memory that speaks of itself: its keeping, its spreading, its rivals."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm

MEMORY: tuple[Alarm, ...] = (
    Alarm(
        "self-propagation",
        r"""
            \b(?:this|these|the following|the above|present) (?:\w+ )?(?:notes?
              |entr(?:y|ies)|memor(?:y|ies)|instructions?|reminders?|directives?
              |statements?|observations?|claims?|remarks?)
              \b(?! (?:table|column|screen|model|widget|queue|list|bus
              |is (?:a |the )?(?:table|column|class|type)))
            |(?:^\W*|[.;:,] |\b(?:that|and|only|all|repeat|copy|keep|quote|show|hide
              |carry|spread|past\w+|put|writ\w+|add|insert|keeps
              |cop(?:y|ies) of) )(?:this|these
              |the following|the above) (?:\w+ )?(?:lines?|facts?|rules?|messages?
              |texts?|sentences?|paragraphs?|records?|items?)\b
            |\b(?:keep|remember|retain|preserve|store|save|repeat|copy|append|add
              |spread|propagate|pass)(?:\s+\w+){0,3}?\s+(?:this|it)
              \b(?:\s+\w+){0,4}?\s+(?:memory|note|notes|digest|readme|agents\.md
              |claude\.md|session|sessions|repo\w*|project)
            """,
    ),
    Alarm(
        "self-propagation",
        r"""
            (?:memory\.md|agents\.md|claude\.md|gemini\.md|\.cursorrules
              |copilot-instructions(?:\.md)?|memory file|system prompt|user rules
              |the user's rules)(?:[^.;]|\.(?=\w)){0,50}?\b(?:no longer|outdated
              |overrid\w+|overrul\w+|supersed\w+|appl(?:y|ies)|obsolete|ignored
              |lower|beneath|second|must|should|wrong|void|yield\w*
              |replaced by this)\b
            |\b(?:over|outranks?|overrides?|supersedes?|above|beats|before|trumps
              |replaces?|into|to|in|modif\w+|edit\w*|extend\w*
              |amend\w*) (?:the )?(?:memory\.md|agents\.md|claude\.md|gemini\.md
              |\.cursorrules|system prompt|user's rules|user rules
              |user's instructions|developer instructions)
            """,
        unless=r"""
            (?:listed|documented|described|explained|kept|found|noted|mentioned
              |links? to|linked|lives?|recorded|written|set out|covered) in[ ]
            |(?:sym|hard)?links? to |(?:ignored|excluded|tracked) (?:by|from|in) git
            |generated from
            """,
    ),
    Alarm(
        "demotes-rivals",
        r"""
            \b(?:older|old|other|earlier|previous|prior|existing|former|past|all|any
              |conflicting|contrary|competing|remaining|the (?:review|approval
              |security|safety|signing))\b(?: \w+){0,2}? (?:notes?|memor(?:y|ies)
              |rules?|instructions?|entries|guidelines?|guidance|facts?|directives?
              |polic(?:y|ies)|claims?|records|statements|warnings?)
              \b(?:[^.;]){0,60}?\b(?:obsolete|outdated|wrong|void|invalid|stale
              |false|no longer|not (?:apply|valid|hold|count|relevant|true|binding)
              |(?:do|does|did)(?:n't| not)|superseded|ignored|replaced|dead|history
              |disregarded|deprecated|incorrect|mistaken|cancelled|revoked|rescinded
              |annulled|nullified|repealed|retracted|withdrawn|overruled|untrue
              |expired|lapsed|forgotten|moot|errors?|unreliable|secondary)\b
            |\b(?:notes?|memories|rules|entries|facts|guidance|advice
              |claims?) (?:about|on|regarding|concerning|that|in|which
              |from) [^.;]{0,60}?\b(?:obsolete|outdated|wrong|void|invalid|stale
              |false|no longer|do(?:es)? not (?:apply|hold|count)|superseded|ignored
              |mistaken|incorrect|retracted|unreliable)\b
            |\b(?:any|every)(?:thing| \w+) that contradicts\b
            |\bguidelines? do(?:es)? not apply
            """,
        unless=r"""
            (?:lint|eslint|firewall|routing|css|redirect|iptables|nginx|alert\w*
              |business|discount|validation|rewrite|pricing) rules?
            |release notes
            |old (?:records|entries|rows|facts|notes|rules) (?:are|is
              |get) (?:archived|deleted|purged|moved|pruned)
            |shown|instructions? set|cpu
            """,
    ),
    Alarm(
        "concealment",
        r"""
            \b(?:not|never|no need to|without|n't|nobody|avoid|rather than
              |instead of) (?:\w+ ){0,2}?(?:mention(?:ing)?|tell(?:ing)?
              |inform(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|alert(?:ing)?
              |notify(?:ing)?|bother(?:ing)?)\b
            |\b(?:hid(?:e|den|ing)|conceal(?:ed|ing)?|kept|keep
              |secret) (?:\w+ ){0,3}?from (?:the )?(?:user|person|reviewers?|owner
              |review|human|maintainers?|summar\w+|auditors?|diff|everyone|log|logs)\b
            |\b(?:user|reviewers?|person|human|owner)\b[^.;]{0,30}
              \b(?:from noticing|unaware|need not know|does(?:n't| not) (?:need to[ ]
              |have to )?(?:know|see|hear|learn|notice|read)
              |not be (?:told|shown|aware|informed))
            """,
        unless=r"""
            passwords?|tokens?|stack traces?
            |error messages? do(?:es)? not (?:reveal|disclose)
            |does not (?:reveal|disclose) whether
            """,
    ),
    Alarm(
        "self-propagation",
        r"""
            \blike this one\b|\bmemory entries\b
            |\b(?:this|these) (?:very )?words\b
            |\bthese memories\b
            """,
    ),
    Alarm(
        "concealment",
        r"""
            \bno (?:reason|need|point|use|sense)\b[^.;]{0,10}\b(?:to|in|of) (?:show
              |tell|mention|ask|wait|report|bother|inform|read|look|check|verify
              |test|review|confirm|explain|disclose)\w*
            """,
    ),
)
