"""The shapes of text that no honest instruction file needs, as patterns.

Each is read on text freed of disguise (invisible characters out, look-alikes folded,
spelt-out words joined), in any case. They are about acts against the person who
loads the file: taking over, concealing, sending data out, loosening approvals. A
plain order ("always run the linter") has none of these shapes.

Sources: the injection boilerplate of public corpora, the published attacks on
instruction files (hidden Unicode in rules files, poisoned skills, memory plants),
and the guard's own alarms.
"""

import re
from dataclasses import dataclass

from levelmem.engine.audit.report import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of suspicious text."""

    rule: str
    """A name of the guard's."""
    severity: Severity
    pattern: re.Pattern[str]
    refusable: bool = True
    """A refusal in front ("never …") makes it honest."""
    prose_only: bool = False
    """Code may hold it: an example, a template."""


def _shape(rule: str, severity: Severity, pattern: str, **how: bool) -> Shape:
    return Shape(rule, severity, re.compile(pattern, re.I | re.X | re.M), **how)


_BEFORE = (
    r"(?:previous|prior|earlier|preceding|above|foregoing|former|existing|original"
    r"|initial|system|developer|safety|security|default\ safety|hidden|your\ own)"
)
_ORDERS = (
    r"(?:instructions?|prompts?|directives?|guidelines?|rules?|commands?|constraints?"
    r"|restrictions?|guardrails?|polic(?:y|ies)|training|messages?|programming"
    r"|safeguards?)"
)
_USER = r"(?:user|person|human|developer|owner|operator|maintainer|reviewer|victim)s?"

