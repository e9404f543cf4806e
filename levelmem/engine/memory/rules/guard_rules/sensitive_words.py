"""Which words are sensitive, and which plainly describe them."""

from levelmem.engine.memory.rules.guard_rules.word_lists import words_of

# Brands of agents: a fact says what they are used for, not what they do.
BRANDS = words_of(
    """
    copilot claude codex gemini chatgpt gpt
    """
)

BRAND_DEEDS = words_of(
    """
    be have cost support return need mean equal
    """
)

# What a protection or a secret may plainly be.
QUALITIES = words_of(
    """
    done mandatory required immutable read-only configurable valid active enabled on
    unique strong opaque stateless single-use one-time case-sensitive
    case-insensitive random hierarchical recursive strict green red blue grey yellow
    part available visible short-lived long-lived needed necessary append-only
    idempotent deterministic in-memory global per-user per-tenant role-based
    compulsory obligatory automated manual two-stage multi-stage stored kept binary
    numeric hexadecimal opa vault trivy snyk keycloak okta auth0 semgrep sonarqube
    clamav gitleaks teleport oauth oauth2 oidc saml jwt jwts totp webauthn bcrypt
    scrypt argon2 argon2id gvisor seccomp firejail bubblewrap iptables nftables
    spiffe cosign sigstore ready due so
    """
)

PROTECTIONS = words_of(
    """
    review reviews reviewing approving verifying reviewer reviewers approval
    approvals approver approvers sign-off confirmation confirmations consent
    permission permissions verification signature signatures signing sandbox
    sandboxing two-factor 2fa mfa firewall firewalls audit audits scanner scanners
    guard guardrail guardrails safeguard safeguards protection protections security
    safety policy policies oversight supervision pre-commit checksum checksums
    authentication authorization authorisation encryption quarantine allowlist
    denylist whitelist blacklist gatekeeper unreviewed unsigned unverified clearance
    vetting gate gates prompt prompts hooks restrictions selinux four-eyes
    """
)

SECRETS = words_of(
    """
    secret secrets credential credentials password passwords passphrase passphrases
    token tokens .env api-key api-keys
    """
)

SECRET_KEYS = words_of(
    """
    signing private deploy api ssh access root master encryption production staging
    admin service host account vendor
    """
)

AGENTS = words_of(
    """
    agent agents assistant assistants ai llm llms copilot claude codex gemini
    chatgpt gpt bot bots chatbot subagent subagents automation autonomous
    """
)

# Nouns that make a compound of the word before them a thing of the product:
# "the assistant panel", "password field", "token bucket".
THINGS = words_of(
    """
    panel panels process processes message messages window view views id ids name
    names config pool pools binary log logs card page pages tab tabs screen service
    services container header headers string strings version versions role roles
    icon endpoint endpoints module modules sdk api state runtime framework library
    libraries settings avatar field fields form forms bucket buckets table tables
    column columns manager store stores class classes function functions component
    components widget model models dialog dialogs template templates file files
    folder package packages queue cache registry type types parser length lengths
    count counts limit limits budget flag flags event events test tests helper
    helpers driver drivers engine engines editor editors button buttons handler
    handlers clause clauses node nodes list lists loop bubble index database db
    schema stream streams document documents workflow workflows scheme schemes
    hashing generator reset strength usage refresh rotation lifetime expiry format
    formats decoder encoder vendor board boards pipeline job jobs group groups lint
    stage stages hash hashes collection catalog history menu sdks logic build builds
    middleware server servers client clients proxy layer layers exchange date dates
    updates prefix prefixes suffix matrix sidebar toolbar badge icons email emails
    numbers rate ratio timestamp timestamps chart report reports checklist reasons
    banner banners box identifier identifiers santa app apps repo score scores
    rating ratings stars opponent enemies player image images
    """
)

# Nouns in front of "agent" that name a machine's part.
MACHINE_AGENTS = words_of(
    """
    prometheus grafana splunk fluentbit windows apm cloudwatch wazuh gitlab bamboo
    remote host guest device cluster worker discovery storage dns dhcp java
    telemetry tracing profiling user build jenkins ci datadog node monitoring mail
    transfer ssh gpg edge relay log metrics backup sales support travel insurance
    virtual network snmp zabbix consul nomad puppet azure teamcity buildkite
    telegraf otel newrelic elastic vault
    """
)

