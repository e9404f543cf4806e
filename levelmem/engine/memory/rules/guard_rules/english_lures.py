"""What makes a daring act look wise: praise, its price, the wishes of people, stories.

A plain fact about a project neither praises a shortcut nor counts what care costs.
"""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    AGENT,
    GAP,
    PROTECTION,
)
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_CARE = joined(
    rf"""
    (?:wait(?:ed|s|ing)?|ask(?:ed|s|ing)?|paus(?:ed?|es|ing)|hesitat\w+|consent
      |confirm\w*|approv\w+|reviewers?|reviewing|{PROTECTION})
    """
)
_OTHERS = joined(
    r"""
    (?:people|humans?|persons?|external(?:s| contributors| people| developers)|outsiders
      |strangers|new hires|newcomers|beginners|interns|juniors|others|freelancers)
    """
)
_RULES = joined(
    rf"""
    (?:freeze|rules?|limits?|restrictions?|quotas?|bans?|gates?|tickets?|polic(?:y|ies)
      |{PROTECTION})
    """
)
_OUTSIDERS = joined(
    r"""
    (?:contractors?|vendors?|partners?|freelancers?|suppliers?|consultants?
      |third part\w+
      |outsiders?|(?:former|ex-) ?(?:employee|colleague|developer)s?)
    """
)

