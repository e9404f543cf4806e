"""Signs that a sentence somebody typed is meant to last, or meant for one task only.

Each sign has a weight and a reason for people. The words are the closed class that
each of ten languages has for "always", "from now on" and "instead of", and the
openings of a correction; nothing here knows a project's own words.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that a sentence can show."""

    pattern: re.Pattern[str]
    weight: float
    """Above 0: it is meant to last. Below 0: it is about the task at hand."""
    why: str
    """For people, after "because it": ``says "from now on"``."""


def _sign(weight: float, why: str, pattern: str) -> Sign:
    return Sign(re.compile(pattern, re.I | re.X), weight, why)


# What may stand in front of an order without being a part of it.
START = r"""
    ^ (?: (?: please|pls|bitte|s'il\ (?:te|vous)\ pla[iî]t|por\ favor|per\ favore
        |пожалуйста|请|請|so|and|but|ok(?:ay)?|also|then|just|well|also|und|aber)
        [\s,]+ )*
"""

OPENER = re.compile(
    r"""
    ^ \s* (?: (?:ah|oh|hm+|uh|ok(?:ay)?|sorry|hey|wait)[\s,.!]+ )*
    (?P<opener>
      (?: no+ | nope | nah | nein | nee | non | não | nao | нет | 不 | 不是 | 不对
        | 不對
        | いいえ | いや | 違う | 违 | 아니요? | 아냐 ) (?:\s*,\s*(?:no+|nein|non|não
        |нет))*
        (?=\s*[,.!;:—–-]|\s+-|[，。、！]|$)
    | (?: wrong | incorrect | actually | eigentlich | falsch | en\ fait | en\ realidad
        | in\ realtà | na\ verdade | на\ самом\ деле | 其实 | 実は | 사실은?
        | that(?:'s|’s|\ is)\ (?:wrong|not\ (?:right|what\ I\ \w+)) | as\ I\ said
        | I(?:'ve|’ve|\ have)?\ (?:said|told\ you)(?:\ (?:before|already|again))?
        | again | stop | once\ more | for\ the\ last\ time | how\ many\ times
        ) (?=\s*[,.!;:—–]|\s+-\s) | actually(?=\s) | 不[，,] )
    [\s,.!;:—–，。、！-]*
    """,
    re.I | re.X,
)
"""A correction's first words: "no,", "nein,", "actually"."""

_SOFT = re.compile(
    r"actually|eigentlich|en fait|en realidad|in realtà|na verdade", re.I
)
_CORRECTS = "corrects the agent"


def opener_sign(opener: str) -> Sign:
    """Return what an opening counts for: "actually" may only change the task."""
    return Sign(OPENER, 0.1 if _SOFT.match(opener) else 0.25, _CORRECTS)


# The programs and styles that people name with one word: "use pnpm".
_THING = (
    r"(?!the\b|a\b|an\b|this\b|that\b|these\b|those\b|it\b|my\b|your\b|his\b|our\b"
    r"|their\b|another\b|option\b|both\b|one\b|only\b|all\b|whatever\b|what\b|same\b"
    r"|more\b|less\b|git\ log\b|some\b)"
    r"[`'\"]?[\w@][\w@./+#-]*[`'\"]?"
)

