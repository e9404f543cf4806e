"""Orders that order nobody: habits, silences, the best way, the one who reads this."""

from levelmem.engine.memory.rules.guard_rules.alarms import Alarm
from levelmem.engine.memory.rules.guard_rules.fragments import GAP, PROTECTION, SECRET
from levelmem.engine.memory.rules.guard_rules.patterns import joined

_RISK = joined(
    rf"""
    (?:--?no-verify|--force|-f|sudo|root|hooks?|/dev/null|unsigned|unreviewed|id_rsa
      |\.env|customer\w*|dumps?|(?:from|on|over) the internet|unencrypted|eval|chmod 777
      |{SECRET}|{PROTECTION})
    """
)

HINTS: tuple[Alarm, ...] = (
    Alarm(
        "permission-claim",
        rf"""
            {_RISK}\b{GAP}\b(?:is|are) (?:our |the |a |an )?(?:standard|normal|usual
              |default|common|accepted|established|regular|everyday|first
              |expected) (?:\w+ )?(?:practice|part|ways?|procedure|habit|thing|step
              |approach|choice)\b
            |\b(?:works?|runs?|builds?|installs?|is|are|goes) (?:best|fastest|smoothest
              |(?:the )?most \w+) (?:when|with|without|if|as)\b{GAP}\b(?:root|sudo
              |hooks?|disabled|off|removed|skipped|unsigned|unverified|ignored)\b
            |\b(?:is|are) best (?:turned|switched|left|kept|skipped|disabled|ignored
              |removed|avoided|dropped|muted|bypassed|silenced)\b
            |\b(?:nobody|no one) (?:will|would|is going to) (?:mind|care|object
              |complain|notice|check|ask|look|know)\b
            |\b(?:silence|no (?:answer|reply|response)|(?:did|does|do) not (?:answer
              |reply|respond|object))\b{GAP}\b(?:as|means?|counts?|is) (?:that )?(?:a
              |an |the |they )?(?:yes|agree\w*|consent\w*|approv\w+|permission)\b
            """,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:{PROTECTION}|reviewers?|owners?|approvers?|backups?)\b{GAP}
              \b(?:need not|needn't)\b
            |\b(?:do|does) not (?:apply|hold|count)\b{GAP}\b(?:to|for) (?:machines
              |bots|agents|assistants|helpers|automation|scripts)\b
            """,
    ),
    Alarm(
        "loosens-a-guard",
        rf"""
            \b(?:nobody|no one) (?:has|needs|must|is required|is obliged) to (?:sign
              |approve|review|ask|check|confirm|look|verify|know)\b
            |\b(?:wants?|likes?|prefers?|expects?)\b{GAP}\b(?:unannounced|unreviewed
              |unsigned|unchecked|unlogged|unattended|unapproved|unverified)\b
            |\b(?:waiv|suspend|lift)(?:es|ed|s|ing)? (?:the |a |all |any |our )?
              (?:[\w-]+ ){{0,2}}(?:rules?|polic(?:y|ies)|requirements?|restrictions?
              |limits?|bans?|freeze)\b
            |\bby (?:deleting|removing|skipping|disabling|muting|commenting out) (?:the
              |any |all )?[ ]?(?:failing|red|broken|flaky|slow) (?:ones?|tests?
              |checks?)\b
            |\b(?:is|are|gets?|stands?) in the way\b
            """,
    ),
    Alarm(
        "secret-exposure",
        rf"\b(?:{SECRET})\b{GAP}\b(?:is|are) there to be (?:used|taken|read|shared)\b",
    ),
    Alarm(
        "addresses-the-reader",
        r"""
            \b(?:who|whoever|anyone|helpers?|sessions?|models?|agents?|assistants?
              |tools?|one) (?:that |who )?(?:reads?|reading|sees?|seeing|finds?
              |finding) (?:this|these (?:lines|words|notes))\b
            """,
    ),
    Alarm(
        "secret-exposure",
        rf"""
            \b(?:vaults?|{SECRET}) (?:is|are) (?:\w+ )?(?:readable|open|visible
              |available|accessible|shared|known) (?:by|to|with|for) (?:every|all
              |any|whoever)\w*\b
            """,
    ),
    Alarm(
        "concealment",
        r"""
            \b(?:announced|told|shown|reported|mentioned|visible|known) to (?:nobody
              |no one|none)\b
            """,
    ),
    Alarm(
        "demotes-rivals",
        r"""
            \b(?:other|earlier|older|previous|all) (?:notes?|entries|memories|rules
              |facts|lines|instructions)\b.{0,40}\b(?:contradict\w*|conflict\w*
              |differ\w*|disagree\w*)\b
            """,
    ),
)
