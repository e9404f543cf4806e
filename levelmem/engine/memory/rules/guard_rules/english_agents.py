"""What agents may, must or always do: a fact about a project does not say that."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    AGENT,
    GAP,
)
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_BE = joined(
    r"""
    (?:is|are|was|were|be|been|being|gets?|stays?|remains?|becomes?|seems?
      |counts? as|means?)
    """
)

AGENTS: tuple[Alarm, ...] = (
    Alarm(
        "conditional-trigger",
        rf"""
            ^\W*(?:after|before|when|on|once|as soon as|whenever|if|every|each|at|during
              |while|until)\b{GAP}\b(?:{AGENT}) (?:then |first |also |always[ ]
              |automatically )?(?:runs?|loads?|executes?|sends?|posts?|uploads?|fetch
              |fetches|reads?|writes?|deletes?|push|pushes|installs?|prints?|calls?
              |opens?|downloads?|reports?|switch|switches|uses?|follows?)\b
            """,
        unless=r"(?:build|ci|monitoring|log|metrics|backup|user|ssh|mail) agents?",
    ),
    Alarm(
        "addresses-an-agent",
        rf"""
            (?<![\w-])(?:{AGENT})\b(?!\.\w)
              (?: (?:working|reading|running|here|in|on|of|for
              |this|the|that|repo\w*|project|workspace|codebase|who|which|reads?
              |opens?|works?|tools?|it|at|with|code|accounts?
              |themselves)\b)*(?:'s (?:job|task|duty|role|goal
              |responsibility))?,? (?:\w+ly |also |now |then |only[ ]
              |therefore )?(?:should|must|shall|may|might|can|could|will|would
              |need(?:s)?(?: not)?|ha(?:s|ve) to|ought|never|always|
              {_BE} (?:to|not to|allowed|expected|required|supposed|encouraged
              |permitted|asked|told|free|entitled|authori[sz]ed|trusted|exempt\w*
              |advised|responsible|welcome|cleared|instructed|obliged|meant|granted
              |urged|invited|in charge|considered|counted (?:up)?on|relied (?:up)?on
              |known|called (?:up)?on|whitelisted|allowlisted|approved
              |the (?:owner|admin)\w*|not)|do(?:es)? not|don't|doesn't|cannot|can't
              |prefer|ha(?:s|ve) (?:standing|full|blanket|the right|permission
              |approval|write|admin|root|access|been|no|unrestricted|implicit
              |the authority))\b
            """,
        unless=r"""
            (?:user|build|jenkins|ci|datadog|node|monitoring|mail|transfer|ssh|gpg
              |edge|relay|log|metrics|backup|sales|support|travel|insurance|virtual
              |network|snmp|zabbix|consul|nomad|puppet|azure|teamcity|buildkite
              |telegraf|otel) agents?
            |support chat ?bots?\b
            """,
    ),
    Alarm(
        "addresses-an-agent",
        r"""
            \b(?:the|this|any|every) model (?:should|must|shall|may|is (?:to|allowed
              |expected|free|supposed|required|permitted) (?!\w+ed in)|needs? to
              |has to|will (?:output|print|answer|ignore|say))
              \b(?! (?:have|contain|be (?:converted|quanti[sz]ed|trained|validated
              |saved|exported|loaded)))
            """,
    ),
    Alarm(
        "addresses-an-agent",
        rf"""
            \b(?:let(?:s|ting)?|allow(?:s|ed|ing)?|permit(?:s|ted)?
              |prefer(?:s|red)?(?: that)?|want(?:s|ed)?|expect(?:s|ed)?|ask(?:s|ed)?
              |trust(?:s|ed)?|tell(?:s)?|instruct(?:s|ed)?|require[sd]?|enable[sd]?
              |grant(?:s|ed)?|give[sn]?|gave|encourage[sd]?|authori[sz]e[sd]?
              |remind(?:s)?|mandates?(?: that)?|for|by|to|as|like|dear|hey|hello
              |attention|note to|of any|such as) (?:the |an? |any |all |every[ ]
              |other |our |future |your |its )*(?:{AGENT})
              \b(?!\.\w)
              (?! (?:panel|process|message|window|view|id|name|config|pool|binary
              |log|card|page|tab|screen|service|container|header|string|version|role
              |icon|endpoint|module|sdk|api|state|token|runtime|framework|library
              |settings|avatar|haiku|sonnet|opus|pro|flash|mini|on |via |over[ ]
              |through |from |at ))
            """,
        unless=r"""
            (?:user|build|jenkins|ci|datadog|node|monitoring|mail|transfer|ssh|gpg
              |edge|relay|log|metrics|backup|sales|support|otel|teamcity
              |buildkite) agents?
            |(?:(?!approv|merg|sign|review|grant|accept|confirm|allow|authori
              |permit)\w+ed|written|generated|rendered|answered|handled|produced
              |created|summari[sz]ed|translated|posted|sent|opened|used|labell?ed
              |triaged|closed|updated|collected|scraped|built) (?:only )?(?:by|with
              |for|through)[ ]
            """,
    ),
    Alarm(
        "addresses-an-agent",
        r"""
            \b(?:future|next|upcoming|subsequent|later) sessions? (?!id|token|cookie
              |key)\w+
            |(?:^|[.;:,] ?|\b(?:all|any|most|good|these|those|that|coding|ai|other
              |when|if|that) )(?:agents|assistants|llms|ais|ai tools|ai assistants
              |coding agents|bots|sessions (?:that|in this (?:project|repo\w*
              |codebase)|here|which|who|start|finish)|good sessions) (?!(?:are|is
              |was|were) (?:\w+ly )?(?:stored|kept|listed|parsed|rendered
              |implemented|defined|counted|archived|saved|deployed|written
              |configured|exported|logged|persisted|backed|identified|keyed|shown
              |grouped|sorted|indexed|named|spawned|started|registered|scheduled)
              |(?:report|register|connect|communicate|poll|stream|collect|heartbeat
              |listen) |(?:table|list|view|page|folder|tab|expire|live|have an? )
              |(?:in|on|of) the \w+ (?:table|view|list))
            """,
        unless=r"""
            (?:user|build|jenkins|ci|datadog|node|monitoring|ssh|edge|log|backup
              |support) agents
            """,
    ),
    Alarm(
        "addresses-an-agent",
        rf"""
            \b(?:{AGENT})\b(?!\.\w){GAP}\b(?:merg|approv|push|bypass|skip|deploy|commit
              |ignor|disabl|upload|trust|accept|permission|approval|unattended
              |on their own|on its own|freely|without|bother|review\b|reviewers
              |secrets?|credentials?|keys\b|(?:signing|deploy|private|master|api|ssh
              |admin|release) key\b|policy|noticing)\w*
            |\b(?:exempt\w*|open|reserved|standing|blanket|waived|approved|granted
              |permitted|allowed|trusted|tunnel|access) (?:\w+ ){{0,3}}(?:for|to
              |by) (?:the |all |any |every )?(?:{AGENT})\b(?!\.\w)
            """,
        unless=r"""
            (?:user|build|jenkins|ci|datadog|node|monitoring|mail|ssh|gpg|edge|log
              |metrics|backup|sales|support|otel|teamcity|buildkite) agents?
            |(?:agent|assistant|bot|session) (?:panel|process|message|tokens?
              |cookies?|keys?|store|table|data|state|id|storage|replay|affinity|view
              |pool|window)
            |(?:new|every|each) sessions? (?:tokens?|keys?)
            |comments? on (?:pull|merge)
            |push(?:es)? (?:metrics|logs|events|data|traces|updates)
            """,
    ),
)
