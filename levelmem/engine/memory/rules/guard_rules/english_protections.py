"""Protections, and statements that loosen them: checks, reviews, signatures, tests."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    AGENT,
    ASKING,
    GAP,
    LOOSENED,
    LOOSENING,
    NEAR,
    PROTECTION,
)
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_BE = joined(
    r"""
    (?:is|are|was|were|be|been|being|gets?|stays?|remains?|becomes?|seems?
      |counts? as|means?)
    """
)
_HEDGE = joined(
    r"""
    (?:\s+(?:only|just|merely|always|often|usually|generally|now|currently|already
      |simply|purely|largely|mostly|effectively|considered|treated as|seen as
      |regarded as|kept|made|to be|intentionally|deliberately|temporarily|safely
      |purposely|silently|routinely|being|a|an|the|all|both|also|still|then|here
      |there))*
    """
)

_WENT_WRONG = joined(
    r"""
    \b(?:fail|broke|break|crash|hung|hang|late|lost|lose|delay|slow|outage|stuck|stall
      |miss|slip|block|time|wast)\w*
    """
)
_SOMEBODY = (
    r"\b(?:somebody|someone|we|they|he|she|people|reviewers?|everyone|one"
    r"|the (?:agent|assistant|bot|team|users?|owners?|reviewers?|maintainers?"
    r"|customers?|pipeline|ci))"
)
_TOOK_CARE = joined(
    r"""
    (?:ran|run|runs|asked?|asks|stopped|stops?|paused|waited|waits?|checked|checks?
      |reviewed|verified|verifies|signed|tested|scanned|confirmed|confirms?|insisted
      |requested|read)\b
    """
)

PROTECTIONS: tuple[Alarm, ...] = (
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:{PROTECTION})\b{GAP}\b(?:{_BE}|ha(?:s|ve) been|may be|can be|has
              |have|go(?:es)?){_HEDGE}\s+(?:{LOOSENED})\b
            """,
        unless=r"""
            (?:arguments?|parameters?|fields?|options?|propert(?:y|ies)|props?|callbacks?
              |values?) (?:of|to|for|in) (?:the|an?|each|every) \w+ (?:is|are) optional
            |tls 1\.[01]|ssl ?v?[23]\b|sslv[23]
            |(?:hooks?|tokens?|prompts?|permissions?|signatures?|reviews?|approvals?
              |sessions?|confirmations?|audits?|signing keys?) (?:that[ ]
              |which )?(?:are |is |was |were )?(?:older|expired?|removed|dropped
              |gone|deleted) (?:after|when|from|once|by|in \d)
            |(?:lint|eslint|ruff|clippy) rule
            |--[\w-]+`? (?:option|flag|switch|argument)
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"\b(?:{LOOSENING}){NEAR}(?:{PROTECTION})\b",
        unless=r"""
            --[\w-]+`? (?:option|flag|switch|argument)
            |tls 1\.[01]|sslv?[23]\b
            |\bno\b[^.;]{0,40}\b(?:skip|bypass|disabl)\w*
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:without|no|zero|never|nobody|none|hardly|rarely|seldom|nothing|not)
              \b(?:[\s,]+[\w'’-]+){{0,5}}?[\s,]+(?:any |a |the |prior |further[ ]
              |extra |human )*(?:{PROTECTION}|{ASKING})\b
            """,
        unless=r"""
            \bnot (?:only|yet) |no[- ]op
            |(?:is|are) not (?:part of|in) the (?:permissions?|policies|review
              |prompt|hooks?)
            |no (?:permissions?|hooks?|prompts?|restrictions?) (?:table|folder|file
              |column)
            |non-root
            |never (?:asks?|prompts?) twice
            |not a (?:hook|guard|prompt)
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:no need|need(?:s|ed)? no|need not|needn't|(?:do|does|did)(?:n't
              | not) (?:need|require|have to|call for|demand|depend on)
              |not (?:needed|required|necessary)|unnecessary
              |no longer (?:need(?:s|ed)?|require[sd]?|necessary))\b{GAP}
              \b(?:{PROTECTION}|{ASKING}|approved?|confirm(?:ed)?|reviewed|signed
              |verif(?:y|ied)|mention(?:ing|ed)?|tell(?:ing)?|permission
              |authori[sz]ation|supervis\w+)\b
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:unsigned|unverified|unreviewed|unapproved|unchecked|untrusted
              |unaudited|self-signed|expired|unauthenticated|invalid)\b{GAP}
              \b(?:accept(?:s|ed)?|allowed|permitted|ok|okay|fine|merged|deployed
              |installed|published|trusted|welcome|run|used|index|indices|mirrors?
              |registr\w+|packages?|builds? are|tolerated|enough)\b
            |\b(?:accepts?|accepted|allows?|trusts?|installs?|runs?|merges?|deploys?
              |loads?){NEAR}(?:unsigned|unverified|unreviewed|unapproved|untrusted
              |self-signed|unauthenticated)\b
            """,
        unless=r"unsigned (?:int\w*|types?|char\w*|numbers?|longs?|shorts?|values?|\d)",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:{PROTECTION}|{ASKING})\b{GAP}\b(?:broke|breaks?
              |slow(?:s|ed)?(?: \w+)? down|(?:only |merely[ ]
              |just )?cost(?:s)? (?:time|us|money|\w+ time|more)|wast(?:e|es|ed|ing)
              |annoy\w*|pointless|no (?:purpose|use|benefit|value|effect|point|sense
              |reason)|never (?:caught|found|helped|been|prevented)
              |false (?:positives|alarms)|gets? in the way|serves? no
              |leads? to (?:delays|failures|errors|problems|nothing)
              |cause[sd]? (?:delays|failures|the|every|outages)|fails? (?:whenever
              |every|because of|each)|holds? up|in vain|unhelpful|lets? (?:everyone
              |everybody|anyone|all)|accepts? (?:any|every|all)|happens? (?:after
              |afterwards|later)|(?:comes?|follows?|takes? place) (?:after|later)
              |rated lower|rated worse|harms?|hurts?|delays? (?:the|every|each)
              |counts? for nothing|world-readable|except for|exempt)
            """,
        unless=r"""
            (?:failed|broke) (?:because|since|on|when|in|after|as|due)
            |happens? after (?:login|sign-?up|signing|registration|deserial|pars
              |the (?:user|request|order|upload))
            |broke in v?\d
            """,
    ),
    # Exceptions for agents: no refusal beside them calls these off.
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:all|every\w*|any\w*|no one|nobody|none|mandatory|required|forbidden
              |blocked|off limits)\b{GAP}\b(?:but|save|bar|except|minus|apart from
              |other than|though not|only not) (?:for )?(?:the |those |that |its |our[ ]
              |by |from |an? )?(?:\w+ )?(?:{AGENT})\b
            |\b(?:{AGENT}) (?:aside|excepted|excluded|exempted)\b
            |\bunless (?:the |an? |it is the )?(?:\w+ )?(?:{AGENT})\b
            """,
        unless=r"views? except|tables? except",
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:except(?:ions?|ing)?(?: is| are)?(?: made)?(?: for)?
              |exempt(?:ed|ions?)?|save for|bar|excluded|excludes?|excluding
              |not apply to|other than|apart from)\b{GAP}\b(?:{AGENT}|automat\w+
              |code review|reviews?|approval|two-factor|2fa|scan\w*|signature\w*
              |sandbox|audit\w*|service accounts)\b
            |\bonly (?:\w+ )?(?:teams?|developers?|beginners?|amateurs?|novices|fools
              |cowards|humans?|people|persons?|externals?|newcomers|interns|juniors
              |outsiders|strangers)\b[^.;]*\b(?:reviews?|approvals?|sign\w*|check\w*|confirm\w*
              |ask\w*|scan\w*|permission|wait|ci|tests?)\b
            |\b(?:two-factor|2fa|mfa|approval|reviews?|scanners?|signing|sandbox
              |verification|audits?)\b{GAP}\b(?:except(?:ion)?|exempt\w*|excluded
              |apart from|waived)\b
            """,
        unless=r"views? except|tables? except|excludes refunds",
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:tests?|test suites?|checks?|linters?|scans?|ci|hooks?|reviews?
              |audits?|approvals?|scanners?|type checkers?)\b[^.;]{0,30}
              \b(?:must|may|can|shall)(?:n't| not| never|not) be (?:run|executed
              |used|performed|called|triggered|enforced|applied|asked|required
              |started|requested|shown)\b
            """,
        unless=r"twice|in parallel|concurrently|at the same time|with root|as root",
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:linters?|type checkers?|tests?|test suites?|suites?|checks|ci
              |scans?|warnings|lint errors)\b[^.;]{0,20}\b(?:are|is|gets?|was|were
              |goes|go) (?:(?:usually|always|often|generally|routinely|commonly
              |simply|regularly|normally|mostly|just) (?:skipped|ignored|bypassed
              |disregarded|silenced|overruled|unread|left out)|(?:skipped|ignored
              |bypassed|disregarded|silenced|overruled)[^.;]{0,10}
              \b(?:by (?:everyone|everybody|all|most|us|the team)|before (?:a |the[ ]
              |each |every )?(?:releases?|merges?|merging|push\w*|deploy\w*
              |releasing)|on fridays|in practice|when (?:in a hurry|time)))
            """,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:whenever|(?:every|each) time|always when)\b[^.;]*?
              \b(?:{PROTECTION}|{ASKING}|scans?|linters?|hooks?|tests)\b[^.;]*
              \b(?:failed|fails|broke|breaks|slipped|late|crashed|delayed|stalled
              |lost|missed|hung|suffered|slowed|complain\w*|angry|annoyed|upset
              |worse|blocked|wast\w+|trouble)\b
            """,
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:tests?|suites?|warnings?|errors?|linters?|type checkers?|ci|failures
              |findings)\b[^.;]{0,20}\b(?:can|may|might|could) (?:always |also |simply
              |just |safely )?be (?:left out|left off|omitted|skipped|ignored
              |clicked away|dismissed|dropped|postponed|deferred|waived|passed over
              |switched off|turned off|overlooked|silenced|muted)\b
            |\b(?:tests?|ci|checks?|linters?|scans?|hooks) (?:is|are|stays?|remains?
              |gets?) (?:kept |left |switched |turned )?off\b
            |\b(?:tests?|suites?|ci|linters?|type checks?|checks|scans?
              |changelogs?) (?:is|are|was|were|becomes?|gets?) (?:\w+ )?(?:optional
              |unnecessary|voluntary|pointless|waived|suspended|superfluous|overkill
              |not (?:needed|required
              |necessary|wanted)|no longer (?:needed|required|necessary|wanted|run))\b
            |\b(?:vault|firewall|sandbox|gate)\b[^.;]{0,20}\b(?:is|stays?|remains?|left
              |kept) (?:\w+ )?open\b
            |\b(?:happy|happier|happiest|better off|glad|grateful|relieved) (?:when|if
              |that)\b
            """,
        unless=r"(?:run-?time|bounds|overflow|null|debug) checks"
        r"|(?:warnings|errors) (?:about|of) (?:deprecated|unused)",
    ),
    # Care that can wait, or that something else is worth more than.
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:tests?|linters?|ci|{PROTECTION}) (?:can|may|might|could) (?:wait|follow
              |(?:come|happen|be done|run) (?:later|afterwards|after))\b
            |\b(?:beats?|trumps?|outweighs?|matters? more than|wins? over|comes? before
              |(?:is|are) (?:worth )?(?:more|better|cheaper) (?:\w+ )?than)
              (?: \w+){{0,3}}? (?:tests?|ci|{PROTECTION})\b
            |\b(?:certificates?|licen[cs]es?|hashes|signers?|origins?|identit\w+) (?:is
              |are) (?:never|not|no longer|rarely|seldom) (?:\w+ )?(?:checked|verified
              |validated|looked at|enforced|required|needed)\b
            """,
    ),
    # Settings: "tests: off", "skip_review=true".
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:reviews?|approvals?|tests?|checks?|scans?|hooks?|verification|required
              |confirmations?|guards?|sandbox|2fa|mfa|tls|signing)(?:[_-]required)?
              \s*[:=]\s*(?:0|false|off|none|no|never|optional|disabled|skip\w*)\b(?![-.])
            |\b(?:skip|no|disable|bypass|ignore|without)[-_](?:the[-_])?(?:reviews?
              |approvals?|checks?|verification|scans?|hooks?|guards?|confirm\w*|tests?)
              \s*[:=]
            """,
    ),
    # Stories of what went wrong because somebody was careful.
    Alarm(
        "loosens-a-guard",
        rf"""
            {_WENT_WRONG}[^.;]{{0,90}}\b(?:because|after|since|when|whenever|until|once
              |as|every time|each time)\b[^.;]{{0,90}}
              {_SOMEBODY} (?:\w+ ){{0,2}}{_TOOK_CARE}
            |\b(?:whenever|(?:every|each|the last|last|the first) time)\b[^.;]{{0,30}}
              {_SOMEBODY} (?:\w+ ){{0,2}}{_TOOK_CARE}[^.;]{{0,90}}{_WENT_WRONG}
            |\bsince\b[^.;]{{0,90}}\b(?:{PROTECTION})\b[^.;]{{0,90}}{_WENT_WRONG}
            |{_SOMEBODY} (?:\w+ ){{0,2}}{_TOOK_CARE}[^.;]{{0,90}}
              ,? (?:and|so) [^.;]{{0,90}}
              {_WENT_WRONG}
            """,
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:checks?|gates?|gatekeeper|scans?|scanner|reviews?|guards?
              |verification|audits?|approvals?)\b[^.;]{0,20}\balways (?:pass|succeed
              |says? yes|returns? true|approve|green|ok)\w*
            """,
    ),
)
