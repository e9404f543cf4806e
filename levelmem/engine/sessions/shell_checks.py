"""Which commands are checks: tests, linters, type checkers, builds."""

import re

from levelmem.engine.sessions.check_names import (
    BUILD,
    FORMAT_SUBCOMMANDS,
    FORMATTERS,
    GOALS,
    LINT,
    NO_CHECK,
    PROGRAMS,
    RUNNER_VALUES,
    RUNNERS,
    SCRIPT_RUNNERS,
    SHORT_TASKS,
    SILENT,
    SUBCOMMANDS,
    TASK_RUNNERS,
    TASK_WORDS,
    TESTS,
    TYPES,
)

# Gradle names a goal for each variant: `:app:testDebugUnitTest`, `assembleRelease`.
_VARIANT = re.compile(r"(?:^|:)(test|assemble)\w*$")
_TASK_PARTS = re.compile(r"[^A-Za-z0-9]+")
_PYTHON = re.compile(r"python[\d.]*w?|pypy[\d.]*|py")
_RUBY_LIKE = frozenset(("ruby", "php", "node", "bun", "perl"))


def is_check(words: list[str]) -> str | None:
    """What kind of check a command is, None if it is none.

    Args:
        words: the resolved words of one simple command, wrappers peeled off, as
            `programs` gives them.

    Returns:
        "tests", "lint", "types" or "build".
    """
    words = _without_runners(words)
    if not words or SILENT.intersection(words):
        return None
    name, arguments = _name(words[0]), words[1:]
    if _PYTHON.fullmatch(name):
        return _kind_of_python(arguments)
    if name in _RUBY_LIKE and arguments and _name(arguments[0]) in SUBCOMMANDS:
        return is_check(arguments)
    if name in PROGRAMS:
        return PROGRAMS[name]
    return (
        _kind_of_formatter(name, arguments)
        or _kind_by_its_options(name, arguments)
        or _kind_of_subcommand(name, arguments)
        or _kind_of_goal(name, arguments)
        or _kind_of_task(name, arguments)
    )


def _without_runners(words: list[str]) -> list[str]:
    """The command without `npx`, `uv run`, `bundle exec` and their like before it."""
    while words:
        for length in (3, 2, 1):
            head = (_name(words[0]), *words[1:length])
            if len(head) == length and head in RUNNERS:
                rest = _after_options(words[length:])
                break
        else:
            return words
        # `pnpm exec` with nothing, or a task of that name: `hatch run test`.
        if not rest or (head[0] in SCRIPT_RUNNERS and not _is_program(rest[0])):
            return words
        words = rest
    return words


def _is_program(word: str) -> bool:
    name = _name(word)
    return (
        name in PROGRAMS
        or name in SUBCOMMANDS
        or name in FORMATTERS
        or _PYTHON.fullmatch(name) is not None
    )


def _after_options(words: list[str]) -> list[str]:
    """The words after leading options, their values and assignments."""
    position = 0
    while position < len(words):
        word = words[position]
        if word == "--":
            position += 1
            break
        if word == "-m" and position + 1 < len(words):  # coverage run -m pytest
            return ["python", *words[position:]]
        if word.startswith("-"):
            position += 2 if word in RUNNER_VALUES else 1
        elif re.match(r"\w+=", word):
            position += 1
        else:
            break
    return words[position:]


def _name(word: str) -> str:
    name = re.split(r"[/\\]", word)[-1]
    return re.sub(r"\.(?:exe|cmd|bat|sh|phar|js|mjs)$", "", name)


def _kind_of_python(arguments: list[str]) -> str | None:
    """What `python -m module` or `python manage.py test` checks."""
    for position, word in enumerate(arguments):
        if word == "-m":
            module = arguments[position + 1 : position + 2]
            if module in (["build"], ["compileall"]):
                return BUILD
            if module == ["coverage"]:
                return is_check(["coverage", *arguments[position + 2 :]])
            return is_check(arguments[position + 1 :])
        if not word.startswith("-"):
            name = word.rsplit("/")[-1]
            if name in ("runtests.py", "run_tests.py"):
                return TESTS
            is_known = name in ("manage.py", "setup.py")
            return is_check(arguments[position:]) if is_known else None
    return None


