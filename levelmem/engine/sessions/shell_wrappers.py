"""Commands that run another command: what is run in the end.

`sudo -u bob env X=1 git push` runs git, and so does `bash -lc "git push"`. Programs
that run something on another machine or in a container (ssh, docker exec) are no
wrappers here, nor are aliases and traps: what they run happens elsewhere or later.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelmem.engine.sessions.shell_words import (
    UNKNOWN,
    Command,
    Word,
    simple_commands,
)

# Scripts within scripts within scripts: deeper than this nobody writes them.
_DEEPEST = 8

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=", re.A)
# Reserved words, of bash and of fish, that a parser leaves before a command where
# the script is cut off or not bash.
_RESERVED = frozenset(
    (
        *("then", "do", "else", "elif", "if", "while", "until", "coproc", "{", "!"),
        *("and", "or", "not", "begin"),
    )
)
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "ash"))
# Long options of shells that take a value; of the letters, `o` and `O` do.
_SHELL_VALUES = frozenset(("--rcfile", "--init-file"))


@dataclass(frozen=True)
class _Wrapper:
    """How a wrapper's own arguments end and the command it runs begins."""

    valued: frozenset[str] = frozenset()
    """Options whose value is a word of its own."""
    operands: int = 0
    """How many words of its own stand before the command."""
    assigns: bool = False
    """Whether assignments may stand before the command."""
    silent: frozenset[str] = frozenset()
    """Options with which it runs nothing."""


def _wrapper(
    valued: str = "", operands: int = 0, *, assigns: bool = False, silent: str = ""
) -> _Wrapper:
    return _Wrapper(
        frozenset(valued.split()), operands, assigns, frozenset(silent.split())
    )


_WRAPPERS = {
    "sudo": _wrapper(
        "-u -g -h -p -C -T -r -t -U -D -R --user --group --host --prompt --close-from"
        " --command-timeout --role --type --other-user --chdir --chroot",
        assigns=True,
        silent="-l --list -e --edit -v --validate -V --version -K",
    ),
    "doas": _wrapper("-u -a -C", silent="-L"),
    "env": _wrapper("-u -C --unset --chdir", assigns=True),
    "command": _wrapper(silent="-v -V"),
    "builtin": _wrapper(),
    "exec": _wrapper("-a"),
    "nohup": _wrapper(),
    "setsid": _wrapper(),
    "nice": _wrapper("-n --adjustment"),
    "ionice": _wrapper(
        "-c -n -p -P -u --class --classdata", silent="-p --pid -P --pgid -u --uid"
    ),
    "time": _wrapper("-f -o --format --output"),
    "timeout": _wrapper("-s -k --signal --kill-after", operands=1),
    "stdbuf": _wrapper("-i -o -e --input --output --error"),
    "caffeinate": _wrapper("-t -w"),
    "xargs": _wrapper(
        "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args"
        " --max-procs --max-chars --replace --process-slot-var"
    ),
}


def program_name(word: Word) -> str:
    """The name of the program that a word calls, without path and `.exe`."""
    if not word.literal:
        return ""
    name = re.split(r"[/\\]", word.text)[-1]
    return name.removesuffix(".exe")


def programs_run(commands: Sequence[Command]) -> Iterator[tuple[Word, ...]]:
    """Yield the words of each command that is run in the end, in order."""
    for command in commands:
        yield from run_by(command.words)


def run_by(words: tuple[Word, ...], depth: int = 0) -> Iterator[tuple[Word, ...]]:
    """Yield what a command runs: itself, or what it wraps."""
    while words:
        name = program_name(words[0])
        if words[0].source in _RESERVED:
            words = _after_reserved(words)
            continue
        script = _script_run_by(name, words)
        if script is not None:
            if depth < _DEEPEST:
                for command in simple_commands(script):
                    yield from run_by(command.words, depth + 1)
            return
        wrapper = _WRAPPERS.get(name)
        if wrapper is None:
            yield words
            return
        words = _wrapped(wrapper, words[1:])


def _after_reserved(words: tuple[Word, ...]) -> tuple[Word, ...]:
    # A coprocess may have a name before its braces.
    named = words[0].source == "coproc" and [w.source for w in words[2:3]] == ["{"]
    return words[2:] if named else words[1:]


def _script_run_by(name: str, words: tuple[Word, ...]) -> str | None:
    """The script that the command hands to a shell, None for no such command."""
    if name == "eval":
        return _as_script(words[1:])
    if name == "watch":
        return _as_script(_wrapped(_wrapper("-n -q --interval --equexit"), words[1:]))
    if name == "env":
        return _split_string(words)
    if name in _SHELLS:
        return _command_string(words)
    return None


def _as_script(words: Sequence[Word]) -> str:
    # What is unknown was looked at where it stands: here it is any word.
    return " ".join(word.text for word in words).replace(UNKNOWN, "_")


def _command_string(words: tuple[Word, ...]) -> str | None:
    """The script after a shell's `-c`, which may be one of several letters."""
    position = 1
    wanted = False
    while position < len(words):
        text = words[position].text
        if text == "--" or not text.startswith(("-", "+")):
            break
        is_cluster = not text.startswith("--")
        wanted = wanted or (is_cluster and text[0] == "-" and "c" in text)
        takes_value = text in _SHELL_VALUES or (is_cluster and text[-1] in "oO")
        position += 2 if takes_value else 1
    if position < len(words) and words[position].text == "--":
        position += 1
    return _as_script(words[position : position + 1]) if wanted else None


def _split_string(words: tuple[Word, ...]) -> str | None:
    """The command line in the value of env's `-S`, with the words after it."""
    for position, word in enumerate(words[1:], 1):
        text = word.text
        if text in ("-S", "--split-string"):
            return _as_script(words[position + 1 :])
        for start in ("-S", "--split-string=", "-vS", "-iS"):
            if text.startswith(start):
                rest = " ".join(
                    (text.removeprefix(start), _as_script(words[position + 1 :]))
                )
                return rest.replace(UNKNOWN, "_")
        if not text.startswith("-") and not _ASSIGNMENT.match(text):
            return None
    return None


def _wrapped(wrapper: _Wrapper, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The command after a wrapper's options and operands, empty if it runs none."""
    position = 0
    while position < len(words) and words[position].text.startswith("-"):
        option = words[position].text
        position += 1
        if option in wrapper.silent:
            return ()
        if option == "--":
            break
        if option in wrapper.valued or _ends_with_valued(option, wrapper.valued):
            position += 1
    position += wrapper.operands
    if wrapper.assigns:
        while position < len(words) and _ASSIGNMENT.match(words[position].text):
            position += 1
    return words[position:]


def _ends_with_valued(option: str, valued: frozenset[str]) -> bool:
    """Whether a cluster of letters, as `-nu`, ends in an option that takes a value.

    A letter before the last that takes one would have the rest as its value.
    """
    letters = option[1:]
    if option.startswith("--") or not letters.isalpha():
        return False
    return f"-{letters[-1]}" in valued and not any(
        f"-{letter}" in valued for letter in letters[:-1]
    )
