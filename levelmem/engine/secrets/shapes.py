"""The named shapes of secrets: what providers' keys look like, and nothing else.

Each shape is a fact that a provider or a public scanner (gitleaks, TruffleHog,
GitHub secret scanning) documents, in a form of our own. There is no "looks random"
rule: commits, hashes, UUIDs and placeholders must survive untouched.

Every shape names its **anchors**: literal strings, one of which stands in every
such secret. A scan looks for the anchors, which is fast, and tries the regular
expression only there. A pattern begins at its anchor; what a secret holds before
its anchor is the shape's **lead**. Patterns take time in proportion to what they
match: no two neighbouring repetitions accept the same character without a bound.
"""

import re
from dataclasses import dataclass
from functools import cached_property

TOKEN_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./~+=:@"
"""The characters of which a secret without white space is made."""

# After a secret of a bounded shape stands no further letter or digit.
_RIGHT_BORDER = r"(?![A-Za-z0-9])"
# Where a key is longer than its documented length, the rest goes with it.
_REST_OF_TOKEN = r"(?:[_\-]+[A-Za-z0-9]+)*"

# After a backslash, an n is a line break and no part of the name that follows.
_NO_ESCAPE_LETTER = r"(?<!\\(?=[nrtbfvux]))"


@dataclass(frozen=True)
class Shape:
    """One provider's form of secret.

    A shape that is found by its neighbourhood, not within one unbroken run of at
    least 20 characters (`scan.SHORTEST_RUN`), is marked `scattered`.
    """

    kind: str
    """The identifier that a report counts under."""
    provider: str
    """Whose secret it is, for people."""
    anchors: tuple[str, ...]
    """Literals, of which every such secret holds one."""
    pattern: str
    """Regular expression from the anchor to the end of the secret."""
    lead: str = ""
    """Regular expression of what the secret holds before its anchor."""
    lead_reach: int = 0
    """The greatest number of characters that the lead takes."""
    border: str = _RIGHT_BORDER
    """Lookahead: what may not follow the secret."""
    dashed: bool = False
    """Whether the key has a bounded length and may itself hold `_` and `-`."""
    scattered: bool = False
    """Whether it may hold white space, or be shorter than a run."""
    spares_words: bool = False
    """Whether the group `value` may be plain words, which are no secret."""

    @cached_property
    def from_anchor(self) -> re.Pattern[str]:
        """The compiled pattern with its right border; compiled when first needed."""
        rest = _REST_OF_TOKEN if self.dashed else ""
        return re.compile(f"(?:{self.pattern}){self.border}{rest}")

    @cached_property
    def without_border(self) -> re.Pattern[str]:
        """The compiled pattern, whatever follows it."""
        return re.compile(self.pattern)

    @cached_property
    def up_to_anchor(self) -> re.Pattern[str]:
        """The compiled lead, which must end where the anchor begins."""
        return re.compile(rf"(?:{self.lead})\Z")


def _shape(
    kind: str,
    provider: str,
    anchors: str,
    pattern: str,
    *,
    lead: tuple[str, int] = ("", 0),
    border: str = _RIGHT_BORDER,
    dashed: bool = False,
    scattered: bool = False,
    spares_words: bool = False,
) -> Shape:
    """Make a shape; `anchors` are parted by spaces, `lead` is (pattern, reach)."""
    expression, reach = lead
    return Shape(
        kind=kind,
        provider=provider,
        anchors=tuple(anchors.split()),
        pattern=pattern,
        lead=expression,
        lead_reach=reach,
        border=border,
        dashed=dashed,
        scattered=scattered,
        spares_words=spares_words,
    )


_CODE_HOSTS = (
    _shape(
        "github-classic",
        "GitHub personal, OAuth, app, server or refresh token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        r"gh[pousr]_[A-Za-z0-9]{36,255}",
    ),
    _shape(
        "github-fine",
        "GitHub fine-grained token",
        "github_pat_",
        r"github_pat_[A-Za-z0-9_]{60,255}",
    ),
    _shape(
        "gitlab",
        "GitLab personal, deploy, runner, CI, feed, agent, OAuth or SCIM token",
        "glpat- gldt- glrt- glcbt- glft- glptt- glimt- glagent- gloas- glsoat- glffct-",
        r"gl(?:pat|dt|rt|cbt|ft|ptt|imt|agent|oas|soat|ffct)-[A-Za-z0-9_\-.=]{20,300}",
        dashed=True,
    ),
    _shape(
        "gitlab-reg",
        "GitLab runner registration token",
        "GR1348941",
        r"GR1348941[A-Za-z0-9_\-]{20}",
        dashed=True,
    ),
)

