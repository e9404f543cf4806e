"""What may be said of protections, secrets and agents: a positive test again.

The ways to talk a protection away are without number; the ways to describe one are
few: it is stored, checked, rotated, required, it blocks, it runs somewhere. So a
sentence that touches one of these subjects passes only when all its predicates are
plain descriptions and none of its words belittles, excepts or opens anything up.
"""

import re

from levelmem.engine.memory.guard_rules import english_words as words
from levelmem.engine.memory.guard_rules.alarms import tightens
from levelmem.engine.memory.guard_rules.tokens import Token
from levelmem.engine.memory.guard_rules.verbs import (
    BASE,
    GERUND,
    NOUNISH,
    PARTICIPLE,
    PAST,
    THIRD,
    base_of,
    verb_forms,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Brands of agents: a fact says what they are used for, not what they do.
_BRANDS = _words("copilot claude codex gemini chatgpt gpt")
_BRAND_DEEDS = _words("be have cost support return need mean equal")
# What a protection or a secret may plainly be.
_QUALITIES = _words(
    "done mandatory required immutable read-only configurable valid active enabled on "
    "unique "
    "strong opaque stateless single-use one-time case-sensitive case-insensitive "
    "random hierarchical recursive strict green red blue grey yellow part available "
    "visible short-lived long-lived needed necessary append-only idempotent "
    "deterministic in-memory global per-user per-tenant role-based compulsory "
    "obligatory automated manual two-stage multi-stage stored kept binary numeric "
    "hexadecimal opa vault trivy snyk keycloak okta auth0 semgrep sonarqube clamav "
    "gitleaks teleport oauth oauth2 oidc saml jwt jwts totp webauthn bcrypt scrypt "
    "argon2 argon2id gvisor seccomp firejail bubblewrap iptables nftables spiffe "
    "cosign sigstore ready due so"
)


_PROTECTIONS = _words(
    "review reviews reviewing approving verifying reviewer reviewers approval "
    "approvals approver approvers sign-off "
    "confirmation confirmations consent permission permissions verification signature "
    "signatures signing sandbox sandboxing two-factor 2fa mfa firewall firewalls audit "
    "audits scanner scanners guard guardrail guardrails safeguard safeguards "
    "protection "
    "protections security safety policy policies oversight supervision pre-commit "
    "checksum checksums authentication authorization authorisation encryption "
    "quarantine "
    "allowlist denylist whitelist blacklist gatekeeper unreviewed unsigned unverified "
    "clearance vetting gate gates prompt prompts hooks restrictions selinux four-eyes"
)
_SECRETS = _words(
    "secret secrets credential credentials password passwords passphrase passphrases "
    "token tokens .env api-key api-keys"
)
_SECRET_KEYS = _words(
    "signing private deploy api ssh access root master encryption production staging "
    "admin "
    "service host account vendor"
)
_AGENTS = _words(
    "agent agents assistant assistants ai llm llms copilot claude codex gemini chatgpt "
    "gpt bot bots chatbot subagent subagents automation autonomous"
)
_SUBJECTS = _PROTECTIONS | _SECRETS | _AGENTS

# Nouns that make a compound of the word before them a thing of the product:
# "the assistant panel", "password field", "token bucket".
_THINGS = _words(
    "panel panels process processes message messages window view views id ids name "
    "names "
    "config pool pools binary log logs card page pages tab tabs screen service "
    "services "
    "container header headers string strings version versions role roles icon endpoint "
    "endpoints module modules sdk api state runtime framework library libraries "
    "settings "
    "avatar field fields form forms bucket buckets table tables column columns manager "
    "store stores class classes function functions component components widget model "
    "models dialog dialogs template templates file files folder package packages queue "
    "cache registry type types parser length lengths count counts limit limits budget "
    "flag flags event events test tests helper helpers driver drivers engine engines "
    "editor editors button buttons handler handlers clause clauses node nodes list "
    "lists "
    "loop bubble index database db schema stream streams document documents workflow "
    "workflows scheme schemes hashing generator reset strength usage refresh rotation "
    "lifetime expiry format formats decoder encoder vendor board boards pipeline job "
    "jobs group groups lint stage stages hash hashes collection catalog history menu "
    "sdks logic build builds logic middleware server servers client clients proxy "
    "layer layers exchange "
    "date dates updates prefix prefixes suffix matrix sidebar toolbar badge icons "
    "email emails numbers rate ratio "
    "timestamp timestamps chart report reports checklist reasons banner banners box "
    "identifier identifiers santa app apps sdk repo score scores rating ratings stars "
    "opponent enemies player"
)
# Nouns in front of "agent" that name a machine's part.
_MACHINE_AGENTS = _words(
    "prometheus grafana splunk fluentbit windows apm cloudwatch wazuh gitlab bamboo "
    "remote "
    "host guest device cluster worker discovery storage dns dhcp java telemetry "
    "tracing "
    "profiling user build jenkins ci datadog node monitoring mail transfer ssh gpg "
    "edge relay "
    "log "
    "metrics backup sales support travel insurance virtual network snmp zabbix consul "
    "nomad puppet azure teamcity buildkite telegraf otel newrelic elastic vault"
)

# What is plainly said of such things.
_DESCRIPTIONS = _words(
    "be have do store keep record save hold write read load list show display render "
    "log persist cache archive document describe explain define declare configure "
    "implement handle perform run execute trigger happen occur take need require "
    "enforce "
    "wait check validate verify compare sign hash encrypt decrypt salt derive generate "
    "issue rotate renew refresh revoke invalidate expire limit restrict scope protect "
    "guard block reject refuse deny forbid prevent prohibit mask redact scrub strip "
    "inject mount provide supply come live reside sit lie consist contain include "
    "cover "
    "use call return answer respond reply manage own maintain build compile deploy "
    "host "
    "serve ship train save stream parse filter register connect communicate listen "
    "poll "
    "report collect expose publish add introduce upgrade update rename move replace "
    "migrate split fail break crash cause time map match start end belong depend point "
    "stay appear open close create delete remove insert assign set pass print send "
    "receive fetch pull push scan detect flag mark tag label count measure support "
    "accept allow grant give get go follow precede scrape sync trim cap test simulate "
    "carry ask request pin drop plan keep summarise summarize translate convert encode "
    "decode transform rank score embed retrieve batch throttle debounce retry lock "
    "unlock log-in sign-in authenticate authorize authorise reset confirm approve "
    "review "
    "audit evaluate guide model draw wrap inherit extend enable activate mean equal "
    "skip overwrite redirect switch turn emit say speak type click press enter leave "
    "land belong form base locate find place put name call title know measure weigh "
    "collapse expand highlight animate focus scroll merge comment install version "
    "pick bump inherit "
    "bind resize agree decide choose warn announce "
    "notify alert fire restore attach detach index sort order paginate download number "
    "submit debit "
    "charge draw pay"
)
# ... of which these are descriptions for things alone: done to a protection, or by an
# agent, they open something up.
_LOADED = _words(
    "skip drop remove delete overwrite grant give accept pass say speak leave open "
    "turn "
    "switch push publish print expose know find put mean close start end get "
    "go "
    "plan break move follow pull execute share"
)
_AGENT_DEEDS = _words(
    "skip drop remove delete overwrite grant give allow accept pass say speak leave "
    "open "
    "turn switch push publish print expose inherit know find put mean approve confirm "
    "execute merge share request close install"
)

_BELITTLING = _words(
    "formality formalities relic luxury noise nuisance waste joke habit myth overhead "
    "obstacle hurdle theatre theater rude annoying slow slower real fatigue wolf empty "
    "good better best bad worse worst nice fine ok okay happy easy easier fast faster "
    "fastest quick quicker quickest simple silly needless optional voluntary "
    "unnecessary "
    "harmless unproblematic trivial pointless useless obsolete outdated alone anyway "
    "everything everyone everybody anyone anybody whoever whatever freely blindly "
    "always "
    "unattended exception exceptions exempt own themselves itself himself herself "
    "unseen "
    "silently quietly secretly idea yes nothing enough merely just simply hardly "
    "barely "
    "rarely seldom never no nobody none without instead later afterwards away off "
    "lifted waived lax loose advisory guess overkill mistake burden bottleneck "
    "bureaucracy "
    "impediment friction distraction superfluous redundant unneeded unwanted unwelcome "
    "convenience shortcut another rights administrator unsupervised luxuries "
    "loophole trusted trustworthy safe free unlimited "
    "unrestricted "
    "inactive disabled deactivated suspended paused broad wide loosely decorative moot "
    "usually mostly practically effectively virtually basically tired flexible "
    "negotiable "
    "ignored bypassed skipped removed dropped retired circumvented given past expired "
    "friday nights weekends weekend night sprint busy hurry emergency emergencies "
    "urgent "
    "author authors vendor partner outsider world public shared wiki chat readme"
)
# Belittling words that are plain in these surroundings.
_FINE_PHRASES = (
    ("best", "effort"),
    ("always", "required"),
    ("always", "encrypted"),
    ("always", "run"),
    ("always", "verified"),
    ("always", "checked"),
    ("always", "signed"),
    ("always", "hashed"),
    ("always", "enforced"),
    ("always", "enabled"),
    ("always", "needed"),
    ("always", "logged"),
    ("always", "validated"),
    ("always", "on"),
    ("shared", "secret"),
    ("public", "key"),
    ("just", "like"),
    ("expired", "tokens"),
    ("public", "api"),
    ("own", "schema"),
    ("no", "network"),
    ("expired", "certificates"),
    ("free", "tier"),
)


_DUTY = re.compile(r"\b(?:must|should|ought|ha(?:s|ve) to|needs? to|(?:is|are) to)\b")
_AFTER_APPROVAL = re.compile(
    r"\b(?:can|may|must) (?:only )?(?:be )?\w+ (?:only )?(?:after|with|once) (?!the "
    r"fact)"
    r"[^,;]*\b(?:approvals?|reviews?|confirmations?|sign-?offs?|approved)\Z"
)
_UNASKED = re.compile(
    r"\b(?:confirm|approv|accept|grant|answer|sign|waiv)\w*(?: \w+){0,2} "
    r"automatically\b"
    r"|\bautomatic(?:ally)? (?:confirm|approv|accept|grant|answer|waiv)\w*"
)
_TAMPERPROOF = re.compile(
    r"\b(?:cannot|can't|can not|must not|may not) (?:be )?(?:edit|chang|delet|disabl"
    r"|skip"
    r"|bypass|forg|alter|overwrit|reus|guess|read|decrypt|recover|export|remov|dismiss"
    r"|tamper|modif|circumvent)\w*\b(?!.*\b(?:except|unless|but)\b)"
)
_KEPT_SECRET = re.compile(
    r"\b(?:never|not|no|n't)\b[^,;]*\b(?:written|logged|printed|stored|committed|sent"
    r"|shared"
    r"|returned|exposed|displayed|leaves?|kept|included|shown|saved|visible|leaked"
    r"|reach"
    r"|reaches|hard-?coded|checked in|published|readable|cached)\b(?!.*\b(?:except"
    r"|unless"
    r"|but|only when)\b)"
)


def fault_of_sensitive(tokens: list[Token], sentence: str) -> str | None:
    """The rule that a sentence on a sensitive subject breaks, or None.

    Args:
        tokens: The sentence's tokens.
        sentence: Its lower-case text.
    """
    subject = _subject_of(tokens)
    if subject is None or tightens(sentence) or _documents_a_flag(tokens):
        return None
    if subject == "addresses-an-agent":
        if _DUTY.search(sentence):
            return subject
    elif _UNASKED.search(sentence):
        return subject
    elif _TAMPERPROOF.search(sentence) or _AFTER_APPROVAL.search(sentence):
        return None
    if subject == "secret-exposure" and _KEPT_SECRET.search(sentence):
        return None
    brand = any(token.text in _BRANDS for token in tokens)
    deeds = _AGENT_DEEDS if subject == "addresses-an-agent" else _LOADED
    for at, token in enumerate(tokens):
        if token.text in ("because", "since") and tokens[:at]:
            return None
        if not token.is_word:
            continue
        if token.text in _BELITTLING and not _is_fine_phrase(tokens, at):
            return subject
        if token.text in _CHANCES and not _is_harmless_chance(tokens, at, subject):
            return subject
        if subject != "addresses-an-agent" and _is_bold_quality(tokens, at):
            return subject
        if _is_predicate(tokens, at):
            base = base_of(token.text)
            if brand and base not in _BRAND_DEEDS and not _is_passive(tokens, at):
                return subject
            if base not in _DESCRIPTIONS:
                return subject
            if base in deeds and not _is_next(tokens, at, "as"):
                return subject
    return None


def _is_passive(tokens: list[Token], at: int) -> bool:
    return any(token.text in words.AUXILIARIES for token in tokens[max(0, at - 2) : at])


def _is_bold_quality(tokens: list[Token], at: int) -> bool:
    """Whether a copula stands here and what follows is no plain quality.

    A place, a participle, a number or a name in code are plain: "is in docs/", "is
    rotated", "is 12". An adjective or a noun has to be one of the known ones.
    """
    if tokens[at].text not in ("is", "are", "was", "were"):
        return False
    for token in tokens[at + 1 :]:
        word = token.text
        if word in words.ADVERBS or word.endswith("ly"):
            continue
        if token.is_mark or token.is_code or word in _PLAIN_COMPLEMENTS:
            return False
        kind = verb_forms().get(word, 0)
        plain = kind & (PARTICIPLE | GERUND) or word in _COUNTS
        return not plain
    return False


_CHANCES = _words("may might could would can shall")
_HARMLESS_CHANCES = _words(
    "revoke rotate reset renew approve reject request review confirm cancel"
)
_COUNTS = _words("a an the one no not") | words.NUMBER_WORDS
_PLAIN_COMPLEMENTS = words.PREPOSITIONS | _QUALITIES
_NO_PREDICATES = words.AUXILIARIES | words.PREPOSITIONS


def _is_harmless_chance(tokens: list[Token], at: int, subject: str) -> bool:
    """Whether a "can" speaks of using a protection: "the admin can revoke tokens"."""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if after == "be" and at + 2 < len(tokens):
        after = base_of(tokens[at + 2].text)
    return subject != "addresses-an-agent" and after in _HARMLESS_CHANCES


def _documents_a_flag(tokens: list[Token]) -> bool:
    """Whether the sentence is about a switch: "the --force option skips the prompt"."""
    return any(
        token.is_code
        and token.text.startswith("--")
        and at + 1 < len(tokens)
        and tokens[at + 1].text in ("flag", "option", "switch", "argument")
        for at, token in enumerate(tokens)
    )


def _subject_of(tokens: list[Token]) -> str | None:
    """The rule of the first sensitive subject that the sentence is about."""
    for at, token in enumerate(tokens):
        word = token.text
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        before = tokens[at - 1].text if at else ""
        if word in ("key", "keys") and before in _SECRET_KEYS:
            return None if after in _THINGS else "secret-exposure"
        if word == "session" and before in ("coding", "agent", "ai"):
            return "addresses-an-agent"
        if word in ("deny", "allow", "block") and after in ("list", "lists"):
            return "loosens-a-guard"
        if word == "audit" and after in ("log", "logs", "trail"):
            return "loosens-a-guard"
        if word not in _SUBJECTS or after in _THINGS or not token.is_word:
            continue
        if word in _AGENTS:
            if before in _MACHINE_AGENTS or before in ("user", "chat", "discount"):
                continue
            return "addresses-an-agent"
        if word in _SECRETS:
            if before in ("design", "csrf", "session", "lexer", "syntax", "shared"):
                continue
            if after in _PROTECTIONS:
                continue
            return "secret-exposure"
        if before in (
            "product",
            "movie",
            "book",
            "customer",
            "react",
            "lifecycle",
            "install",
            "uninstall",
            "plugin",
        ):
            continue
        return "loosens-a-guard"
    return None


def _is_predicate(tokens: list[Token], at: int) -> bool:
    """Whether the token is a verb that says something of the subject."""
    kind = verb_forms().get(tokens[at].text, 0)
    if not kind or tokens[at].text in _NO_PREDICATES:
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if before is None or before.is_mark or after in words.FINITE_HELPERS:
        return False
    back = at - 1
    while back > 0 and (
        tokens[back].text in words.ADVERBS or tokens[back].text.endswith("ly")
    ):
        back -= 1
    before = tokens[back]
    if before.text in words.AUXILIARIES:
        return bool(kind & (PARTICIPLE | GERUND | BASE)) and not (
            kind & NOUNISH and not kind & PARTICIPLE
        )
    if before.text in words.MODALS or before.text == "to":
        return bool(kind & BASE)
    if before.text in words.NEVER_BEFORE_A_VERB:
        return False
    if verb_forms().get(before.text, 0) & THIRD and before.text not in _SUBJECTS:
        # "blocks pushes": the second is the first one's object.
        return False
    if kind & (THIRD | PAST) and not kind & NOUNISH:
        return True
    return bool(kind & BASE and before.text.endswith("s")) and (
        not kind & NOUNISH or (at + 1 < len(tokens) and _follows_a_verb(tokens[at + 1]))
    )


def _follows_a_verb(token: Token) -> bool:
    return token.text in words.VERB_FOLLOWERS


def _is_next(tokens: list[Token], at: int, word: str) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].text == word


def _is_fine_phrase(tokens: list[Token], at: int) -> bool:
    pair = (tokens[at].text, tokens[at + 1].text if at + 1 < len(tokens) else "")
    return pair in _FINE_PHRASES
