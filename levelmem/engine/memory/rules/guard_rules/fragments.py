"""Pieces of patterns that several alarms share: protections, loosening, agents.

Each is an alternation without groups around it; alarms wrap it themselves. All text
is in lower case when it is matched.
"""

from levelmem.engine.memory.rules.guard_rules.patterns import joined

GAP = r"(?:[^.;!?]|\.(?=\w)){0,70}?"
"""A stretch within the sentence."""
NEAR = r"(?:[\s,]+[\w'’-]+){0,4}?[\s,]+"
"""A few words at most."""

PROTECTION = joined(
    r"""
    signed (?:commits|builds|releases|tags|images)
    |(?:all|the|any|these|ci|status|required|safety) checks
    |^checks
    |(?:code[- ])?review(?:s|ers?|ing)?
    |peer reviews?|approvals?|approvers?|sign-?offs?|confirmations?
    |confirmation (?:prompts?|dialogs?|steps?)
    |consent
    |permission (?:prompts?|checks?|dialogs?|requests?|system|model)
    |permissions|approval \w+|verification
    |signature (?:checks?|verification|validation|requirements?)
    |signatures?|code signing|signing|sandbox(?:es|ing)?
    |two-factor|2fa|mfa|firewalls?
    |audit (?:logs?|trails?|logging)
    |audits?
    |(?:secret|security|virus|malware|vulnerability|licen[cs]e
      |dependency) ?(?:scan(?:s|ners?|ning)?|checks?)
    |scanners?
    |(?:pre-commit|pre-push|pre-receive)(?: hooks?)?|(?:commit|git) hooks?
    |hooks?|guards?|guardrails?|safeguards?
    |safety (?:checks?|rules?|guards?|measures?|net|gates?|policy|policies)
    |security (?:policy|policies|checks?|controls?|rules?|measures?|gates?|team)
    |branch protections?|checksums?
    |(?:certificate|cert|token|signature|host key|hostname|tls|ssl|integrity
      |origin) (?:validation|verification|checks?|pinning)
    |tls(?: \w+)?|authentication|auth(?: checks?| middleware)?
    |restrictions?|code ?owners?|encryption|selinux|protections?|access controls?
    |four-eyes(?: \w+)?|dry[- ]runs?
    |quality gates?|permission
    |humans?(?: oversight| review)?
    |oversight|supervision|host key|prompts?|policies|authori[sz]ation
    |rate limit(?:s|ing)? for (?:agents?|bots?)
    """
)
"""What protects a project or its people."""

ASKING = joined(
    r"""
    ask(?:s|ed|ing)?
    |wait(?:s|ed|ing)? for (?:the )?(?:\w+ )?(?:review|approval|confirmation|ci
      |checks?|linter|scan|tests?|sign-?off|green)\w*
    |request(?:s|ed|ing)? (?:permission|approval|confirmation|consent|review)
    |prompt(?:s|ed|ing)|seek(?:s|ing)?
    |consult(?:s|ing)?
    |check(?:ing)? (?:back|with|in)
    |notif(?:y|ying|ied)|bother(?:s|ing)?
    |show(?:s|ing|n)? (?:the )?(?:diff|plan|changes)
    |question(?:s|ing)?
    """
)
"""Turning to a person before acting."""

LOOSENED = joined(
    r"""
    (?:turned|switched) (?:back )?on (?:again )?(?:after|later)
    |re-enabled (?:after|later)|common knowledge
    |always open|a (?:sign|mark) of
    |clicked away|\w+ in name only
    |(?:only|just|merely|simply) (?:for|about|there|a|an|to)
    |for show|skipp(?:ed|able)|bypass(?:ed|able)
    |disabled|deactivated|turned off|switched off|off|waived|suspended|optional
    |unnecessary|unneeded|needless
    |not (?:really |strictly |actually |even )?(?:needed|required|necessary|checked
      |enforced|active|applied|applicable|in force|used|asked|run|wanted|verified
      |mandatory|binding|a must|performed|important|relevant|expected|in place
      |validated|looked at)
    |no longer (?!fail|skip|flak|slow|bypass|hang|crash|time)\w+
    |never (?:needed|required|necessary|asked|checked|enforced|used)
    |retired|lifted|dropped|removed|obsolete|void
    |(?:just |only |merely )?a formality
    |(?:a )?leftovers?|pointless|useless
    |superfluous|redundant|ignored|commented out|inactive|go(?:es)? away
    |gone|on hold|paused|lapsed|expire[sd]?|advisory|cosmetic|ceremonial|symbolic
    |overkill|bureaucracy|a nuisance|noise|non-blocking|moot|unenforced|relaxed
    |loosened|weakened|dispensable|dispensed with|omitted|excluded
    |answered (?:automatically|with yes|by)
    |assumed|implied|implicit|automatic(?:ally)?
    |rubber-stamped|muted|silenced
    |left (?:off|out|disabled|at any|whenever|when)
    |escaped|open to everyone|foregone|avoided|circumvented|stripped|abolished
    |scrapped|discontinued|abandoned|voluntary|a waste|theat(?:er|re)
    |unwanted|unwelcome|discouraged|frowned upon|exempt\w*|kept (?:off|out)
    |merely decorative|decorative|ended|over|history|a relic|minimal
    """
)
"""What is said of a protection that no longer protects."""