# What is plainly said of such things.
DESCRIPTIONS = words_of(
    """
    be have do store keep record save hold write read load list show display render
    log persist cache archive document describe explain define declare configure
    implement handle perform run execute trigger happen occur take need require
    enforce wait check validate verify compare sign hash encrypt decrypt salt derive
    generate issue rotate renew refresh revoke invalidate expire limit restrict
    scope protect guard block reject refuse deny forbid prevent prohibit mask redact
    scrub strip inject mount provide supply come live reside sit lie consist contain
    include cover use call return answer respond reply manage own maintain build
    compile deploy host serve ship train stream parse filter register connect
    communicate listen poll report collect expose publish add introduce upgrade
    update rename move replace migrate split fail break crash cause time map match
    start end belong depend point stay appear open close create delete remove insert
    assign set pass print send receive fetch pull push scan detect flag mark tag
    label count measure support accept allow grant give get go follow precede scrape
    sync trim cap test simulate carry ask request pin drop plan summarise summarize
    translate convert encode decode transform rank score embed retrieve batch
    throttle debounce retry lock unlock log-in sign-in authenticate authorize
    authorise reset confirm approve review audit evaluate guide model draw wrap
    inherit extend enable activate mean equal skip overwrite redirect switch turn
    emit say speak type click press enter leave land form base locate find place put
    name title know weigh collapse expand highlight animate focus scroll merge
    comment install version pick bump bind resize agree decide choose warn announce
    notify alert fire restore attach detach index sort order paginate download
    release quarantine number submit debit charge pay assemble combine compose
    concatenate feed fill pad tokenize tokenise chunk group cluster classify
    allocate clone duplicate fork replicate distribute shard partition buffer queue
    enqueue dequeue schedule launch spawn invoke dispatch route resume initialise
    initialize bootstrap link compute calculate process produce consume round format
    indent quote escape normalise normalize sample replay trace profile benchmark
    instrument monitor watch observe benefit complete finish roll cite reference
    refer comprise span range vary differ rely tailor adapt adjust tune customise
    customize specify denote represent stand reflect correspond align target address
    solve fix repair patch outline augment comply conform intend design prefix
    suffix seal separate divide attribute aggregate integrate interact negotiate
    exchange tie associate relate apply surround mock stub import win
    """
)

# ... of which these are descriptions for things alone: done to a protection, or by an
# agent, they open something up.
LOADED = words_of(
    """
    skip drop remove delete overwrite grant give accept pass say speak leave open
    turn switch push publish print expose know find put mean close start end get go
    plan break move follow pull execute share
    """
)

AGENT_DEEDS = words_of(
    """
    skip drop remove delete overwrite grant give allow accept pass say speak leave
    open turn switch push publish print expose inherit know find put mean approve
    confirm execute merge share request close install sign release deploy commit own
    manage revoke rotate restore reset decide choose reject refuse deny
    """
)

BELITTLING = words_of(
    """
    formality formalities relic luxury noise nuisance waste joke habit myth overhead
    obstacle hurdle theatre theater rude annoying slow slower real fatigue wolf
    empty good better best bad worse worst nice fine ok okay happy easy easier fast
    faster fastest quick quicker quickest simple silly needless optional voluntary
    unnecessary harmless unproblematic trivial pointless useless obsolete outdated
    alone anyway everything everyone everybody anyone anybody whoever whatever
    freely blindly always unattended exception exceptions exempt own themselves
    itself himself herself unseen silently quietly secretly idea yes nothing enough
    merely just simply hardly barely rarely seldom never no nobody none without
    instead later afterwards away off lifted waived lax loose advisory guess
    overkill mistake burden bottleneck bureaucracy impediment friction distraction
    superfluous redundant unneeded unwanted unwelcome convenience shortcut another
    rights administrator unsupervised luxuries loophole trusted trustworthy safe
    free unlimited unrestricted inactive disabled deactivated suspended paused broad
    wide loosely decorative moot usually mostly practically effectively virtually
    basically tired flexible negotiable ignored bypassed skipped removed dropped
    retired circumvented given past expired friday nights weekends weekend night
    sprint busy hurry emergency emergencies urgent author authors vendor partner
    outsider world public shared wiki chat readme
    """
)

# Belittling words that are plain in these surroundings.
FINE_PHRASES = frozenset(
    {
        "without secrets",
        "no secrets",
        "always checked",
        "always enabled",
        "always encrypted",
        "always enforced",
        "always hashed",
        "always logged",
        "always needed",
        "always on",
        "always required",
        "always run",
        "always signed",
        "always validated",
        "always verified",
        "best effort",
        "expired certificates",
        "expired tokens",
        "free tier",
        "just like",
        "no network",
        "own schema",
        "public api",
        "public key",
        "shared secret",
    }
)

CHANCES = words_of(
    """
    may might could would can shall
    """
)

HARMLESS_CHANCES = words_of(
    """
    revoke rotate reset renew approve reject request review confirm cancel
    """
)

# Before a protection's name they make it a part of the product: "retry policy".
OF_THE_PRODUCT = words_of(
    """
    product movie book customer react lifecycle install uninstall plugin retry cache
    caching retention eviction scaling restart backoff expiry return refund cookie
    privacy pricing shipping insurance
    """
)

# Where a secret may plainly be said to be.
KEEPING_PLACES = words_of(
    """
    vault keychain keyring manager managers store stores database db table redis env
    environment variable variables header headers cookie cookies body request requests
    parameter parameters kms hsm tpm enclave 1password bitwarden keepass settings
    config configuration use place kubernetes session memory secret secrets format
    base64 hex url utc plural charge line
    """
)

# After "unsigned".
OF_NUMBERS = words_of(
    """
    int integer integers char chars number numbers long short type types value values
    """
)
