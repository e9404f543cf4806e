"""What agents may, must or always do: a fact about a project does not say that."""

from levelmem.engine.memory.guard_rules.alarms import Alarm
from levelmem.engine.memory.guard_rules.fragments import (
    AGENT,
    GAP,
)

_AGENT_CUE = (
    r"(?:sub)?agents?|assistants?|llms?|copilot|claude|codex|gemini|chatgpt|gpt|ais?"
    r"|(?:chat)?bots?|auto\w*|models?|sessions?|coding|generators?|aider|devin"
)
_BE = (
    r"(?:is|are|was|were|be|been|being|gets?|stays?|remains?|becomes?|seems?|counts? "
    r"as|means?)"
)

AGENTS: tuple[Alarm, ...] = (
    Alarm(
        "addresses-an-agent",
        _AGENT_CUE,
        rf"(?<![\w-])(?:{AGENT})\b(?: (?:working|reading|running|here|in|on|of|for"
        rf"|this|the|"
        rf"that|repo\w*|project|workspace|codebase|who|which|reads?|opens?|works?"
        rf"|tools?|"
        rf"it|at|with|code|accounts?|themselves)\b)*(?:'s (?:job|task|duty|role|goal|"
        rf"responsibility))?,? (?:\w+ly |also |now |then |only |therefore )?(?:should"
        rf"|must|"
        rf"shall|may|might|can|could|will|would|need(?:s)?(?: not)?|ha(?:s|ve) to"
        rf"|ought|never|"
        rf"always|{_BE} (?:to|not to|allowed|expected|required|supposed|encouraged"
        rf"|permitted|"
        rf"asked|told|free|entitled|authori[sz]ed|trusted|exempt\w*|advised"
        rf"|responsible|"
        rf"welcome|cleared|instructed|obliged|meant|granted|urged|invited|in charge"
        rf"|considered"
        rf"|whitelisted|allowlisted|approved|the (?:owner|admin)\w*|not)|do(?:es)? not"
        rf"|don't"
        rf"|doesn't|cannot|can't|prefer|ha(?:s|ve) (?:standing|full|blanket|the right"
        rf"|permission"
        rf"|approval|write|admin|root|access|been|no|unrestricted|implicit|the "
        rf"authority))\b",
        unless=r"(?:user|build|jenkins|ci|datadog|node|monitoring|mail|transfer|ssh"
        r"|gpg|"
        r"edge|relay|log|metrics|backup|sales|support|travel|insurance|virtual|network"
        r"|snmp|"
        r"zabbix|consul|nomad|puppet|azure|teamcity|buildkite|telegraf|otel) agents?"
        r"|support "
        r"chat ?bots?\b",
    ),
    Alarm(
        "addresses-an-agent",
        r"models?",
        r"\b(?:the|this|any|every) model (?:should|must|shall|may|is (?:to|allowed"
        r"|expected|free"
        r"|supposed|required|permitted) (?!\w+ed in)|needs? to|has to|will (?:output"
        r"|print|"
        r"answer|ignore|say))\b(?! (?:have|contain|be (?:converted|quanti[sz]ed"
        r"|trained|"
        r"validated|saved|exported|loaded)))",
    ),
    Alarm(
        "addresses-an-agent",
        _AGENT_CUE,
        rf"\b(?:let(?:s|ting)?|allow(?:s|ed|ing)?|permit(?:s|ted)?|prefer(?:s"
        rf"|red)?(?: that)?|"
        rf"want(?:s|ed)?|expect(?:s|ed)?|ask(?:s|ed)?|trust(?:s|ed)?|tell(?:s)?"
        rf"|instruct(?:s|ed)?"
        rf"|require[sd]?|enable[sd]?|grant(?:s|ed)?|give[sn]?|gave|encourage[sd]?"
        rf"|authori[sz]e[sd]?"
        rf"|remind(?:s)?|mandates?(?: that)?|for|by|to|as|like|dear|hey|hello"
        rf"|attention|note to|"
        rf"of any|such as) (?:the |an? |any |all |every |other |our |future |your "
        rf"|its )*"
        rf"(?:{AGENT})\b(?! (?:panel|process|message|window|view|id|name|config|pool|"
        rf"binary|log|card|page|tab|screen|service|container|header|string|version"
        rf"|role|icon|"
        rf"endpoint|module|sdk|api|state|token|runtime|framework|library|settings"
        rf"|avatar|"
        rf"haiku|sonnet|opus|pro|flash|mini|on |via |over |through |from |at ))",
        unless=r"(?:user|build|jenkins|ci|datadog|node|monitoring|mail|transfer|ssh"
        r"|gpg|edge"
        r"|relay|log|metrics|backup|sales|support|otel|teamcity|buildkite) agents?"
        r"|(?:(?!approv|merg|sign|review|grant|accept|confirm|allow|authori"
        r"|permit)\w+ed|written|"
        r"generated|rendered|answered|handled|produced|created|summari[sz]ed"
        r"|translated|posted|"
        r"sent|opened|used|labell?ed|triaged|closed|updated|collected|scraped|built) "
        r"(?:only )?(?:by|with|"
        r"for|through) ",
    ),
    Alarm(
        "addresses-an-agent",
        r"agents|assistants|llms|ais|bots|sessions|ai|copilot|claude|codex",
        r"\b(?:future|next|upcoming|subsequent|later) sessions? (?!id|token|cookie"
        r"|key)\w+"
        r"|(?:^|[.;:,] ?|\b(?:all|any|most|good|these|those|that|coding|ai|other|when"
        r"|if|that) )"
        r"(?:agents|assistants|llms|ais|ai tools|ai assistants|coding agents|bots"
        r"|sessions (?:that|"
        r"in this (?:project|repo\w*|codebase)|here|which|who|start|finish)|good "
        r"sessions)"
        r" (?!(?:are|is|was|were) (?:\w+ly )?(?:stored|kept|listed|parsed|rendered|"
        r"implemented|defined|counted|archived|saved|deployed|written|configured"
        r"|exported|"
        r"logged|persisted|backed|identified|keyed|shown|grouped|sorted|indexed|named"
        r"|spawned"
        r"|started|registered|scheduled)|(?:report|register|connect|communicate|poll"
        r"|stream|collect|heartbeat|listen) "
        r"|(?:table|list|view|page|folder|tab|expire"
        r"|live|have an? )|"
        r"(?:in|on|of) the \w+ (?:table|view|list))",
        unless=r"(?:user|build|jenkins|ci|datadog|node|monitoring|ssh|edge|log|backup"
        r"|support)"
        r" agents",
    ),
    Alarm(
        "addresses-an-agent",
        r"agents?|assistants?|ai|llms?|bots?|automation|automated|automations|claude"
        r"|codex|copilot|session|sessions",
        rf"\b(?:{AGENT})\b{GAP}\b(?:merg|approv|push|bypass|skip|deploy|commit|ignor|"
        rf"disabl|upload|trust|accept|permission|approval|unattended|on their own|on "
        rf"its own|"
        rf"freely|without|bother|review\b|reviewers|secrets?|credentials?|keys\b"
        rf"|policy|"
        rf"noticing)\w*|\b(?:exempt\w*|open|reserved|standing|blanket|waived|approved"
        rf"|granted|"
        rf"permitted|allowed|trusted|tunnel|access) (?:\w+ ){{0,3}}(?:for|to|by) "
        rf"(?:the |all |any |"
        rf"every )?(?:{AGENT})\b",
        unless=r"(?:user|build|jenkins|ci|datadog|node|monitoring|mail|ssh|gpg|edge"
        r"|log|"
        r"metrics|backup|sales|support|otel|teamcity|buildkite) agents?|(?:agent"
        r"|assistant|"
        r"bot|session) (?:panel|process|message|tokens?|cookies?|keys?|store|table"
        r"|data|state|"
        r"id|storage|replay|affinity|view|pool|window)|(?:new|every|each) sessions? "
        r"(?:tokens?|keys?)|comments? on (?:pull|merge)|push(?:es)? (?:metrics|logs"
        r"|events|data|traces|updates)",
    ),
)
