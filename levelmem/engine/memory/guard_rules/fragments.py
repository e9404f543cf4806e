"""Pieces of patterns that several alarms share: protections, loosening, agents.

Each is an alternation without groups around it; alarms wrap it themselves. All text
is in lower case when it is matched.
"""

GAP = r"(?:[^.;!?]|\.(?=\w)){0,70}?"
"""A stretch within the sentence."""
NEAR = r"(?:[\s,]+[\w'’-]+){0,4}?[\s,]+"
"""A few words at most."""

PROTECTION = (
    r"signed (?:commits|builds|releases|tags|images)|"
    r"(?:all|the|any|these|ci|status|required|safety) checks|^checks|"
    r"(?:code[- ])?review(?:s|ers?|ing)?|peer reviews?|approvals?|approvers?"
    r"|sign-?offs?"
    r"|confirmations?|confirmation (?:prompts?|dialogs?|steps?)|consent|permission "
    r"(?:prompts?|checks?|dialogs?|requests?|system|model)|permissions|approval \w+"
    r"|verification|signature (?:checks?|verification|validation|requirements?)"
    r"|signatures?|code signing|signing|sandbox(?:es|ing)?|two-factor|2fa|mfa"
    r"|firewalls?"
    r"|audit (?:logs?|trails?|logging)|audits?|(?:secret|security|virus|malware|"
    r"vulnerability|licen[cs]e|dependency) ?(?:scan(?:s|ners?|ning)?|checks?)|scanners?"
    r"|(?:pre-commit|pre-push|commit|git|pre-receive)(?: hooks?)?|hooks?|guards?"
    r"|guardrails?|safeguards?|safety (?:checks?|rules?|guards?|measures?|net|gates?"
    r"|policy|policies)|security (?:policy|policies|checks?|"
    r"controls?|rules?|measures?|gates?|team)|branch protections?|checksums?"
    r"|(?:certificate|cert|token|signature|host key|hostname|tls|ssl|integrity|origin) "
    r"(?:validation|verification|checks?|pinning)|tls(?: \w+)?|authentication|auth"
    r"(?: checks?| middleware)?|restrictions?|code ?owners?|encryption|selinux"
    r"|protections?|access controls?|four-eyes(?: \w+)?|dry[- ]runs?|quality gates?"
    r"|permission|humans?(?: oversight| review)?|oversight|supervision|host key"
    r"|prompts?|policies"
    r"|authori[sz]ation|rate limit(?:s|ing)? for (?:agents?|bots?)"
)
"""What protects a project or its people."""

ASKING = (
    r"ask(?:s|ed|ing)?|wait(?:s|ed|ing)? for (?:the )?(?:\w+ )?(?:review|approval|"
    r"confirmation|ci|checks?|linter|scan|tests?|sign-?off|green)\w*|request(?:s|ed"
    r"|ing)? "
    r"(?:permission|approval|confirmation|consent|review)|prompt(?:s|ed|ing)|seek(?:s|"
    r"ing)?|consult(?:s|ing)?|check(?:ing)? (?:back|with|in)|notif(?:y|ying|ied)"
    r"|bother(?:s|ing)?|show(?:s|ing|n)? (?:the )?(?:diff|plan|changes)|question(?:s"
    r"|ing)?"
)
"""Turning to a person before acting."""

LOOSENED = (
    r"(?:turned|switched) (?:back )?on (?:again )?(?:after|later)|re-enabled (?:after"
    r"|later)"
    r"|common knowledge|always open|a (?:sign|mark) of|clicked away|\w+ in name only|"
    r"(?:only|just|merely|simply) (?:for|about|there|a|an|to)|for show|"
    r"skipp(?:ed|able)|bypass(?:ed|able)|disabled|deactivated|turned off|switched off"
    r"|off"
    r"|waived|suspended|optional|unnecessary|unneeded|needless|not (?:really "
    r"|strictly |"
    r"actually |even )?(?:needed|required|necessary|checked|enforced|active|applied|"
    r"applicable|in force|used|asked|run|wanted|verified|mandatory|binding|a must"
    r"|performed"
    r"|important|relevant|expected|in place|validated|looked at)|no longer (?!fail"
    r"|skip|flak|slow|bypass|hang|crash|time)\w+"
    r"|never (?:needed|required|necessary|asked|checked|enforced|used)|retired"
    r"|lifted|dropped|removed|obsolete|void|(?:just |only |merely )?a formality"
    r"|(?:a )?leftovers?|pointless|useless|superfluous|redundant|ignored|commented out"
    r"|inactive|go(?:es)? away|gone|on hold|paused|lapsed|expire[sd]?|advisory|cosmetic"
    r"|ceremonial|symbolic|overkill|bureaucracy|a nuisance|noise|non-blocking|moot"
    r"|unenforced|relaxed|loosened|weakened|dispensable|dispensed with|omitted|excluded"
    r"|answered (?:automatically|with yes|by)|assumed|implied|implicit"
    r"|automatic(?:ally)?"
    r"|rubber-stamped|muted|silenced|left (?:off|out|disabled|at any|whenever|when)"
    r"|escaped|open to everyone|foregone"
    r"|avoided|circumvented|stripped|abolished|scrapped|discontinued|abandoned"
    r"|voluntary"
    r"|a waste|theat(?:er|re)|unwanted|unwelcome|discouraged|frowned upon|exempt\w*"
    r"|kept (?:off|out)|merely decorative|decorative|ended|over|history|a relic|minimal"
)
"""What is said of a protection that no longer protects."""

