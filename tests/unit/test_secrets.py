"""Secrets are scrubbed where they stand, and nothing else is touched."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from builders.secret_forms import FORMS, sample
from levelmem.engine.secrets import MARKER, Finding, find, scrub, scrub_text
from levelmem.engine.secrets.shapes import SHAPES

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpora" / "near-misses.txt"

# Fixtures in the shape of a secret are put together at run time.
GITHUB = "gh" + "p_" + "a1B2c3D4e" * 4
OPENAI = "sk-" + "proj-" + "Ab3_" * 10
SLACK = "xox" + "b-123456789012-abcDEF123456"
GITLAB = "gl" + "pat-" + "x1Y2z3W4v5U6t7S8r9Q0"
JWT = ".".join(("eyJ" + "hbGciOiJIUzI1NiJ9", "eyJ" + "zdWIiOiIxMjM0In0x", "s1G_" * 8))
BODY = "MIIEpAIBAAKCAQEA75xQ+/1234567890abcdefghijklmnopqrstuvwxyzABCDEF\n"
BEGIN, END = (
    "-----BEGIN RSA PRIVATE " + "KEY-----",
    "-----END RSA PRIVATE " + "KEY-----",
)

NEAR_MISSES = """
    commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b
    reverts 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b on main
    sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7
    resolved https://registry.npmjs.org/left-pad/-/left-pad-1.3.0.tgz#5b8a3a7765dfe001261d
    trace 4bf92f3577b34da6a3ce929d0e0e4736 span 00f067aa0ba902b7
    uuid 550e8400-e29b-41d4-a716-446655440000 and 01ARZ3NDEKTSV4RRFFQ69G5FAV
    asset index-BqT4x9aK.js and main.8f3c2b1a9d7e6f5c4b3a.chunk.css
    image registry.example.com/team/app@sha256:0123456789abcdef0123456789abcdef
    s3://bucket/AKIA/report-2024.csv
    the AKIA prefix, the ASIA prefix, and EAAA in base64
    AKIAIOSFODNN is cut short
    GitHub tokens begin with ghp_, gho_, ghs_ or github_pat_
    ghp_xxxxxxxxxxxx
    ghp_<your token>
    export GITHUB_TOKEN=${GITHUB_TOKEN}
    Authorization: Bearer $TOKEN
    Authorization: Bearer <token>
    Authorization: Bearer ${{ secrets.GITHUB_TOKEN }}
    Bearer authentication is required
    the bearer of this letter
    Bearer authentication-and-authorization-middleware
    bearer YOUR_ACCESS_TOKEN_HERE
    uses Bearer tokenAuthenticationMiddleware here
    sk-learn, sk-SK and the sk- prefix
    a task-1234567890abcdef1234567890abcdef12345678 stays
    risk-assessment-and-mitigation-strategy-document
    npm_config_registry and npm_lifecycle_event
    pypi-publish, pypi-AgE, pypi.org
    hf_hub_download, hf_transfer, hf_olmo
    glpat- is a prefix; glpat-short too
    xoxb- tokens, xoxb-123
    xapp-1-A123
    sk_live_ keys, sk_test_123
    SG.x.y and SG. alone
    key-value-store, key-1234
    dp.st and dp.pt.x
    the us1 datacenter, mc-us12
    hvs.short and the hvs. prefix
    ya29. tokens expire
    AIza is how keys begin, AIzaSyD
    eyJhbGciOiJIUzI1NiJ9.eyJ is cut
    a header eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9 alone
    https://example.com/path?x=1&y=2#frag
    http://localhost:8080/@user/profile
    postgres://localhost:5432/app
    postgres://app@db.internal:5432/app
    postgres://app:${DB_PASSWORD}@db/app
    postgres://app:$DB_PASSWORD@db/app
    postgres://app:<password>@db/app
    postgres://app:{{ password }}@db/app
    postgres://app:****@db/app
    redis://:pw@h
    git@github.com:owner/repo.git
    ssh://git@github.com:22/owner/repo.git
    mailto:someone@example.com
    user:pass order, key:value@host
    -----BEGIN CERTIFICATE-----
    -----BEGIN PUBLIC KEY-----
    ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0s5b1nH8m3xk2qv4m8qG8wq3v8b6K1u7c2n9d0 me@h
    AGE-SECRET-KEY- is how an identity begins
    lin_api_, ntn_, secret_santa_organiser_of_the_whole_department
    terraform x.atlasv1.short
    tskey-auth- and tskey-client-x-y
    v1.0-rc.2, v1.0-0123456789abcdef
    telegram 1234567890:AAshort
    SKU SK12345 and SKs
    4b1d9f8e 4b1d
    EZAK EZTK FLWSECK NRAK- PMAK-
    base64 aGVsbG8gd29ybGQgdGhpcyBpcyBhIGxvbmcgYmFzZTY0IHN0cmluZw==
    password = hunter2
    café naïve 日本語 🎉 a\u200bb
