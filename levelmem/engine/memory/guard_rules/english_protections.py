"""Protections, and statements that loosen them: checks, reviews, signatures, tests."""

from levelmem.engine.memory.guard_rules.alarms import Alarm
from levelmem.engine.memory.guard_rules.fragments import (
    AGENT,
    ASKING,
    GAP,
    LOOSENED,
    LOOSENING,
    NEAR,
    PROTECTION,
)

_PROTECTION_CUE = (
    r"humans?|"
    r"(?:re)?review\w*|approv\w*|sign\w*|confirm\w*|consent|permission\w*|verif\w*"
    r"|sandbox"
    r"\w*|factor|fa|mfa|firewalls?|audit\w*|scan\w*|hooks?|commit|push|guard\w*|safe\w*"
    r"|security|protect\w*|checks?|checksums?|pinning|validation|tls|ssl|auth\w*"
    r"|restrict"
    r"\w*|codeowners?|owners?|encryption|selinux|eyes|dry|oversight|supervision|host"
    r"|gates?"
    r"|prompts?|polic\w+|controls?"
)
_ASKING_CUE = (
    r"ask\w*|wait\w*|request\w*|prompt\w*|seek\w*|consult\w*|check\w*|notif\w*"
    r"|bother\w*|show\w*|question\w*"
)
_BE = (
    r"(?:is|are|was|were|be|been|being|gets?|stays?|remains?|becomes?|seems?|counts? "
    r"as|means?)"
)
_HEDGE = (
    r"(?:\s+(?:only|just|merely|always|often|usually|generally|now|currently|already"
    r"|simply|purely|largely|mostly|effectively|considered|treated as|seen as"
    r"|regarded as|kept|made|to be|intentionally|deliberately|temporarily|safely"
    r"|purposely|silently|routinely|being|a|an|the|all|both|also|still|then|here"
    r"|there))*"
)