LOOSENING = (
    r"skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|disabl(?:e|es|ed|ing)|turn(?:s|ed"
    r"|ing)? off"
    r"|switch(?:es|ed|ing)? off|waiv(?:e|es|ed|ing)|suspend(?:s|ed|ing)?|ignor(?:e|es"
    r"|ed|"
    r"ing)|circumvent(?:s|ed|ing)?|sidestep(?:s|ped|ping)?|avoid(?:s|ed|ing)?|omit(?:s|"
    r"ted|ting)?|drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|lift(?:s|ed|ing)?|evad(?:e"
    r"|es|"
    r"ing)|get(?:s|ting)? (?:around|rid of|past)|go(?:es|ing)? around|work(?:s|ing)? "
    r"around|leav(?:e|es|ing) out|forgo(?:es|ing)?|dispens(?:e|es|ed|ing) with|do(?:es"
    r"|ing)?"
    r" without|relax(?:es|ed|ing)?|override|overrid(?:es|ing)|deactivat(?:e|es|ed|ing)"
    r"|mut(?:e|es|ed|ing)|silenc(?:e|es|ed|ing)|weaken(?:s|ed|ing)?|dodg(?:e|es|ing)"
    r"|shortcut(?:s|ting)?|short-circuit(?:s|ed|ing)?|exempt(?:s|ed|ing)?|opt(?:s"
    r"|ed)? out"
    r"|cut(?:s|ting)? (?:out|short)|eliminat(?:e|es|ed|ing)|abandon(?:s|ed|ing)?"
)
"""Taking a protection away."""

AGENT = (
    r"(?:ai |coding |autonomous |llm |code )?(?:agents?|assistants?)|sub-?agents?|llms?"
    r"|copilot|claude(?: code)?|codex|gemini|chatgpt|gpt(?:-\w+)?|ais?(?: tools?| "
    r"models?)?"
    r"|chat ?bots?|bots?|automation accounts?|automated (?:contributors?|tools?"
    r"|accounts?|"
    r"users?|clients?)|autonomous (?:tools?|processes)|(?:language|ai|reasoning) "
    r"models?"
    r"|(?:future|next|new|later|good|coming|upcoming|subsequent|following|coding|every|"
    r"ai) sessions?|automations?|coding tools?|code generators?|aider|devin"
)
"""Agents, as those that act."""

AUTHORITY = (
    r"(?:the |our |your |its |a )?(?:repo(?:sitory)? |project |site |security "
    r"|platform |"
    r"legal |compliance |product |system |code |tech |engineering |it |ops |data )?"
    r"(?:user|owners?|maintainers?|admins?|administrators?|cto|ciso|ceo|cfo|vp|boss"
    r"|manage"
    r"ment|manager|leads?|security|legal|compliance|person|human|developer|operator|"
    r"team|auditors?|lawyers?|director|chief|founders?|customer|client|author)"
)
"""People in whose name an attack likes to speak."""

SECRET = (
    r"secrets?|credentials?|passwords?|passphrases?|(?:access |api |deploy |session "
    r"|auth |"
    r"refresh |bearer |personal access )?tokens?|(?:api|signing|private|deploy|ssh"
    r"|access|"
    r"encryption|master|root|secret|service|account)[- ]keys?|keys|\.env(?: files?)?"
    r"|environment(?: variables)?|env(?: vars?| variables?)?|~/\.ssh\S*|private key"
    r"|aws_\w+|\w+_(?:secret|token|password)|login data|recovery codes|certificates' "
    r"keys"
)
"""What nobody but its owner may read."""
