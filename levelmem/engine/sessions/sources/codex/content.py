"""The content of Codex's messages as blocks: prose, and pictures only by name."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from levelmem.engine.sessions.model import Image
from levelmem.engine.sessions.sources.codex.lines import as_dict, as_list, as_text
from levelmem.engine.text import one_line

_DATA_URL = re.compile(r"data:([\w.+/-]*)[^,]{0,80},")
_PICTURES = {"input_image", "image", "image_url", "local_image", "inputImage"}
_LABEL = 200


def pictures(content: object) -> list[Image]:
    """Return the pictures of a message's parts, by name."""
    parts = content if isinstance(content, list) else [content]
    return [
        Image(_part_label(as_dict(part)))
        for part in parts
        if as_text(as_dict(part).get("type")) in _PICTURES
        and _part_label(as_dict(part))
    ]


def attached_pictures(payload: Mapping[str, Any]) -> list[Image]:
    """Return the pictures that a ``user_message`` event lists, by name."""
    urls = as_list(payload.get("images")) + as_list(payload.get("local_images"))
    return [Image(picture_label(url)) for url in urls if as_text(url)]


def _part_label(part: Mapping[str, Any]) -> str:
    url = part.get("image_url")
    if isinstance(url, dict):
        url = url.get("url")
    data = as_text(part.get("data"))
    if data:
        return base64_label(as_text(part.get("mimeType")) or "image", data)
    label = as_text(url) or as_text(part.get("path"))
    return picture_label(label) if label else ""


def picture_label(url: str) -> str:
    """Return what a picture is called: its type and size, or its file name."""
    if url.startswith("data:"):
        return data_label(url)
    pure = PureWindowsPath(url) if "\\" in url else PurePosixPath(url)
    return one_line(pure.name)[:_LABEL] or "image"


def data_label(url: str) -> str:
    """Return the type and the size of a ``data:`` URL: ``image/png 143 KB``."""
    match = _DATA_URL.match(url)
    kind = match[1] if match and match[1] else "image"
    return f"{kind} {_size(len(url) - (match.end() if match else 0))}"


def base64_label(kind: str, payload: str) -> str:
    """Return the label of a bare base64 payload."""
    return f"{kind} {_size(len(payload))}"


def _size(encoded: int) -> str:
    """Four characters of base64 hold three bytes."""
    size = encoded * 3 // 4
    return f"{size} bytes" if size < 1024 else f"{round(size / 1024)} KB"