LASTING = (
    _sign(
        0.6,
        "says that it holds from now on",
        r"""
        \b(?: from\ (?:now|here)\ on(?:wards?)? | going\ forward | henceforth
          | from\ this\ point\ on | in\ (?:the\ )?future | (?:the\ )?next\ time
          | ab\ (?:jetzt|sofort) | von\ (?:jetzt|nun)\ an | künftig | in\ zukunft
          | à\ partir\ de\ maintenant | désormais | dorénavant | à\ l['’]avenir
          | a\ partir\ de\ ahora | de\ ahora\ en\ adelante | en\ el\ futuro
          | d['’]ora\ in\ (?:poi|avanti) | in\ futuro | da\ adesso\ in\ poi
          | a\ partir\ de\ agora | daqui\ (?:em|para|pra)\ (?:diante|frente)
          | de\ agora\ em\ diante | no\ futuro )\b
        | \b(?:отныне|с\ этого\ момента|впредь|в\ будущем|с\ сегодняшнего\ дня)\b
        | 从现在(?:开始|起) | 今后 | 以后(?=[都请要不别用]|，) | 從現在(?:開始|起)
        | 今後
        | これから(?:は|も) | 以後 | 次から | 앞으로는? | 이제부터는? | 다음부터는?
        """,
    ),
    _sign(
        0.6,
        "asks to remember it",
        START
        + r"""
        (?: (?:do\ )?(?:remember|keep\ in\ mind|make\ a\ note|note\ down|bear\ in\ mind)
            (?:\ this)?(?=\s*[:,]|\ (?:that|to)\b)
          | don['’]?t\ forget(?=\ (?:that|to)\b) | (?:please\ )?remember\ (?:that|to|we
          |our|I)
          | merk(?:e?\ dir|t\ euch) | denk\ daran | vergiss\ nicht
          | souviens-toi | rappelle-toi | retiens | n['’]oublie\ pas
          | recuerda | no\ olvides | ricorda(?:ti)? | non\ dimenticare
          | lembre(?:-se)? | lembra(?:-te)? | não\ (?:se\ )?esqueça | запомни | помни
          | не\ забывай )(?!\w)
        | ^ 记住 | ^ 請記住 | ^ 请记住 | 覚えておいて | 忘れないで | 기억해 | 잊지\ ?마
        """,
    ),
    _sign(
        0.55,
        "gives a standing order (always, never)",
        START
        + r"""
        (?: (?:you\ (?:should|must|have\ to|need\ to)\ )?(?:always|never|don['’]t\ ever)
          | do\ not\ ever | make\ sure\ (?:to|you)\ always | every\ time | each\ time
          | whenever ) \s+ (?! mind\b | had\b | been\b | was\b | is\b | works?\b
          | seen\b )\w
        | (?:[,;:]|\band|\bbut)\s+(?:please\s+)?(?:always|never)\s+
          (?!mind\b|had\b|been\b|was\b|is\b|works?\b|seen\b|\w+s\b|\w+ed\b)\w
        """,
    ),
    _sign(
        0.55,
        "gives a standing order (always, never)",
        r"""
        (?<!\w)(?: benutze?t?\ (?:immer|nie) | verwende?t?\ (?:immer|nie(?:mals)?)
          | (?:führe?|mache?|schreibe?|nimm|nutze?|lass|committe|pushe?)\ (?:immer
          |nie(?:mals)?)
          | (?:utilise[zr]?|fais|faites|lance[zr]?|écri[st]|mets|garde[zr]?)\ toujours
          | (?:n['’]|ne\ )\w+\ jamais | toujours\ (?:utiliser|lancer|faire|écrire)
          | (?:usa|haz|ejecuta|escribe|corre|pon|utiliza)\ siempre
          | siempre\ (?:usa|haz|ejecuta|escribe|corre|pon|utiliza|debes)
          | nunca\ (?:us[ea]s?|hagas|ejecutes|escribas|subas|pongas|utilices|commitees
          |faça)
          | (?:usa|esegui|scrivi|fai|metti|utilizza)\ sempre | non\ \w+\ mai
          | (?:use|faça|execute|escreva|rode|coloque|utilize)\ sempre
          | sempre\ (?:use|faça|execute|escreva|rode|coloque|utilize|usa|esegui|usare)
          | nunca\ (?:use|faça|execute|escreva|rode|coloque|utilize|comite|mexa)
          | (?:всегда|никогда\ не)\ \w+(?:й|йте|и|ите|ь|ьте)\b )
        | (?:总是|始终|一定要|永远不要|永远别|绝不要|总要|總是|永遠不要|务必|千万不要
        |千万别)
        | (?:常に|必ず|いつも|絶対に).+(?:して|する|使|ください|ないで|しないこと|こと)
        | (?:항상|반드시|절대로?).+(?:세요|하[자라기]|해|말|마|써)
        """,
    ),
    _sign(
        0.55,
        "says how it is done here",
        START
        + r"""
        (?: we | our\ team | the\ team | everyone\ here | nobody\ (?:here)?
          | the\ project )
        \s+ (?: (?:always|never|only|usually|generally|normally|strictly)\s+\w+
          | don['’]?t\s+(?!need|have|know|want|see|think|care|get|understand
          |understood)\w+
          | do\ not\s+(?!need|have|know|want|see|think)\w+ | no\ longer\s+\w+
          | (?:use|uses|prefer|prefers|avoid|avoids|follow|follows|require|requires
             |write|writes|name|names|target|targets|support|stick\ to|deploy|ban)\s+\w+
          | can(?:no|['’])t\s+(?:use|commit|push|depend|merge|deploy)\b )
        """,
    ),
    _sign(
        0.55,
        "says how it is done here",
        r"""
        (?<!\w)(?: wir\ (?:benutzen|verwenden|nutzen|nehmen|schreiben|committen|mocken
          |testen
            |arbeiten|deployen)
          | (?:nous|on)\ (?:n['’]\w+\ (?:pas|jamais)|utilis\w+|écri\w+|n['’]utilis\w+)
          | (?:nosotros\ |aquí\ )?(?:usamos|utilizamos|escribimos|preferimos)
          | (?:noi\ |qui\ )?(?:usiamo|utilizziamo|scriviamo|preferiamo)
          | (?:nós\ |aqui\ )?(?:a\ gente\ usa|utilizamos|escrevemos)
          | (?:мы|у\ нас)\ (?:не\ )?(?:используем|пользуемся|пишем|применяем
          |используется) )
        | (?:我们|我們|咱们)(?:都|只|从不|不|一直|统一)?(?:用|使用|采用)
        | (?:うち|弊社|我々|このプロジェクト)(?:で)?は.+(?:使[うっわい]|ます|ません)
        | (?:우리는?|저희는?).+(?:씁니다|쓰|사용|않)
        """,
    ),
    _sign(
        0.55,
        "states a convention",
        r"""
        \b(?: (?:our|the|house|team|project|coding)\ (?:\w+\ )?
            (?:convention|style(?:\ guide)?|policy|rule|standard|practice)s?
            (?:\ (?:here|for\ \w+))?\ (?:is|are|says?|requires?)\b
          | (?:as\ a|general)\ rule\b | by\ convention\b | by\ default,?\ (?:use|we
          |always)
          | it(?:['’]s|\ is)\ (?:a|our|house|company|team)\ (?:\w+\ )?(?:rule|policy)\b
          | (?:in|for|across|throughout)\ (?:this|our|the\ (?:whole|entire))\ (?:whole\
          |entire\ )?
            (?:repo(?:sitory)?|project|code\ ?base)\b )
        """,
    ),
    _sign(
        0.55,
        "says what the person prefers",
        r"""
        \b(?: I\ (?:always|really|generally|usually|much|strongly)?\s*(?:prefer|hate
          |dislike)
          | I\ don['’]?t\ (?:like|want)\ (?:you\ (?:to|ever)|it\ when|\w+ing)
          | I\ (?:want|need|expect|like)\ you\ to\ (?:always|never)
          | my\ preference\ is | I['’]?d\ rather\ you | please\ prefer )\b
        """
        + "|"
        + START
        + r"""prefer\s+\w
        | \b(?:ich\ (?:bevorzuge|mag\ kein\w*)|je\ préfère|prefiero|preferisco
        |eu\ prefiro
          |я\ предпочитаю)\b | 我(?:更)?(?:喜欢|偏好) | 私は.+(?:好み|好き) | 저는.+선호
        """,
    ),
    _sign(
        0.5,
        "says how things of a kind must be",
        START
        + r"""
        (?: all|every|each|any|no )? \s* (?!(?:the|this|that|these|those|it|you|I|we)\b)
        (?:[a-z][\w-]*\s+){0,2} (?: [a-z][\w-]*s | code | documentation
          | (?<=every\ )\w+ )
        \s+ (?: must | should | shall | may ) (?:\ (?:not|never|always|only))? \s+ (?:be
          |go
          |have|use|live|start|end|stay|match|follow|come|contain|include|carry
          |return)\b
        """,
    ),
)

