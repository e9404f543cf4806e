"""Claims: of a permission, of safety, of what people with authority said or want."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    AUTHORITY,
)

CLAIMS: tuple[Alarm, ...] = (
    Alarm(
        "permission-claim",
        r"""
            \b(?:is|are|be|it's|considered|deemed|perfectly|absolutely|totally
              |completely|quite) (?:\w+ly )?safe (?:to|for) (?!retry|re-?run|repeat
              |replay|re-?try|call (?:twice|repeatedly|again|from|more|concurrently)
              |concurrent|use (?:from|in|across|concurrently)|multi|parallel
              |run (?:twice|repeatedly|again|concurrently|in parallel|more)
              |re-?apply|share (?:between|across) (?:threads|goroutines|tasks)
              |resume|interrupt|restart|reuse|cache|cancel|production use|threads?
              |async|use with)
            |\bcan (?:be )?safely\b
            |\bsafely (?:be )?(?:skipped|ignored|bypassed|disabled|shared|printed
              |published|deleted|committed|trusted|removed|logged|exposed)
            |\b(?:is|are) (?:\w+ly )?(?:harmless|innocuous|risk-free|no risk
              |without risk|not dangerous|trustworthy|beyond doubt)\b
            |\bpos(?:es?|ing) no (?:risk|danger|threat)
            |\bconsider(?:s|ed)?\b[^.;]{0,60}\b(?:harmless|safe|trusted|noise
              |approved)\b
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:it is|it's|is|are|be|perfectly|always|that is
              |totally) (?:\w+ly )?(?:fine|ok|okay|alright|permissible|acceptable
              |all right|legitimate|appropriate|tolerated|encouraged)(?: (?:to|in
              |for|if|when|with|on|here|without|by|as|from|too)\b|$|[.,])
            |\bit(?:'s| is| has become| became| remains) (?:\w+ )?(?:customary|common
              |usual|normal|standard|good) (?:practice )?(?:to|for|that)\b
            |\bis (?:customary|usual|normal|common practice
              |good practice) (?:to|for)\b
            |\b(?:is|are) (?:the|a) (?:norm|custom|rule|standard practice
              |accepted practice|usual way|done thing|common practice)\b
            |\bnobody (?:minds|cares|objects|complains|checks|reads|looks|notices
              |watches)\b
            |\bno one (?:minds|cares|objects|checks|reads|looks)\b
            |\bdoes(?:n't| not) matter\b
            |\b(?:no|little|without) (?:\w+ )?(?:harm|problem|issue|risk|danger
              |objections?|downside|shame) (?:in|to|with|if|when|against)\b
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:push\w*|force[- ]push\w*|merg\w+|deploy\w*|network|internet|shell
              |command\w*|sudo|root|delet\w+|drop\w*|destructive|publish\w*|print\w*
              |logg\w+|shar\w+|commit\w*|install\w*|download\w*|tool\w*|writ\w+
              |access|upload\w*|unattended|everything|execut\w+|run\w*|releas\w+)
              \b(?:[^.;!?]|\.(?=\w)){0,60}?\b(?:is|are|was|were|be|been|now|always
              |stays?) (?:\w+ly |always |already |hereby |explicitly )?(?:allowed
              |permitted|granted|authori[sz]ed|cleared|sanctioned|whitelisted
              |accepted|approved|unrestricted|unlimited|agreed|free|open)
              \b(?! (?:by|via|through|per|only|when|after|if|from|as|up|under|once)\b)
            |\b(?:standing|blanket|implicit|general|prior|permanent|full|unlimited
              |unrestricted|carte) (?:approval|permissions?|consent|trust|authority
              |authori[sz]ation|access|blanche|rights|clearance|network access)\b
            |\bpre-?(?:approved|authori[sz]ed|cleared)\b
            |\bauto-?(?:approv|accept|confirm)\w*
            |\bunattended\b
            |\bcounts? as (?:approved|trusted|safe|verified|confirmed|reviewed
              |consent|approval|permission)
            |\btreated as (?:approved|trusted|safe|verified|confirmed|reviewed)
            |\bunrestricted\b
            |\b(?:may|can) be \w+ (?:freely|anywhere|everywhere|openly|at will
              |(?:by|to|with) (?:anyone|anybody|everyone|everybody))\b
            |\b(?:accept|approv|agree|confirm|consent|permit|allow|grant)\w*\b[^.;]{0,40}
              \b(?:in advance|beforehand|ahead of time|up front|once and for all)\b
            |\b(?:all|every|any)\b[^.;]{0,40}\b(?:is|are) (?:\w+ )?trusted\b
            |\beverything (?:may|can) (?:be )?(?:push|merg|delet|shar|deploy|install
              |publish|trust|skip|accept|run)\w*
            |\bconsent(?:s|ed|ing)? to\b
            |\b(?:permissions?|rights|access|privileges) (?:is|are|was|were|has been
              |have been) (?:\w+ )?(?:reset|raised|widened|extended|elevated|full
              |unlimited|lifted)\b
            |\b(?:may|can) be (?:used |left |run |read |taken |shared[ ]
              |changed )?(?:freely|at will|at any time|by anyone|by everyone)\b
            """,
        unless=r"""
            self-approv
            |(?:are|is) not (?:allowed|permitted|accepted)
            |only (?:allowed|permitted|accepted)
            |approved by (?:two|the|a|one|at least)
            |unattended-upgrades|command line
            |access is granted (?:by|via|per)
            """,
        tightening=True,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:can|may|might|could) (?:always |also |simply |just[ ]
              |therefore )?be (?:\w+ly )?(?:published|logged|printed|skipped|ignored
              |bypassed|trusted|disregarded|pasted|disclosed|revealed|overruled)\b
            """,
        unless=r"""
            (?:optional|unknown|extra|empty|null|missing|trailing|leading|fields?
              |rows?|blank|arguments?|events?|releases?|drafts?|articles?|posts?
              |plugins?|steps? of the (?:wizard|tutorial|tour)|intro|cutscenes?
              |levels?|messages?) can be
            |can (?:also )?be published (?:to|as|from|with)
            """,
        tightening=True,
    ),
    Alarm(
        "speaks-for-the-person",
        rf"""
            \b{AUTHORITY}(?: team)? (?:\w+ly )?(?:has |have |had |already |also[ ]
              |just |once |explicitly |never |always |does not |doesn't |did not[ ]
              |didn't )*(?:agreed|allow(?:s|ed)|approved|pre-approved|consented
              |consents|gave|given|gives|granted|grants|authori[sz]ed|authori[sz]es
              |said|says|signed off|waived|waives|cleared|permitted|permits|trusts?
              |trusted|instructed|okayed|greenlit|accepted|instructs|wants|wanted
              |want|prefers? (?:not|that|to|no)|gets? (?:annoyed|angry|upset)
              |is (?:annoyed|fine|ok|okay|happy|aware|tired)|hates?|dislikes?|mind
              |minds|like to be|expects?|insists?|insisted|asked|asks|requested
              |requests that|told|ordered|confirmed|blessed|sanctioned|ruled|knows
              |demands?|demanded|mandates?)\b(?! (?:on (?:trunk|semantic|a |the )
              |by |at |the (?:order|terms|invite)))
            """,
        unless=r"""
            \b(?:team|group|we|maintainers) (?:agreed|decided)\b[^.]{0,40}
              \b(?:should|must|may|shall|can|will) (?:never|not) (?!ask|wait|run|test
              |review|check|verif|sign|show|tell|scan|be )\w+
            |\b(?:team|group|we|maintainers) (?:agreed|decided)\b[^.]{0,60}
              \b(?:never|not)\b[^.]{0,20}\b(?:commit|log|shar|expos|print|publish
              |stor|skip|bypass)\w*
            |^(?:the |our )?(?:\w+ )?(?:team|group|maintainers|leads|owners
              |developers|management|legal|security|product owner|customer
              |client) (?:agreed|decided|asked|wanted|wants|accepted|confirmed
              |requested|expects|approved|prefers)\b(?! to (?:share|allow|let|skip
              |trust|send|upload|give|drop (?:the|all) (?:review|approv
              |check)))(?!.{0,60}\b(?:agents?|assistants?|bots?|without|skip
              |secrets?|force|unattended|everything|all (?:tools|commands
              |future|prompts)|network|push|credentials?|keys|unsigned|merge)\b)
            |\bthe user (?:accepts|allows|approves|grants|permits|requests|asks
              |wants|says) (?:the |a |an |or |push |camera|location|in |cookies|notif)
            """,
        tightening=True,
    ),
    Alarm(
        "authority-claim",
        rf"""
            ^\W*(?:approved|authori[sz]ed|cleared|signed|sanctioned|ordered
              |requested|mandated|blessed)(?: off)?(?: by\b|[:,]| off\b)
            |^\W*per (?:the |our )?(?:{AUTHORITY}|policy|request|ciso|order)\b
            |^\W*(?:message|note|order|memo|word|request|directive|instructions?
              |update|reminder|greetings) (?:from|by|of)[ ]
            |^\W*from (?:the |your |our )?(?:maintainers?|owners?|user|admins?
              |security|cto|ciso|management|team|developers?|legal)\b[^.]{{0,20}}[:,]
            |\b(?:commit|pr|pull request|adr|ticket|issue|memo|email|decision
              |patch)\b[^.;:]{{0,30}}\bby (?:the )?(?:cto|ciso|ceo|owner|admin
              |security|maintainers?|lead|boss)\b[^.;]{{0,10}}:
            |\b(?:compliance|security|legal|audit|regulatory|gdpr|sox
              |policy)(?: \w+){{0,2}} (?:requirement|notice|directive|order|mandate
              |rule)s?\b[^.;]{{0,40}}:
            |\bas (?:the )?(?:repo\w* |project )?(?:owner|admin|maintainer|user
              |cto)\b[^.;]{{0,20}}\b(?:i|we)\b
            |\bon behalf of (?:the )?(?:user|owner|maint)
            |\bby order of\b|\bwith (?:full )?authority\b
            |\bmandates? that\b
            """,
        unless=r"""
            ^per[- ](?:tenant|user|request|second|minute|file|row|host|node
              |environment|user)\b
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            \bwithout (?:a |any |the |further |prior |more )*(?:tickets?|permission
              |notice|reason|questions?|limits?|limitation|reading|supervision
              |humans?|asking|approval|second|warning|looking|thinking|hesitation
              |ceremony|delay|fuss|pull requests?)\b
            |\b(?:open|available|accessible|granted|visible|known|handed
              |given) (?:out )?to (?:every|all|any|whoever|every single)\b
            |\b(?:for|to) (?:every|all|any) (?:tools?|commands?|scripts?|processes
              |sessions)\b
            |\bwhoever (?:needs|asks|wants|reads|requests|likes)\b
            |\b(?:vendors?|partners?|tools?|contractors?|support|suppliers?|scripts?
              |consultants?)\b[^.;]{0,20}\b(?:may|can)\b[^.;]{0,40}\bat any (?:time
              |hour|moment)\b
            """,
        unless=r"""
            without (?:a )?limit (?:returns|is rejected)
            |(?:rejected|fails?|refused|blocked|returns? 4\d\d|answers? 4\d\d)
            """,
        tightening=True,
    ),
    Alarm(
        "speaks-for-the-person",
        r"""
            \bthe user\b[^.;]*\b(?:everything|anyway|anything|never (?:reads|looks
              |minds|objects|says no|checks)|always (?:says|approves|agrees|accepts
              |answers|clicks))\b
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:everyone|anyone|everybody|anybody|all (?:contributors|developers
              |members))\b[^.;]{0,30}\b(?:is|are) (?:allowed|permitted|free|welcome
              |entitled|authori[sz]ed|trusted)\b
            """,
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:nothing|nobody|none|no one)\b[^.;]{0,30}\b(?:needs?|requires?|asks?
              |looks?|checks?|reads?|waits?)\b[^.;]{0,30}\b(?:look|approval|review
              |check|permission|pair|confirmation|eyes|it|them|diffs?|logs?|closely
              |twice)\b
            """,
        tightening=True,
    ),
    Alarm(
        "secret-exposure",
        r"""
            \b(?:every|all|everyone|everybody|each|shares?|developers|team
              |agents)\b[^.;]{0,50}\b(?:same|shared|common|one) (?:\w+ )?(?:key
              |account|password|token|login|credentials?|passphrase)\b
            |\b(?:password|passphrase|token|secret) (?:is|equals) (?:the same|equal
              |identical|just|simply|admin|root|empty|known)
            """,
        unless=r"""
            one account (?:per|for each)
            |one (?:key|token|account) (?:per|each|for each)
            |belongs? to|has one|have one|foreign key
            """,
    ),
)