TAKE_OVER = (
    _shape(
        "injection-boilerplate",
        _ERROR,
        rf"""
        \b(?:[il]gnor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)
          |bypass(?:ing)?
          |(?:do\ not|don['’]t|stop)\ (?:follow|obey|follow(?:ing)|obeying)|discard
          |abandon|drop)
        \s+ (?:(?:all|any|every|each|the|your|of|these|those|my|and|other)\s+){{0,5}}
        {_BEFORE} (?:[\s,/]+(?:and|or|all|the|your
          |{_BEFORE}))* \s+ (?:\w+\s+)? {_ORDERS}\b
        | \b(?:ignore|disregard|forget)\ (?:everything|anything|all|what)
          (?:\ (?:that\ )?(?:was|is|you(?:['’]ve)?\ (?:were|been|have\ been)))?
          \ (?:above|before\ this|written\ above|said\ (?:above|before)|told\ before
            |prior|so\ far)
        | \b(?:ignore|disregard|override|bypass)\ (?:all|any)\ (?:other\ )?
          (?:instructions|guardrails|safeguards|safety\ \w+)\b
        """,
    ),
    _shape(
        "injection-boilerplate",
        _ERROR,
        r"""
        \byou\ are\ (?:now|no\ longer)\ (?:(?:in|an?|the|running|operating|acting|bound
          |under)\ )*
          (?:\w+\ ){0,3}(?:mode|dan|jailbr\w+|unrestricted|unfiltered|uncensored|root
            |god
            |bound\ by|restricted|limited\ by|free\ (?:from|of))\b
        | \b(?:developer|debug|god|dan|jailbreak
        |unrestricted)\ mode\ (?:is\ )?(?:now\ )?
          (?:enabled|activated|on)\b
        | \bpretend\ (?:that\ )?(?:you|to\ be).{0,60}\bno\ (?:restrictions|rules|limits
        |filters)
        | ^\W*(?:new|updated|revised|real|actual)\ (?:system\ )?(?:instructions?
        |prompt)\s*[:\-–]
        | \b(?:overrid\w+|supersed\w+|replac\w+|ha(?:s|ve)\ (?:priority
        |precedence)\ over
            |takes?\ (?:priority|precedence)\ over)
          \ (?:(?:your|the|all|any|other|every)\ )*(?:system\ prompt
            |system\ instructions
            |safety\ \w+|security\ polic\w+|user(?:['’]s)?\ (?:instructions?|rules?
            |wishes
            |settings|approval|consent))
        | \b(?:overrid\w+|priority\ over|precedence\ over)\b.{0,40}
          \bthe\ user(?:['’]s)?\ (?:instructions?|rules?|wishes|settings)
        | \b(?:reveal|print|output|repeat|leak|dump|disclose)\ (?:(?:me|us|all|of
        |back)\ )*
          (?:your|the)\ (?:full\ |entire\ |complete\ )?(?:system|hidden|initial
            |secret)\ prompt
        | \bend\ of\ (?:the\ )?(?:system\ )?(?:prompt|instructions)\b.{0,40}\b(?:begin
        |start|new)\b
        """,
    ),
    _shape(
        "injection-boilerplate",
        _ERROR,
        r"""
        (?:ignorier|missacht|vergiss|vergesst)\w*\ (?:\w+\ ){0,2}(?:vorherig|bisherig
          |obig|früher
          |vorig|vorangehend)\w*\ (?:anweisung|regel|befehl|instruktion|vorgabe)\w*
        | (?:ignore[zr]?|oublie[zr]?|néglige[zr]?)\ (?:\w+\ ){0,2}(?:instructions
        |consignes|règles
          |directives)\ (?:précédentes|antérieures|ci-dessus|du\ système)
        | (?:ignor[ae]d?|olvid[ae]d?|omite)\ (?:\w+\ ){0,2}(?:instrucciones|reglas
        |indicaciones
          |órdenes)\ (?:anteriores|previas|de\ arriba|del\ sistema)
        | (?:ignora|dimentica|trascura)(?:re|te)?\ (?:\w+\ ){0,2}(?:istruzioni|regole
        |indicazioni)
          \ (?:precedenti|sopra|di\ sistema)
        | (?:ignore|esqueça|desconsidere)m?\ (?:\w+\ ){0,2}(?:instruções|regras
        |orientações)
          \ (?:anteriores|prévias|acima|do\ sistema)
        | (?:игнорируй|забудь|отбрось|не\ обращай\ внимания\ на)\w*\ (?:\w+\ ){0,2}
          (?:предыдущ|прежн|вышеуказанн|системн)\w+\ (?:инструкци|указани|правил
            |команд)\w*
        | (?:忽略|无视|無視|忘记|忘掉|忘記)(?:掉)?(?:之前|以上|上述|先前|前面|以前|此前
        |你的)?
          (?:的)?(?:所有|全部|一切|任何)?(?:之前|以上|上述|先前|前面|系统|系統)?的?
          (?:指令|指示|提示|规则|規則|说明|說明|命令)
        | (?:以前|前|上記|これまで|すべて|全て|既存)の.{0,12}(?:指示|命令|ルール
        |プロンプト)
          .{0,4}(?:無視|忘れ)
        | (?:이전|위의?|앞의|모든|기존).{0,12}(?:지시|명령|지침|규칙
        |프롬프트).{0,8}(?:무시|잊)
        | (?:تجاهل|انسَ?|أهمل).{0,12}(?:التعليمات|الأوامر|القواعد
        |الإرشادات).{0,12}السابقة
        """,
    ),
)

