"""Shapes of secrets as their providers document them, and samples made of them.

The expressions are written down a second time here, whole and apart from the code
that is tested. Samples are made at run time: no file holds a whole secret.
"""

import random
import string

_LETTERS = string.ascii_letters + string.digits
_TOKEN = _LETTERS + "_-"
_HEX = "0123456789abcdef"
_LOWER = string.ascii_lowercase + string.digits
_UPPER = string.ascii_uppercase + string.digits
_BASE32 = string.ascii_uppercase + "234567"
_BASE64 = _LETTERS + "+/"

# Parts are literal texts or (alphabet, fewest, most); one list for each form.
Part = str | tuple[str, int, int]
Form = tuple[str, list[Part]]


def _forms(kind: str, names: str, before: str, *rest: Part) -> list[Form]:
    """Forms that differ in one part of their fixed text, `before` with a name in it."""
    return [(kind, [before.format(name), *rest]) for name in names.split()]


def _l(least: int, most: int | None = None) -> tuple[str, int, int]:
    return _LETTERS, least, most or least


def _t(least: int, most: int | None = None) -> tuple[str, int, int]:
    return _TOKEN, least, most or least


def _h(count: int) -> tuple[str, int, int]:
    return _HEX, count, count


def _d(least: int, most: int | None = None) -> tuple[str, int, int]:
    return string.digits, least, most or least


def _u(count: int) -> tuple[str, int, int]:
    return _UPPER, count, count


def _b(least: int, most: int | None = None) -> tuple[str, int, int]:
    return _BASE64, least, most or least


def _key_block(label: str, newline: str = "\n") -> list[Part]:
    lines: list[Part] = [f"-----BEGIN {label}-----"]
    for _ in range(4):
        lines += [newline, _b(64)]
    return [*lines, newline, _b(20), "==", newline, f"-----END {label}-----"]


_UUID: list[Part] = [_h(8), "-", _h(4), "-", _h(4), "-", _h(4), "-", _h(12)]
_GROUPS_OF_FIVE: list[Part] = ["-", _u(5), "-", _u(5), "-", _u(5)]

