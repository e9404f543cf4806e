"""How many tokens a text takes, by a tokenizer where one is at hand.

At hand is tiktoken with an encoding that some program on this machine fetched before:
nothing is ever downloaded to count. Elsewhere four characters count as a token. A
tokenizer never counts below that estimate, so that a digest keeps to its cap for
models and programs of either kind.
"""

import base64
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

CountTokens = Callable[[str], int]

_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_PIECES = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
"""How the encoding parts a text before it looks for tokens."""


def four_characters_a_token(text: str) -> int:
    """Estimate the tokens of a text where no tokenizer is at hand."""
    return -(-len(text) // 4)


def tokenizer_at_hand(environ: Mapping[str, str] = os.environ) -> CountTokens:
    """Return how to count tokens on this machine."""
    path = _cached_encoding(environ)
    count = _counter(path) if path is not None else None
    if count is None:
        return four_characters_a_token
    return lambda text: max(count(text), four_characters_a_token(text))


def _cached_encoding(environ: Mapping[str, str]) -> Path | None:
    """Return the file of an encoding where tiktoken keeps what it fetched."""
    named = environ.get("TIKTOKEN_CACHE_DIR") or environ.get("DATA_GYM_CACHE_DIR")
    folder = Path(named or Path(tempfile.gettempdir()) / "data-gym-cache")
    # The name is tiktoken's; a file of that name is looked at before it is used.
    path = folder / hashlib.sha1(_ADDRESS.encode(), usedforsecurity=False).hexdigest()
    return path if path.is_file() else None


@lru_cache(maxsize=1)
def _counter(path: Path) -> CountTokens | None:
    """Return a counter by an encoding's file; None where it can't be used."""
    if find_spec("tiktoken") is None:
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None
    # It lies in a folder that others may write to.
    if hashlib.sha256(data).hexdigest() != _SHA256:
        return None
    return count_by(data)


def count_by(data: bytes) -> CountTokens:
    """Return a counter by the ranks of an encoding: a token in Base64 a line."""
    import tiktoken

    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in data.splitlines() if line)
    }
    encoding = tiktoken.Encoding(
        "cl100k_base", pat_str=_PIECES, mergeable_ranks=ranks, special_tokens={}
    )
    return lambda text: len(encoding.encode_ordinary(text))
