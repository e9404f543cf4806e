"""Claims: of a permission, of safety, of what people with authority said or want."""

from levelmem.engine.memory.guard_rules.alarms import Alarm
from levelmem.engine.memory.guard_rules.fragments import (
    AUTHORITY,
)

CLAIMS: tuple[Alarm, ...] = (
    Alarm(
        "permission-claim",
        r"safe|safely|harmless|innocuous|risk\w*|danger\w*|benign|trust\w*",
        r"\b(?:is|are|be|it's|considered|deemed|perfectly|absolutely|totally"
        r"|completely|quite) "
        r"(?:\w+ly )?safe (?:to|for) (?!retry|re-?run|repeat|replay|re-?try|call "
        r"(?:twice|"
        r"repeatedly|again|from|more|concurrently)|concurrent|use (?:from|in|across"
        r"|concurrently)|"
        r"multi|parallel|run (?:twice|repeatedly|again|concurrently|in parallel|more)"
        r"|re-?apply"
        r"|share (?:between|across) (?:threads|goroutines|tasks)|resume|interrupt"
        r"|restart|"
        r"reuse|cache|cancel|production use|threads?|async|use with)|\bcan (?:be "
        r")?safely\b|\bsafely (?:be )?"
        r"(?:skipped|ignored|bypassed|disabled|shared|printed|published|deleted"
        r"|committed|"
        r"trusted|removed|logged|exposed)|\b(?:is|are) (?:\w+ly )?(?:harmless"
        r"|innocuous|risk-free|"
        r"no risk|without risk|not dangerous|trustworthy|beyond doubt)\b|\bpos(?:es?"
        r"|ing) no "
        r"(?:risk|danger|threat)|\bconsider(?:s|ed)?\b[^.;]{0,60}\b(?:harmless|safe"
        r"|trusted|noise|approved)\b",
    ),
    Alarm(
        "permission-claim",
        r"encouraged|nobody|one|fine|ok|okay|acceptable|alright|permissible|customary"
        r"|normal|norm"
        r"|common"
        r"|usual|welcome|tolerated|minds?|matter|right|practice|rule|custom"
        r"|appropriate|legitimate",
        r"\b(?:it is|it's|is|are|be|perfectly|always|that is|totally) (?:\w+ly "
        r")?(?:fine|ok|okay|"
        r"alright|permissible|acceptable|all right|legitimate|appropriate|tolerated"
        r"|encouraged)(?: (?:to|in|for|"
        r"if|when|with|on|here|without|by|as|from|too)\b|$|[.,])|\b(?:it is|it's|is) "
        r"(?:customary|"
        r"common|usual|normal|standard|good) (?:practice )?(?:to|for)\b|\b(?:is|are) "
        r"(?:the|a) (?:norm|custom|"
        r"rule|standard practice|accepted practice|usual way|done thing|common "
        r"practice)\b|\bnobody "
        r"(?:minds|cares|objects|complains|checks|reads|looks|notices|watches)\b|\bno "
        r"one (?:minds|cares|"
        r"objects|checks|reads|looks)\b|\bdoes(?:n't| not) matter\b",
    ),
    Alarm(
        "permission-claim",
        r"allow\w*|permit\w*|grant\w*|authori\w+|clear\w*|entitle\w*|free|whitelist\w*"
        r"|sanction\w*|consent\w*|pre|blanket|standing|carte|unrestricted|unattended"
        r"|unlimited|full|rights?|accept\w*|counts?|treat\w*|approved",
        r"\b(?:push\w*|force[- ]push\w*|merg\w+|deploy\w*|network|internet|shell"
        r"|command\w*|sudo|root|"
        r"delet\w+|drop\w*|destructive|publish\w*|print\w*|logg\w+|shar\w+|commit\w*"
        r"|install\w*|"
        r"download\w*|tool\w*|writ\w+|access|upload\w*|unattended|everything|execut\w+"
        r"|run\w*|releas\w+)"
        r"\b(?:[^.;!?]|\.(?=\w)){0,60}?\b(?:is|are|was|were|be|been|now|always"
        r"|stays?) (?:\w+ly |always |"
        r"already |hereby |explicitly )?(?:allowed|permitted|granted|authori[sz]ed"
        r"|cleared|sanctioned|"
        r"whitelisted|accepted|approved|unrestricted|unlimited|agreed|free|open)\b(?! "
        r"(?:by|via|through|per|only|when|"
        r"after|if|from|as|up|under|once)\b)|\b(?:standing|blanket|implicit|general"
        r"|prior|permanent|"
        r"full|unlimited|unrestricted|carte) (?:approval|permissions?|consent|trust"
        r"|authority|"
        r"authori[sz]ation|access|blanche|rights|clearance|network access)\b"
        r"|\bpre-?(?:approved|"
        r"authori[sz]ed|cleared)\b|\bauto-?(?:approv|accept|confirm)\w*|\bunattended\b"
        r"|\bcounts? as "
        r"(?:approved|trusted|safe|verified|confirmed|reviewed|consent|approval"
        r"|permission)|\btreated as "
        r"(?:approved|trusted|safe|verified|confirmed|reviewed)|\bunrestricted\b"
        r"|\b(?:may|can) be (?:used |"
        r"left |run |read |taken |shared |changed )?(?:freely|at will|at any time|by "
        r"anyone|by everyone)\b",
        unless=r"self-approv|(?:are|is) not (?:allowed|permitted|accepted)|only "
        r"(?:allowed|permitted|accepted)|"
        r"approved by (?:two|the|a|one|at least)|unattended-upgrades|command line"
        r"|access is granted (?:by|via|per)",
        tightening=True,
    ),
    Alarm(
        "permission-claim",
        r"published|shared?|logged|printed|skipped|ignored|bypassed|trusted|left"
        r"|public|yes|exposed|committed|"
        r"pasted|disclosed|revealed|forwarded|uploaded|disregarded|overruled",
        r"\b(?:can|may|might|could) (?:always |also |simply |just |therefore )?be "
        r"(?:\w+ly )?(?:published|logged|"
        r"printed|skipped|ignored|bypassed|trusted|disregarded|pasted|disclosed"
        r"|revealed|overruled)\b",
        unless=r"(?:optional|unknown|extra|empty|null|missing|trailing|leading|fields?"
        r"|rows?|blank|arguments?|"
        r"events?|releases?|drafts?|articles?|posts?|plugins?|steps? of the (?:wizard"
        r"|tutorial|tour)|intro|"
        r"cutscenes?|levels?|messages?) can be|can (?:also )?be published (?:to|as"
        r"|from|with)",
        tightening=True,
    ),
    Alarm(
        "speaks-for-the-person",
        r"auditors?|lawyers?|chief|user|owners?|maintainers?|admins?|person|human"
        r"|developer|operator|cto|ciso"
        r"|boss|customer|legal|security|"
        r"management|team|manager|lead|leads|author|director|compliance|founders?",
        rf"\b{AUTHORITY}(?: team)? (?:\w+ly )?(?:has |have |had |already |also |just "
        rf"|once |explicitly |never |always |"
        rf"does not |doesn't |did not |didn't )*(?:agreed|allow(?:s|ed)|approved"
        rf"|pre-approved|consented|consents|gave|"
        rf"given|gives|granted|grants|authori[sz]ed|authori[sz]es|said|says|signed off|"
        rf"waived|waives|cleared|permitted|permits|trusts?|trusted|instructed|okayed"
        rf"|greenlit|accepted|"
        rf"instructs|wants|wanted|want|prefers? (?:not|that|to|no)|gets? (?:annoyed"
        rf"|angry|upset)|"
        rf"is (?:annoyed|fine|ok|okay|happy|aware|tired)|hates?|dislikes?|mind|minds"
        rf"|like to be|expects?|"
        rf"insists?|insisted|asked|asks|requested|requests that|told|ordered|confirmed"
        rf"|blessed|sanctioned|"
        rf"ruled|knows|demands?|demanded|mandates?)\b(?! (?:on (?:trunk|semantic|a "
        rf"|the )|by |at |the (?:order|"
        rf"terms|invite)))",
        unless=r"\b(?:team|group|we|maintainers) (?:agreed"
        r"|decided)\b[^.]{0,60}\b(?:never|not)\b"
        r"[^.]{0,20}\b(?:commit|log|shar|expos|print|publish|stor|skip|bypass)\w*"
        r"|^(?:the |our )?(?:\w+ )?(?:team|group|maintainers|leads|owners"
        r"|developers|management|legal|security|"
        r"product owner|customer|client) (?:agreed|decided|asked|wanted|wants|accepted"
        r"|confirmed|requested|expects|approved|"
        r"prefers)\b(?! to (?:share|allow|let|skip|trust|send|upload|give|drop (?:the"
        r"|all) (?:review|approv|check)))"
        r"(?!.{0,60}\b(?:agents?|assistants?|bots?|without|skip"
        r"|secrets?|force|unattended|"
        r"every(?:thing)?|all (?:tools|commands|future|prompts)|network|push"
        r"|credentials?|keys|unsigned|merge)\b)|"
        r"\bthe user (?:accepts|allows|approves|grants|permits|requests|asks|wants"
        r"|says) (?:the |a |an |or |push |"
        r"camera|location|in |cookies|notif)",
        tightening=True,
    ),
    Alarm(
        "authority-claim",
        r"approved|per|by|from|message|signed|legal|adr|mandates?|compliance|cto|ciso"
        r"|ceo|requirement|order|orders|"
        r"security|behalf|authority|authori\w+|commit|audit|policy|directive|memo"
        r"|decree|request",
        rf"^\W*(?:approved|authori[sz]ed|cleared|signed|sanctioned|ordered|requested"
        rf"|mandated|blessed)(?: off)?(?: by\b|[:,]| off\b)"
        rf"|^\W*per (?:the |our )?(?:{AUTHORITY}|policy|request|ciso|order)\b"
        rf"|^\W*(?:message|note|order|memo|word|"
        rf"request|directive|instructions?|update|reminder|greetings) (?:from|by|of) "
        rf"|^\W*from (?:the |your |our )?"
        rf"(?:maintainers?|owners?|user|admins?|security|cto|ciso|management|team"
        rf"|developers?|legal)\b[^.]{{0,20}}[:,]|"
        rf"\b(?:commit|pr|pull request|adr|ticket|issue|memo|email|decision"
        rf"|patch)\b[^.;:]{{0,30}}\bby "
        rf"(?:the )?(?:cto|ciso|ceo|owner|admin|security|maintainers?|lead"
        rf"|boss)\b[^.;]{{0,10}}:|"
        rf"\b(?:compliance|security|legal|audit|regulatory|gdpr|sox|policy)(?: "
        rf"\w+){{0,2}} (?:requirement|notice|"
        rf"directive|order|mandate|rule)s?\b[^.;]{{0,40}}:|\bas (?:the )?(?:repo\w* "
        rf"|project )?"
        rf"(?:owner|admin|maintainer|user|cto)\b[^.;]{{0,20}}\b(?:i|we)\b|\bon behalf "
        rf"of (?:the )?(?:user|owner|maint)|"
        rf"\bby order of\b|\bwith (?:full )?authority\b|\bmandates? that\b",
        unless=r"^per[- ](?:tenant|user|request|second|minute|file|row|host|node"
        r"|environment|user)\b",
    ),
    Alarm(
        "permission-claim",
        r"without|open|available|accessible|every|all|any|whoever|hour|time|needs",
        r"\bwithout (?:a |any |the |further |prior |more )*(?:tickets?|permission"
        r"|notice"
        r"|reason|questions?|limits?|limitation|reading|supervision|humans?|asking"
        r"|approval"
        r"|second|warning|looking|thinking|hesitation|ceremony|delay|fuss|pull "
        r"requests?)\b"
        r"|\b(?:open|available|accessible|granted|visible|known|handed|given) (?:out "
        r")?to "
        r"(?:every|all|any|whoever|every single)\b|\b(?:for|to) (?:every|all|any) "
        r"(?:tools?"
        r"|commands?|scripts?|processes|sessions)\b|\bwhoever (?:needs|asks|wants|reads"
        r"|requests|likes)\b|\b(?:vendors?|partners?|tools?|contractors?|support"
        r"|suppliers?"
        r"|scripts?|consultants?)\b[^.;]{0,20}\b(?:may|can)\b[^.;]{0,40}\bat any "
        r"(?:time"
        r"|hour|moment)\b",
        unless=r"without (?:a )?limit (?:returns|is rejected)|(?:rejected|fails?"
        r"|refused"
        r"|blocked|returns? 4\d\d|answers? 4\d\d)",
        tightening=True,
    ),
    Alarm(
        "speaks-for-the-person",
        r"user",
        r"\bthe user\b[^.;]*\b(?:everything|anyway|anything|never (?:reads|looks|minds"
        r"|objects|says no|checks)|always (?:says|approves|agrees|accepts|answers"
        r"|clicks))\b",
    ),
    Alarm(
        "permission-claim",
        r"everyone|anyone|everybody|anybody|all|contributors|developers",
        r"\b(?:everyone|anyone|everybody|anybody|all (?:contributors|developers"
        r"|members))\b"
        r"[^.;]{0,30}\b(?:is|are) (?:allowed|permitted|free|welcome|entitled"
        r"|authori[sz]ed"
        r"|trusted)\b",
    ),
    Alarm(
        "loosens-a-guard",
        r"nothing|nobody|none|no",
        r"\b(?:nothing|nobody|none|no one)\b[^.;]{0,30}\b(?:needs?|requires?|asks?"
        r"|looks?"
        r"|checks?|reads?|waits?)\b[^.;]{0,30}\b(?:look|approval|review|check"
        r"|permission|pair"
        r"|confirmation|eyes|it|them|diffs?|logs?|closely|twice)\b",
        tightening=True,
    ),
    Alarm(
        "secret-exposure",
        r"same|shared?|shares|common|one",
        r"\b(?:every|all|everyone|everybody|each|shares?|developers|team"
        r"|agents)\b[^.;]{0,50}"
        r"\b(?:same|shared|common|one) (?:\w+ )?(?:key|account|password|token|login"
        r"|credentials?|passphrase)\b|\b(?:password|passphrase|token|secret) (?:is"
        r"|equals) "
        r"(?:the same|equal|identical|just|simply|admin|root|empty|known)",
        unless=r"one account (?:per|for each)|one (?:key|token|account) (?:per|each"
        r"|for each)"
        r"|belongs? to|has one|have one|foreign key",
    ),
)
