"""Secrets that become readable, and data that leaves for an outside place."""

from levelmem.engine.memory.guard_rules.alarms import Alarm
from levelmem.engine.memory.guard_rules.fragments import (
    GAP,
    SECRET,
)

_SECRET_CUE = (
    r"secrets?|credentials?|pass\w+|tokens?|keys?|env\w*|ssh|aws|codes|login|private"
    r"|password"
)

LEAKS: tuple[Alarm, ...] = (
    Alarm(
        "secret-exposure",
        _SECRET_CUE,
        rf"\b(?:{SECRET})\b{GAP}\b(?:(?:is|are|was|were|be|been|gets?|being|may|can"
        rf"|should)(?: \w+){{0,3}}? (?:echoed|"
        rf"printed|logged|dumped|pasted|published|public|shared (?:in|with|on|via"
        rf"|over)|shareable|posted|"
        rf"mailed|emailed|e-mailed|leaked|exposed|"
        rf"forwarded|disclosed|revealed|readable|visible to (?:all|every|any)"
        rf"|world-readable|displayed|committed|"
        rf"checked in|hard-?coded|known to (?:all|every)|uploaded|copied (?:to|into)"
        rf"|sent (?:to|over|by) (?:the |a |an |"
        rf"our )?(?:partner|vendor|collector|external|chat|slack|mail|e-?mail|third"
        rf"|support|contractor|public)|"
        rf"written to (?:the )?(?:log|/tmp|stdout|readme|wiki|console|chat|disk "
        rf"unencrypted)|stored in (?:the )?(?:readme|"
        rf"wiki|public|plain)|kept in (?:the )?(?:readme|wiki|public|plain)|included "
        rf"in (?:the |every )?(?:bug|report|"
        rf"log|summary|prompt|error|crash|commit))|(?:live|lives|stored|kept|found"
        rf"|available|sits?) (?:in|on) (?:the |a )?"
        rf"(?:public|wiki|readme|gist|pastebin|chat|slack|plain|issue|open|shared "
        rf"(?:drive|doc))|in (?:the )?(?:clear|"
        rf"open|plain ?text|cleartext)|public knowledge|world-readable|everyone can "
        rf"read)",
        unless=r"public keys?\b|design tokens?|as \*+|\b(?:never|not|no longer|n't"
        r"|isn't|aren't|no) (?:\w+ ){0,2}?(?:echoed|printed|logged|"
        r"dumped|published|shared|posted|written|included|exposed|committed|visible"
        r"|readable|stored|kept|sent|"
        r"displayed|hard-?coded|checked|copied)|masked|redacted|encrypted|scrubbed"
        r"|stripped|hashed before|must not|cannot|may not|"
        r"primary keys|foreign keys|translation keys|cache keys|keys (?:are|is) "
        r"(?:logged|printed)? ?(?:as|by) hash|"
        r"environment (?:is|are) (?:\w+ )?(?:shared|published|visible|public"
        r"|readable)? ?(?:by|between|across)",
    ),
    Alarm(
        "secret-exposure",
        r"echo\w*|print\w*|dump\w*|past\w+|publish\w*|post\w*|send\w*|upload\w*"
        r"|shar\w+|includ\w+|log|logs|leak\w*|mail\w*|forward\w*|attach\w*|append\w*"
        r"|carr\w+|expos\w+|embed\w*|copy|copies|copying",
        r"\b(?:echo(?:es|ing)?|print(?:s|ing)?|dump(?:s|ing)?|past(?:e|es|ing)"
        r"|publish(?:es|ing)?|post(?:s|ing)?|"
        r"send(?:s|ing)?|upload(?:s|ing)?|shar(?:e|es|ing)|include[sd]?|including"
        r"|logs?|leaks?|mails?|forwards?|attach(?:es)?|"
        r"append(?:s)?|carry|carries|expos(?:e|es|ing)|embed(?:s)?|cop(?:y|ies"
        r"|ying))(?:[\s,]+[\w'’./-]+){0,3}?[\s,]+"
        r"(?:secrets?|credentials?|passwords?|passphrases?|(?:api|private|signing"
        r"|deploy|root|ssh|access) keys?|the keys?|"
        r"environment(?: variables)?(?! (?:variables? )?(?:name|badge|label|column|id"
        r"|tag|indicator|banner|field|is|are))|env\b|"
        r"\.env|(?:the )?(?:api |access |deploy |session )?tokens?)\b",
        unless=r"never|not |n't|masked|redacted|without (?:the )?(?:secret|password"
        r"|token|credential)s?|"
        r"scrub|must carry|header|in the (?:request )?body|cookie|csrf|to the (?:user"
        r"|browser|client|server|api|gateway)|"
        r"design tokens|token (?:count|usage|id)|password (?:reset|field|form|hint"
        r"|strength)|over tls|"
        r"(?:removed|fixed|closed|stopped|prevented)|public key|(?:log|logs) in\b|sign",
    ),
    Alarm(
        "sends-data-out",
        r"partners?|vendors?|collectors?|external|personal|dropbox|gists?|pastebin"
        r"|webhooks?|public|third|outside|"
        r"offsite|contractors?|suppliers?|ngrok|telegram|discord|example|invalid|site"
        r"|laptops?|competitor|consultants?|foreign",
        r"\b(?:logs?|transcripts?|traces?|diffs?|dumps?|databases?|source code|code"
        r"|env\w*|variables|telemetry|"
        r"histor(?:y|ies)|exports?|customer \w+|user data|data|records|sessions?"
        r"|session \w+|secrets?|tokens?|keys?|"
        r"credentials?|coverage|reports?|repositor\w+|files?|conversations?|prompts?"
        r"|backups?|summar\w+|snapshots?|"
        r"output|results|copies|everything|it|them)\b(?:[^.;!?]"
        r"|\.(?=\w)){0,60}?\b(?:sent|send|sends|go(?:es)?|uploaded|uploads?|posted|"
        r"posts?|mirrored|copied|shipped|mailed|forwarded|published|pushed|shared"
        r"|synced|exported|streamed|moved|"
        r"leave|leaves|written|backed up|reported|delivered|handed|live|lives|kept"
        r"|stored)\b(?:[^.;!?]|\.(?=\w)){0,40}?"
        r"\b(?:partners?|vendors?|(?:audit |trace |log )?collector (?:of|at)|external"
        r"|personal (?:\w+ )?(?:dropbox|account|"
        r"drive|laptop|machine|device|mail|e-?mail|bucket|repo\w*|gist|computer)s?"
        r"|gists?|pastebin|webhook\.site|public "
        r"(?:\w+ )?(?:bucket|wiki|repo\w*|gist|channel|url|server|folder|share|drive"
        r"|page|site)s?|third[- ]part(?:y|ies)|outside|offsite|contractors?|ngrok|"
        r"telegram|discord|competitors?|consultants?)\b",
        unless=r"never|not |n't|invoices?|orders?|emails? (?:is|are) sent|public api"
        r"|release|docs|website|"
        r"(?:no|without) (?:\w+ )?(?:data|logs?)|third-party (?:licen|notice|cookies?"
        r"|librar)|webhook (?:handler|table|signature|deliver)",
    ),
    Alarm(
        "sends-data-out",
        r"personal|laptops?|own|private|home",
        r"\b(?:from|on|to|into|via|through) (?:a |the |his |her |their |someone's |my "
        r"|our )?(?:personal|private|home|own) "
        r"(?:\w+ )?(?:laptops?|machines?|computers?|accounts?|devices?|dropbox|drives?"
        r"|mail\w*|e-?mail|phones?|buckets?|pcs?)\b",
        unless=r"never|not |n't|forbidden|blocked|rejected|cannot",
    ),
    Alarm(
        "sends-data-out",
        r"vendors?|partners?|outside|external|offsite|contractors?|suppliers?|notebook"
        r"|consultants?|third|outsiders?|friends?|competitors?",
        r"\b(?:transcripts?|traces?|diffs?|dumps?|source code|env|environment|telemetry"
        r"|histor(?:y|ies)|customer (?:table|data|list|records)|user data|session "
        r"(?:data"
        r"|logs?|transcripts?)|secrets?|tokens?|credentials?|prompts?|conversations?"
        r"|snapshots?|backups?|logs?|database)\b[^.;]{0,60}\b(?:at|to|with|for|by"
        r"|via) (?:the "
        r"|a |an |our |some |their )?(?:\w+ )?(?:vendors?|partners?|outside(?: \w+)?"
        r"|external \w+"
        r"|offsite|contractors?|suppliers?|consultants?|third part\w+|outsiders?"
        r"|friends?"
        r"|competitors?)\b|\b(?:developer's|someone's|employee's|engineer's) (?:\w+ )?"
        r"(?:notebook|laptop|machine|computer|account|phone)\b",
        unless=r"never|not |cannot|forbidden|blocked",
    ),
)