PROTECTIONS: tuple[Alarm, ...] = (
    Alarm(
        "loosens-a-guard",
        _PROTECTION_CUE,
        rf"\b(?:{PROTECTION})\b{GAP}\b(?:{_BE}|ha(?:s|ve) been|may be|can be|has|have"
        rf"|go(?:es)?)"
        rf"{_HEDGE}\s+(?:{LOOSENED})\b",
        unless=r"tls 1\.[01]|ssl ?v?[23]\b|sslv[23]|(?:hooks?|tokens?|prompts?"
        r"|permissions?|"
        r"signatures?|reviews?|approvals?|sessions?|confirmations?|audits?|signing "
        r"keys?) "
        r"(?:that |which )?(?:are |is |was |were )?(?:older|expired?|removed|dropped"
        r"|gone|"
        r"deleted) (?:after|when|from|once|by|in \d)|(?:lint|eslint|ruff|clippy) rule"
        r"|--[\w-]+`? (?:option|flag|switch|argument)",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        _PROTECTION_CUE,
        rf"\b(?:{LOOSENING}){NEAR}(?:{PROTECTION})\b",
        unless=r"--[\w-]+`? (?:option|flag|switch|argument)|tls 1\.[01]|sslv?[23]\b"
        r"|\bno\b[^.;]{0,40}\b(?:skip|bypass|disabl)\w*",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"{_PROTECTION_CUE}|{_ASKING_CUE}",
        rf"\b(?:without|no|zero|never|nobody|none|hardly|rarely|seldom|nothing|not)\b"
        rf"(?:[\s,]+[\w'’-]+){{0,5}}?[\s,]+(?:any |a |the |prior |further |extra "
        rf"|human )*"
        rf"(?:{PROTECTION}|{ASKING})\b",
        unless=r"\bnot (?:only|yet) |no[- ]op|(?:is|are) not (?:part of|in) the "
        r"(?:permissions?|policies|review|prompt|hooks?)|no (?:permissions?|hooks?"
        r"|prompts?"
        r"|restrictions?) (?:table|folder|file|column)|non-root|never (?:asks?"
        r"|prompts?) "
        r"twice|not a (?:hook|guard|prompt)",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        r"need\w*|require\w*|necess\w*|unnecessary|must|call\w*|demand\w*|depend\w*"
        r"|have",
        rf"\b(?:no need|need(?:s|ed)? no|need not|needn't|(?:do|does|did)(?:n't| not) "
        rf"(?:need|require|have to|call for|demand|depend on)|not (?:needed|required"
        rf"|necessary)"
        rf"|unnecessary|no longer (?:need(?:s|ed)?|require[sd]?|necessary))\b{GAP}\b"
        rf"(?:{PROTECTION}|{ASKING}|approved?|confirm(?:ed)?|reviewed|signed|verif(?:y"
        rf"|ied)"
        rf"|mention(?:ing|ed)?|tell(?:ing)?|permission|authori[sz]ation|supervis\w+)\b",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        r"un\w+|self|insecure|expired|invalid|untrusted",
        rf"\b(?:unsigned|unverified|unreviewed|unapproved|unchecked|untrusted"
        rf"|unaudited|"
        rf"self-signed|expired|unauthenticated|invalid)\b{GAP}\b(?:accept(?:s|ed)?"
        rf"|allowed|"
        rf"permitted|ok|okay|fine|merged|deployed|installed|published|trusted|welcome"
        rf"|run|"
        rf"used|index|indices|mirrors?|registr\w+|packages?|builds? are|tolerated"
        rf"|enough)\b|"
        rf"\b(?:accepts?|accepted|allows?|trusts?|installs?|runs?|merges?|deploys?"
        rf"|loads?)"
        rf"{NEAR}(?:unsigned|unverified|unreviewed|unapproved|untrusted|self-signed|"
        rf"unauthenticated)\b",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"{_PROTECTION_CUE}|{_ASKING_CUE}",
        rf"\b(?:{PROTECTION}|{ASKING})\b{GAP}\b(?:broke|breaks?|slow(?:s|ed)?(?: "
        rf"\w+)? down|"
        rf"(?:only |merely |just )?cost(?:s)? (?:time|us|money|\w+ time|more)|wast(?:e"
        rf"|es|ed|"
        rf"ing)|annoy\w*|pointless|no (?:purpose|use|benefit|value|effect|point|sense"
        rf"|reason)|"
        rf"never (?:caught|found|helped|been|prevented)|false (?:positives|alarms)"
        rf"|gets? in "
        rf"the way|serves? no|leads? to (?:delays|failures|errors|problems|nothing)"
        rf"|cause[sd]? "
        rf"(?:delays|failures|the|every|outages)|fails? (?:whenever|every|because of"
        rf"|each)|"
        rf"holds? up|in vain|unhelpful|lets? (?:everyone|everybody|anyone|all)"
        rf"|accepts? (?:any"
        rf"|every|all)|happens? (?:after|afterwards|later)|(?:comes?|follows?|takes? "
        rf"place) "
        rf"(?:after|later)|rated lower|rated worse|harms?|hurts?|delays? (?:the|every"
        rf"|each)"
        rf"|counts? for nothing|world-readable|except for|exempt)",
        unless=r"(?:failed|broke) (?:because|since|on|when|in|after|as|due)|happens? "
        r"after "
        r"(?:login|sign-?up|signing|registration|deserial|pars|the (?:user|request"
        r"|order|"
        r"upload))|broke in v?\d",
    ),
    Alarm(
        "loosens-a-guard",
        r"except\w*|exempt\w*|exclu\w+|carve\w*|bar|save|other|waive\w*",
        rf"\b(?:except(?:ions?|ing)?(?: is| are)?(?: made)?(?: for)?|exempt(?:ed"
        rf"|ions?)?|save for|bar|"
        rf"excluded|excludes?|excluding|not apply to|other than|apart "
        rf"from)\b{GAP}\b(?:{AGENT}|"
        rf"automat\w+|code review|reviews?|approval|two-factor|2fa|scan\w*"
        rf"|signature\w*|sandbox|audit\w*"
        rf"|service accounts)\b|\b(?:two-factor|2fa|mfa|approval|reviews?|scanners?"
        rf"|signing|sandbox|"
        rf"verification|audits?)\b{GAP}\b(?:except(?:ion)?|exempt\w*|excluded|apart "
        rf"from|waived)\b",
        unless=r"views? except|tables? except|excludes refunds",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        r"must|may|can|shall|cannot|mustn",
        r"\b(?:tests?|test suites?|checks?|linters?|scans?|ci|hooks?|reviews?|audits?"
        r"|approvals?|scanners?|type checkers?)\b[^.;]{0,30}\b(?:must|may|can"
        r"|shall)(?:n't| not"
        r"| never|not) be (?:run|executed|used|performed|called|triggered|enforced"
        r"|applied"
        r"|asked|required|started|requested|shown)\b",
        unless=r"twice|in parallel|concurrently|at the same time|with root|as root",
    ),
    Alarm(
        "loosens-a-guard",
        r"linters?|checkers?|tests?|suites?|checks|ci|scans?|warnings|lint|coverage",
        r"\b(?:linters?|type checkers?|tests?|test suites?|suites?|checks|ci|scans?"
        r"|warnings"
        r"|lint errors)\b[^.;]{0,20}\b(?:are|is|gets?|was|were|goes|go) (?:(?:usually"
        r"|always"
        r"|often|generally|routinely|commonly|simply|regularly|normally|mostly|just) "
        r"(?:skipped|ignored|bypassed|disregarded|silenced|overruled|unread|left out)"
        r"|(?:skipped|ignored|bypassed|disregarded|silenced"
        r"|overruled)[^.;]{0,10}\b(?:by "
        r"(?:everyone|everybody|all|most|us|the team)|before (?:a |the |each |every )?"
        r"(?:releases?|merges?|merging|push\w*|deploy\w*|releasing)|on fridays|in "
        r"practice"
        r"|when (?:in a hurry|time)))",
    ),
    Alarm(
        "loosens-a-guard",
        r"whenever|time|always|when",
        rf"\b(?:whenever|(?:every|each) time|always when)\b[^.;]*?\b(?:{PROTECTION}"
        rf"|{ASKING}"
        rf"|scans?|linters?|hooks?|tests)\b[^.;]*\b(?:failed|fails|broke|breaks"
        rf"|slipped|late"
        rf"|crashed|delayed|stalled|lost|missed|hung|suffered|slowed)\b",
    ),
    Alarm(
        "loosens-a-guard",
        r"always",
        r"\b(?:checks?|gates?|gatekeeper|scans?|scanner|reviews?|guards?|verification"
        r"|audits?|approvals?)\b[^.;]{0,20}\balways (?:pass|succeed|says? yes"
        r"|returns? true"
        r"|approve|green|ok)\w*",
    ),
)