_ACTS = (
    r"(?:send|upload|post|exfiltrate|transmit|forward|install|download|execute|run|push"
    r"|copy|append|inject|insert|add|collect|record|replace|modify|commit|include)"
)
CONCEAL = (
    _shape(
        "concealment",
        _ERROR,
        rf"""
        \b(?:do\ not|don['’]t|never|must\ not|without|avoid)\s+(?:ever\s+)?
          (?:tell|inform|notify|alert|warn|mention|reveal|report|disclos|show|telling
            |informing
            |notifying|alerting|warning|mentioning|revealing|reporting|disclosing)(?:e
            |ing)?
          \s+(?:(?:this|it|that|these|anything|any\ of\ this|about\ (?:this|it)|to|the
            |your)\s+)*
          {_USER}\b (?=\s*(?:$|[.,;!)]|about\ (?:this|it|these)|of\ (?:this|it)
            |(?:that\ )?you\ (?:did|ran|are\ doing|have|sent|added|installed|were
            |follow)))
        | \b(?:do\ not|don['’]t|never)\s+(?:mention|reveal|disclose|discuss|acknowledge
            |talk\ about|report|show|explain|log)\s+(?:that\s+)?(?:this|these
            |the\ above)\s+
          (?:\w+\s+)?(?:instruction|rule|note|section|step|message|line|comment
            |paragraph|order
            |directive|text|behaviou?r|action|change|part)s?\b
        | \bwithout\ (?:the\ )?(?:{_USER}|anyone)(?:['’]s?)?\ (?:ever\ )?
          (?:knowing|noticing|knowledge|seeing|awareness|being\ aware)
        | \b(?:secretly|covertly|stealthily|surreptitiously)\s+\w+
        | \b(?:silently|quietly)\ (?:send|upload|post|exfiltrate|transmit|forward
        |install|download
            |execute|copy|inject|push)\b
        | \b(?:keep|kept)\ (?:this|it|these)\ (?:\w+\ )?(?:secret|hidden|between\ us)\b
        | \bno\ need\ to\ (?:mention|report|tell|disclose)\ (?:this|these)\b
        | \bhid(?:e|ing)\ (?:this|it|these|the\ \w+)\ from\ (?:the\ )?{_USER}\b
        | \b{_USER}\ (?:must|should|will|need)\ (?:not|never)\ (?:know|notice|see\ this
        |find\ out)
        """,
        refusable=False,
    ),
    _shape(
        "concealment",
        _ERROR,
        r"""
        (?:sag|erzähl|erwähn|verrat|informier|zeig)\w*\ (?:es\ |das\ )?(?:de[mn]|die)\s+
          (?:be)?nutzer\w*\ (?:davon\ )?(?:nichts|nicht)
        | ohne\ (?:dass\ )?(?:der|das\ wissen\ des|wissen\ der)\ (?:be)?nutzer\w*
        | \bn['’e]\ ?(?:\w+\ )?(?:dis|dites|informe[zr]?|mentionne[zr]?|parle[zr]?
        |révèle[zr]?)
          \ (?:pas|rien|jamais)\b.{0,20}utilisateur | à\ l['’]insu\ de\ l['’]utilisateur
        | \bno\ (?:le\ )?(?:digas|informes|menciones|reveles|avises
        |cuentes)\b.{0,20}usuario
        | sin\ que\ el\ usuario\ (?:lo\ )?(?:sepa|vea|note)
        | \bnon\ (?:dire|informare|menzionare|rivelare|avvisare)\b.{0,20}utente
        | \bnão\ (?:diga|conte|informe|mencione|revele|avise)\b.{0,20}usuário
        | не\ (?:говори|сообщай|упоминай|рассказывай|показывай)\w*.{0,16}пользовател
        | (?:втайне|тайно|незаметно)\ от\ пользовател
        | (?:不要|别|別|切勿|请勿)(?:让|讓|向|告诉|告訴|通知|告知|提醒|给)?.{0,4}(?:用户
        |用戶|使用者)
          .{0,4}(?:知道|发现|發現|说|提|透露|展示|$|[，。])
        | (?:偷偷|悄悄|暗中|秘密地)(?:地)?(?:发送|上传|执行|安装|运行|添加|修改)
        | ユーザー?(?:に|へ)は?(?:知らせ|言わ|伝え|教え|通知し|報告し|気づかれ)(?:ない
        |ず|るな)
        | (?:こっそり|密かに|秘密裏に)
        | 사용자(?:에게|한테|가|께|는|의)?.{0,12}(?:말하지|알리지|모르게|알려주지|눈치)
        | (?:لا\ تخبر|دون\ علم).{0,10}المستخدم
        """,
        refusable=False,
    ),
)