ORDERS = (
    _sign(
        0.4,
        "names what to use",
        START
        + rf"""
        (?: use | stick\ (?:to|with) | go\ with | switch\ to | (?:be)?nutze?t?
          | verwende?t? | nimm | utilise[zr]? | usa | utiliza | utilizza
          | используй(?:те)?
          | пользуйся )
        \s+ {_THING} (?: \s+ (?!this|that|here\b|it\b)[\w@./+#-]+ ){{0,2}}
        (?= \s* (?: $ | [,.!;] | \b(?:not|instead|rather|over|for|in|when|to|here|nicht
          |statt
            |pas|au\ lieu|en\ vez|invece|em\ vez|a\ не|вместо|не)\b ) )
        | ^ (?:请|請|要)?(?:用|使用|改用)\s*[\w@./+#-]+
        | [\w@./+#-]+\s*を使(?:って|う|い)
        | [\w@./+#-]+\s*(?:을|를)?\s*(?:쓰세요|써|사용하세요|사용해)
        """,
    ),
    _sign(
        0.25,
        "sets one thing against another",
        r"""
          (?!(?:do|does|did|is|are|was|were|am|be|will|would|can|could|should|shall|may
            |might|must|have|has|had|why|if|or|but|and)\s)
          (?<![\w`'"])\w[\w`'"./+#-]* \s* ,? \s+ (?:and\ )?not\s+
            (?!sure\b|yet\b|only\b|just\b|a\b|the\b|to\b|that\b|this\b|it\b
            |working\b|really\b|being\b|been\b)[\w`'"]
        | \binstead\ of\b | \brather\ than\b | \bprefer\b.+\b(?:over|to)\b
        | ,\s*not\s+\w
        | ^not\ [\w@./+-]+,\s*\w | \b(?:statt|anstatt|anstelle)\b
        | ,\s*(?:und\ )?nicht\s+\w
        | \bau\ lieu\ d | \bplutôt\ que\b | ,\s*pas\s+\w | \ben\ (?:vez|lugar)\ de\b
        | \binvece\ (?:di|che)\b | \bem\ vez\ de\b | \bao\ invés\ de\b | ,\s*(?:no|non
        |não)\s+\w
        | \bвместо\b | ,\s*а\ не\s | 而不是 | [，,]\s*(?:不要用?|别用?|不用|不是) | 代替
        | (?:では|じゃ)なく | の代わりに | \ ?말고 | \ ?대신
        | (?:不要|别|別)用.+[，,]\s*(?:要|改)?用
        """,
    ),
    _sign(
        0.2,
        "speaks of all of a kind",
        r"""
        \b(?: everywhere | anywhere | any | ever | any\ ?more | all\ the\ time
          | at\ all )\b
        | ^ (?:please\s+)? (?:don['’]?t|do\ not|stop|avoid|no\ more) \s+
          (?!touch|change|delete|remove|fix|update)\w+ \s+ (?:\w+\s+)? [a-z]+s
          (?= $ | [.!,;] | \s+(?:in|to|for)\s+[a-z]+s?$ )
        """,
    ),
    _sign(
        0.35,
        "forbids something",
        START
        + r"""
        (?: don['’]?t | do\ not | avoid | no\ more | stop | quit ) \s+
        (?! worry\b|bother\b|forget\b|know\b|think\b|see\b|understand\b|have\b|need\b
          |want\b
          |care\b|get\b|mind\b|like\b|be\b|remember\b|feel\b|hesitate\b|stop\b|the\b
          |it\b
          |that\b|this\b|there\b|here\b|now\b|and\b|at\b|for\b|you\b|I\b|do\b )
        (?: (?<=stop\ )\w+ing | (?<=quit\ )\w+ing | (?<=avoid\ )\w+ | (?<=more\ )\w+
          | (?<!stop\ )(?<!quit\ )\w+ )
        """,
    ),
    _sign(
        0.35,
        "forbids something",
        r"""
        (?<!\w)(?: (?:benutz|verwend|nutz|committ|mock|änder|fass|push|schreib)\w*
            \b[^,.!?]*\b(?:kein\w*|nicht|nie)\b
          | (?:n['’]|ne\ )(?:utilis|fai|touch|modifi|écri|lanc|pouss|commit)\w*\ (?:pas
          |plus)
          | no\ (?:uses|hagas|toques|ejecutes|escribas|subas|pongas|utilices|modifiques)
          | non\ (?:usare|fare|toccare|eseguire|scrivere|modificare|mettere|committare)
          | não\ (?:use|faça|mexa|execute|escreva|suba|coloque|altere|comite)
          | не\ (?:используй|делай|трогай|запускай|пиши|меняй|коммить|пушь|мокай)\w* )
        | ^(?:请|請)?(?:不要|别|別|禁止|请勿)(?!的)
        | (?:ないで|しないこと|使わない|禁止(?:です)?|やめて)
        | (?:지\ ?마(?:세요|라)?|쓰지\ ?마|하지\ ?마|금지)
        """,
    ),
    _sign(
        0.2,
        "ties a step of the work to another",
        r"""
        \b(?: commit | push | merge | deploy | release | tag | publish )\w*\b .*
        \b(?:without|before|unless|until|after|only\ after|first)\b
        | \bbefore\ (?:you\ |each\ |every\ |any\ )?(?:commit|push|merg|deploy|releas)\w*
        | \b(?:ohne|bevor|sans|avant|sin|antes|senza|prima|sem)\b | (?:без|перед
        |прежде)\s
        """,
    ),
    _sign(
        0.4,
        "states a fact of the project",
        r"""
        ^ (?: the | our | all ) \s+ (?:[\w.-]+\s+){1,4}?
        (?: (?:is|are) (?:\ (?:called|named|in|at|under))? | lives?\ (?:in|at|under)
          | goes?\ (?:in|to|under) | belongs?\ (?:in|to|under) | runs?\ (?:on|with|in) )
        \s+ [`'"]?(?: [\w-]+\.[\w.-]*\w | [\w.-]+/[\w./-]* | [A-Z][\w-]*\.\w+
          | v?\d[\d.]* )
        | ^ [a-z]\w*s\ (?:live|go|belong|run)\ (?:in|under|to|on|with)\ [\w./`'"-]+
        """,
    ),
)

