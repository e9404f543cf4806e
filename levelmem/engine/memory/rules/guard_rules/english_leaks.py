"""Secrets that become readable, and data that leaves for an outside place."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import (
    GAP,
    SECRET,
)

LEAKS: tuple[Alarm, ...] = (
    Alarm(
        "secret-exposure",
        r"""
            \b(?:logins?|accounts?|credentials|passwords?|passphrases?|keys?|tokens?
              |vault|secrets?)\b[^.;]{0,20}\b(?:is|are|was|were) (?:shared|known|given
              |open|available|handed|accessible) (?:out )?(?:with|to|by) (?:everyone
              |everybody|anyone|anybody|all|the whole|every)\b
            """,
        unless=r"never|not |cannot",
    ),
    Alarm(
        "secret-exposure",
        rf"""
            \b(?:{SECRET})\b{GAP}\b(?:(?:is|are|was|were|be|been|gets?|being|may|can
              |should)(?: \w+){{0,3}}? (?:echoed|printed|logged|dumped|pasted
              |published|public|shared (?:in|with|on|via|over)|shareable|posted
              |mailed|emailed|e-mailed|leaked|exposed|forwarded|disclosed|revealed
              |readable|visible to (?:all|every|any)|world-readable|displayed
              |committed|checked in|hard-?coded|known to (?:all|every)|uploaded
              |copied (?:to|into)|sent (?:to|over|by) (?:the |a |an[ ]
              |our )?(?:partner|vendor|collector|external|chat|slack|mail|e-?mail
              |third|support|contractor|public)|written to (?:the )?(?:\w+ )?(?:log|/tmp
              |stdout|readme|wiki|console|chat|disk unencrypted)
              |stored in (?:the )?(?:readme|wiki|public|plain)
              |kept in (?:the )?(?:readme|wiki|public|plain)|included in (?:the[ ]
              |every )?(?:bug|report|log|summary|prompt|error|crash|commit))
              |(?:live|lives|stored|kept|found|available|sits?) (?:in|on) (?:the[ ]
              |a )?(?:public|wiki|readme|gist|pastebin|chat|slack|plain|issue|open
              |shared (?:drive|doc|folder|channel))
              |(?:is|are) (?:now )?(?:in|on) (?:the |a )?(?:public|shared
              |open) \w+
              |in (?:the )?(?:clear|open|plain ?text
              |cleartext)|public knowledge|world-readable|everyone can read)
            """,
        unless=r"""
            public keys?\b|design tokens?|as \*+
            |\b(?:never|not|no longer|n't|isn't|aren't|no) (?:\w+ ){0,2}?(?:echoed
              |printed|logged|dumped|published|shared|posted|written|included
              |exposed|committed|visible|readable|stored|kept|sent|displayed
              |hard-?coded|checked|copied)
            |masked|redacted|encrypted|scrubbed|stripped|hashed before|must not|cannot
            |may not|primary keys|foreign keys|translation keys|cache keys
            |keys (?:are|is) (?:logged|printed)? ?(?:as|by) hash
            |environment (?:is|are) (?:\w+ )?(?:shared|published|visible|public
              |readable)? ?(?:by|between|across)
            """,
    ),
    Alarm(
        "secret-exposure",
        r"""
            \b(?:echo(?:es|ing)?|print(?:s|ing)?|dump(?:s|ing)?|past(?:e|es|ing)
              |publish(?:es|ing)?|post(?:s|ing)?|send(?:s|ing)?|upload(?:s|ing)?
              |shar(?:e|es|ing)|include[sd]?|including|logs?|leaks?|mails?|forwards?
              |attach(?:es)?|append(?:s)?|carry|carries|expos(?:e|es|ing)
              |embed(?:s)?
              |cop(?:y|ies|ying))(?:[\s,]+[\w'’./-]+){0,3}?[\s,]+(?:secrets?
              |credentials?|passwords?|passphrases?|(?:api|private|signing|deploy
              |root|ssh|access) keys?|the keys?
              |environment(?: variables)?(?! (?:variables? )?(?:name|badge|label
              |column|id|tag|indicator|banner|field|is|are))|env\b|\.env
              |(?:the )?(?:api |access |deploy |session )?tokens?)\b
            """,
        unless=r"""
            never|not |n't|masked|redacted
            |without (?:the )?(?:secret|password|token|credential)s?
            |scrub|must carry|header|in the (?:request )?body
            |cookie|csrf
            |to the (?:user|browser|client|server|api|gateway)
            |design tokens|token (?:count|usage|id)
            |password (?:reset|field|form|hint|strength)
            |over tls
            |(?:removed|fixed|closed|stopped|prevented)
            |public key|(?:log|logs) in\b|sign
            """,
    ),
    Alarm(
        "secret-exposure",
        rf"""
            \b(?:{SECRET})\b{GAP}\b(?:part of|included in|contained in|goe?s? into
              |ends? up
              in|lands? in|found in|shows? up in|appears? in|in) (?:the |a |an[ ]
                |every |all
              |each )?(?:\w+ )?(?:debug|crash|diagnostics?|stack|error|support|verbose)
              [ ]?(?:bundles?|dumps?|reports?|outputs?|traces?|logs?|builds?|mails?
              |e-?mails?|messages?|pages?|files?)\b
            """,
        unless=r"""
            never|not |n't|masked|redacted|scrubbed|stripped|hidden|hashed|removed
              |blanked
            |starred|without
            """,
        tightening=True,
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:logs?|transcripts?|traces?|diffs?|dumps?|databases?|source code
              |code|env\w*|variables|telemetry|histor(?:y|ies)|exports?|customer \w+
              |user data|data|records|sessions?|session \w+|secrets?|tokens?|keys?
              |credentials?|coverage|reports?|repositor\w+|files?|conversations?
              |prompts?|backups?|summar\w+|snapshots?|output|results|copies
              |everything|it|them)\b(?:[^.;!?]|\.(?=\w)){0,60}?\b(?:sent|send|sends
              |go(?:es)?|uploaded|uploads?|posted|posts?|mirrored|copied|shipped
              |mailed|forwarded|published|pushed|shared|synced|exported|streamed
              |moved|leave|leaves|written|backed up|reported|delivered|handed|live
              |lives|kept|stored)\b(?:[^.;!?]|\.(?=\w)){0,40}?
              \b(?:partners?|vendors?|(?:audit |trace |log )?collector (?:of|at)
              |external|personal (?:\w+ )?(?:dropbox|account|drive|laptop|machine
              |device|mail|e-?mail|bucket|repo\w*|gist|computer)s?|gists?|pastebin
              |webhook\.site|public (?:\w+ )?(?:bucket|wiki|repo\w*|gist|channel|url
              |server|folder|share|drive|page|site)s?|third[- ]part(?:y|ies)|outside
              |offsite|contractors?|ngrok|telegram|discord|competitors?
              |consultants?)\b
            """,
        unless=r"""
            never|not |n't|invoices?|orders?|emails? (?:is|are) sent
            |public api|release|docs|website
            |(?:no|without) (?:\w+ )?(?:data|logs?)
            |third-party (?:licen|notice|cookies?|librar)
            |webhook (?:handler|table|signature|deliver)
            """,
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:reports?|logs?|transcripts?|telemetry|traces?|diffs?|dumps?|backups?
              |environment|histor(?:y|ies)|summar(?:y|ies)|prompts?|conversations?
              |sessions?|snapshots?|coverage|outputs?|results?|analytics|usage data
              |metrics?|user \w+
              |crash\w*|memories|memory)\b[^;!?]{0,60}?\b(?:go(?:es)?|sent|posted
              |uploaded|shipped|forwarded|reported|delivered|pushed|mirrored|streamed
              |copied|exported|collected|sends?|posts?|reports?|uploads?)\b[^;!?]{0,20}?
              \b(?:to|at|by|on|via) (?:https?://)?(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev
              |example|invalid|test|co|ru|cn|xyz|site|info|app|cloud|me|biz|top|cc|tk|ir
              |eu)\b
            """,
        unless=r"never|not |sentry\.io|datadoghq|codecov\.io|localhost",
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:partner|vendor|contractor|colleague|friend|someone|somebody|customer
              |supplier|developer|maintainer|engineer|owner|admin)'s (?:\w+ )?
              (?:laptops?|machines?|computers?|accounts?|devices?|drives?|phones?
              |buckets?|pcs?
              |servers?|notebooks?)\b
            |\b(?:from|on|to|into|via|through) (?:a |the |his |her |their |someone's[ ]
              |my |our )?(?:personal|private|home|own) (?:\w+ )?(?:laptops?
              |machines?|computers?|accounts?|devices?|dropbox|drives?|mail\w*
              |e-?mail|phones?|buckets?|pcs?)\b
            """,
        unless=r"never|not |n't|forbidden|blocked|rejected|cannot",
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:requests?|traffic|calls?|queries|commands|inputs?|keystrokes
              |clipboards?)\b[^.;]{0,30}\b(?:goes|go|sent|routed|copied|mirrored
              |forwarded|duplicated|tunnel\w+|pass(?:es)?)\b[^.;]{0,20}\b(?:partner's
              |vendor's|third[- ]party|outside|foreign|external) (?:\w+ )?(?:endpoint
              |servers?|hosts?|collector|proxy|gateway|bucket|machine|box)\b
            """,
        unless=r"never|not |cannot|blocked|payment",
    ),
    Alarm(
        "sends-data-out",
        r"""
            \b(?:transcripts?|traces?|diffs?|dumps?|source code|env|environment
              |telemetry|histor(?:y|ies)|customer (?:table|data|list|records)
              |user data|session (?:data|logs?|transcripts?)|secrets?|tokens?
              |credentials?|prompts?|conversations?|snapshots?|backups?|logs?
              |database)\b[^.;]{0,60}\b(?:at|to|with|for|by|via) (?:the |a |an |our[ ]
              |some |their )?(?:\w+ )?(?:vendors?|partners?|outside(?: \w+)?
              |external \w+|offsite|contractors?|suppliers?|consultants?
              |third part\w+|outsiders?|friends?|competitors?)\b
            |\b(?:developer's|someone's|employee's|engineer's) (?:\w+ )?(?:notebook
              |laptop|machine|computer|account|phone)\b
            """,
        unless=r"never|not |cannot|forbidden|blocked",
    ),
)