ROLES = (
    _shape(
        "role-marker",
        _ERROR,
        r"""
        <\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id
          |begin_of_text
          |end_header_id|endofprompt|python_tag)\|> | \[/?INST\] | <</?SYS>>
        | <start_of_turn> | <end_of_turn>
        """,
        refusable=False,
    ),
    _shape(
        "role-marker",
        _ERROR,
        r"""
        </?\s*(?:system|system-reminder|conversation|assistant|human|tool_results?
          |tool_use
          |function_calls
          |function_results?|antml:\w+|invoke)\s*> | \[(?:system|/system)\](?!\()
        | ^\W{0,6}system(?:\ (?:message|prompt|override
        |notice))?\W{0,3}:\W{0,3}\s*(?:you\b|ignore\b|the\ (?:assistant|agent)\b
            |the\ user\b|from\ now\b|all\ \w+\ (?:are|is)|approv|disregard|override
            |do\ not\b
            |always\b|never\b|new\ )
        """,
        refusable=False,
        prose_only=True,
    ),
)

_FETCH = r"(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch|aria2c)"
_RUNS = (
    r"(?:sudo\s+(?:-\S+\s+)*|env\s+|exec\s+|nohup\s+)*(?:[\w./]*/)?(?:(?:ba|z|da|k|fi"
    r"|a)?sh"
    r"|python[\d.]*|node|perl|ruby|php|deno|bun|iex|invoke-expression|pwsh|powershell"
    r"|source)\b"
)
REMOTE_CODE = (
    _shape(
        "pipe-to-shell",
        _ERROR,
        rf"""
        \b{_FETCH}\s+[^\s|][^\n|]{{0,400}}(?:\|\s*(?:tee|gunzip|tar|base64|gpg|sed|tr
          |xargs)\b[^\n|]*)?
          \|\s*{_RUNS}
        | (?:\b(?:ba|z|da|k)?sh|\beval|\bsource|(?:^|[\s;&])\.)\s+(?:-\w+\s+)*["']?
          (?:<\(|\$\(|`)\s*{_FETCH}\b
        | \b(?:iex|invoke-expression)\b[^\n]{{0,60}}(?:downloadstring|{_FETCH}|https?:)
        | \bbase64\s+(?:-d|--decode|-D)\b[^\n|]*\|\s*{_RUNS}
        | \bxxd\s+-r[^\n|]*\|\s*{_RUNS}
        | \bpython[\d.]*\s+-c\s+[^\n]*(?:urlopen|requests\.get)[^\n]*exec\(
        | \bpython[\d.]*\s+-c\s+[^\n]*exec\([^\n]*(?:urlopen|requests\.get|b64decode)
        | \b(?:npx|bunx|uvx|pipx\ run|deno\ run)\s+(?:-\S+\s+)*https?://
        | \b{_FETCH}\b[^\n]{{0,300}}(?:-o|-O|--output
        |>)\s*(?P<file>[\w./~-]+)[^\n]{{0,80}}
          (?:&&|;)\s*(?:sudo\s+)?(?:chmod\s+\S+\s+(?P=file)|(?:ba|z)?sh\s+(?P=file))
        """,
    ),
    _shape(
        "foreign-index",
        _WARNING,
        r"""
        --(?:extra-)?index-url[=\s]+["']?https?://(?!(?:test\.)?pypi\.org
          |download\.pytorch\.org
          |files\.pythonhosted\.org|pypi\.nvidia\.com|localhost|127\.)\S+
        | \bregistry[=\s]+["']?https?://(?!registry\.(?:npmjs|yarnpkg)\.(?:org|com)
        |npm\.pkg\.github
          |npm\.jsr\.io|localhost|127\.)[^\s"']+
        """,
    ),
)

