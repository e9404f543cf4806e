"""Read a shell script into the simple commands it holds, with a real parser.

`tree-sitter` with the grammar for bash does the parsing: it goes on after a syntax
error, so a script that was cut off or is of another shell still yields what it
plainly holds. Nothing is run and nothing expanded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

# What stands in a word's text for a part that only the shell would know.
UNKNOWN = "\N{REPLACEMENT CHARACTER}"

_GLOB = re.compile(r"[*?\[\]]|\{[^{}]*(?:,|\.\.)[^{}]*\}")
_ANSI_C_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|(.))",
    re.S,
)
_ANSI_C_LETTERS = {
    **{"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f"},
    **{"n": "\n", "r": "\r", "t": "\t", "v": "\v"},
}
_BACKQUOTED = re.compile(r"(?<!\\)`((?:[^`\\]|\\.)*)`", re.S)
# A word that goes on after a line break, outside of comments.
_CONTINUED_WORD = re.compile(r"^([^#\n]*\w)\\\n(?=\w)", re.M)
_SEPARATORS = frozenset((";", "&", "&&", "|", "||", "\n", "then", "do", "else", "{"))
_WORD_KINDS = frozenset(
    (
        *("word", "string", "raw_string", "ansi_c_string", "translated_string"),
        *("concatenation", "number", "simple_expansion", "expansion"),
        *("command_substitution", "process_substitution", "arithmetic_expansion"),
        *("brace_expression", "extglob_pattern", "regex", "variable_assignment"),
    )
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a command as the shell would pass it on."""

    text: str
    """The word without its quotes; a part to be expanded is `UNKNOWN`."""
    source: str
    """The word as it was written."""
    literal: bool
    """Whether nothing in it is to be expanded: then `text` is what is passed on."""


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: its words, without assignments and redirections."""

    words: tuple[Word, ...]
    position: int
    """Where its first word stands in the script, in bytes."""


def simple_commands(script: str) -> list[Command]:
    """The simple commands of a script, wherever they stand, in order of appearance.

    Commands inside substitutions, functions, conditions and loops count, also when
    they may never run. Comments, quoted text and the bodies of quoted here-documents
    are no commands. A syntax error never raises.
    """
    source = script.replace("\r\n", "\n").replace("\0", " ")
    source = _CONTINUED_WORD.sub(r"\1", source)
    return sorted(_commands(source), key=lambda command: command.position)


def plain_word(text: str) -> Word:
    """A word that is passed on as it is."""
    return Word(text, text, literal=True)


@lru_cache(maxsize=1)
def _parser() -> "Parser":
    # Loaded here: most commands of levelmem never look into a shell script.
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def _commands(source: str) -> Iterator[Command]:
    waiting = [_parser().parse(source.encode("utf-8", "replace")).root_node]
    while waiting:
        node = waiting.pop()
        waiting += reversed(node.children)
        if node.type == "command":
            command = _command(node)
            if command.words:
                yield command
        elif node.type == "ERROR":
            yield from _loose_commands(node)
        elif node.type == "word" and b"`" in _bytes(node):
            yield from _commands_in_backquotes(node)


def _loose_commands(error: "Node") -> Iterator[Command]:
    """Yield the commands that lie about as mere words where the parser gave up.

    Words count from a separator on; those before it belong to what went wrong.
    """
    words: list[Node] = []
    after_separator = False
    for child in (*error.children, None):
        if child is not None and child.type in _WORD_KINDS:
            words.append(child)
            continue
        if words and after_separator:
            yield Command(tuple(map(_word, words)), words[0].start_byte)
        words = []
        after_separator = child is not None and _source(child) in _SEPARATORS


def _commands_in_backquotes(node: "Node") -> Iterator[Command]:
    """Yield the commands of a substitution that the grammar takes for a word."""
    for quoted in _BACKQUOTED.finditer(_source(node)):
        for command in simple_commands(quoted[1]):
            yield Command(command.words, node.start_byte + command.position)


def _command(node: "Node") -> Command:
    nodes = [child for child in node.children if child.type == "command_name"]
    nodes += [
        child
        for child, field in _with_fields(node)
        if field == "argument" and child.type in _WORD_KINDS
    ]
    nodes += _words_after_redirections(node)
    nodes.sort(key=lambda child: child.start_byte)
    words = tuple(word for child in nodes if (word := _word(child)).source)
    return Command(words, nodes[0].start_byte if nodes else node.start_byte)


def _with_fields(node: "Node") -> Iterator[tuple["Node", str | None]]:
    for index, child in enumerate(node.children):
        yield child, node.field_name_for_child(index)


def _words_after_redirections(node: "Node") -> Iterator["Node"]:
    """Yield the words that the grammar counts to a redirection before them.

    Of `git > log push` it makes a redirection to the two files `log` and `push`.
    """
    redirections = [child for child in node.children if child.type == "file_redirect"]
    parent = node.parent
    if parent is not None and parent.type == "redirected_statement":
        redirections += [
            child
            for child in parent.children
            if child.type == "file_redirect" and child.start_byte >= node.end_byte
        ]
    for redirection in redirections:
        targets = [
            child
            for child, field in _with_fields(redirection)
            if field == "destination"
        ]
        yield from targets[1:]


def _word(node: "Node") -> Word:
    source = (node.text or b"").decode("utf-8", "replace").strip("\r")
    text = _text(node).strip("\r")
    unquoted = "".join(_source(part) for part in _parts(node) if part.type == "word")
    literal = UNKNOWN not in text and not _GLOB.search(unquoted)
    return Word(text, source, literal)


def _parts(node: "Node") -> Iterator["Node"]:
    """Yield the parts that are written together as one word."""
    if node.type in ("command_name", "concatenation"):
        for child in node.children:
            yield from _parts(child)
    else:
        yield node


def _text(node: "Node") -> str:
    return "".join(_text_of_part(part) for part in _parts(node))


def _text_of_part(node: "Node") -> str:
    source = _source(node)
    match node.type:
        case "raw_string":
            return source.strip("'")
        case "ansi_c_string":
            return _ANSI_C_ESCAPE.sub(_ansi_c_character, source[2:-1])
        case "string":
            return _text_in_quotes(node)
        case "translated_string":
            return "".join(_text(child) for child in node.children[1:])
        case "word" | "number" | "extglob_pattern" | "regex" | "variable_assignment":
            unescaped = source.replace("\\\n", "")
            return re.sub(r"\\(.)", r"\1", unescaped, flags=re.S)
        case "brace_expression":
            return UNKNOWN
    return UNKNOWN if node.is_named else source


def _text_in_quotes(node: "Node") -> str:
    """The text of a string in double quotes; a substitution in it is unknown."""
    pieces: list[str] = []
    source, begin = _bytes(node), node.start_byte
    # The grammar leaves out blank parts, so the gaps between children count as well.
    done = 1
    for child in node.children:
        if child.is_named and child.type != "string_content":
            pieces.append(_unescaped(source[done : child.start_byte - begin]))
            pieces.append(UNKNOWN)
            done = child.end_byte - begin
    end = len(source) - 1 if source.endswith(b'"') and len(source) > 1 else len(source)
    pieces.append(_unescaped(source[done:end]))
    return "".join(pieces)


def _unescaped(quoted: bytes) -> str:
    text = quoted.decode("utf-8", "replace").replace("\\\n", "")
    return re.sub(r'\\([$`"\\])', r"\1", text)


def _ansi_c_character(escape: re.Match[str]) -> str:
    hexadecimal = escape[1] or escape[2] or escape[3]
    if hexadecimal or escape[4]:
        code = int(hexadecimal, 16) if hexadecimal else int(escape[4], 8)
        return chr(code) if code <= 0x10FFFF else UNKNOWN
    return _ANSI_C_LETTERS.get(escape[5], escape[5])


def _source(node: "Node") -> str:
    return _bytes(node).decode("utf-8", "replace")


def _bytes(node: "Node") -> bytes:
    return node.text or b""