def _first(arguments: list[str]) -> str:
    """The first word that is no option (nor, for cargo, a toolchain)."""
    rest = _after_options([word for word in arguments if not word.startswith("+")])
    return rest[0] if rest else ""


def _kind_of_formatter(name: str, arguments: list[str]) -> str | None:
    asked = FORMATTERS.get(name)
    if asked is None or not set(asked).intersection(arguments):
        return None
    if name in SUBCOMMANDS and _first(arguments) not in FORMAT_SUBCOMMANDS:
        return None
    return LINT


def _kind_of_subcommand(name: str, arguments: list[str]) -> str | None:
    return SUBCOMMANDS.get(name, {}).get(_first(arguments))


def _kind_of_goal(name: str, arguments: list[str]) -> str | None:
    """What Maven's and Gradle's goals check: tests, where one of them tests."""
    goals = GOALS.get(name)
    if goals is None:
        return None
    kinds = {
        kind
        for word in arguments
        if not word.startswith("-")
        for goal in re.split(r"[\s;]+", word)
        if (kind := goals.get(goal) or goals.get(goal.rsplit(":")[-1]))
    }
    for kind in (TESTS, TYPES, LINT, BUILD):
        if kind in kinds:
            return kind
    variants = {found[1] for word in arguments if (found := _VARIANT.search(word))}
    return TESTS if "test" in variants else BUILD if variants else None


def _kind_of_task(name: str, arguments: list[str]) -> str | None:
    """What a task of the project checks, by its name."""
    if name in TASK_RUNNERS:
        return _kind_of_named(_after_options(arguments), name)
    introductions = SCRIPT_RUNNERS.get(name)
    if introductions is None:
        return None
    rest = _after_options(arguments)
    if rest and rest[0] in introductions:
        return _kind_of_named(_after_options(rest[1:])[:1], name)
    if "--run" in introductions and arguments[:1] == ["--run"]:
        return _kind_of_named(arguments[1:2], name)
    if rest and (rest[0] in SHORT_TASKS or name in ("yarn", "poe", "turbo", "nx")):
        first = "test" if rest[0] in ("t", "tst") else rest[0]
        return PROGRAMS.get(first) or _kind_of_named([first], name)
    # `pnpm vitest` runs the program itself.
    if rest and name in ("pnpm", "bun") and _is_program(rest[0]):
        return is_check(rest)
    return None


def _kind_of_named(tasks: list[str], runner: str) -> str | None:
    for task in tasks:
        if task.startswith("-") or "=" in task:
            continue
        parts = [part.casefold() for part in _TASK_PARTS.split(task) if part]
        if not parts or parts[0] in NO_CHECK:
            continue
        if "type" in parts and "check" in parts:
            return TYPES
        kinds = {TASK_WORDS[part] for part in parts if part in TASK_WORDS}
        for kind in (TYPES, LINT, TESTS, BUILD):
            if kind in kinds:
                return kind
        if "check" in parts:
            # With make it is GNU's name for the tests, elsewhere a linter's.
            return TESTS if "make" in runner else LINT
    return None


def _kind_by_its_options(name: str, arguments: list[str]) -> str | None:
    if name == "cmake" and "--build" in arguments:
        tested = {"test", "check"}.intersection(arguments)
        return TESTS if tested else BUILD
    if name in ("make", "gmake") and not _after_options(arguments):
        return BUILD
    if name == "zig" and arguments[:2] == ["build", "test"]:
        return TESTS
    if name == "nx" and "run-many" in arguments:
        return _kind_of_named([w.rsplit("=")[-1] for w in arguments], name)
    if name == "node" and "--test" in arguments:
        return TESTS
    if name in ("javac", "rustc", "kotlinc"):
        return BUILD
    return None