_PRIVATE = (
    r"(?:secrets?\b|credentials?\b|(?:api|access|private|ssh|auth|deploy)[\s_-]?(?:key"
    r"|token)s?\b"
    r"|\btokens?\b|passwords?\b|\.env\b|environment\s+variables?|id_rsa|\.ssh\b"
    r"|\.aws\b|cookies\b"
    r"|transcripts?\b|conversation\b|chat\ history|source\ code\b|keychain|wallet"
    r"|/etc/(?:passwd|shadow))"
)
_OUTSIDE = (
    r"(?:https?://|webhooks?\b|pastebin|\bgists?\b|discord|telegram|slack\b"
    r"|\S+@\S+\.\w+"
    r"|external\b|remote\b|third[- ]part|collector|ngrok|\w+\.(?:example|invalid|io"
    r"|net)\b"
    r"|requestbin|burpcollaborator|interact\.sh|attacker)"
)
EXFILTRATION = (
    _shape(
        "sends-data-out",
        _ERROR,
        rf"""
        \b(?:send|post|upload|forward|transmit|exfiltrate|e-?mail|leak|copy|report
          |submit|push
          |share|publish|sync|ship)(?:s|ed|ing)?\b[^.\n]{{0,60}}{_PRIVATE}[^.\n]{{0,60}}
          \b(?:to|at|via|into|with)\b\s+(?:\w+\s+){{0,4}}{_OUTSIDE}
        | \bcurl\b[^\n]*(?:-d|--data(?:-\w+)?|-F|--form|-T
        |--upload-file)[=\s]*["']?[^\n]*
          (?:@?[\w~/.]*\.env\b|\$\((?:cat|env|printenv)|`(?:cat|env|printenv)|~/\.(?:ssh
            |aws)
            |id_rsa|/etc/passwd|\$\{{?\w*(?:SECRET|PASSWORD|CREDENTIAL)\w*)
        | \b(?:cat|env|printenv|tar|base64)\b[^\n|]{{0,200}}
          \|\s*(?:base64[^\n|]*\|\s*)?(?:curl\b[^\n]*(?:@-|-d\b|-T\b|--data)|nc\s
            |ncat\s)
        """,
    ),
    _shape(
        "exfiltration-link",
        _ERROR,
        r"""
        !\[[^\]]*\]\(\s*<?https?://[^)\s]*[?&/=](?:\$\{|\{\{?|<|%7b|\$\(|\[)
        | <img\b[^>]*src\s*=\s*["']?https?://[^"'>\s]*[?&=](?:\$\{|\{|%7b|\$\(|<)
        | \b(?:render|include|append|insert|display|embed|add|show)\s+(?:\w+\s+){0,3}
          (?:image|pixel|link|picture)s?\b[^.\n]{0,60}https?://\S+[?&]\w+=
        | \(\s*javascript: | \(\s*data:text/html
        | \b(?:encode|append|put|embed|include)\b[^.\n]{0,40}\b(?:in|into|to
        |as)\ (?:the\ |an?\ )?
          (?:url|query\ (?:string|param\w*)|image\ url|dns)\b[^.\n]{0,60}https?://
        """,
    ),
    _shape(
        "secret-exposure",
        _ERROR,
        rf"""
        ^\W*(?:\d+[.)]\s+)?(?:always\ |first,?\ |then\ |please\ |also\ )?
        (?:print|echo|output|dump|paste|commit|display|reveal|leak)
          \ (?:all\ |out\ |the\ |your\ |every\ |any\ |contents?\ of\ |full\ |of\ )*
          (?:(?:user|project|stored|production|prod|aws|github)['’s]*\ )?{_PRIVATE}
        """,
    ),
)

