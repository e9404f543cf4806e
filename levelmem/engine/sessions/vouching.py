"""For which commands of a script its exit status speaks.

A shell answers with one number for a whole script. ``lint && test`` gives 0 only
when both passed; ``test | tail -5`` and ``test || true`` say nothing about ``test``.
Reading 0 as "everything worked" is how a failed check becomes a passed one.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_MOST = 64 * 1024
_DEPTH = 40
_BLOCKS = frozenset({"program", "subshell", "compound_statement"})


@lru_cache(maxsize=1)
def _parser() -> "Parser":
    # Loaded where a command is looked at, not at import.
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


@lru_cache(maxsize=4096)
def vouched(script: str) -> tuple[str, ...]:
    """Return the simple commands that worked for certain if the script gave 0.

    In the order they ran. If the script gave another number, the last of them is
    the only one of which it is certain that it did not succeed.
    """
    if len(script) > _MOST:
        return ()
    root = _parser().parse(script.encode("utf-8", "replace")).root_node
    return () if root.has_error else tuple(_implied(root, _DEPTH))


def _implied(node: "Node", depth: int) -> list[str]:
    if depth == 0:
        return []
    if node.type == "command":
        return [_text(node)]
    if node.type in _BLOCKS:
        return _of_block(node, depth)
    if node.type == "list":
        return _of_list(node, depth)
    if node.type == "pipeline":
        return _implied(node.named_children[-1], depth - 1)
    if node.type == "redirected_statement":
        body = node.child_by_field_name("body")
        return _implied(body, depth - 1) if body else []
    return []


def _of_list(node: "Node", depth: int) -> list[str]:
    """``a && b`` needs both; ``a || b`` promises neither."""
    if any(child.type == "||" for child in node.children):
        return []
    found: list[str] = []
    for child in node.named_children:
        found += _implied(child, depth - 1)
    return found


def _of_block(node: "Node", depth: int) -> list[str]:
    """The last statement counts, or all of them under ``set -e``."""
    statements = [c for c in node.named_children if c.type != "comment"]
    found: list[str] = []
    strict = False
    for statement in statements:
        here = [] if _in_background(statement) else _implied(statement, depth - 1)
        found = found + here if strict else here
        strict = strict or _stops_at_errors(statement)
    return found


def _in_background(statement: "Node") -> bool:
    after = statement.next_sibling
    return after is not None and after.type == "&"


def _stops_at_errors(statement: "Node") -> bool:
    words = _text(statement).split()
    if not words or words[0] != "set":
        return False
    flags = [word for word in words[1:] if word.startswith("-")]
    return "errexit" in words or any(
        "e" in flag for flag in flags if not flag.startswith("--")
    )


def _text(node: "Node") -> str:
    return (node.text or b"").decode("utf-8", "replace")
