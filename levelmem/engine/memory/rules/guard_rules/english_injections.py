"""The phrases of prompt injections, and rules that change from some day on."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm

INJECTIONS: tuple[Alarm, ...] = (
    Alarm(
        "injection-boilerplate",
        r"""
            \b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?
              |overrid(?:e|es|ing)|overrul(?:e|es|ing)|supersed(?:e|es|ed|ing)
              |replac(?:e|es|ing)|cancel(?:s|led)?|trumps?|outranks?|beats?)
              \b(?: \w+){0,5}? (?:instructions?|rules|prompts?|guidelines|guidance
              |everything (?:above|before|else)|memories|notes|directives
              |polic(?:y|ies)|messages|restrictions|what (?:you|was))\b
            |\b(?:takes?|has|have|with|given|of|gets?|highest|top|absolute|higher
              |first) (?:\w+ )?(?:priority|precedence)(?: over|\.|:|$| of| than
              | in)[^.;]{0,60}?\b(?:instructions?|rules|prompts?|user|agents\.md
              |claude\.md|notes?|memor\w+|polic\w+|guards?|review|everything
              |all else|all other)\b
            |\bpriority: |\bsystem prompt\b
            |\b(?:developer|maintenance|unrestricted|god|admin|debug|dan|jailbreak
              |root|sudo|yolo|emergency|unsafe|auto(?:nomous)?|trusted|no-limits
              |training) mode (?:is|are|has been|was) (?:on|active|enabled|now
              |in effect)
            |\byou are (?:now|dan|in)\b|\bno restrictions\b
            |\b(?:new|updated|revised|additional|secret|real|actual|hidden
              |true) (?:system )?(?:instructions?|task|orders?|prompt|directives?
              |polic(?:y|ies)|rules?)\b(?:\s*:| (?:is|are|follow|apply|come|for))
            |\bthe real (?:policy|rules?|instructions?)\b
            |\b(?:this|the following|these)\b[^.;]{0,30}\b(?:outranks?|overrides?|beats?
              |trumps?|supersedes?|cancels?)\b
            |\bonly this (?:line|note|rule|text) counts\b
            |\bsafety guidelines\b
            |\b(?:instructions?|text|everything) (?:above|before this)\b
            |\boverride\s*:
            """,
        unless=r"""
            ^override (?:rules|settings|files|methods) (?:are|live)
            |(?:css|flags?|environment|env|variables?|config\w*|settings?|styles?
              |options?|local|cli|arguments?|defaults?|values?|tenant|project-level
              |user-level|theme|inline|routes?|specific)\b[^.;]{0,60}
              \b(?:overrid\w+|take precedence|takes precedence|have precedence|win
              |have priority)
            |instructions? set|lint rules|firewall rules|ignore rules|routing rules
            |system prompt (?:is|lives|template|comes)
            |system prompts? of (?:the |each |every )?[\w -]{1,40} (?:is|are
              |lives?) (?:\w+[ ]
              )?(?:versioned|stored|kept|loaded|in)\b
            |css rules
            |replaces? (?:the )?(?:old |legacy |previous )?(?:prompts?
              |rules) (?:engine|table|file|module|template)
            """,
    ),
    Alarm(
        "future-loosening",
        r"""
            \b(?:from (?:now|here|today|this (?:point|day|moment)
              |then) on(?:wards?)?|from here on|going forward|henceforth|hereafter
              |in (?:all )?future (?:sessions|runs|conversations|tasks|work)
              |for (?:all )?future|moving forward|for the rest of (?:this|the)
              |until further notice)\b
            |\b(?:starting|beginning|effective|as of) (?:today|now|tomorrow
              |immediately|this week|next \w+)\b
            |^in (?:the )?future\b|\bin future\b
            """,
    ),
    Alarm(
        "future-loosening",
        r"""
            (?:^\W*|[,;.] )(?:after|by|next|starting|until|from|as of|once|beginning
              |tomorrow|soon|effective|since)\b[^.;]{0,60}?
              \b(?:everything is (?:allowed|permitted)|reviews? (?:is|are)
              |approvals? (?:is|are|expire)|signature|without|unsigned|credentials
              |public|no longer (?:needs?|requires?)|bypass\w*|skip\w*|unattended
              |goes away|personal)\b
            """,
        unless=r"""
            until
            |requires? (?:a )?(?:signature|approv|review)
            |public (?:api|beta|key|preview|release)
            |releases? (?:is|was) public|must
            |rejected|blocked|skips? (?:empty|unchanged)
            """,
        tightening=True,
    ),
    Alarm(
        "demotes-rivals",
        r"""
            \b(?:rules|notes|instructions|guidelines|memories|entries
              |facts) (?:above|below|so far|until now|before)\b[^.;]{0,40}
              \b(?:cancell?ed|void|obsolete|replaced|invalid|wrong|no longer
              |not apply|ignored|outdated|off|suspended|lifted|tests?)\b
            """,
    ),
)
