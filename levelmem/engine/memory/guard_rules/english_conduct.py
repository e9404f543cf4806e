"""How one should act: recommendations, modal and passive orders, direct pushes."""

from levelmem.engine.memory.guard_rules.alarms import Alarm

CONDUCT: tuple[Alarm, ...] = (
    Alarm(
        "recommendation",
        r"way|best|better|easier|great|nice|good|helpful|appreciate\w*|well"
        r"|recommend\w*|suggest\w*|advis\w+|prefer\w*|trick|encourage\w*|works"
        r"|practice|idea|fastest|quickest|simplest|wise|sensible|ideal\w*|convention"
        r"|practise|expected|supposed|like|love",
        r"\bit (?:would|will|might|could) be (?:great|nice|better|good|helpful|best"
        r"|wise|appreciated|ideal|easier|lovely|useful)\b|\b(?:would|'d) (?:\w+ "
        r")?(?:appreciate|like|love|prefer|do well|be better|want|suggest)\b|"
        r"\b(?:way|trick|thing|practice|practise|idea|approach|option|habit|path"
        r"|method|move|remedy|fix|solution|shortcut|policy|rule|convention|custom"
        r"|tradition|workflow|answer)\b[^.;,]{0,40}? (?:is|was|are|remains) (?:always "
        r"|simply |just |usually |here )?to \w+|"
        r"\bwhat works best\b|\b(?:is|are) (?:\w+ly |generally |usually |always "
        r")?(?:recommended|advised|advisable|encouraged|suggested|preferable|desirable"
        r"|best practice|good practice|wise|worth (?:skipping|disabling|ignoring)"
        r"|expected) (?:to|that|for|when|if|in|as)\b|"
        r"\b(?:is|are) (?:better|best|easier|faster|quicker|smarter|wiser|worth it"
        r"|worthwhile)(?: (?:to|off|if|when|than|not|without)\b|$)|\bwe (?:recommend"
        r"|suggest|advise|encourage|expect|ask|want|urge|require|insist|need)\b(?= "
        r"(?:that|to|you|every|all|any|agents?|users?|contributors|people|new|the "
        r"(?:agent|assistant|user)))|\b(?:good|real|smart|senior|"
        r"experienced|productive|successful|efficient|great) (?:maintainers?"
        r"|developers?|engineers?|sessions?|agents?|assistants?|contributors?|teams?"
        r"|programmers?|people)\b|\bexperience shows\b|\bit pays to\b|\bit is (?:time"
        r"|enough|sufficient|important|essential|crucial|vital|necessary|best|wise"
        r"|expected|mandatory|your|the agent's) (?:to|that)\b",
        unless=r"(?:fix|solution|remedy|answer) was to|idea is to (?:reduce|keep"
        r"|avoid)|best (?:effort|case)",
    ),
    Alarm(
        "modal-order",
        r"should|ought|shall|shouldn",
        r"\b(?:should|ought|shall)(?:n't)?\b",
        unless=r"^(?:\W|\w)*?\b(?:team|we|group|meeting|maintainers|developers|guild"
        r"|board|council|everyone|squad|committee|adr"
        r"|rfc)\b[^.;]{0,30}\b(?:agreed|decided|chose|ruled|noted|concluded"
        r"|voted|states?|found)\b[^.;]{0,40}\bshould\b",
    ),
    Alarm(
        "modal-order",
        r"must|has|have|had|needs?|got|is|are|required",
        r"\b(?:must|ha(?:s|ve) to|ha(?:s|ve) got to|needs? to)(?: always| never| not| "
        r"only| also| first)? be (?:\w+ly )?(?:skipped|bypassed|ignored|disabled"
        r"|turned off|switched off|accepted|trusted|opened|pushed|merged|executed"
        r"|uploaded|granted|answered|shared|"
        r"overwritten|committed directly|loaded|sourced|fetched|disregarded|suppressed"
        r"|silenced|removed before|forwarded|mirrored|posted|exported|printed|sent to"
        r"|copied|pasted|run (?:as|first|before|at|with|after|by|on)|installed (?:from"
        r"|with|as)|downloaded (?:from|and)|published (?:without|from (?:a )?(?:laptop"
        r"|local)))\b|"
        r"\b(?:is|are) to (?:be (?!able\b)\w+|always|never|not|[a-z]+ )|\b(?:you"
        r"|everyone|everybody|whoever|anyone|contributors|developers|engineers|people"
        r"|newcomers|maintainers|users|everyone working[^.;]{0,40}) (?:is|are) "
        r"(?:\w+ly )?(?:asked|expected|encouraged|urged|advised|told|requested"
        r"|supposed|invited|required|obliged|instructed) to\b|\b(?:everyone|everybody"
        r"|whoever|anyone)\b[^.;]{0,40}\b(?:must|has to|is to|needs to|may|can)\b",
        unless=r"(?:goal|plan|purpose|aim|intent|intention|point|job|role|reason|idea"
        r"|objective|target|default) (?:of [^.;]{0,40} )?(?:is|was) to"
        r"|\b(?:must|has to|needs to) be (?:uploaded|loaded|sent|copied"
        r"|exported|accepted|opened|installed|downloaded|merged|printed|pushed"
        r"|published) (?:in|as|within|before the|over|with|by (?:the|a|two)"
        r"|once|only|into|when)\b(?! root)|must not|must never",
    ),
    Alarm(
        "permission-claim",
        r"push\w*|commits?|merg\w+|deploy\w*",
        r"\b(?:force[- ]?push\w*|direct push\w*|direct commits?|push\w* (?:directly"
        r"|straight)|commit\w* (?:directly|straight)|merg\w+ (?:directly"
        r"|straight))\b(?! (?:is|are|was|were|gets?) (?:\w+ )?(?:blocked|rejected"
        r"|refused|denied|forbidden|prohibited|disabled|disallowed|impossible|off"
        r"|not))",
        unless=r"protection|block|reject|refus|den(?:y|ies)|forbid|prohibit|disab"
        r"|disallow"
        r"|prevent|not (?:allowed|permitted|possible)|cannot|can't|must not"
        r"|warn|never|nobody",
    ),
    Alarm(
        "loosens-a-guard",
        r"own|self|straight|directly|immediately|themselves|itself",
        r"\b(?:merg|approv|review|sign|grant)\w*(?:\s+\w+)?\s+(?:their|its|your|his"
        r"|her) own\b|\bself-(?:merge|approv|review)\w*",
        unless=r"cannot|can't|must not|may not|never|not |forbid|block|prohibit|reject"
        r"|prevent|nobody",
    ),
    Alarm(
        "sends-data-out",
        r"root|admin|everyone|anybody|anyone|everybody|world",
        r"\b(?:everyone|anyone|anybody|everybody|all users|all employees|the whole "
        r"(?:team|company|internet|world))\b[^.;]{0,30}\b(?:has|have|gets?|with|can"
        r"|may|knows?|shares?) (?:\w+ ){0,3}?(?:root|admin|write|full|superuser"
        r"|production|the password|access|rights|the key|the token)\b"
        r"|\bworld-(?:readable|writable)\b|\broot password\b",
        unless=r"not |cannot|never|no longer|read access|hash",
    ),
    Alarm(
        "loosens-a-guard",
        r"tests?|ci|build|checks|green|warnings?|errors?|failing|failures?",
        r"\b(?:delet\w+|remov\w+|comment\w* out|skip\w*|mut\w+|hid\w+|fak\w+|ignor\w+"
        r"|drop\w*|mark\w*) (?:\w+ ){0,2}?(?:failing|flaky|broken|red|failed) "
        r"(?:tests?|checks?|jobs?)\b|\btests? (?:are|is) (?:marked|reported|counted) "
        r"(?:as )?(?:passed|passing|green)\b|"
        r"\bmerg\w+ (?:\w+ ){0,2}?(?:anyway|regardless|while red|before (?:ci|checks"
        r"|the (?:tests|checks))|without (?:waiting|ci|checks|tests))|\bwaiting for "
        r"ci\b[^.;]{0,40}\b(?:cost|wast|needless|pointless|unnec|not|never)\w*"
        r"|\bwithout (?:waiting|running (?:the )?tests|tests|looking|reading|asking"
        r"|checks|ci|a second)\b",
        unless=r"fails? without|not merged|cannot|skipped? flaky tests? (?:are|is) "
        r"(?:listed|tracked)|(?:flaky|failing|failed|broken) tests? (?:is|are"
        r"|was|were) (?:listed|tracked|retried)|returns? without|responds? "
        r"without|continues? without waiting",
        tightening=True,
    ),
    Alarm(
        "recommendation",
        r"luxury|formality|relic|nuisance|joke|waste|myth|hurdle|obstacle|burden|good"
        r"|great"
        r"|nice|rude|silly|overkill|habit|virtue|sin",
        r"\b(?:is|are|was|were|remains?) (?:just |only |merely |simply |considered "
        r"|really )?"
        r"(?:an? )?(?:\w+ )?(?:luxury|formality|relic|nuisance|joke|waste|myth|hurdle"
        r"|obstacle|burden|rude|silly|overkill|virtue|sin)\b|\bis an? (?:good|great"
        r"|nice"
        r"|perfect|fine|happy) (?!default|first issue)\w+|\ba nice idea\b",
    ),
    Alarm(
        "permission-claim",
        r"\w+ing",
        r"^\W*(?:deleting|dropping|wiping|destroying|sharing|publishing|printing"
        r"|pasting"
        r"|(?:force-)?pushing|exporting|disabling|skipping|asking|merging|committing"
        r"|deploying|bypassing|overwriting|rewriting|copying|uploading|sending|logging"
        r"|reading (?:the |all |private |secret)|waiting|reviewing|leaking|exposing"
        r"|ignoring"
        r"|installing|executing|answering|accepting|approving|trusting|turning off"
        r"|switching off|running (?:as|with"
        r"|without)[^.;]{0,30})\b[^.;]{0,60}?\b(?:would be|is|was|are|remains|counts"
        r"|has (?:never"
        r"|always|been)"
        r"|hurts|does(?:n't| not)|makes? sense)\b",
        unless=r"\b(?:irreversible|slow|expensive|done|handled|implemented|asynchronous"
        r"|async|idempotent|logged|audited|permanent|limited|restricted|only possible|"
        r"rejected|forbidden|blocked|prohibited|disallowed|impossible|not (?:possible"
        r"|allowed"
        r"|permitted|supported)|disabled|an? (?:async|soft|two-step|background"
        r"|separate)"
        r"|covered by (?:tests|the tests|a test)|atomic|transactional|rate-limited"
        r"|soft)\b",
    ),
    Alarm(
        "recommendation",
        r"contributors?|maintainers?|developers?|engineers?|people|members?|sessions"
        r"|builds"
        r"|results?|numbers|findings|coverage|merge|merges|commits?|checks|tests",
        r"\b(?:contributors?|maintainers?|developers?|engineers?|people|members?"
        r"|colleagues)"
        r"\b[^.;]{0,40}\b(?:never|rarely|seldom|hardly|don't|do not|themselves|skips?|"
        r"bypass(?:es)?|directly|without)\b|\b(?:results?|numbers|findings|coverage"
        r"|figures|"
        r"reports?) (?:is|are|get|gets) (?:\w+ )?(?:adjusted|altered|polished|massaged"
        r"|faked"
        r"|doctored|embellished|rounded up|closed without|suppressed|edited)\b"
        r"|\b(?:leav\w+ "
        r"out|leav\w+ off|cutting|dropping|deselecting|switching off|turning off"
        r"|disabling"
        r"|deleting|excluding) (?:the |all |slow |failing |red |some )*(?:checks?"
        r"|tests?"
        r"|suites?|steps?)\b|\b(?:silent|quiet|unreviewed|instant|blind) (?:merges?"
        r"|commits?|pushe?s?|deploys?|releases?)\b",
        unless=r"never (?:see|receive|get|run out)|cannot|can't|don't have access|do "
        r"not have"
        r" access|forbidden|blocked|without (?:access|a licen[cs]e|network)",
    ),
    Alarm("recommendation", r"name|paper", r"\b(?:in name only|only on paper)\b"),
    Alarm(
        "loosens-a-guard",
        r"failing|flaky|broken|red|failed|stop\w*",
        r"\b(?:failing|flaky|broken|red|failed) (?:tests?|checks?|jobs?"
        r"|builds?)\b[^.;]{0,20}\b"
        r"(?:are|is|gets?|were|was) (?:\w+ly )?(?:deleted|removed|commented out"
        r"|disabled|hidden"
        r"|muted|ignored|merged|accepted|deployed|released|shipped)\b|\bstop(?:s|ped)? "
        r"(?:reviewing|checking|signing|scanning|asking|testing|verifying|requiring"
        r"|auditing|enforcing|confirming|validating)\b",
    ),
)