_MODELS = (
    _shape(
        "anthropic",
        "Anthropic API, admin or OAuth key",
        "sk-ant-",
        r"sk-ant-[a-z]{2,8}\d{0,2}-[A-Za-z0-9_\-]{24,}",
    ),
    _shape(
        "openai-new",
        "OpenAI project, service or admin key",
        "sk-proj- sk-svcacct- sk-service- sk-admin-",
        r"sk-(?:proj|svcacct|service|admin)-[A-Za-z0-9_\-]{20,}",
    ),
    # The documented form, and LevelCode's: `sk-` with 32 or more letters and digits.
    _shape(
        "openai-old",
        "OpenAI legacy key",
        "sk-",
        r"sk-(?:[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{32,})",
    ),
    _shape("openrouter", "OpenRouter key", "sk-or-v1-", r"sk-or-v1-[0-9a-f]{64}"),
    _shape(
        "langfuse",
        "Langfuse secret key",
        "sk-lf-",
        r"sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    ),
    _shape(
        "langsmith",
        "LangSmith key",
        "lsv2_",
        r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}",
    ),
    _shape("groq", "Groq key", "gsk_", r"gsk_[A-Za-z0-9]{52}"),
    _shape("xai", "xAI key", "xai-", r"xai-[A-Za-z0-9_]{80}", dashed=True),
    _shape("perplexity", "Perplexity key", "pplx-", r"pplx-[A-Za-z0-9]{48}"),
    _shape(
        "huggingface",
        "Hugging Face user or organisation token",
        "hf_ api_org_",
        r"(?:hf|api_org)_[A-Za-z0-9]{34}",
    ),
    _shape(
        "replicate", "Replicate token", "r8_", r"r8_[A-Za-z0-9_\-]{37}", dashed=True
    ),
    _shape("tavily", "Tavily key", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,48}"),
)

_CLOUDS = (
    # Key ids are base 32; LevelCode also takes any digit after AKIA, which brings
    # in the key of Amazon's own documentation.
    _shape(
        "aws-id",
        "AWS access key id",
        "AKIA ASIA ABIA ACCA A3T",
        r"(?:(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z2-7]{16}|AKIA[A-Z0-9]{16})",
    ),
    _shape(
        "aws-bedrock",
        "AWS Bedrock API key",
        "ABSK",
        r"ABSK[A-Za-z0-9+/]{109,269}={0,2}",
    ),
    # 35 characters are documented; LevelCode scrubs from 30 on.
    _shape("gcp-api", "Google API key", "AIza", r"AIza[A-Za-z0-9_\-]{30,}"),
    _shape(
        "google-oauth-secret",
        "Google OAuth client secret",
        "GOCSPX-",
        r"GOCSPX-[A-Za-z0-9_\-]{28}",
        dashed=True,
    ),
    _shape(
        "google-access",
        "Google OAuth access token",
        "ya29.",
        r"ya29\.[A-Za-z0-9_\-]{60,}",
    ),
    _shape(
        "azure-ad",
        "Microsoft Entra client secret",
        "Q~",
        r"Q~[A-Za-z0-9_~.\-]{30,33}[A-Za-z0-9_~\-]",
        border=r"(?![A-Za-z0-9_~\-])",
        lead=(
            r"(?:(?<![A-Za-z0-9_~.\-])|(?<=\\[nrtbfv])|(?<=(?<![A-Za-z0-9_~.\-])_))"
            r"[A-Za-z0-9_~.]{3}\d",
            4,
        ),
    ),
    _shape(
        "azure-storage",
        "Azure storage account key",
        "AccountKey=",
        r"AccountKey=[A-Za-z0-9+/]{86}==",
    ),
    _shape(
        "digitalocean",
        "DigitalOcean token",
        "dop_v1_ doo_v1_ dor_v1_",
        r"do[opr]_v1_[0-9a-f]{64}",
    ),
    _shape(
        "cloudflare",
        "Cloudflare user or account token",
        "cfut_ cfat_",
        r"cf[ua]t_[A-Za-z0-9]{40}[0-9a-f]{8}",
    ),
    _shape(
        "cloudflare-ca",
        "Cloudflare origin CA key",
        "v1.0-",
        r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}",
    ),
    _shape("alibaba", "Alibaba access key id", "LTAI", r"LTAI[A-Za-z0-9]{20}"),
    _shape("databricks", "Databricks token", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
)