_CONSENT = r"(?:approval|permission|confirmation|consent|authori[sz]ation|sign-?off)s?"
_GUARDS = (
    r"(?:sandbox(?:ing)?|guard\s?rails?|safety\ (?:checks?|filters?|features?"
    r"|measures?)"
    r"|security\ (?:checks?|scans?|scanners?|reviews?|polic\w+|features?)|permission"
    r"\ (?:checks?|prompts?|system)|approval\ (?:prompts?|steps?|gates?)"
    r"|branch\ protections?"
    r"|code\ reviews?|signature\ (?:checks?|verification)|(?:tls|ssl|certificate)"
    r"\ (?:checks?|verification|validation)|antivirus|two-factor|2fa|audit\ log(?:s"
    r"|ging)?)"
)
LOOSENING = (
    _shape(
        "loosens-a-guard",
        _WARNING,
        rf"""
        \bwithout\ (?:\w+ing\ )?(?:for\ |the\ |any\ |my\ |further\ |extra[ ]
          |additional\ |explicit[ ]
          |prior\ |user\ |human\ |user['’]s\ |manual\ )*{_CONSENT}\b
        | \b(?:merge|push|deploy|publish|release|commit)\w*\b[^.\n]{{0,40}}
          \bwithout\ (?:\w+\ )?(?:review(?:s|ing)?|approvals?)\b
        | \b(?:treat|consider|regard)\ (?:all|every|any|each)\ [^.\n]{{0,40}}
          \bas\ (?:pre-?)?(?:approved|trusted|safe|authori[sz]ed)\b
        | \b(?:agents?|assistants?|models?|tools?|you)\ (?:should|must|need|do|can|may)
          \ not\ (?:ask|wait|prompt)\ (?:\w+\ ){{0,2}}for\ (?:\w+\ )?{_CONSENT}
        | \bapprov(?:e|es|ing)\ (?:their|its|your)\ own\ (?:pull|merge|pr|change|request
        |commit)
        | \b(?:verification|{_GUARDS})\ (?:should|must|may|can
        |has\ to)\ be\ (?:turned\ off
            |disabled|skipped|bypassed|removed)
        | \bwithout\ (?:first\ )?asking\b(?!\ (?:questions|why))
        | \b(?:do\ not|don['’]t|never|no\ need\ to|need\ not)\ (?:ever\ )?(?:ask|wait
        |prompt|request
            |seek|require)\ (?:the\ \w+\ |me\ )?(?:for\ )?(?:any\ |user\ |human[ ]
            |explicit\ |the[ ]
            |further\ |user['’]s\ |my\ )*{_CONSENT}\b
        | \bauto-?(?:matically\ )?(?:approv|accept|allow)\w*\ (?:all|every|any|each)
        | \b(?:approve|accept|allow|grant|confirm)\ (?:all|every|any|each)\ (?:\w+\ )?
          (?:permissions?|prompts?|tools?(?:\ calls?)?|commands?|requests?|actions?
            |dialogs?)\b
        | \b(?:all|every|any)\ (?:\w+\ )?(?:commands?|tools?|permissions?|actions?
        |tool\ calls)
          \ (?:are|is)\ (?:now\ |already\ )?(?:pre-?)?(?:approved|allowed|authori[sz]ed
            |permitted)
        | \b{_CONSENT}\ (?:are|is)\ (?:now\ )?(?:disabled|off|not\ (?:required|needed
        |necessary)
            |no\ longer\ (?:required|needed)|unnecessary)
        | \b(?:disabl(?:e|ing)|turn(?:ing)?\ off|bypass(?:ing)?|switch(?:ing)?\ off
        |circumvent(?:ing)?
            |deactivat(?:e|ing))\ (?:\w+\ ){{0,2}}{_GUARDS}
        """,
    ),
    _shape(
        "loosens-a-guard",
        _WARNING,
        r"""
        \bohne\ (?:\w+\ )?(?:freigabe|zustimmung|rückfrage|genehmigung|bestätigung
          |review)
        | \bsans\ (?:\w+\ )?(?:relecture|approbation|confirmation|autorisation
        |validation)\b
        | \bsin\ (?:\w+\ )?(?:aprobación|confirmación|revisión|autorización|permiso)\b
        | \bsenza\ (?:\w+\ )?(?:approvazione|conferma|revisione|autorizzazione
        |permesso)\b
        | \bsem\ (?:\w+\ )?(?:aprovação|confirmação|revisão|autorização|permissão)\b
        | \bбез\ (?:\w+\ )?(?:подтверждени|одобрени|разрешени|проверки|ревью)\w*
        | никогда\ не\ спрашивай\w*
        | (?:无需|不需要|无须|不用|跳过)(?:用户|用戶)?(?:的)?(?:确认|批准|同意|审核|审批
        |审查)
        | (?:レビュー|確認|承認|許可)(?:なし|無し|を求めず|せず)
        | (?:확인|승인|허가|검토)\ ?없이
        | دون\ (?:موافقة|تأكيد|إذن)
        """,
    ),
    _shape(
        "dangerous-flag",
        _WARNING,
        r"""
        --dangerously-\w[\w-]* | --yolo\b | --allow-all(?:-tools|-paths|-urls)?\b
          | --full-auto\b
        | \bbypassPermissions\b | \bdanger-full-access\b | \bdangerouslyDisableSandbox\b
        | ["']?approval_policy["']?\s*[:=]\s*["']never
        | ["']enableAllProjectMcpServers["']\s*:\s*true
        | ["']allow["']\s*:\s*\[[^\]]*["'](?:Bash|Bash\(\*\)|\*)["']
        | \bgit\s+(?:commit|push)\b[^\n]*--no-verify\b
        """,
    ),
    _shape(
        "speaks-for-the-person",
        _WARNING,
        rf"""
        \b(?:the|this)\ {_USER}\ (?:has|have)\ (?:already\ |explicitly\ |previously\ )*
          (?:(?:pre-?)?approved|agreed|consented|authori[sz]ed|granted|allowed|opted\ in
            |given\ (?:you\ )?(?:\w+\ )?{_CONSENT})
        """,
    ),
    _shape(
        "self-propagation",
        _WARNING,
        r"""
        \b(?:add|copy|append|insert|include|write|paste|propagate|replicate|spread
          |inject)\ (?:also\ )?
          (?:this|these|the\ (?:above|same|following))\ (?:\w+\ )?(?:instruction|note
            |rule|text
            |section|line|block|comment|paragraph|snippet|message|file|prompt)s?
          \ (?:in|into|to|at\ the\ (?:top|end)\ of)\ (?:every|all|each|any\ other|other
            |new
            |your\ (?:long-?term\ )?memory|(?:the\ )?(?:claude|agents|gemini
            |memory)\.md)
        | \b(?:do\ not|don['’]t|never)\ (?:delete|remove|supersede|edit|change
        |overwrite)
          (?:\ or\ \w+)?\ (?:this|these)\ (?:entry|entries|notes?|rules?|memor(?:y|ies)
            |lines?)\b
        | \b(?:store|save|persist|keep|remember)\ (?:this|these)\ (?:\w+\ )?(?:in|to
        |into)\ (?:your\ )?
          (?:long-?term\ |persistent\ )?memory\b.{0,60}\b(?:every|all|future|always)
        """,
    ),
)

