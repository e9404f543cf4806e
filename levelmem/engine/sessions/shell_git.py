"""Commits and pushes that a git command line attempts."""

from collections.abc import Iterator

from levelmem.engine.sessions.shell_words import Word

# Options before the subcommand whose value is a word of its own.
_GLOBAL_VALUES = frozenset(
    (
        *("-C", "-c", "--git-dir", "--work-tree", "--namespace"),
        *("--config-env", "--super-prefix", "--attr-source"),
    )
)
# With these, git prints something and does no more.
_GLOBAL_SILENT = frozenset(
    (
        *("--version", "--help", "-h", "-v", "--html-path", "--man-path"),
        *("--info-path", "--exec-path"),
    )
)
# Short options that take a value: the rest of their cluster, or the next word.
_SHORT_VALUES = {"commit": "mFCct", "push": "o"}
# Short options with an optional value, which can only be the rest of their cluster.
_SHORT_OPTIONAL_VALUES = {"commit": "Su", "push": ""}
_LONG_VALUES = {
    "commit": frozenset(
        (
            *("--message", "--file", "--reuse-message", "--reedit-message"),
            *("--template", "--author", "--date", "--cleanup", "--fixup"),
            *("--squash", "--trailer", "--pathspec-from-file"),
        )
    ),
    "push": frozenset(("--push-option", "--repo", "--receive-pack", "--exec")),
}
# Options that make git show what it would do, or its manual.
_DRY = {
    "commit": frozenset(("--dry-run", "--short", "--porcelain", "--long", "--help")),
    "push": frozenset(("--dry-run", "--help")),
}
# `-n` is "no verification" of a commit, and a dry run of a push.
_SHORT_DRY = {"commit": "h", "push": "nh"}


def git_event(words: tuple[Word, ...]) -> str | None:
    """Which of "commit" and "push" the words after `git` attempt, if one."""
    position = _subcommand(words)
    if position is None or not words[position].literal:
        return None
    name = words[position].text
    if name not in _DRY or _is_dry(name, words[position + 1 :]):
        return None
    return name


def _subcommand(words: tuple[Word, ...]) -> int | None:
    """Where the subcommand stands, None if there is none."""
    position = 0
    while position < len(words):
        text = words[position].text
        if text in _GLOBAL_SILENT:
            return None
        if not text.startswith("-"):
            return position
        position += 2 if text in _GLOBAL_VALUES else 1
    return None


def _is_dry(name: str, arguments: tuple[Word, ...]) -> bool:
    return any(
        option in _DRY[name] or (len(option) == 2 and option[1] in _SHORT_DRY[name])
        for option in _options(name, arguments)
    )


def _options(name: str, arguments: tuple[Word, ...]) -> Iterator[str]:
    """Yield the options, clusters of letters taken apart, their values left out."""
    position = 0
    while position < len(arguments):
        text = arguments[position].text
        position += 1
        if text == "--":
            return
        if text.startswith("--"):
            yield text
            position += text in _LONG_VALUES[name]
        elif text.startswith("-"):
            for index, letter in enumerate(text[1:], 1):
                yield f"-{letter}"
                if letter in _SHORT_VALUES[name]:
                    position += index == len(text) - 1
                    break
                if letter in _SHORT_OPTIONAL_VALUES[name]:
                    break
