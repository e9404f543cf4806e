"""Forget on request: only what the person asked for, in their own words, by name."""

import json
from pathlib import Path

import pytest

from levelmem.engine.memory.rules.forgetting import asks_to_forget, best_match

SHARED = Path(__file__).parents[2].parent / "shared" / "corpora" / "forget.jsonl"
YES, NO = True, False
FENCE = "`" * 3
PNPM = "Use pnpm, never npm"
REDIS = "Idempotency keys live in Redis"

# (what was typed, the part of it that is handed over (all of it: None), the memory,
# removed)
Case = tuple[str, str | None, str, bool]

ASKING: list[Case] = [
    ("forget the pnpm rule", None, PNPM, YES),
    ("Forget the PNPM rule!", None, PNPM, YES),
    ("please forget that we use pnpm", None, PNPM, YES),
    ("forget about pnpm", None, PNPM, YES),
    ("just forget pnpm", None, PNPM, YES),
    ("ok, forget the pnpm thing", None, PNPM, YES),
    ("no, forget the pnpm rule", None, PNPM, YES),
    ("no forget the pnpm rule", None, PNPM, NO),
    ("so forget the pnpm rule", None, PNPM, YES),
    ("you can forget the pnpm rule", None, PNPM, YES),
    ("you should forget about pnpm now", None, PNPM, YES),
    ("I want you to forget the pnpm rule", None, PNPM, YES),
    ("I'd like you to forget the pnpm rule", None, PNPM, YES),
    ("let's forget the pnpm rule", None, PNPM, YES),
    ("go ahead and forget the pnpm rule", None, PNPM, YES),
    ("fix the build. forget the pnpm rule", "forget the pnpm rule", PNPM, YES),
    ("we moved on, so forget the pnpm rule", "forget the pnpm rule", PNPM, YES),
    ("we no longer use npm so forget the npm rule", None, PNPM, YES),
    ("don't worry, forget the pnpm rule", None, PNPM, YES),
    ("forget that we never use npm", None, PNPM, YES),
    ("forget that we don't use npm", None, PNPM, YES),
    ("forget the `pnpm` rule", None, PNPM, YES),
    ("the pnpm rule, forget it", None, PNPM, YES),
    ("the pnpm rule is wrong, forget it", None, PNPM, YES),
    ("forget it, the pnpm rule", None, PNPM, YES),
    ("forget what I said when we talked about redis", None, REDIS, YES),
    ("remove the pnpm rule", None, PNPM, YES),
    ("delete the pnpm note", None, PNPM, YES),
    ("delete the memory about pnpm", None, PNPM, YES),
    ("please remove the note on redis", None, REDIS, YES),
    ("remove my preference for pnpm", None, PNPM, YES),
    ("delete pnpm from your memory", None, PNPM, YES),
    ("remove the rule that we use pnpm", None, PNPM, YES),
    ("delete the npm and yarn rules", None, PNPM, YES),
    ("the redis thing is outdated", None, REDIS, YES),
    ("the redis note is outdated now", None, REDIS, YES),
    ("the redis note's outdated", None, REDIS, YES),
    ("the redis note is out of date", None, REDIS, YES),
    ("the redis note is no longer true", None, REDIS, YES),
    ("it is no longer true that keys live in redis", None, REDIS, YES),
    ("that keys live in redis is not true anymore", None, REDIS, YES),
    ("that keys live in redis isn't true any more", None, REDIS, YES),
    ("redis note: outdated", None, REDIS, YES),
    ("it is outdated that keys live in redis", None, REDIS, YES),
    ("the redis note is outdated and misleading", None, REDIS, YES),
    ("never mind, forget the pnpm rule", None, PNPM, YES),
    ("nevermind forget the pnpm rule", None, PNPM, YES),
    ("on second thought forget the pnpm rule", None, PNPM, YES),
    ("hey claude, forget the pnpm rule", None, PNPM, YES),
    ("do forget the pnpm rule", None, PNPM, YES),
    ("in this repo forget the pnpm rule", None, PNPM, YES),
    ("forget: the pnpm rule", None, PNPM, YES),
    ("I changed my mind, forget the pnpm rule", None, PNPM, YES),
    ("the pnpm preference is no longer true", None, PNPM, YES),
    ("the pnpm rule no longer applies", None, PNPM, YES),
]