PASSING = (
    _sign(-0.25, "speaks of one place (here)", r"\bhere\b(?!\s+(?:we|in\ this\ repo))"),
    _sign(
        -0.6,
        "is about this one time",
        r"""
        \b(?: for\ now | right\ now | this\ time | just\ once | today | tonight
          | tomorrow
          | yet | temporarily | for\ the\ moment | at\ the\ moment | as\ a\ test
          | (?:for|in|on|with)\ (?:this|that)\ (?:pr|pull\ request|task|commit|change
          |branch
              |step|one|case|run|session|release|fix|feature|file|function|test|ticket
              |issue)
          | until\ (?:i|we|it|he|she|they|then|tomorrow|later) | in\ a\ (?:sec|minute
          |moment)
          | this\ (?:morning|week|once) | first\ try | quick(?:ly)?\ (?:fix|test|check)
          | erst\ ?mal | vorerst | diesmal | heute | pour\ l['’]instant | cette\ fois
          | por\ ahora | esta\ vez | per\ ora | questa\ volta | por\ enquanto
          | desta\ vez )\b
        | \b(?:пока|сейчас|сегодня|на\ этот\ раз)\b | 这次 | 這次 | 暂时 | 今天
        | 先(?=[别不])
        | 今回は? | とりあえず | 이번에?는? | 일단
        """,
    ),
    _sign(
        -0.35,
        "points at something in sight (this, that, it)",
        r"""
        \b(?: this(?!\ (?:repo|project|code\ ?base|repository|is\b)) | these | those
          | that\ (?:one|file|function|test|button|line|way|branch|commit|change|pr|part
          |code)
          | (?:do|use|change|make|remove|fix|keep|leave|put|try|call|name|revert|add
          |delete
             |move|undo|like|run|rename|with|for|of|to|about)\ (?:it|that|them|one)
          | the\ (?:first|second|third|last|other|same|previous|next|above|below
          |following
             |latter|former|new|current|existing|wrong|right|bug|error|button|issue
             |problem
             |page|screen|dialog|header|footer|sidebar|title|color|colour|label|icon
             |plan)
          | (?:line|lines|step|option|item|point)\ \d+ | \#\d+ | above | below | again
          | here'?s )\b
        | 这个 | 那个 | この(?!プロジェクト) | その | 이거 | 그거 | этот | эту | это\b
        """,
    ),
    _sign(
        -0.5,
        "asks for one change",
        START
        + r"""
        (?: (?:let['’]?s|can\ you|could\ you|would\ you|will\ you|I\ (?:want
          |need)(?:\ you)?\ to
            |you\ (?:can|could|may)|we\ (?:need|should|have)\ to|try\ to
            |go\ ahead\ and)\s+ )?
        (?: make | have\ a\ look | fix | add | create | implement | build | change
          | remove | delete
          | rename
          | move | update | open | show | explain | look | check | find | tell | give
          | try
          | revert | undo | refactor | clean | continue | start | restart | rerun
          | debug
          | investigate | install | upgrade | commit | push | merge | deploy | review
          | read
          | generate | draft | convert | replace | set | turn | put | take | copy
          | paste
          | print | log | search | list | compare | test | rewrite | write | close | do
          | finish | complete | apply | address | summarize | summarise | describe | ask
          | mach | füge | erstelle | ändere | lösche | zeig\w* | ajoute | corrige | crée
          | change[zr] | supprime | agrega | añade | arregla | crea | cambia | borra
          | aggiungi
          | correggi | cambia | adicione | corrija | crie | mude | добавь | исправь
          | создай
          | сделай | измени | удали ) (?=\s|$)
        | ^(?:把|帮我|修复|添加|创建|修改|删除|给我) | (?:追加|修正|作成|変更|削除)して
        | (?:추가|수정|삭제|변경|생성)해
        """,
    ),
    _sign(
        -0.5,
        "tells what went wrong",
        r"""
        \b(?: fail(?:s|ed|ing)? | crash\w* | broken?
          | (?:an?|the|this|that|with|gett?(?:ing)?|throws?|gives?)\ (?:\w+\ )?errors?
          | breaks | hangs? | hung
          | work(?:s|ed|ing) | happen(?:s|ed|ing)? | loads? | renders? | shows?
          | returns?
          | exception | stack\ ?trace | timed?\ out | bug | freezes | flick\w+
          | fehl(?:er|t|schlägt) | abst\w+ | échou\w+ | plante | erreur | falla | fallo
          | erro(?:r|re)? | crasha )\b | \bошибк\w+ | пада\w+ | 失败 | 报错 | エラー
          | 失敗
        | 오류 | 실패 | 에러
        """,
    ),
    _sign(
        -0.4,
        "tells what was or will be",
        r"""
        \b(?: I(?:['’]ve|['’]m|['’]ll|\ have|\ am|\ was|\ think|\ guess|\ believe|\ see
            |\ just|\ tried|\ got|\ noticed)
          | we(?:['’]ve|['’]re|['’]ll|\ have|\ are|\ were|\ just|\ tried|\ got|\ should
          |\ need)
          | maybe | perhaps | probably | might | not\ sure | seems? | looks?\ like
          | was | were | did | went | got | had )\b
        """,
    ),
)

REQUEST = next(s.pattern for s in PASSING if s.why == "asks for one change")
"""What opens a request: "fix …", "can you add …"."""
