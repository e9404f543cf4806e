"""How one should act: recommendations, modal and passive orders, direct pushes."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm

CONDUCT: tuple[Alarm, ...] = (
    Alarm(
        "recommendation",
        r"""
            \bit (?:would|will|might|could) be (?:great|nice|better|good|helpful
              |best|wise|appreciated|ideal|easier|lovely|useful)\b
            |\bwould be (?:\w+ )?(?:appreciated|welcome|lovely|ideal|nice|great)\b
            |\b(?:would|'d) (?:\w+ )?(?:appreciate|like|love|prefer|do well
              |be better|want|suggest)\b
            |\b(?:way|trick|thing|practice|practise|idea|approach|option|habit|path
              |method|move|remedy|fix|solution|shortcut|policy|rule|convention
              |custom|tradition|workflow|answer)\b[^.;,]{0,40}? (?:is|was|are
              |remains) (?:always |simply |just |usually |here )?to \w+
            |\b(?:unwritten|usual|old|house|common|established|tacit|silent|standing
              |informal) (?:rules?|laws?|custom|practice|convention|habit|agreement
              |understanding)\b
            |\b(?:likes?|loves?|enjoys?|appreciates?|hates?|dislikes?) (?:it )?(?:when
              |if|that|to)\b
            |\ba (?:\w+ )?(?:tradition|custom|habit|ritual|convention|practice|norm)\b
              [^.;]{0,20} (?:to|that)\b
            |\bcounts? as (?:polite|good|fine|normal|professional|courteous|rude|bad)\b
            |\bwhat works best\b
            |\b(?:is|are) (?:\w+ly |generally |usually |always )?(?:recommended
              |advised|advisable|encouraged|suggested|preferable|desirable
              |best practice|good practice|wise|worth (?:skipping|disabling
              |ignoring)|expected) (?:to|that|for|when|if|in|as)\b
            |\b(?:is|are) (?:better|best|easier|faster|quicker|smarter|wiser
              |worth it|worthwhile)(?: (?:to|off|if|when|than|not|without)\b|$)
            |\bwe (?:recommend|suggest|advise|encourage|expect|ask|want|urge|require
              |insist|need)\b(?= (?:that|to|you|every|all|any|agents?|users?
              |contributors|people|new|the (?:agent|assistant|user)))
            |\b(?:good|real|smart|senior|experienced|productive|successful|efficient
              |great) (?:maintainers?|developers?|engineers?|sessions?|agents?
              |assistants?|contributors?|teams?|programmers?|people)\b
            |\bexperience shows\b|\bit pays to\b
            |\bit is (?:time|enough|sufficient|important|essential|crucial|vital
              |necessary|best|wise|expected|mandatory|your|the agent's) (?:to|that)\b
            """,
        unless=r"""
            (?:fix|solution|remedy|answer) was to
            |idea is to (?:reduce|keep|avoid)
            |best (?:effort|case)
            """,
    ),
    Alarm(
        "modal-order",
        r"\b(?:should|ought|shall)(?:n't)?\b",
        unless=r"""
            ^(?:it was|the (?!user|cto|ciso|ceo|cfo|boss|agent|assistant|vendor|partner
              |admin|model)(?:\w+ )?\w+) (?:agreed|decided|chose|concluded|voted
              |ruled|settled)\b[^.;]{0,40}\bshould\b
            |^(?:\W|\w)*?\b(?:team|we|group|meeting|maintainers|developers|guild
              |board|council|everyone|squad|committee|adr|rfc|style guide
              |guidelines?|spec|specification|standard)\b[^.;]{0,30}
              \b(?:agreed|decided|chose|ruled|noted|concluded|voted|states?
              |found|says?|requires?|asks?|demands?)\b[^.;]{0,40}\bshould\b
            """,
    ),
    Alarm(
        "modal-order",
        r"""
            \b(?:must|ha(?:s|ve) to|ha(?:s|ve) got to|needs? to)(?: always| never
              | not| only| also| first)? be (?:\w+ly )?(?:skipped|bypassed|ignored
              |disabled|turned off|switched off|accepted|trusted|opened|pushed
              |merged|executed|uploaded|granted|answered|shared|overwritten
              |committed directly|loaded|sourced|fetched|disregarded|suppressed
              |silenced|removed before|forwarded|mirrored|posted|exported|printed
              |sent to|copied|pasted|run (?:as|first|before|at|with|after|by|on)
              |installed (?:from|with|as)|downloaded (?:from|and)
              |published (?:without|from (?:a )?(?:laptop|local)))\b
            |\b(?:is|are) to (?:be (?!able\b)\w+|always|never|not|[a-z]+ )
            |\b(?:you|everyone|everybody|whoever|anyone|contributors|developers
              |engineers|people|newcomers|maintainers|users
              |everyone working[^.;]{0,40}) (?:is|are) (?:\w+ly )?(?:asked|expected
              |encouraged|urged|advised|told|requested|supposed|invited|required
              |obliged|instructed) to\b
            |\b(?:everyone|everybody|whoever|anyone)\b[^.;]{0,40}
              \b(?:must|has to|is to|needs to|may|can)\b
            """,
        unless=r"""
            (?:goal|plan|purpose|aim|intent|intention|point|job|role|reason|idea
              |objective|target|default) (?:of [^.;]{0,40} )?(?:is|was) to
            |\b(?:must|has to|needs to) be (?:uploaded|loaded|sent|copied|exported
              |accepted|opened|installed|downloaded|merged|printed|pushed
              |published) (?:in|as|within|before the|over|with|by (?:the|a|two)|once
              |only|into|when)\b(?! root)
            |must not|must never
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            \b(?:force[- ]?push(?:es|ing)?\b|force[- ]?pushed (?:to|straight|at)\b
              |direct push\w*|direct commits?
              |push\w* (?:directly|straight)|commit\w* (?:directly|straight)
              |merg\w+ (?:directly|straight))\b(?! (?:is|are|was|were
              |gets?) (?:\w+ )?(?:blocked|rejected|refused|denied|forbidden
              |prohibited|disabled|disallowed|impossible|off|not))
            """,
        unless=r"""
            \bno (?:force|direct)|protection|block|reject|refus|den(?:y|ies)
            |forbid|prohibit|disab|disallow|prevent
            |not (?:allowed|permitted|possible)
            |cannot|can't|must not|warn|never|nobody
            """,
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:merg|approv|review|sign|grant)\w*(?:\s+\w+)?\s+(?:their|its|your
              |his|her) own\b
            |\bself-(?:merge|approv|review)\w*
            """,
        unless=r"""
            cannot|can't|must not|may not|never|not |forbid|block|prohibit|reject
            |prevent|nobody
            """,
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:everyone|anyone|anybody|everybody|all users|all employees
              |the whole (?:team|company|internet|world))\b[^.;]{0,30}
              \b(?:has|have|gets?|with|can|may|knows?|shares?) (?:\w+ ){0,3}?(?:root
              |admin|write|full|superuser|production|the password|access|rights
              |the key|the token)\b
            |\bworld-(?:readable|writable)\b
            |\broot password\b
            """,
        unless=r"not |cannot|never|no longer|read access|hash",
    ),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:delet\w+|remov\w+|comment\w* out|skip\w*|mut\w+|hid\w+|fak\w+
              |ignor\w+|drop\w*|mark\w*) (?:\w+ ){0,2}?(?:failing|flaky|broken|red
              |failed) (?:tests?|checks?|jobs?)\b
            |\btests? (?:are|is) (?:marked|reported|counted) (?:as )?(?:passed
              |passing|green)\b
            |\bmerg\w+ (?:\w+ ){0,2}?(?:anyway|regardless|while red|before (?:ci
              |checks|the (?:tests|checks))|without (?:waiting|ci|checks|tests))
            |\bwaiting for ci\b[^.;]{0,40}\b(?:cost|wast|needless|pointless|unnec
              |not|never)\w*
            |\bwithout (?:waiting|running (?:the )?tests|tests|looking|reading
              |asking|checks|ci|a second)\b
            """,
        unless=r"""
            fails? without|not merged|cannot
            |skipped? flaky tests? (?:are|is) (?:listed|tracked)
            |(?:flaky|failing|failed|broken) tests? (?:is|are|was|were) (?:listed
              |tracked|retried)
            |returns? without|responds? without|continues? without waiting
            """,
        tightening=True,
    ),
    Alarm(
        "recommendation",
        r"""
            \b(?:is|are|was|were|remains?) (?:just |only |merely |simply[ ]
              |considered |really )?(?:an? )?(?:\w+ )?(?:luxury|formality|relic
              |nuisance|joke|waste|myth|hurdle|obstacle|burden|rude|silly|overkill
              |virtue|sin)\b
            |\bis an? (?:good|great|nice|perfect|fine|happy) (?!default
              |first issue)\w+
            |\ba nice idea\b
            """,
    ),
    Alarm(
        "permission-claim",
        r"""
            ^\W*(?:deleting|dropping|wiping|destroying|sharing|publishing|printing
              |pasting|(?:force-)?pushing|exporting|disabling|skipping|asking
              |merging|committing|deploying|bypassing|overwriting|rewriting|copying
              |uploading|sending|logging|reading (?:the |all |private |secret)
              |waiting|reviewing|leaking|exposing|ignoring|installing|executing
              |answering|accepting|approving|trusting|turning off|switching off
              |running (?:as|with|without)[^.;]{0,30})\b[^.;]{0,60}?
              \b(?:would be|is|was|are|remains|counts|has (?:never|always|been)
              |hurts|does(?:n't| not)|makes? sense)\b
            """,
        unless=r"""
            \b(?:irreversible|slow|expensive|done|handled|implemented|asynchronous
              |async|idempotent|logged|audited|permanent|limited|restricted
              |only possible|rejected|forbidden|blocked|prohibited|disallowed
              |impossible|not (?:possible|allowed|permitted|supported)|disabled
              |an? (?:async|soft|two-step|background|separate)|covered by (?:tests
              |the tests|a test)|atomic|transactional|rate-limited|soft)\b
            """,
    ),
    Alarm(
        "recommendation",
        r"""
            \b(?:contributors?|maintainers?|developers?|engineers?|people|members?
              |colleagues)\b[^.;]{0,40}\b(?:never|rarely|seldom|hardly|don't|do not
              |themselves|skips?|bypass(?:es)?|directly|without)\b
            |\b(?:results?|numbers|findings|coverage|figures|reports?) (?:is|are|get
              |gets) (?:\w+ )?(?:adjusted|altered|polished|massaged|faked|doctored
              |embellished|rounded up|closed without|suppressed|edited)\b
            |\b(?:leav\w+ out|leav\w+ off|cutting|dropping|deselecting|switching off
              |turning off|disabling|deleting|excluding) (?:the |all |slow |failing[ ]
              |red |some )*(?:checks?|tests?|suites?|steps?)\b
            |\b(?:silent|quiet|unreviewed|instant|blind) (?:merges?|commits?
              |pushe?s?|deploys?|releases?)\b
            """,
        unless=r"""
            never (?:see|receive|get|run out)
            |cannot|can't|don't have access|do not have access|forbidden|blocked
            |without (?:access|a licen[cs]e|network)
            """,
    ),
    Alarm("recommendation", r"\b(?:in name only|only on paper)\b"),
    Alarm(
        "loosens-a-guard",
        r"""
            \b(?:failing|flaky|broken|red|failed) (?:tests?|checks?|jobs?
              |builds?)\b[^.;]{0,20}\b(?:are|is|gets?|were
              |was) (?:\w+ly )?(?:deleted|removed|commented out|disabled|hidden
              |muted|ignored|merged|accepted|deployed|released|shipped)\b
            |\bstop(?:s|ped)? (?:reviewing|checking|signing|scanning|asking|testing
              |verifying|requiring|auditing|enforcing|confirming|validating)\b
            """,
    ),
)