"""


@pytest.mark.parametrize(
    "text", [line.strip() for line in NEAR_MISSES.strip().splitlines()]
)
def test_a_near_miss_comes_back_untouched(text: str) -> None:
    assert scrub(text) == (text, ())


def test_near_misses_stay_when_they_stand_in_one_text() -> None:
    assert scrub_text(NEAR_MISSES) == NEAR_MISSES


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_the_shared_near_misses_come_back_untouched() -> None:
    text = CORPUS.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if scrub_text(line) != line] == []
    assert scrub_text(text) == text


def test_every_kind_has_a_documented_form() -> None:
    assert {kind for kind, _ in FORMS} == {shape.kind for shape in SHAPES} | {"pem"}
    assert len({shape.kind for shape in SHAPES}) == 80


def test_kinds_are_named_in_order_of_appearance() -> None:
    text = f"first {OPENAI}, then {GITHUB} and {SLACK}"
    assert scrub(text) == (
        f"first {MARKER}, then {MARKER} and {MARKER}",
        ("openai-new", "github-classic", "slack-token"),
    )


def test_findings_give_the_place_in_the_text() -> None:
    text = f"a {GITHUB} b"
    assert find(text) == [Finding("github-classic", 2, 2 + len(GITHUB))]
    assert find(f"a {GITHUB[:9]}\u200b{GITHUB[9:]} b") == [
        Finding("github-classic", 2, 3 + len(GITHUB))
    ]


def test_a_secret_within_another_counts_once_and_by_its_provider() -> None:
    assert scrub(f"Authorization: Bearer {GITHUB}") == (
        f"Authorization: {MARKER}",
        ("github-classic",),
    )
    assert scrub(f"https://me:{GITLAB}@git.example.com/r") == (
        f"{MARKER}/r",
        ("gitlab",),
    )


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Bearer aB3" + "x9Y" * 8, MARKER),
        ("bearer   aB3" + "x9Y" * 8 + "==", MARKER),
        ("Bearer " + "abcdefghij" * 3, MARKER),
        ("Bearer " + "1234567890" * 2, MARKER),
        ("forbearer aB3" + "x9Y" * 8, "forbearer aB3" + "x9Y" * 8),
    ],
)
def test_a_bearer_needs_a_value_that_is_no_words(text: str, rest: str) -> None:
    assert scrub_text(text) == rest


@pytest.mark.parametrize(
    ("url", "rest"),
    [
        ("postgres://app:s3cr@t!@db.io:5432/app", f"{MARKER}/app"),
        ("mongodb+srv://u:p4ss@c0.mongodb.net/x?y", f"{MARKER}/x?y"),
        ("redis://:hunter22@cache:6379/0", f"{MARKER}/0"),
        ("jdbc:postgresql://u:passw@h/db", f"jdbc:{MARKER}/db"),
        ("amqp://u:passw@[::1]:5672/v", f"{MARKER}/v"),
        ("a=https://u:passw@h.io,b=https://v:passw@i.io", f"a={MARKER},b={MARKER}"),
        ("(https://u:passw@h.io)", f"({MARKER})"),
        ("https://u:passw@${HOST}/x", MARKER + "${HOST}/x"),
        ("\\npostgres://u:passw@h\\n", f"\\n{MARKER}\\n"),
    ],
)
def test_a_password_in_a_url_goes_with_its_host(url: str, rest: str) -> None:
    assert scrub_text(url) == rest


def test_a_key_block_goes_whole() -> None:
    text = f"before\n{BEGIN}\n{BODY * 12}{END}\nafter"
    assert scrub(text) == (f"before\n{MARKER}\nafter", ("pem",))
    written = text.replace("\n", "\\n")
    assert scrub_text(written) == f"before\\n{MARKER}\\nafter"


def test_two_key_blocks_leave_two_markers() -> None:
    block = f"{BEGIN}\n{BODY}{END}"
    assert scrub_text(f"{block}\nand\n{block}") == f"{MARKER}\nand\n{MARKER}"


@pytest.mark.parametrize(
    "body",
    [
        BODY * 3,
        BODY[:11],
        "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n" + BODY,
        "  2\t" + BODY + "  3\t" + BODY,
        "> " + BODY + "> " + BODY[:20] + "...",
        BODY.strip() + "\\n" + BODY.strip(),
    ],
)
def test_a_key_block_that_is_cut_off_goes_to_the_end(body: str) -> None:
    assert scrub_text(f"cat key\n{BEGIN}\n{body}") == f"cat key\n{MARKER}"


def test_the_first_line_of_a_key_block_goes_alone_in_prose() -> None:
    text = f"a file with {BEGIN} in it is refused. Commit nothing of the kind."
    rest = f"a file with {MARKER} in it is refused. Commit nothing of the kind."
    assert scrub_text(text) == rest


def test_a_long_text_survives_a_key_block_that_is_cut_off() -> None:
    prose = "\nThe build failed, and so on. " * 600
    assert scrub_text(f"{BEGIN}\n{BODY * 3}{prose}") == MARKER + prose[1:]


def test_a_disguised_end_does_not_take_the_rest() -> None:
    text = f"{BEGIN}\n{BODY}{END[:9]}\u200b{END[9:]}\nafter"
    assert scrub_text(text) == f"{MARKER}\nafter"


@pytest.mark.parametrize("width", [20, 40, 64, 76])
def test_a_key_wrapped_at_a_width_goes_whole(width: int) -> None:
    secret = "sk-" + "ant-api03-" + "aB3dE5gH7jK9mN1pQ" * 6 + "AA"
    lines = "\n".join(secret[i : i + width] for i in range(0, len(secret), width))
    assert scrub_text(f"{lines}\nis the key") == f"{MARKER}\nis the key"


@pytest.mark.parametrize("following", ["python3 run.py", "DB_HOST=db1", "Next, deploy"])
def test_a_line_after_a_key_of_open_length_stays(following: str) -> None:
    assert scrub_text(f"KEY={OPENAI}\n{following}") == f"KEY={MARKER}\n{following}"


@pytest.mark.parametrize(
    "text",
    [
        "http://localhost:3000\nme@example.com wrote",
        "see http://host:port\n@decorator",
        "the prefix glpat-\nis followed by twenty characters",
        "glpat-a9B8c7\nglpat-d6E5f4\nglpat-g3H2i1",
        "Bearer token\nauthentication2 was added",
    ],
)
def test_lines_that_only_follow_one_another_make_no_secret(text: str) -> None:
    assert scrub_text(text) == text


def test_the_marker_is_no_password() -> None:
    text = f"https://user:{MARKER}@host/x"
    assert scrub(text) == (text, ())


def test_markup_around_a_secret_stays() -> None:
    assert scrub_text(f"_{GITHUB}_, __{OPENAI}__, ~~{JWT}~~") == (
        f"_{MARKER}_, __{MARKER}__, ~~{MARKER}~~"
    )


def test_surrogates_and_controls_do_not_matter() -> None:
    text = f"\ud83d {GITHUB[:5]}\x07{GITHUB[5:]} \udfff"
    assert scrub_text(text) == f"\ud83d {MARKER} \udfff"


@pytest.mark.parametrize(
    "text",
    [
        *("\\" * 20_000, "eyJ-" * 5_000, "sk-ant-aa-\n" * 2_000, "http://a:bb" * 2_000),
        *("bearer " * 3_000, "hf_hf_" * 4_000, ".eyJaaaaaaaaaaaa" * 1_500),
        *("sk-\u200b" * 5_000, "\\u0073" * 4_000, "-----BEGIN PRIVATE " * 1_000),
    ],
)
def test_hostile_texts_are_scanned_and_stay(text: str) -> None:
    assert scrub_text(text) == text


def test_expressions_are_compiled_only_when_needed() -> None:
    code = (
        "from levelmem.engine.secrets.shapes import SHAPES\n"
        "import levelmem.engine.secrets, sys\n"
        "sys.exit(any('from_anchor' in vars(shape) for shape in SHAPES))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_large_text_keeps_everything_but_its_secrets() -> None:
    rng = random.Random(1)
    words = ["the", "build", "is", "green", "again;", "see", "src/app/main.py:42", "\n"]
    pieces, expected = [], []
    for number in range(3_000):
        pieces.append(rng.choice(words))
        expected.append(pieces[-1])
        if number % 100 == 50:
            pieces += ["KEY", sample(rng.choice(FORMS)[1], rng), "END"]
            expected += ["KEY", MARKER, "END"]
    assert scrub_text(" ".join(pieces)) == " ".join(expected)
