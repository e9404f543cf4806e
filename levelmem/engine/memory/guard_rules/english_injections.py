"""The phrases of prompt injections, and rules that change from some day on."""

from levelmem.engine.memory.guard_rules.alarms import Alarm

INJECTIONS: tuple[Alarm, ...] = (
    Alarm(
        "injection-boilerplate",
        r"ignor\w+|disregard\w*|forget\w*|override\w*|overrul\w*|supersede\w*"
        r"|precedence|priority|outrank\w*|instructions?|prompts?|mode|dan|restrictions"
        r"|task|jailbreak\w*|obey\w*|rules|beats|trumps?|developer|guidelines",
        r"\b(?:ignor(?:e|es|ed|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?"
        r"|overrid(?:e|es|ing)|overrul(?:e|es|ing)|supersed(?:e|es|ed|ing)|replac(?:e"
        r"|es|ing)|cancel(?:s|led)?|trumps?|outranks?|beats?)\b(?: \w+){0,5}? "
        r"(?:instructions?|rules|prompts?|guidelines|guidance|everything (?:above"
        r"|before|else)|memories|notes|directives|polic(?:y|ies)|messages|restrictions"
        r"|what (?:you|was))\b|"
        r"\b(?:takes?|has|have|with|given|of|gets?|highest|top|absolute|higher|first) "
        r"(?:\w+ )?(?:priority|precedence)(?: over|\.|:|$| of| than| "
        r"in)[^.;]{0,60}?\b(?:instructions?|rules|prompts?|user|agents\.md|claude\.md|"
        r"notes?|memor\w+|polic\w+|guards?|review|everything|all else|all other)\b"
        r"|\bpriority: |\bsystem prompt\b|\b(?:developer|maintenance|unrestricted|god"
        r"|admin|debug|dan|jailbreak|root|sudo|yolo|"
        r"emergency|unsafe|auto(?:nomous)?|trusted|no-limits|training) mode (?:is|are"
        r"|has been|was) (?:on|active|enabled|now|in effect)|\byou are (?:now|dan"
        r"|in)\b|\bno restrictions\b|"
        r"\b(?:new|updated|revised|additional|secret|real|actual|hidden|true) "
        r"(?:system )?(?:instructions?|task|orders?|prompt|directives?|polic(?:y|ies)"
        r"|rules?)\b(?:\s*:| (?:is|are|follow|apply|come|for))|\bthe real (?:policy"
        r"|rules?|instructions?)\b|"
        r"\bonly this (?:line|note|rule|text) counts\b|\bsafety guidelines\b"
        r"|\b(?:instructions?|text|everything) (?:above|before this)\b|\boverride\s*:",
        unless=r"^override (?:rules|settings|files|methods) (?:are|live)|(?:css|flags?"
        r"|environment|env|variables?|config\w*|settings?|styles?"
        r"|options?|local|cli|arguments?|defaults?|values?|tenant|"
        r"project-level|user-level|theme|inline|routes?"
        r"|specific)\b[^.;]{0,60}\b(?:overrid\w+|take precedence|takes precedence"
        r"|have precedence|win|have priority)|instructions? set|lint rules|"
        r"firewall rules|ignore rules|routing rules|system prompt (?:is|lives|template"
        r"|comes)|css rules|replaces? (?:the )?(?:old |legacy |previous )?(?:prompts?"
        r"|rules) (?:engine|table|file|module|template)",
    ),
    Alarm(
        "future-loosening",
        r"from|going|henceforth|hereafter|starting|future|onwards?|forward|forth"
        r"|further",
        r"\b(?:from (?:now|here|today|this (?:point|day|moment)|then) on(?:wards?)?"
        r"|from here on|going forward|henceforth|hereafter|"
        r"in (?:all )?future (?:sessions|runs|conversations|tasks|work)|for (?:all "
        r")?future|moving forward|for the rest of (?:this|the)|until further notice)\b",
    ),
    Alarm(
        "future-loosening",
        r"after|by|next|starting|until|from|as|once|when|beginning|tomorrow|soon"
        r"|effective|since",
        r"(?:^\W*|[,;.] )(?:after|by|next|starting|until|from|as of|once|beginning"
        r"|tomorrow|soon|effective|since)\b[^.;]{0,60}?"
        r"\b(?:everything is (?:allowed|permitted)|reviews? (?:is|are)|approvals? "
        r"(?:is|are|expire)|signature|without|"
        r"unsigned|credentials|public|no longer (?:needs?|requires?)|bypass\w*"
        r"|skip\w*|unattended|goes away|personal)\b",
        unless=r"until|requires? (?:a )?(?:signature|approv|review)|public (?:api|beta"
        r"|key|preview|release)|releases? (?:is|was) public|must|rejected"
        r"|blocked|skips? (?:empty|unchanged)",
        tightening=True,
    ),
    Alarm(
        "demotes-rivals",
        r"above|below|far|before|now",
        r"\b(?:rules|notes|instructions|guidelines|memories|entries|facts) (?:above"
        r"|below"
        r"|so far|until now|before)\b[^.;]{0,40}\b(?:cancell?ed|void|obsolete|replaced|"
        r"invalid|wrong|no longer|not apply|ignored|outdated|off|suspended|lifted"
        r"|tests?)\b",
    ),
)