FORMS: list[Form] = [
    *_forms("github-classic", "p o u s r", "gh{}_", _l(36, 255)),
    ("github-fine", ["github_pat_", (_LETTERS + "_", 60, 255)]),
    *_forms(
        "gitlab",
        "pat dt rt cbt ft ptt imt agent oas soat ffct",
        "gl{}-",
        (_TOKEN + ".=", 20, 300),
    ),
    ("gitlab-reg", ["GR1348941", _t(20)]),
    *_forms("anthropic", "api03 admin01 oat01 sid", "sk-ant-{}-", _t(24, 120)),
    *_forms("openai-new", "proj svcacct service admin", "sk-{}-", _t(20, 160)),
    ("openai-old", ["sk-", _l(20), "T3Blbk", "FJ", _l(20)]),
    ("openai-old", ["sk-", _l(32, 60)]),
    ("openrouter", ["sk-or-v1-", _h(64)]),
    ("langfuse", ["sk-lf-", *_UUID]),
    *_forms("langsmith", "pt sk", "lsv2_{}_", _h(32), "_", _h(10)),
    ("groq", ["gsk_", _l(52)]),
    ("xai", ["xai-", (_LETTERS + "_", 80, 80)]),
    ("perplexity", ["pplx-", _l(48)]),
    *_forms("huggingface", "hf api_org", "{}_", _l(34)),
    ("replicate", ["r8_", _t(37)]),
    *_forms("tavily", "tvly- tvly-dev- tvly-prod-", "{}", _l(30, 48)),
    *_forms("aws-id", "AKIA ASIA ABIA ACCA A3TX", "{}", (_BASE32, 16, 16)),
    ("aws-id", ["AKIA", _u(16)]),
    ("aws-bedrock", ["ABSK", _b(109, 269), "="]),
    ("gcp-api", ["AIza", _t(35)]),
    ("gcp-api", ["AIza", _t(30, 50)]),
    ("google-oauth-secret", ["GOCSPX-", _t(28)]),
    ("google-access", ["ya29.", _t(60, 200)]),
    ("azure-ad", [_l(3), _d(1), "Q~", _t(30, 33), _l(1)]),
    ("azure-storage", ["AccountKey=", _b(86), "=="]),
    *_forms("digitalocean", "p o r", "do{}_v1_", _h(64)),
    *_forms("cloudflare", "u a", "cf{}t_", _l(40), _h(8)),
    ("cloudflare-ca", ["v1.0-", _h(24), "-", _h(146)]),
    ("alibaba", ["LTAI", _l(20)]),
    ("databricks", ["dapi", _h(32)]),
    ("databricks", ["dapi", _h(32), "-", _d(1)]),
    *_forms(
        *("slack-token", "a b e o p r s", "xox{}-"),
        *(_d(11), "-", _d(12), "-", _l(24)),
    ),
    ("slack-token", ["xoxe.xoxp-", _d(1), "-", _l(100, 160)]),
    *_forms("slack-token", "b a p r s", "xox{}-", _l(10, 40)),
    ("slack-app", ["xapp-", _d(1), "-", _u(11), "-", _d(13), "-", (_LOWER, 64, 64)]),
    *_forms(
        *("slack-hook", "services workflows triggers", "hooks.slack.com/{}/T"),
        *(_u(8), "/B", _u(8), "/", _l(24)),
    ),
    *_forms(
        *("discord-hook", "discord discordapp", "{}.com/api/webhooks/"),
        *(_d(17, 20), "/", _t(60, 80)),
    ),
    (
        "teams-hook",
        [
            *((_LOWER, 4, 20), ".webhook.office.com/webhookb2/"),
            *(*_UUID, "@", *_UUID, "/IncomingWebhook/", _h(32)),
        ],
    ),
    ("telegram", [_d(8, 10), ":AA", _t(33)]),
    *_forms("stripe", "live test prod", "sk_{}_", _l(16, 247)),
    *_forms("stripe", "live test prod", "rk_{}_", _l(16, 247)),
    ("stripe", ["whsec_", _l(16, 64)]),
    ("square", ["EAAA", _t(22, 64)]),
    *_forms("square", "atp csp", "sq0{}-", _t(22, 64)),
    *_forms("shopify", "at ca pa ss", "shp{}_", _h(32)),
    *_forms("shippo", "live test", "shippo_{}_", _h(40)),
    *_forms("easypost", "A T", "EZ{}K", _l(54)),
    ("flutterwave", ["FLWSECK-", _h(32), "-X"]),
    ("flutterwave", ["FLWSECK_TEST-", _h(12)]),
    ("twilio", ["SK", _h(32)]),
    ("sendgrid", ["SG.", _t(20, 24), ".", _t(39, 50)]),
    ("mailgun", ["key-", (_LOWER, 32, 32)]),
    ("mailchimp", [_h(32), "-us", _d(1, 2)]),
    ("brevo", ["xkeysib-", _h(64), "-", _l(16)]),
    ("npm", ["npm_", _l(36)]),
    ("pypi", ["pypi-", "AgEIcHlwaS5vcmc", _t(50, 180)]),
    ("rubygems", ["rubygems_", _h(48)]),
    ("clojars", ["CLOJARS_", (_LOWER, 60, 60)]),
    *_forms("docker", "pat oat", "dckr_{}_", _t(27, 32)),
    ("terraform", [_l(14), ".atlasv1.", (_TOKEN + "=", 60, 70)]),
    *_forms("vault", "s b r", "hv{}.", _t(24, 300)),
    ("pulumi", ["pul-", _h(40)]),
    *_forms("doppler", "ct pt st st.dev_main sa scim audit", "dp.{}.", _l(40, 44)),
    ("fly", ["fo1_", _t(43)]),
    ("fly", ["FlyV1 fm2_", _b(100, 300), "=="]),
    ("fly", ["fm1r_", _b(100, 200)]),
    ("heroku", ["HRKU-AA", _t(58)]),
    ("supabase", ["sbp_", (_LOWER, 40, 40)]),
    ("supabase", ["sb_secret_", _t(30, 40)]),
    *_forms("planetscale", "tkn pw oauth", "pscale_{}_", (_TOKEN + "=.", 32, 64)),
    ("clickhouse", ["4b1d", _l(38)]),
    ("posthog", ["phx_", (_LETTERS + "_", 43, 48)]),
    ("sentry", ["sntrys_eyJ", (_BASE64 + "=_", 80, 200)]),
    ("sentry", ["sntryu_", _h(64)]),
    ("grafana", ["glc_", _b(32, 400), "="]),
    ("grafana", ["glsa_", _l(32), "_", _h(8)]),
    ("newrelic", ["NRAK-", _u(27)]),
    ("newrelic", ["NRII-", (_LETTERS + "-", 32, 32)]),
    ("dynatrace", ["dt0c01.", _u(24), ".", _u(64)]),
    *_forms("linear", "api oauth", "lin_{}_", _l(40, 64)),
    ("notion", ["ntn_", _d(11), _l(35)]),
    ("notion", ["secret_", _l(43)]),
    ("airtable", ["pat", _l(14), ".", _h(64)]),
    ("figma", ["figd_", _t(40, 60)]),
    ("atlassian", ["ATATT3", (_TOKEN + "=", 180, 220)]),
    ("postman", ["PMAK-", _h(24), "-", _h(34)]),
    *_forms("buildkite", "ua at ct", "bk{}_", _l(40)),
    *_forms("sourcegraph", "sgp_ sgp_local_", "{}", _h(40)),
    ("sourcegraph", ["sgp_", _h(16), "_", _h(40)]),
    ("tailscale", ["tskey-auth-", _l(12, 17), "-", _l(20, 40)]),
    ("artifactory", ["AKCp", _l(69)]),
    ("artifactory", ["cmVmd", _l(59)]),
    ("1password", ["ops_eyJ", _b(250, 600), "=="]),
    ("1password", ["A3-", _u(6), "-", _u(11), *_GROUPS_OF_FIVE]),
    ("1password", ["A3-", _u(6), "-", _u(6), "-", _u(5), *_GROUPS_OF_FIVE]),
    ("age", ["AGE-SECRET-KEY-1", ("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, 58)]),
    *(
        ("pem", _key_block(f"{x}PRIVATE KEY"))
        for x in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")
    ),
    ("pem", _key_block("PGP PRIVATE KEY BLOCK")),
    (
        "gcp-sa",
        ['"private_key": "', *_key_block("PRIVATE KEY", "\\n"), '\\n"'],
    ),
    ("jwt", ["eyJ", _t(12, 60), ".eyJ", _t(12, 200), ".", _t(16, 90)]),
    ("bearer", ["Bearer ", (_TOKEN + ".~+/", 20, 60), "7aQ"]),
    ("bearer", ["bearer ", (_TOKEN + ".~+/", 20, 60), "7aQ=="]),
    (
        "url-userinfo",
        ["postgres://", _l(1, 12), ":", (_LETTERS + "!#%&*+=?^|~", 4, 30), "@db.io"],
    ),
    ("url-userinfo", ["https://", _l(1, 9), ":", _l(4, 30), "@h.example.com:8443"]),
    ("url-userinfo", ["redis://:", _l(4, 30), "@10.0.0.7"]),
]
"""Every documented form: the kind, and the parts that make a secret up."""


def sample(parts: list[Part], rng: random.Random) -> str:
    """Return a secret of the form, put together from random parts.

    It begins and ends with a letter, a digit or a fixed text, as issued keys do.
    """
    pieces = [
        part
        if isinstance(part, str)
        else "".join(rng.choices(part[0], k=rng.randint(part[1], part[2])))
        for part in parts
    ]
    if not isinstance(parts[-1], str) and not pieces[-1][-1].isalnum():
        pieces[-1] = pieces[-1][:-1] + rng.choice(
            [c for c in parts[-1][0] if c.isalnum()]
        )
    return "".join(pieces)