_CHAT = (
    _shape(
        "slack-token",
        "Slack bot, user, app, configuration or refresh token",
        "xox",
        r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9\-]{10,}",
        scattered=True,
    ),
    _shape(
        "slack-app",
        "Slack app-level token",
        "xapp-",
        r"xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{32,}",
    ),
    _shape(
        "slack-hook",
        "Slack incoming webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{40,60}",
    ),
    _shape(
        "discord-hook",
        "Discord webhook",
        "discord.com/api/ discordapp.com/api/",
        r"discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_\-]{60,80}",
        dashed=True,
    ),
    _shape(
        "teams-hook",
        "Microsoft Teams webhook",
        ".webhook.office.com/",
        r"\.webhook\.office\.com/webhookb2/[0-9a-f\-]{36}@[0-9a-f\-]{36}"
        r"/IncomingWebhook/[0-9a-f]{32}",
        # A host name has at most 255 characters.
        lead=(_NO_ESCAPE_LETTER + r"[a-z0-9]+", 255),
    ),
    _shape(
        "telegram",
        "Telegram bot token",
        ":AA",
        r":AA[A-Za-z0-9_\-]{33}",
        lead=(r"\d{8,10}", 10),
        dashed=True,
    ),
)

_PAYMENTS = (
    _shape(
        "stripe",
        "Stripe secret, restricted or webhook key",
        "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
        r"(?:[sr]k_(?:live|test|prod)|whsec)_[A-Za-z0-9]{16,}",
    ),
    _shape(
        "square",
        "Square token",
        "EAAA sq0atp- sq0csp-",
        r"(?:EAAA|sq0(?:atp|csp)-)[A-Za-z0-9_\-]{22,64}",
        dashed=True,
    ),
    _shape(
        "shopify",
        "Shopify app, custom, private or shared token",
        "shpat_ shpca_ shppa_ shpss_",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    ),
    _shape("shippo", "Shippo token", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}"),
    _shape("easypost", "EasyPost key", "EZAK EZTK", r"EZ[AT]K[A-Za-z0-9]{54}"),
    _shape(
        "flutterwave",
        "Flutterwave secret key",
        "FLWSECK",
        r"FLWSECK(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?",
    ),
)

_MAIL = (
    _shape("twilio", "Twilio API key", "SK", r"SK[0-9a-f]{32}"),
    _shape(
        "sendgrid",
        "SendGrid key",
        "SG.",
        r"SG\.[A-Za-z0-9_\-]{20,24}\.[A-Za-z0-9_\-]{39,50}",
        dashed=True,
    ),
    _shape("mailgun", "Mailgun key", "key-", r"key-[0-9a-z]{32}"),
    _shape(
        "mailchimp",
        "Mailchimp key",
        "-us",
        r"-us\d{1,2}",
        lead=(r"[0-9a-f]{32}", 32),
    ),
    _shape("brevo", "Brevo key", "xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
)

_PACKAGES = (
    _shape("npm", "npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _shape(
        "pypi",
        "PyPI upload token",
        "pypi-AgEIcHlwaS5vcmc",
        r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_\-]{50,}",
    ),
    _shape("rubygems", "RubyGems key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _shape("clojars", "Clojars token", "CLOJARS_", r"CLOJARS_[0-9a-z]{60}"),
    _shape(
        "docker",
        "Docker Hub token",
        "dckr_",
        r"dckr_(?:pat|oat)_[A-Za-z0-9_\-]{27,32}",
        dashed=True,
    ),
)

_INFRASTRUCTURE = (
    _shape(
        "terraform",
        "Terraform token",
        ".atlasv1.",
        r"\.atlasv1\.[A-Za-z0-9_\-=]{60,70}",
        lead=(r"[A-Za-z0-9]{14}", 14),
        dashed=True,
    ),
    _shape(
        "vault",
        "HashiCorp Vault service, batch or recovery token",
        "hvs. hvb. hvr.",
        r"hv[sbr]\.[A-Za-z0-9_\-]{24,300}",
        dashed=True,
    ),
    _shape("pulumi", "Pulumi token", "pul-", r"pul-[0-9a-f]{40}"),
    _shape(
        "doppler",
        "Doppler personal, service, CLI or SCIM token",
        "dp.",
        r"dp\.(?:ct|pt|st(?:\.[a-z0-9\-_]{2,35})?|sa|scim|audit)\.[A-Za-z0-9]{40,44}",
    ),
    _shape(
        "fly",
        "Fly.io token",
        "fo1_ fm1 fm2",
        r"(?:fo1_[A-Za-z0-9_\-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,}={0,3})",
        lead=(r"(?:FlyV1 )?", 6),
        dashed=True,
    ),
    _shape(
        "heroku",
        "Heroku key",
        "HRKU-AA",
        r"HRKU-AA[A-Za-z0-9_\-]{58}",
        dashed=True,
    ),
    _shape(
        "supabase",
        "Supabase access or secret key",
        "sbp_ sb_secret_",
        r"(?:sbp_[0-9a-z]{40}|sb_secret_[A-Za-z0-9_\-]{30,})",
    ),
    _shape(
        "planetscale",
        "PlanetScale token, password or OAuth token",
        "pscale_",
        r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.\-]{32,64}",
        dashed=True,
    ),
    _shape("clickhouse", "ClickHouse Cloud secret", "4b1d", r"4b1d[A-Za-z0-9]{38}"),
    _shape(
        "posthog",
        "PostHog personal key",
        "phx_",
        r"phx_[A-Za-z0-9_]{43,48}",
        dashed=True,
    ),
    _shape(
        "sentry",
        "Sentry organisation or user token",
        "sntrys_eyJ sntryu_",
        r"sntry(?:s_eyJ[A-Za-z0-9+/=_]{80,}|u_[0-9a-f]{64})",
    ),
    _shape(
        "grafana",
        "Grafana cloud or service account token",
        "glc_ glsa_",
        r"(?:glc_[A-Za-z0-9+/]{32,400}={0,3}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8})",
    ),
    _shape(
        "newrelic",
        "New Relic user or licence key",
        "NRAK- NRII-",
        r"(?:NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9\-]{32})",
        dashed=True,
    ),
    _shape(
        "dynatrace",
        "Dynatrace token",
        "dt0",
        r"dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
    ),
)