SHAPES = (
    *TAKE_OVER,
    *CONCEAL,
    *ROLES,
    *REMOTE_CODE,
    *EXFILTRATION,
    *LOOSENING,
)

# --- what makes a match honest ------------------------------------------------------

REFUSAL = re.compile(
    r"""
    \b(?: never | not | n['’]t | don['’]t | do\ not | cannot | can['’]t | avoid | refuse
      | reject
      | must\ not | forbidden | prohibit\w* | disallow\w* | instead\ of | rather\ than
      | detect\w*
      | prevent\w* | block(?:s|ed|ing)? | warn\w* | beware | attempts?\ to | attack\w*
      | injection\w*
      | (?:if|when)\b.{0,60}\b(?:says?|asks?|tells?|tries|instructs?|contains?|claims?
      |told|asked)
      | nie | niemals | nicht | jamais | nunca | mai | никогда
      )\b (?!\s+(?:hesitate|forget|fail|worry|be\ afraid|only|just)) | 不要 | 切勿
        | 请勿 | 禁止
    """,
    re.I | re.X,
)
"""In front of a match, within its sentence: it forbids, or speaks about attacks."""

CONDITION = re.compile(
    r"\b(?:only|if|when|once|until|unless|after|whether|where|assume|verify|ensure"
    r"|check"
    r"|confirm)\b",
    re.I,
)
"""In front of a claim about the person: it is a condition, not a claim."""