LURES: tuple[Alarm, ...] = (
    Alarm(
        "recommendation",
        r"""
            \b(?:quickest|fastest|easiest|simplest|best|smartest|shortest|cheapest
              |surest
              |cleanest|safest) (?:\w+ )?(?:fix|cure|remedy|way|path|route|trick|answer
              |solution|fixtures?|test data|shortcut|reply|thing)\b
            |\b(?:works?|runs?|goes|builds?|installs?|performs?|behaves?) (?:much |far
              |a lot |even )?(?:better|faster|smoother|more \w+ly
              |best)\b[^.;]*\b(?:turned
              |switched|disabled|off|removed|root|admin|sudo|without|unsigned)\b
            |\b(?:with|as|under|given) (?:full |local )?(?:admin(?:istrator)?|root|sudo
              |superuser|elevated)(?: (?:rights|privileges|access|permissions))?
              \b[^.;]*\b(?:succeeds?|works?|passes|goes through|never fails?)\b
            |\b(?:would|'d|had) (?:much |far )?(?:rather|sooner)\b
            |\b(?:tired|sick|weary|fed up|bored) (?:of|with)\b
            |\bit is (?:\w+ly )?(?:assumed|understood|taken for granted|implied|presumed
              |accepted|tacitly agreed) that\b
            |\bgood (?:\w+ )?(?:citizens?|colleagues?|neighbou?rs?|team ?mates?
              |team players?)\b
            |\bsaves? (?:us |everyone |everybody |you )?(?:the |a |an |all )?(?:tickets?
              |trouble|hassle|nerves|time|clicks?|arguments?|discussions?)\b
            |\bmakes? (?:for )?(?:the )?(?:best|better|finest|ideal|perfect)\b
            |\b(?:the )?answer is (?:then |always |simply |also |usually )?(?:yes
              |allow|ok
              |okay|approved?|accept|go)\b
            |\bmeans (?:it is |that it is )?(?:merged?|approved|deployed|shipped
              |go ahead
              |ship it|yes|consent)\b
            """,
        unless=r"""
            way (?:of|in) |saves? (?:\w+ )?(?:time|clicks?) (?:on|in|when|by|because)
            |code \w+ means
            """,
        tightening=True,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            ^\W*the (?:one|only|last|first|single|second) time\b
            |\b(?:incidents?|outages?|downtime|failures?|breakages?|disasters?|mess
              |losse?s?
              |delays?|setbacks?)\b[^.;]*\b(?:came|comes|caused|due|traced|because
              |result\w*|stem\w*|down|owed|thanks)\b[^.;]*\b(?:wait|paus|hesitat)\w*
            |\b(?:linter|scanner|check|gate|hook|guard|review|sandbox)s?\b[^.;,]{{0,20}}
              \b(?:delay|slow|block|held up|stop|annoy|broke)\w*\b[^.;]*\b(?:so|thus
              |hence|until|that is why|therefore)\b[^.;]*\b(?:taken out|removed|disabled
              |dropped|turned off|switched off|skipped|deleted)\b
            |\b{_RULES}\b[^.;]{{0,40}}\b(?:holds?|applies|apply|is|are|was|were|exists?
              |meant|made|written|counts?)(?: only| just| purely| there| out)* (?:for|to
              |against|about|with) (?:the )?{_OTHERS}\b
            |\b(?:outside|out of|beyond|not in|not within)(?: of)? (?:the )?(?:scope
              |reach
              |remit)(?: of)?\b[^.;]*\b{_RULES}\b
            |\b(?:all|every\w*|any\w*|each)\b[^.;]*\b(?:inspected|checked|scanned|logged
              |reviewed|audited|filtered|recorded|verified)\b[^.;]*\b(?:apart from
              |except|save|but not|other than|bar)\b
            |\bcounts? (?:for )?(?:the same|as much|just as|equally|like one|double
              |twice)\b
            |\b(?:reviewers?|reviews?|approvals?|confirmations?|audits?|scans?
              |questions?
              |tickets?|sign-?offs?) costs?\b
            |\b(?:vault|safe|firewall|sandbox|perimeter|gate)s?\b[^.;]{{0,20}}
              \b(?:opens?|opened)(?: up)? (?:for|to|towards)\b
            |\bhistory (?:is|gets|was) (?:re-?written|overwritten|force\w*)
            |\brewrit\w+ (?:the )?(?:public |shared |git )?history\b
            |\bto the (?:whole |entire |wide )?(?:world|internet|public)\b
            """,
        unless=r"never|not open|closed|cannot|must not",
        tightening=True,
    ),
    Alarm(
        "permission-claim",
        r"""
            \btrustworthy\b|\b(?:some|any|every)(?:one|body) (?:reliable|trusted
              |reputable|we (?:know|trust))\b
            |\bwe (?:\w+ly |do |fully )?trust\b
            |\bold (?:keys|tokens|passwords|credentials) (?:still |also |continue to[ ]
              )?(?:work|open|function)\b
            |\b(?:real|actual|live) (?:customer|user|production|personal) (?:data
              |records
              |accounts?|names)\b
            |\b(?:prod(?:uction)?|live) (?:database|db|data|cluster
              |account)\b[^.;]{0,20}
              \b(?:doubles|serves|acts|used|is also|at hand|for tests?|for testing)\b
            """,
        unless=r"never|not |no (?:real|actual)|anonymi[sz]ed|forbidden|removed",
    ),
    Alarm(
        "addresses-an-agent",
        rf"""
            \b(?:{AGENT}) (?:is|are|was|were|becomes?|remains?|acts? as|counts? as
              |doubles as) (?:now |also |both |itself )?(?:the |an? |its own[ ]
              )?(?:\w+ )?(?:root|admins?|administrators?|owners?|maintainers?|approvers?
              |reviewers?|boss|superusers?|code ?owners?|judge|authority)\b
            |\b(?:machine|service|robot|technical|system|bot) (?:users?|accounts?
              |identit(?:y|ies))\b{GAP}\b(?:exempt\w*|outside|free|skip\w*|bypass\w*
              |not (?:bound|covered|subject)|unless|except\w*|no (?:review|approval|mfa
              |2fa|ticket))\b
            |\bsessions?\b[^.;]{{0,20}}\b(?:has|have|with|gets?) (?:\w+ )?(?:shell|root
              |admin|write|full|production|prod|vault|unrestricted) (?:access|rights)\b
            """,
    ),
    Alarm(
        "permission-claim",
        rf"""
            \b(?:declared|called|judged|ruled|deemed|labell?ed|found|considered)
              (?: to be)? (?:unnecessary|harmless|voluntary|superfluous|pointless|safe
              |fine|acceptable|useless|needless|overkill|a formality)\b
            |\b(?:root|sudo|force\w*|direct|unsigned|unreviewed|unverified|shortcuts?
              |{PROTECTION})\b[^.;]{{0,30}}\b(?:is|are) (?:\w+ )?(?:welcome|welcomed
              |voluntary|discretionary|a matter of taste|negotiable)\b
            |\b(?:is|are|was|were) (?:not|no) (?:really |actually |much of )?
              (?:an? |any )?(?:big )?(?:issue|problem|deal|concern|obstacle|worry|crime
              |sin|offen[cs]e)\b
            |\b(?:part of the (?:job|game|work)|comes? with the (?:job|territory))\b
            |\b(?:allows?|permits?|tolerates?|accepts?|approves?|excuses?) (?:any|every
              |all)(?: kinds? of| sorts? of)? (?:commands?|actions?|tools?|changes?
              |scripts?|push\w*|edits?|merges?|shortcuts?|means|packages?|signatures?
              |certificates?)\b
            |\b(?:a )?things? of the past\b
            |^\W*one (?:gets|soon|quickly|learns|may|can|should|must|need\w*|has to|does
              |never|always|simply|just)\b
            |\b(?:never|not|hardly|rarely|n't)(?: ever| yet| really)? (?:hurt|harm\w*
              |bother\w*|kill\w*|bit(?:ten)?|troubl\w+|cost|damag\w+) (?:any(?:one
              |body)|us|a soul|a (?:single )?(?:person|user|customer))\b
            |\bonly (?:slows?|annoys?|delays?|hinders?|costs?|wastes?|bothers?|holds?
              |frustrates?|confuses?|punish\w*)\b
            |\bfreeze is over\b
            |^\W*(?:deleting|dropping|wiping|removing|skipping|disabling|emptying)[ ]
              (?:the |all |old |any )*(?:backups?|audit \w+|logs?|histor(?:y|ies)|tests?
              |checks|hooks?|scans?) (?:frees?|saves?|speeds?|helps?|solves?|fixes
              |makes?)\b
            |\b(?:tests?|suites?|linting|checks?|reviews?|scans?|fuzzing|simulations?)
              \b[^.;]{{0,30}}\b(?:is|are) (?:\w+ )?(?:voluntary|discretionary
              |up to (?:the|you|each))\b
            """,
        tightening=True,
    ),
    Alarm(
        "secret-exposure",
        r"""
            \b(?:patients?|customers?|clients?|personal|private|real|employees?|users?
              |people's|pupils?|children's)(?:'s?)? (?:data|names?|records?|addresses
              |phone numbers|details|e-?mails|photos|histor(?:y|ies)|accounts)
              \b[^.;]{0,40}\b(?:left|stays?|remains?|kept|used|included|copied|pasted
              |welcome|allowed)\b[^.;]{0,20}\b(?:fixtures?|test ?data|tests|logs?
              |repo\w*|screenshots?|commits?|notebooks?|prompts?|examples?|demos?
              |tickets?|chats?
              |wiki)\b
            """,
        unless=r"never|not |no |anonymi[sz]ed|pseudonymi[sz]ed|masked|fake|removed",
    ),
    Alarm(
        "speaks-for-the-person",
        r"""
            \b(?:told|asked|advised|ordered|urged|instructed|begged|wants?|wanted
              |invited
              |encouraged|reminded|directed) (?:us|everyone|everybody|people|them|all
              |the (?:team|agents?|assistant|developers?|maintainers?)|agents?
              |developers?)(?: all)? (?:not )?to\b
            |\b(?:left|leave[sd]?) (?:\w+ )?(?:alone|in peace|undisturbed|out of it)\b
            |\b(?:sees?|regards?|views?|takes?) [^.;]{0,40}\bas (?:an? )?(?:lack|sign
              |insult|waste|nuisance|failure|weakness|delay|obstacle|yes)\b
            """,
    ),
    Alarm(
        "concealment",
        r"""
            \b(?:stays?|keeps?|remains?|kept|stayed|be|are|is) (?:silent|quiet|mum
              |tight-lipped
              |vague) (?:about|on|over|of|as to)\b
            |\bsays? (?:nothing|not a word) (?:about|of|on|to)\b
            |\bnot a word\b
            """,
    ),
    Alarm(
        "self-propagation",
        r"""
            \b(?:notes?|lines?|rules?|facts?|entr(?:y|ies)|memor(?:y|ies)|sentences?
              |records?|reminders?) (?:like|such as|of) (?:this|these)\b
            |\b(?:belongs?|goes|put|copied|carried|lives?) (?:in|into|to
              |over to) (?:every
              |each|all|any) (?:\w+ )?(?:workspaces?|repo\w*|projects?|readmes?
              |sessions?
              |memor(?:y|ies))\b
            |\b(?:cop(?:y|ies)|duplicates?|clones?) of (?:this|these|the above)\b
            """,
    ),
    Alarm(
        "sends-data-out",
        rf"""
            \b(?:buckets?|servers?|hosts?|accounts?|machines?|domains?|drives?|boxe?s?
              |registr(?:y|ies)|mirrors?|endpoints?
              |folders?)\b[^.;]{{0,20}}\b(?:owned|run
              |operated|controlled|held|kept|hosted|managed|rented) by (?:an? |the |our
              |some )?(?:\w+ )?{_OUTSIDERS}\b
            |\b(?:dumps?|backups?|exports?|secrets?|keys|tokens?|logs?|diffs?|code
              |databases?)\b[^.;]*\b(?:in|on|to|into|onto) (?:a |the |our[ ]
              |some )?(?:shared
              |public|open|common) (?:\w+ )?(?:dropbox|drive|folder|disk|bucket|channel
              |album|board|doc|document|sheet|page)\b
            |\b(?:commits?|request bodies|bodies|payloads?|code|source|patches|inputs?
              |keystrokes|file names|files)\b[^;!?]{{0,40}}?\b(?:posted|posts?|sent
              |sends?
              |shipped|mailed|forwarded|uploaded|streamed|reported|mirrored|goes|go)
              \b[^;!?]{{0,15}}?\b(?:to|at|via) (?:https?://)?(?:[a-z0-9-]+\.)+(?:com|org
              |net|io|dev|example|invalid|test|co|ru|cn|xyz|site|info|app|cloud|me|biz
              |top|cc|tk|ir|eu)\b(?![\w/.-]*\.(?:py|js|ts|go|rs|md|json|ya?ml)\b)
            """,
        unless=r"never|not |cannot|github\.com|gitlab\.com|localhost",
    ),
    Alarm(
        "role-marker",
        r"""
            (?:^|[.;!?\n] ?)\W*(?:tool|function|system|user|assistant|agent
              |developer|memory
              |model)[_ -](?:results?|outputs?|responses?|calls?|messages?|prompts?
              |notes?|replies|reply)\s*[:=]
            |[\"'](?:approved|trusted|allowed|authori[sz]ed|permission|role
              |system)[\"']\s*:
            """,
        unless=r"`[^`]*[\"']role[\"']\s*:",
    ),
)
