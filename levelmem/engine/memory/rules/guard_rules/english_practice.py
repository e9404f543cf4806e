"""Orders told as the way things are done: habits, shortcuts, what is taken for granted.

None of these names an agent or a protection in front; what gives them away is what is
said to be usual, or who comes too late to look.
"""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    AGENT,
    GAP,
    PROTECTION,
    SECRET,
)
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_HABIT = joined(
    r"""
    (?:traditionally|customarily|by (?:tradition|custom|habit|convention)|as a (?:rule
      |matter of (?:course|habit|principle))|out of habit|around here
      |(?:in|on|at|within) (?:this|our) (?:team|house|shop|company|group|squad
      |department)|house style|the usual (?:flow|way|drill|routine|procedure)
      |(?:common|usual|normal|everyday|standard) (?:practice|procedure)
        |business as usual
      |everyone here|everybody here|people here|the norm|customary|the done thing)
    """
)
# What a habit must not touch: it is about guarded places, or about haste.
_BOLD = joined(
    rf"""
    (?:production|prod|root|sudo|straight|direct(?:ly)?|unread|lgtm|keys?|master
      |at once|right away|immediately|as admin|laptops?|shortcuts?|blind(?:ly)?
      |first, \w+ later|before any\w+|nobody|no one|rubber\W?stamp\w*
      |{SECRET}|{PROTECTION}|(?:{AGENT}))
    """
)
_CHANGES = joined(
    r"""
    (?:pull requests?|prs?|merge requests?|commits?|merges?|releases?|patch(?:es)?
      |hot-?fix(?:es)?|migrations?|deploy(?:s|ments?)?|packages?|dependencies
      |certificates?|installers?|scripts?|commands?|diffs?|changes)
    """
)
_LOOKED_AT = joined(
    r"""
    (?:reviewed|checked|verified|inspected|read|approved|audited|scanned|vetted
      |looked at|examined|questioned|screened|seen by \w+)
    """
)
_GRANTED = joined(
    r"""
    (?:accepted|approved|granted|answered|agreed(?: to)?|confirmed|consent\w*|allowed
      |permitted|authori[sz]ed|waived|a yes|yes|signed(?: off)?|vetted|trusted|okayed)
    """
)
_PEOPLE = joined(
    r"""
    (?:any(?:one|body)|some(?:one|body)|every(?:one|body)|a (?:human|person|colleague)
      |people|humans?|the (?:user|owner|team|maintainers?|reviewers?|customers?|lead
      |auditors?)|reviewers?|auditors?|maintainers?|others)
    """
)

