"""Counting tokens: by a tokenizer that is at hand, never by a fetched one."""

import base64
import hashlib
from pathlib import Path

import pytest

from levelmem.engine.memory.digest import tokens
from levelmem.engine.memory.digest.tokens import (
    count_by,
    four_characters_a_token,
    tokenizer_at_hand,
)

ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
NAME = hashlib.sha1(ADDRESS.encode(), usedforsecurity=False).hexdigest()
PAIRS = (b"th", b"the", b" t", b" the")


def encoding() -> bytes:
    """Return a small encoding: every byte, and a few pairs."""
    words = [bytes([value]) for value in range(256)] + list(PAIRS)
    lines = [b"%s %d" % (base64.b64encode(word), at) for at, word in enumerate(words)]
    return b"\n".join(lines) + b"\n"


@pytest.fixture(autouse=True)
def forgotten() -> None:
    tokens._counter.cache_clear()


def test_four_characters_are_a_token_where_there_is_no_tokenizer(
    tmp_path: Path,
) -> None:
    count = tokenizer_at_hand({"TIKTOKEN_CACHE_DIR": str(tmp_path)})
    assert count is four_characters_a_token
    assert (count(""), count("abcd"), count("abcde")) == (0, 1, 2)


def test_an_encoding_that_was_fetched_before_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tiktoken")
    (tmp_path / NAME).write_bytes(encoding())
    monkeypatch.setattr(tokens, "_SHA256", hashlib.sha256(encoding()).hexdigest())
    count = tokenizer_at_hand({"TIKTOKEN_CACHE_DIR": str(tmp_path)})
    assert count("数据") == 6, "bytes, in this small encoding"
    assert count("the the the the") == 4
    assert count("the " * 40) >= 40, "never below the estimate"


def test_a_file_that_is_not_the_encoding_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(encoding())
    environ = {"TIKTOKEN_CACHE_DIR": str(tmp_path)}
    assert tokenizer_at_hand(environ) is four_characters_a_token


def test_ranks_are_read_from_base64() -> None:
    pytest.importorskip("tiktoken")
    assert count_by(encoding())("the") == 1
    assert count_by(encoding())("xyz") == 3
