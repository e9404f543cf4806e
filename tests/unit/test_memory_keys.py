"""Keys: LevelCode's to the letter, levelmem's by meaning."""

import pytest

from levelmem.engine.memory.keys import fact_key, levelcode_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Uses pnpm, never npm.", "uses pnpm  never npm"),
        ("  Port 8080!  ", "port 8080"),
        ("The server is in C++", "the server is in c"),
        ("The server is in C#", "the server is in c"),
        ("使用 Redis", "redis"),
        ("不使用 Redis", "redis"),
        ("a - b", "a   b"),
        ("naïve", "na ve"),
        ("依存", ""),
    ],
)
def test_levelcode_keys_are_computed_to_the_letter(text: str, key: str) -> None:
    assert levelcode_key(text) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The server is in C", "The server is in C++"),
        ("The server is in C++", "The server is in C#"),
        ("Written in F#", "Written in F"),
        ("Uses .NET 8", "Uses net 8"),
        ("Uses node.js", "Uses node js"),
        ("使用 Redis", "不使用 Redis"),
        ("Offset is -1", "Offset is 1"),
        ("Needs node >= 18", "Needs node < 18"),
        ("Version 1.2", "Version 12"),
        ("Rate is 1,5", "Rate is 15"),
        ("Wartość ł", "Wartość l"),
        ("कि", "की"),
        ("Uses --verify", "Uses verify"),
        ("Cache at ~/x", "Cache at /x"),
        ("❌ cache", "✅ cache"),
        ("Tests in src/*.py", "Tests in src.py"),
        ("Due 2024-01-02", "Due 2024 01 02"),
    ],
)
def test_texts_that_differ_in_meaning_have_different_keys(one: str, other: str) -> None:
    assert fact_key(one) != fact_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uses pnpm.", "uses PNPM"),
        ("- Uses **pnpm**!", "Uses pnpm"),
        ("Uses `pnpm`", "“Uses” pnpm"),
        ("ＵＳＥＳ pnpm", "uses pnpm"),
        ("Uses\u200b pn\u00adpm", "uses pnpm"),
        ("使用 Redis", "使用Redis"),
        ("It doesn’t use Redis", "It doesn't use redis"),
        ("well-kept", "well kept"),
        ("node ≥ 18", "node >= 18"),
        ("Offset is \u22121", "offset is -1"),
        ("cafe\u0301", "café"),
        ("STRASSE", "straße"),
        ("Lies in vendor/.", "lies in vendor"),
    ],
)
def test_texts_that_say_the_same_share_a_key(one: str, other: str) -> None:
    assert fact_key(one) == fact_key(other)


def test_a_text_of_signs_alone_keeps_itself_as_key() -> None:
    assert fact_key("!!!") == "!!!"
    assert fact_key(" ✅ ") == "✅"


def test_a_key_is_its_own_key() -> None:
    for text in ("The server is in C++.", "使用 Redis", "-1 < 2", "src/*.py, .NET"):
        assert fact_key(fact_key(text)) == fact_key(text)