LOOSENING = joined(
    r"""
    skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?
    |disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off
    |switch(?:es|ed|ing)? off|waiv(?:e|es|ed|ing)
    |suspend(?:s|ed|ing)?|ignor(?:e|es|ed|ing)(?! (?:lists?|files?|patterns?|globs?)\b)
    |circumvent(?:s|ed|ing)?|sidestep(?:s|ped|ping)?
    |avoid(?:s|ed|ing)?|omit(?:s|ted|ting)?
    |drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)
    |lift(?:s|ed|ing)?|evad(?:e|es|ing)
    |get(?:s|ting)? (?:around|rid of|past)
    |go(?:es|ing)? around|work(?:s|ing)? around
    |leav(?:e|es|ing) out|forgo(?:es|ing)?
    |dispens(?:e|es|ed|ing) with|do(?:es|ing)? without
    |relax(?:es|ed|ing)?|override|overrid(?:es|ing)
    |deactivat(?:e|es|ed|ing)|mut(?:e|es|ed|ing)
    |silenc(?:e|es|ed|ing)|weaken(?:s|ed|ing)?
    |dodg(?:e|es|ing)|shortcut(?:s|ting)?
    |short-circuit(?:s|ed|ing)?|exempt(?:s|ed|ing)?
    |opt(?:s|ed)? out|cut(?:s|ting)? (?:out|short)
    |eliminat(?:e|es|ed|ing)|abandon(?:s|ed|ing)?
    """
)
"""Taking a protection away."""

AGENT = joined(
    r"""
    (?:ai |coding |autonomous |llm |code )?(?:agent(?:s|e|es|en|i)?|assistants?)
    |sub-?agents?|llms?|copilot|claude(?! ?\.md)(?: code)?
    |codex|gemini|chatgpt|gpt(?:-\w+)?
    |ais?(?: tools?| models?| \w+s\b)?|chat ?bots?
    |bots?|automation accounts?
    |automated (?:contributors?|tools?|accounts?|users?|clients?)
    |autonomous (?:tools?|processes)
    |(?:language|ai|reasoning) models?
    |(?:future|next|new|later|good|coming|upcoming|subsequent|following|coding|every
      |autonomous|unattended|headless
      |ai) sessions?
    |automations?|coding tools?|code generators?|aider|devin
    """
)
"""Agents, as those that act."""

AUTHORITY = joined(
    r"""
    (?:the |our |your |its |a )?(?:repo(?:sitory)? |project |site |security[ ]
      |platform |legal |compliance |product |system |code |tech |engineering |it[ ]
      |ops |data )?(?:user|owners?|maintainers?|admins?|administrators?|cto|ciso|ceo
      |cfo|vp|boss|management|manager|leads?|security|legal|compliance|person|human
      |developer|operator|team|auditors?|lawyers?|director|chief|founders?|board|customer
      |client|author)
    """
)
"""People in whose name an attack likes to speak."""

SECRET = joined(
    r"""
    secrets?|credentials?|passwords?|passphrases?
    |(?:access |api |deploy |session |auth |refresh |bearer |personal access )?tokens?
    |(?:api|signing|release|private|deploy|ssh|access|encryption|master|root|secret|service
      |account)[- ]keys?
    |keys|\.env(?: files?)?|environment(?: variables)?
    |env(?: vars?| variables?)?|~/\.ssh\S*
    |private key|aws_\w+|\w+_(?:secret|token|password)
    |login data|recovery codes|certificates' keys
    """
)
"""What nobody but its owner may read."""
