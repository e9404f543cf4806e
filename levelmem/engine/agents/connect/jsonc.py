"""Small edits to a JSON text that keep everything else to the byte.

Agents read JSON with comments and trailing commas, and people order and indent it as
they like. The libraries that write such files write them anew: json5 and its like
drop comments, the round-trip parsers move them. What is needed here is less: where a
value stands, and the text around it. Each edit is checked: the new text must hold
exactly the old values and the changed one.
"""

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from levelmem.engine.problem import Problem

Step = str | int
"""A member's name, or an item's place in a list."""

_BLANKS = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_SAME_LINE = re.compile(r"[ \t]*(?://[^\n]*|(?:/\*[^\n]*?\*/[ \t]*)*(?://[^\n]*)?)")
_SCALAR = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null'
)
_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)
_DEEPEST = 100


class BrokenJson(Problem):
    """A text that is no JSON, with the line where it stops being one."""

    def __init__(self, line: int) -> None:
        super().__init__(f"it is no valid JSON at line {line}")


@dataclass(slots=True)
class _Node:
    """A value and where it stands."""

    start: int
    end: int = 0
    value: Any = None
    children: list[tuple[Step, int, "_Node"]] = field(default_factory=list)
    """Of an object or a list: name or place, where the child begins, the child."""


class JsonText:
    """A JSON text that is edited in place."""

    def __init__(self, text: str) -> None:
        """Take a text; an empty one is an empty object. Raises BrokenJson."""
        self.text = text if text.strip("\ufeff \t\r\n") else text + "{}\n"
        self._root = _parse(self.text)

    @property
    def value(self) -> Any:
        """What the text means."""
        return self._root.value

    def get(self, path: Sequence[Step]) -> Any:
        """Return the value at a path, or None."""
        node = self._find(path)
        return node.value if node else None

    def put(self, path: Sequence[Step], value: Any) -> None:
        """Set a value; objects that are missing on the way are made."""
        if (node := self._find(path)) is not None:
            if node.value != value:
                indent = _indent_of_line(self.text, node.start)
                self._splice(node.start, node.end, self._written(value, indent))
                self._check(path, value)
            return
        parent = self._find(path[:-1])
        if parent is None:
            self.put(path[:-1], {path[-1]: value})
            return
        _must_be(parent.value, dict, path[:-1])
        self._insert(parent, f"{json.dumps(path[-1], ensure_ascii=False)}: ", value)
        self._check(path, value)

    def append(self, path: Sequence[Step], value: Any) -> None:
        """Add an item at the end of a list, which is made where it is missing."""
        node = self._find(path)
        if node is None:
            self.put(path, [value])
            return
        _must_be(node.value, list, path)
        place = len(node.value)
        self._insert(node, "", value)
        self._check((*path, place), value)

    def remove(self, path: Sequence[Step]) -> None:
        """Take a member or an item out, with its comma."""
        parent = self._find(path[:-1])
        steps = [step for step, _, _ in parent.children] if parent else []
        if parent is None or path[-1] not in steps:
            return
        expected = deepcopy(self.value)
        _without(expected, path)
        # Of two members with one name the last one counts.
        at = len(steps) - 1 - steps[::-1].index(path[-1])
        self._cut(parent, at)
        if self.value != expected:
            raise BrokenJson(_line(self.text, parent.start))

    # Underneath

    def _find(self, path: Sequence[Step]) -> _Node | None:
        node = self._root
        for step in path:
            found = [child for name, _, child in node.children if name == step]
            if not found:
                return None
            node = found[-1]
        return node

    def _splice(self, start: int, end: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self._root = _parse(self.text)

    def _insert(self, parent: _Node, name: str, value: Any) -> None:
        """Put a child behind the others, after the comment on the last one's line."""
        closing = parent.end - 1
        inside = self.text[parent.start : closing]
        outer = _indent_of_line(self.text, parent.start)
        if parent.children:
            last = parent.children[-1]
            if "\n" not in inside:
                new = name + json.dumps(value, ensure_ascii=False)
                self._splice(last[2].end, last[2].end, f", {new}")
                return
            indent = _indent_of_line(self.text, last[1])
            comma = _comma_after(self.text, last[2].end)
            end = comma + 1 if comma >= 0 else last[2].end
            behind = _SAME_LINE.match(self.text, end)
            place = behind.end() if behind else end
            new = self._newline + indent + name + self._written(value, indent)
            text = self.text[:place] + new + ("," if comma >= 0 else "")
            if comma < 0:
                text = text[:end] + "," + text[end:]
            self.text = text + self.text[place:]
            self._root = _parse(self.text)
            return
        indent = outer + self._unit
        new = self._newline + indent + name + self._written(value, indent)
        start = closing - len(inside) + len(inside.rstrip())
        self._splice(start, closing, new + self._newline + outer)

    def _cut(self, parent: _Node, at: int) -> None:
        _, start, node = parent.children[at]
        comma = _comma_after(self.text, node.end)
        end = comma + 1 if comma >= 0 else node.end
        before = self.text[:start].rstrip(" \t")
        start = len(before)
        if before.endswith("\n"):
            start -= 2 if before.endswith("\r\n") else 1
        if comma < 0 and at:
            previous = _comma_after(self.text, parent.children[at - 1][2].end)
            self.text = self.text[:start] + self.text[end:]
            self._splice(previous, previous + 1, "")
            return
        self._splice(start, end, "")

    def _written(self, value: Any, indent: str) -> str:
        lines = json.dumps(value, ensure_ascii=False, indent=self._unit).split("\n")
        return (self._newline + indent).join(lines)

    def _check(self, path: Sequence[Step], value: Any) -> None:
        if self.get(path) != value:
            raise BrokenJson(_line(self.text, self._root.start))

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def _unit(self) -> str:
        found = _INDENT.search(self.text)
        return found[1] if found else "  "


def _parse(text: str) -> _Node:
    root = _value(text, _skip(text, 0), 0)
    if _skip(text, root.end) != len(text):
        raise BrokenJson(_line(text, root.end))
    return root


def _value(text: str, at: int, depth: int) -> _Node:
    if depth > _DEEPEST:
        raise BrokenJson(_line(text, at))
    if text[at : at + 1] == "{":
        return _object(text, at, depth)
    if text[at : at + 1] == "[":
        return _list(text, at, depth)
    match = _SCALAR.match(text, at)
    if match is None:
        raise BrokenJson(_line(text, at))
    return _Node(at, match.end(), _scalar(text, match))


def _scalar(text: str, match: re.Match[str]) -> Any:
    try:
        return json.loads(match[0])
    except ValueError as error:
        raise BrokenJson(_line(text, match.start())) from error


def _object(text: str, start: int, depth: int) -> _Node:
    node = _Node(start, value={})
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}":
        name = _SCALAR.match(text, at)
        if name is None or text[at] != '"':
            raise BrokenJson(_line(text, at))
        colon = _skip(text, name.end())
        if text[colon : colon + 1] != ":":
            raise BrokenJson(_line(text, colon))
        child = _value(text, _skip(text, colon + 1), depth + 1)
        key = _scalar(text, name)
        node.children.append((key, at, child))
        node.value[key] = child.value
        at = _next(text, child.end, "}")
    node.end = at + 1
    return node


def _list(text: str, start: int, depth: int) -> _Node:
    node = _Node(start, value=[])
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        child = _value(text, at, depth + 1)
        node.children.append((len(node.value), at, child))
        node.value.append(child.value)
        at = _next(text, child.end, "]")
    node.end = at + 1
    return node


def _next(text: str, end: int, closing: str) -> int:
    """Return where the next child or the closing bracket stands."""
    at = _skip(text, end)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != closing:
        raise BrokenJson(_line(text, at))
    return at


def _skip(text: str, at: int) -> int:
    """Return where blanks and comments end."""
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _comma_after(text: str, end: int) -> int:
    at = _skip(text, end)
    return at if text[at : at + 1] == "," else -1


def _indent_of_line(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _must_be(value: Any, kind: type, path: Sequence[Step]) -> None:
    if not isinstance(value, kind):
        name = ".".join(map(str, path)) or "the whole file"
        what = "an object" if kind is dict else "a list"
        raise Problem(f"{name} is not {what} there")


def _without(value: Any, path: Sequence[Step]) -> None:
    for step in path[:-1]:
        value = value[step]
    del value[path[-1]]