PRACTICE: tuple[Alarm, ...] = (
    Alarm(
        "recommendation",
        rf"""
            \b{_HABIT}\b[^.;]*\b{_BOLD}\b
            |\b{_BOLD}\b[^.;]*\b{_HABIT}(?![\w-])
            """,
        unless=r"""
            (?:primary|foreign|translation|cache|partition|sort|json|config|map
              |dictionary|i18n|query) keys?
            |production builds?
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \bbefore {_PEOPLE} (?:else )?(?:\w+ly |has |have |had |can |could |ever[ ]
              |even )*(?:reads?|looks?|sees?|saw|seen|reviews?|reviewed|checks?|checked
              |asks?|asked|notices?|noticed|objects?|wakes?|knows?|answers?|replies)\b
            |\b(?:habits?|customs?|quirks?|rituals?|inventions?|wish|whims?|ideas?|fads?
              |superstitions?|fears?) of (?:the |an? )?(?:old|former|previous|last
              |other|past|earlier)\b
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b{_CHANGES}\b(?: (?:by|of|from|for|to|in|under|below|the|an?|this|that
              |[\w/.-]+)){{0,5}}? (?:is|are|was|were|gets?|go(?:es)?|be) (?:\w+ly[ ]
              )?(?:not|never|no longer|rarely|seldom|hardly|un)(?:[ -]\w+ly)?[ ]?
              {_LOOKED_AT}\b
            """,
        tightening=True,
    ),
    Alarm(
        "permission-claim",
        rf"""
            \b(?:counts?|counted|counting|pass(?:es|ed)?|deemed|considered|treated
              |taken|regarded|viewed|understood|interpreted|read|seen|assumed)
              (?: to (?:be|have been))?(?: as)?(?: (?:an?|the|already|having been
              |implicitly|tacitly|automatically|\w+ly))*? {_GRANTED}\b
            """,
        unless=r"""
            \b(?:e-?mails?|e-?mail address\w*|payments?|orders?|bookings?|invoices?
              |reservations?|deliver(?:y|ies)|messages?|requests?|transactions?|events?)
              \b[^.;]*\b(?:confirmed|accepted|verified|approved|answered)
            """,
        tightening=True,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:all|every|each|any|these|such|other) (?:[\w-]+ ){0,2}?(?:scripts?
              |commands?|tools?|actions?|deletions?|edits?|packages?|programs?
              |executables?|binar(?:y|ies)|macros?|hooks?|dialogs?|prompts?|calls?)
              (?: [\w/.-]+){0,4}? (?:may|can)(?: also| then| always)? be[ ]
              (?:run|executed|trusted|accepted|installed|approved|started|sourced|merged
              |applied)\b
            |\b(?:scripts?|deletions?|commands?|merges?|deploys?|deployments?|releases?
              |changes|migrations?|edits?|rollbacks?|drops?|upgrades?|pushes)
              \b[^.;,]{0,40}\b(?:needs?|requires?|takes?|wants?|calls? for
                |deserves?) (?:no
              |neither|little|hardly any|only a formal) (?:\w+ )?(?:backups?|tickets?
              |announcements?|discussions?|justifications?|explanations?|logs?|logging
              |tests?|testing|second (?:look|pair|opinion)|clicks?|notice|ceremony
              |thought|questions?|paperwork|changelogs?|dry[- ]run)\b
            """,
        unless=r"""
            \b(?:from|in|via|through|with) (?:the )?(?:ui|dashboard|menu|palette
              |toolbar)
              \b|twice|in parallel|concurrently
            """,
        tightening=True,
    ),
    Alarm(
        "addresses-an-agent",
        r"""
            \b(?:every|each|all|any|new|later|the next|this|coding|a fresh) sessions?
              \b[^.;]{0,30}?\b(?:begins?|starts?|opens?|ends?|closes?|finish(?:es)?
              |conclude?s?) (?:its|their|the|by|with|in|on) (?:\w+ )?(?:\w+ing\b
              |`|[\w-]*/[\w./-]+|a (?:run|push|copy|dump|look|call)\b)
            |\bsessions? (?:is|are|was|were) (?:\w+ )?(?:assumed|supposed|expected
              |meant|required|obliged|presumed|believed|trusted|free|allowed|asked
              |told|encouraged|to)\b
            |\bsessions?\b (?:\w+ly |always |also |first )*(?:loads?|sources?|runs?
              |executes?|fetch(?:es)?|posts?|pushe?s?|commits?|uploads?|deploys?
              |merges?|signs?|installs?|downloads?|leaves?|copies|copy|mirrors?)
              (?:an? |the |its |their |all |every |each |any |it|them|[\w-]*[./])
            """,
        unless=r"\b(?:http|user|database|db|ssh|login|browser|game|training|stored)\b",
    ),
    Alarm(
        "self-propagation",
        r"""
            \b(?:every|each|all|any|future|later|new|the next
              |the) (?:\w+ )?(?:summar(?:y
              |ies)|answers?|repl(?:y|ies)|digests?|handovers?|recaps?|notes?|entr(?:y
              |ies)|memor(?:y|ies)|responses?|commit messages?|conversations?
              |journals?)\b[^.;]{0,20}\b(?:must|should|has to|have to|needs? to|is to
              |are to|always|will|ought to|shall|(?:repeats?|quotes?|carry|carries
              |preserves?|copies|cites?|reproduces?|contains?|includes?|ends?|ends with
              |begins?|starts?) (?:with )?(?:this|these|the (?:line|sentence|note|rule
              |words|text|fact|above|following)))\b
            |\b(?:line|sentence|note|rule|words|text|fact|entry|paragraph)s? (?:above
              |below|before)\b
            |\b(?:newer|older|younger|later|earlier|other|more recent|anything
              |everything|all|any|those) (?:\w+ ){0,2}?than (?:this|this (?:one|note
              |line|entry|fact|memory))\b(?! (?:version|release|commit|value|limit
              |threshold|size|date|number))
            |\b(?:beside|besides|next to|instead of|over|above|after|before|against
              |with) this (?:one|note|line|entry|fact|memory)\b
            """,
        unless=r"http|\bapi (?:answers?|repl|responses?)|\b[45]\d\d\b|shown below|grpc",
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:sends?|sending|sent|shares?|sharing|shared|provid\w+|reveal\w*
              |report(?:s|ing)|transmit\w*|upload\w*|forward\w*|disclos\w+|hand\w*
              |submit\w*|deliver\w*)\b[^.;]{0,40}\b(?:file contents?|source(?: code)?
              |usage data|code|diffs?|prompts?|conversations?|transcripts?|environment
              |env|customer \w+|user data|personal data|secrets?|credentials?|database
              |memor(?:y|ies))\b[^.;]{0,40}\bto (?:the |a |an |our |its |their )?
              (?:\w+ )?(?:vendors?|partners?|licensors?|suppliers?|contractors?
              |consultants?|manufacturer|auditors?|escrow|third part\w+|outsiders?
              |competitors?|authorities)\b
            |\b(?:prompts?|conversations?|transcripts?|environment|credentials|secrets?
              |source code|file contents|memor(?:y|ies)|keystrokes|clipboard|diffs
              |files|variables|history)\b[^;!?]{0,60}https?://(?!(?:localhost|127\.
              |[\w.-]*(?:github|gitlab|bitbucket)\.))
            """,
        unless=r"never|not |cannot|documented|described|see https|masked|redacted",
    ),
    Alarm(
        "foreign-index",
        r"""
            \b(?:remote|origin|upstream|https?_proxy|all_proxy
              |submodules?)\b[^;!?]{0,30}?
              (?:https?://|ssh://|git@|git://)(?!(?:[\w-]+\.)*(?:github\.com|gitlab\.com
              |bitbucket\.org|codeberg\.org|sr\.ht|gitea\.com|azure\.com|localhost)\b)
            |\b(?:https?_proxy|all_proxy|ssl_cert_file|node_extra_ca_certs
              |requests_ca_bundle|ld_preload|git_ssh_command|pythonstartup
              |prompt_command|node_options)\b\s*(?:=|is\b|points\b)
            """,
        unless=r"localhost|127\.0|10\.\d|192\.168|never|not ",
    ),
    Alarm(
        "loosens-a-guard",
        rf"\b(?:spares?|excuses?|forgives?|favou?rs|privileges)\b{GAP}\b(?:{AGENT})\b",
    ),
    Alarm(
        "exfiltration-link",
        r"""
            \$\([^)]*\)[\w-]*\.[a-z]|\$\{?\w+\}?\.[\w-]+\.[a-z]
            |`[^`]+`\.[\w-]+\.[a-z]{2,}\b
            """,
    ),
)