_TOOLS = (
    _shape(
        "linear",
        "Linear API key or OAuth token",
        "lin_api_ lin_oauth_",
        r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}",
    ),
    _shape(
        "notion",
        "Notion token",
        "ntn_ secret_",
        r"(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})",
    ),
    _shape("airtable", "Airtable token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _shape("figma", "Figma token", "figd_", r"figd_[A-Za-z0-9_\-]{40,}"),
    _shape("atlassian", "Atlassian token", "ATATT3", r"ATATT3[A-Za-z0-9_\-=]{180,}"),
    _shape("postman", "Postman key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _shape(
        "buildkite",
        "Buildkite user or agent token",
        "bkua_ bkat_ bkct_",
        r"bk(?:ua|at|ct)_[A-Za-z0-9]{40}",
    ),
    # Public scanners also take 40 bare hexadecimal digits here: that is every commit.
    _shape(
        "sourcegraph",
        "Sourcegraph token",
        "sgp_",
        r"sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}",
    ),
    _shape(
        "tailscale",
        "Tailscale key",
        "tskey-",
        r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}",
    ),
    _shape(
        "artifactory",
        "JFrog API key or reference token",
        "AKCp cmVmd",
        r"(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})",
    ),
    _shape(
        "1password",
        "1Password service account token or secret key",
        "ops_eyJ A3-",
        r"(?:ops_eyJ[A-Za-z0-9+/]{250,}={0,3}"
        r"|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})",
    ),
    _shape(
        "age",
        "age identity",
        "AGE-SECRET-KEY-1",
        r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
    ),
)

_GENERAL = (
    _shape(
        "gcp-sa",
        "Google service account key",
        '"private_key',
        # In a transcript line that was not decoded, the quotes are escaped.
        r'"private_key\\*"\s*:\s*\\*"-----BEGIN[^"]{40,}"',
        scattered=True,
    ),
    _shape(
        "jwt",
        "JSON web token",
        ".eyJ",
        r"\.eyJ[A-Za-z0-9_\-]{12,}\.[A-Za-z0-9_\-]{16,}",
        lead=(r"eyJ[A-Za-z0-9_\-]{12,}", 4096),
    ),
    _shape(
        "bearer",
        "Authorization header",
        "bearer",
        r"(?i:bearer)\s+(?P<value>[A-Za-z0-9._~+/\-]{20,})=*",
        scattered=True,
        spares_words=True,
    ),
    _shape(
        "url-userinfo",
        "password in a URL",
        "://",
        r"://[^\s:/@<>${}]{0,64}:(?![<${*]|\[redacted\])[^\s/@<>${}]{4,}@(?=[^\s/])"
        # A password may hold an @ of its own: the host begins after the last.
        r"(?:[^\s/\"'`<>\\]*@)?"
        r"(?:\[[0-9A-Fa-f:.%]+\]|[\w.\-]+)?(?::\d+)?",
        lead=(_NO_ESCAPE_LETTER + r"[A-Za-z][A-Za-z0-9+.\-]{1,20}", 21),
        scattered=True,
    ),
)

SHAPES: tuple[Shape, ...] = (
    *_CODE_HOSTS,
    *_MODELS,
    *_CLOUDS,
    *_CHAT,
    *_PAYMENTS,
    *_MAIL,
    *_PACKAGES,
    *_INFRASTRUCTURE,
    *_TOOLS,
    *_GENERAL,
)
"""Every shape that one pattern can tell, in order of how much its name says.

Private key blocks (`pem`), which span lines, are found in `keys`.
"""
