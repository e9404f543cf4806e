"""The English verbs: which form a word is, and whether it is rather a noun."""

from functools import cache
from pathlib import Path

from levelmem.engine.memory.rules.guard_rules.english_words import (
    COORDINATORS,
    DETERMINERS,
    PREPOSITIONS,
)

BASE = 1
"""Base form (`run`), the form of orders and of plural subjects."""
THIRD = 2
"""Third person (`runs`)."""
PAST = 4
"""Past form (`ran`, `moved`)."""
PARTICIPLE = 8
"""Past participle (`run`, `moved`, `written`)."""
GERUND = 16
"""The -ing form."""
NOUNISH = 32
"""Read as a noun or an adjective more often than as a verb (`test`, `cache`)."""
NOUNABLE = 64
"""Read as a verb first, and known as a noun too (`run`, `send`)."""

# Missing in the tables, common in projects; some are read otherwise than in prose.
# How each is read in front of a sentence and with an -s: `n` as a noun, `b` as a verb
# that is known as a noun too, `o` as such a verb in front and a noun with an -s
# ("Copy releases to the vendor"), `v` as a verb.
_PROJECT_VERBS = """
go v D:went N:gone|get v D:got N:got G:getting|give v D:gave N:given|keep v D:kept
take v D:took N:taken|come v D:came N:come|stand v D:stood|see v D:saw N:seen
follow v|match v|matter v
force-push b|cherry-pick v|fast-forward b|re-run b|double-check v|auto-merge b
auto-approve v|self-approve v|opt v|use b|trust b|force b|grant b|commit b
forward b|mute v|clean b|open b|rely v|whitelist b|allowlist b|sudo v
chmod v|chown v|curl b|wget b|ssh b|rsync b|scp v|rm v|retry b|need v
make b D:made N:made|poll b|lint b|treat b|pretend v|reply b|respond v
bake v D:baked N:baked|default n|live v|log n|file n|expire v|lag b D:lagged N:lagged
quarantine v|resize v|toggle b|diff b|batch n|backup n|proxy n|lint n|type n|name n
rate n|view n|branch n|login n|support n
import b|export b|cc v|dm v|omit v D:omitted N:omitted|curate v
embed v D:embedded N:embedded G:embedding
sign o|share o|print o|copy o|move o|load o|store o|drop o|answer o
ship o|switch o|swap o|pin o|link o|mark o|block o|wake o|clear o
empty o|purge o|flush o|clone o|squash o|mirror o|record o|pause o|review o
show o N:shown|work o|range o
"""
# Verbs in the tables, nouns at the head of any sentence about a project.
_NOUNS = """
port node page table state field project model form background function image question
interface issue factor feature user service people person word number sample
string class version machine phone color colour season room staff time season
case level price size value voice water window error service access ssh
rust yarn flask spring spark swift
root vacuum cron surface metal captain engineer doctor helm fast
"""


def verb_forms() -> dict[str, int]:
    """Every verb form to the sum of what it can be. Loaded at the first judgement."""
    return _tables()[0]


def base_of(form: str) -> str:
    """The base of a verb form: `ran` and `runs` to `run`; other words to themselves."""
    return _tables()[1].get(form, form)


@cache
def _tables() -> tuple[dict[str, int], dict[str, str]]:
    forms: dict[str, int] = {}
    bases: dict[str, str] = {"is": "be", "are": "be", "has": "have"}
    listing = Path(__file__).with_name("english_verbs.txt")
    for line in listing.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            _add(forms, bases, line.split())
    for entry in _PROJECT_VERBS.replace("\n", "|").split("|"):
        if entry:
            fields = entry.split()
            for word in (fields[0], _with_s(fields[0])):
                forms[word] = forms.get(word, 0) & ~(NOUNISH | NOUNABLE)
            _add(forms, bases, fields)
    # `found` is a past far more often than the founding of something.
    forms["found"] &= ~BASE
    for word in _NOUNS.split():
        forms[word] = forms.get(word, 0) & ~BASE
    for word in PREPOSITIONS | DETERMINERS | COORDINATORS:
        forms.pop(word, None)
    return forms, bases


def _add(forms: dict[str, int], bases: dict[str, str], fields: list[str]) -> None:
    base, reading, *irregular = fields
    read_as_noun = {
        "n": (NOUNISH | NOUNABLE, NOUNISH | NOUNABLE),
        "b": (NOUNABLE, NOUNABLE),
        "o": (NOUNABLE, NOUNISH | NOUNABLE),
        "v": (0, 0),
    }
    base_kind, third_kind = read_as_noun[reading]
    given: dict[str, list[str]] = {}
    for entry in irregular:
        given.setdefault(entry[0], []).append(entry[2:])
    past = given.get("D", [_with_ed(base)])
    spelt = {
        BASE: [base],
        THIRD: given.get("Z", [_with_s(base)]),
        PAST: past,
        PARTICIPLE: given.get("N", past),
        GERUND: given.get("G", [_with_ing(base)]),
    }
    for form, words in spelt.items():
        for word in words:
            forms[word] = forms.get(word, 0) | form
            bases.setdefault(word, base)
            if form in (BASE, THIRD):
                forms[word] |= base_kind if form == BASE else third_kind


def _ends_in_consonant_y(base: str) -> bool:
    return base.endswith("y") and base[-2:-1] not in "aeiou"


def _with_ed(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    return base[:-1] + "ied" if _ends_in_consonant_y(base) else base + "ed"


def _with_s(base: str) -> str:
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    return base[:-1] + "ies" if _ends_in_consonant_y(base) else base + "s"


def _with_ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    return base + "ing"