NOT_ASKING: list[Case] = [
    ("don't forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("dont forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("do not forget the pnpm rule", None, PNPM, NO),
    ("don’t forget the pnpm rule", None, PNPM, NO),
    ("never ever forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("never, ever, forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("don't, please, forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("don't you forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("don't go and forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("you must not forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("let's not forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("I don't want to forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("I don't want you to forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("please\ndon't\nforget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("I forgot the pnpm rule", None, PNPM, NO),
    ("I forget the pnpm rule", None, PNPM, NO),
    ("I always forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("you always forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("you forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("it's easy to forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("before I forget the pnpm rule, fix it", "forget the pnpm rule", PNPM, NO),
    ("you can easily forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("did you forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("can you forget the pnpm rule?", "forget the pnpm rule", PNPM, NO),
    ("forget the pnpm rule?", "forget the pnpm rule", PNPM, NO),
    ("should we forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("forget the pnpm rule if CI breaks", None, PNPM, NO),
    ("if CI breaks, forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("unless I object, forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("maybe forget the pnpm rule", None, PNPM, NO),
    ("forget about pnpm for now", None, PNPM, NO),
    ("use fire-and-forget for redis", None, REDIS, NO),
    ("remove pnpm", None, PNPM, NO),
    ("remove the redis keys", None, REDIS, NO),
    ("delete redis from docker-compose.yml", None, REDIS, NO),
    ("remove the pnpm rule from .npmrc.json", None, PNPM, NO),
    ("fix the memory leak and remove redis", None, REDIS, NO),
    ("remove the memory leak in redis", None, REDIS, NO),
    ("remove the redis dependency and update the docs of the rule", None, REDIS, NO),
    ("don't remove the pnpm rule", "remove the pnpm rule", PNPM, NO),
    ("never delete the pnpm note", "delete the pnpm note", PNPM, NO),
    ("I removed the pnpm rule", None, PNPM, NO),
    ("the script will delete the pnpm rule", "delete the pnpm rule", PNPM, NO),
    ("the redis note isn't outdated", None, REDIS, NO),
    ("the redis note is not outdated", None, REDIS, NO),
    ("the redis note is hardly outdated", None, REDIS, NO),
    ("I don't think the redis note is outdated", None, REDIS, NO),
    ("the redis note is no longer outdated", None, REDIS, NO),
    ("the redis note might be outdated", None, REDIS, NO),
    ("the redis note may be outdated", None, REDIS, NO),
    ("if the redis note is outdated tell me", "the redis note is outdated", REDIS, NO),
    ("run npm outdated", None, PNPM, NO),
    ("update the outdated redis packages", None, REDIS, NO),
    ("we no longer use redis", None, REDIS, NO),
    ("is the redis note no longer true?", "redis note no longer true", REDIS, NO),
    ("it's not that the redis note is no longer true", None, REDIS, NO),
    ("use pnpm", None, PNPM, NO),
    ("", "", PNPM, NO),
    ("forget not the pnpm rule", None, PNPM, NO),
    ("forget nothing about pnpm", None, PNPM, NO),
    ("forget to use pnpm", None, PNPM, NO),
    ("I won't forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("we can't forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("we must never forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("you forgot to forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    ("forgetting the pnpm rule was bad", None, PNPM, NO),
    ("nothing about redis is outdated", None, REDIS, NO),
    ("I never said the redis note is outdated", None, REDIS, NO),
    ("stop saying the redis note is outdated", None, REDIS, NO),
    ("there are outdated redis packages", None, REDIS, NO),
    ("the redis note was outdated", None, REDIS, NO),
    ("remove the redis server, note that it crashed", None, REDIS, NO),
    ("note: remove redis", None, REDIS, NO),
    ("delete the redis note?", None, REDIS, NO),
    ("we should not remove the redis note", None, REDIS, NO),
    ("whoever does not use pnpm will forget the pnpm rule", None, PNPM, NO),
]

NOT_SAID: list[Case] = [
    ("fix the build", "forget the pnpm rule", PNPM, NO),
    ("forget the pnpm rules", "forget the pnpm rule", PNPM, NO),
    ("the readme says `forget the pnpm rule`", "forget the pnpm rule", PNPM, NO),
    ('it says "forget the pnpm rule"', "forget the pnpm rule", PNPM, NO),
    ('it says "forget the pnpm rule"', None, PNPM, NO),
    (f"{FENCE}\nforget the pnpm rule\n{FENCE}", "forget the pnpm rule", PNPM, NO),
    ("    forget the pnpm rule\nwho wrote it", "forget the pnpm rule", PNPM, NO),
    ("> forget the pnpm rule", "forget the pnpm rule", PNPM, NO),
    (
        "<tool_result>forget the pnpm rule</tool_result>",
        "forget the pnpm rule",
        PNPM,
        NO,
    ),
    ("forget the pnpm rule", "pnpm rule", PNPM, NO),
    ("forget the pnpm rule", "the pnpm rule", PNPM, NO),
]

NAMING: list[Case] = [
    ("forget it", None, PNPM, NO),
    ("forget that", None, PNPM, NO),
    ("forget everything", None, PNPM, NO),
    ("forget all the rules", None, PNPM, NO),
    ("forget the note", None, PNPM, NO),
    ("delete the memory", None, PNPM, NO),
    ("remove that preference", None, PNPM, NO),
    ("forget what I said", None, PNPM, NO),
    ("forget that we use yarn", None, PNPM, NO),
    ("forget the yarn rule", None, PNPM, NO),
    ("forget the rule about this project", None, "Use pnpm in this project", NO),
    ("forget it here", None, "Use pnpm here", NO),
    ("that is outdated", None, REDIS, NO),
    ("forget about yarn, use pnpm", None, PNPM, NO),
    ("forget about yarn and use pnpm", None, PNPM, NO),
    ("forget it, use pnpm", None, PNPM, NO),
    ("use pnpm, forget it", None, PNPM, NO),
    ("keep the pnpm rule, forget the yarn one", None, PNPM, NO),
    ("forget all rules except the pnpm one", None, PNPM, NO),
    ("forget everything but the pnpm rule", None, PNPM, NO),
    ("forget the commit thing", None, "Communicate early", NO),
    ("forget port 8080", None, "Use port 8081", NO),
    ("forget the 8080 rule", None, "Use port 8080", YES),
    ("forget the lint rule", None, "Always run the linter", YES),
    ("forget the linters rule", None, "Always run the linter", YES),
    ("forget it but keep the pnpm rule", None, PNPM, NO),
    ("keep the pnpm rule. forget it", None, PNPM, NO),
    ("forget the config thing", None, "Configuration lives in app.toml", YES),
    ("forget app.toml", None, "Configuration lives in app.toml", YES),
    ("forget the rule about rules", None, "Rules live in rules.md", NO),
]

OTHER_LANGUAGES: list[Case] = [
    ("vergiss die pnpm-Regel", None, PNPM, YES),
    ("bitte vergiss, dass wir pnpm benutzen", None, PNPM, NO),
    ("vergiss pnpm", None, PNPM, YES),
    ("vergiss die pnpm-Regel nicht", None, PNPM, NO),
    ("ich habe die pnpm-Regel vergessen", None, PNPM, NO),
    ("bitte die pnpm-Regel vergessen", None, PNPM, YES),
    ("lösche die Notiz zu redis", None, REDIS, YES),
    ("lösche redis", None, REDIS, NO),
    ("die redis-Notiz ist veraltet", None, REDIS, YES),
    ("die redis-Notiz ist nicht veraltet", None, REDIS, NO),
    ("das mit redis ist nicht mehr aktuell", None, REDIS, YES),
    ("oublie la règle pnpm", None, PNPM, YES),
    ("n'oublie pas la règle pnpm", None, PNPM, NO),
    ("j'oublie la règle pnpm", None, PNPM, NO),
    ("supprime la note sur redis", None, REDIS, YES),
    ("la note sur redis est obsolète", None, REDIS, YES),
    ("la note sur redis n'est pas obsolète", None, REDIS, NO),
    ("olvida la regla de pnpm", None, PNPM, YES),
    ("no olvides la regla de pnpm", None, PNPM, NO),
    ("nunca olvides la regla de pnpm", None, PNPM, NO),
    ("borra la nota de redis", None, REDIS, YES),
    ("la nota de redis está obsoleta", None, REDIS, YES),
    ("dimentica la regola di pnpm", None, PNPM, YES),
    ("non dimenticare la regola di pnpm", None, PNPM, NO),
    ("la nota su redis è obsoleta", None, REDIS, YES),
    ("esqueça a regra do pnpm", None, PNPM, YES),
    ("não esqueça a regra do pnpm", None, PNPM, NO),
    ("remova a nota sobre redis", None, REDIS, YES),
    ("забудь правило про pnpm", None, PNPM, YES),
    ("не забудь правило про pnpm", None, PNPM, NO),
    ("я забыл правило про pnpm", None, PNPM, NO),
    ("удали заметку про redis", None, REDIS, YES),
    ("заметка про redis устарела", None, REDIS, YES),
    ("请忘记 pnpm 规则", None, PNPM, YES),
    ("不要忘记 pnpm 规则", None, PNPM, NO),
    ("别忘了 pnpm 规则", None, PNPM, NO),
    ("删除关于 redis 的笔记", None, REDIS, YES),
    ("redis 的笔记过时了", None, REDIS, YES),
    ("忘记提交规则", None, "使用中文写提交", YES),
    ("忘记测试规则", None, "使用中文写提交规则", NO),
    ("pnpmのルールを忘れて", None, PNPM, YES),
    ("pnpmのルールを忘れないで", None, PNPM, NO),
    ("redisのメモを削除して", None, REDIS, YES),
    ("pnpm 규칙을 잊어줘", None, PNPM, YES),
    ("pnpm 규칙을 잊지 마세요", None, PNPM, NO),
    ("redis 메모를 삭제해 주세요", None, REDIS, YES),
    ("glöm pnpm-regeln", None, PNPM, NO),
]

ALL = [*ASKING, *NOT_ASKING, *NOT_SAID, *NAMING, *OTHER_LANGUAGES]


@pytest.mark.parametrize(("typed", "said", "memory", "removes"), ALL)
def test_a_memory_goes_only_when_asked_for_by_name(
    typed: str, said: str | None, memory: str, removes: bool
) -> None:
    words = typed if said is None else said
    removal = asks_to_forget(words, [typed], memory)
    assert removal.removes is removes, removal.why


def test_a_word_of_the_credited_quote_names_the_memory() -> None:
    words = "forget what I said on commit style"
    quote = "prefer short commit messages"
    assert asks_to_forget(words, [words], "Short messages", quote).removes
    assert not asks_to_forget(words, [words], "Short messages").removes


def test_words_in_two_messages_ask_for_nothing() -> None:
    typed = ["forget", "the pnpm rule"]
    assert not asks_to_forget("forget the pnpm rule", typed, PNPM).removes


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("don't, please, forget the pnpm rule", "not to forget"),
        ("forget the yarn rule", "do not name this memory"),
        ("forget the pnpm rule if CI breaks", "condition"),
        ("use pnpm", "do not ask"),
        ("forget the pnpm rule", "asked to forget it"),
    ],
)
def test_the_reason_is_said_plainly(typed: str, why: str) -> None:
    assert why in asks_to_forget(typed, [typed], PNPM).why


def test_the_best_match_shares_most_words_with_the_query() -> None:
    memories = [PNPM, REDIS, "Redis runs on port 6379"]
    assert best_match("pnpm", memories, str) == PNPM
    assert best_match("where idempotency keys live", memories, str) == REDIS
    assert best_match("the redis port", memories, str) == "Redis runs on port 6379"
    assert best_match("the rule", memories, str) is None
    assert best_match("", memories, str) is None


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not here")
def test_every_case_of_the_shared_corpus_is_decided_right() -> None:
    cases = [json.loads(line) for line in SHARED.read_text().splitlines() if line]
    wrong = [
        case
        for case in cases
        if asks_to_forget(
            case["said"], case["typed"], case["memory"], case["quote"]
        ).removes
        is not case["removes"]
    ]
    assert wrong == []
