"""The names of programs and tasks that check a project, by what they check."""

TESTS, LINT, TYPES, BUILD = "tests", "lint", "types", "build"

# Options with which a program tells something about itself and checks nothing.
SILENT = frozenset(("--help", "--version", "--collect-only", "--list-tests", "--init"))


def _table(**names: str) -> dict[str, str]:
    """Turn {kind: "names parted by spaces"} into {name: kind}."""
    return {name: kind for kind, line in names.items() for name in line.split()}


# Programs that do one kind of check, whatever their arguments.
PROGRAMS = _table(
    tests=(
        "pytest py.test unittest nose2 nosetests tox nox jest vitest mocha ava karma"
        " tap c8 nyc rspec cucumber minitest phpunit pest paratest codecept ctest"
        " gotestsum bats busted prove behave testem wtr web-test-runner trial"
    ),
    lint=(
        "eslint eslint_d oxlint stylelint tslint xo flake8 pylint pycodestyle"
        " pydocstyle bandit vulture lint-imports golangci-lint staticcheck revive"
        " rubocop standardrb brakeman reek shellcheck hadolint actionlint yamllint"
        " markdownlint markdownlint-cli2 ansible-lint tflint swiftlint ktlint detekt"
        " clang-tidy cppcheck luacheck phpcs pint checkstyle sqlfluff codespell"
        " scalafix hlint credo knip depcheck"
    ),
    types=(
        "mypy dmypy pyright basedpyright pyre pytype tsc vue-tsc tsgo svelte-check"
        " phpstan psalm sorbet srb steep"
    ),
    build="tsup webpack rollup ninja samu msbuild xmake scons ng-packagr",
)

# Programs whose first word tells what they do.
SUBCOMMANDS = {
    "cargo": _table(
        tests="test t nextest bench", lint="clippy", types="check c", build="build b"
    ),
    "go": _table(tests="test", lint="vet", build="build"),
    "dotnet": _table(tests="test vstest", build="build publish msbuild"),
    "swift": _table(tests="test", build="build"),
    "zig": _table(tests="test", build="build"),
    "uv": _table(build="build"),
    "poetry": _table(build="build"),
    "docker": _table(build="build"),
    "mix": _table(
        tests="test", lint="credo", types="dialyzer", build="compile release"
    ),
    "rebar3": _table(tests="eunit ct", types="dialyzer", build="compile"),
    "deno": _table(tests="test", lint="lint", types="check", build="compile"),
    "dart": _table(tests="test", lint="analyze", build="compile"),
    "flutter": _table(tests="test drive", lint="analyze", build="build"),
    "ruff": _table(lint="check"),
    "biome": _table(lint="check lint ci"),
    "ty": _table(types="check"),
    "pyrefly": _table(types="check"),
    "flow": _table(types="check"),
    "playwright": _table(tests="test"),
    "cypress": _table(tests="run"),
    "ng": _table(tests="test e2e", lint="lint", build="build"),
    "next": _table(lint="lint", build="build"),
    "vite": _table(build="build"),
    "nuxt": _table(types="typecheck", build="build"),
    "astro": _table(types="check", build="build"),
    "react-scripts": _table(tests="test", build="build"),
    "pre-commit": _table(lint="run"),
    "prek": _table(lint="run"),
    "hatch": _table(tests="test", build="build"),
    "rails": _table(tests="test spec"),
    "artisan": _table(tests="test"),
    "manage.py": _table(tests="test", lint="check"),
    "setup.py": _table(tests="test", build="build bdist_wheel sdist"),
    "bazel": _table(tests="test coverage", build="build"),
    "bazelisk": _table(tests="test coverage", build="build"),
    "buck2": _table(tests="test", build="build"),
    "meson": _table(tests="test", build="compile"),
    "stack": _table(tests="test", build="build"),
    "cabal": _table(tests="test", build="build"),
    "dune": _table(tests="test runtest", build="build"),
    "forge": _table(tests="test", build="build"),
    "hardhat": _table(tests="test", build="compile"),
    "helm": _table(lint="lint"),
    "terraform": _table(lint="validate"),
    "tofu": _table(lint="validate"),
    "lein": _table(tests="test", build="compile uberjar"),
    "moon": _table(tests="test", build="build"),
}

# Programs of which each word may be a goal, perhaps as `:app:test` or `clean test`.
GOALS = {
    **dict.fromkeys(
        ("mvn", "mvnw", "mvnd"),
        _table(
            tests="test verify integration-test surefire:test",
            build="compile package install",
        ),
    ),
    **dict.fromkeys(
        ("gradle", "gradlew"),
        _table(
            tests="test check connectedCheck connectedAndroidTest",
            lint="lint ktlintCheck spotlessCheck detekt",
            build="build assemble compileJava compileKotlin",
        ),
    ),
    "sbt": _table(tests="test testOnly testQuick", build="compile package assembly"),
    "mill": _table(tests="test", build="compile"),
    "xcodebuild": _table(tests="test test-without-building", build="build archive"),
    "R": _table(tests="check", build="build"),
}

# Formatters, which check only when asked to change nothing.
FORMATTERS = {
    "black": ("--check", "--diff"),
    "isort": ("--check", "--check-only", "-c", "--diff"),
    "prettier": ("--check", "-c", "--list-different", "-l"),
    "dprint": ("check",),
    "gofmt": ("-l", "-d"),
    "goimports": ("-l", "-d"),
    "rustfmt": ("--check",),
    "clang-format": ("--dry-run", "-n", "--Werror"),
    "shfmt": ("-d", "-l"),
    "stylua": ("--check",),
    "php-cs-fixer": ("--dry-run",),
    "ruff": ("--check", "--diff"),
    "cargo": ("--check",),
    "deno": ("--check",),
    "mix": ("--check-formatted",),
    "dart": ("--set-exit-if-changed",),
    "terraform": ("-check",),
}
FORMAT_SUBCOMMANDS = frozenset(("format", "fmt", "fix"))

# Programs that run a named task of the project.
TASK_RUNNERS = frozenset(("make", "gmake", "just", "task", "rake", "invoke", "inv"))
# Programs that run a task after one of these words.
SCRIPT_RUNNERS = {
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), ("run", "run-script", "rum")),
    "deno": ("task",),
    "node": ("--run",),
    "composer": ("run", "run-script"),
    "mise": ("run", "r"),
    "turbo": ("run",),
    "nx": ("run-many", "affected", "run"),
    "lerna": ("run",),
    "poe": (),
    "hatch": ("run",),
    "pdm": ("run",),
}
# Their tasks that need no such word.
SHORT_TASKS = frozenset(
    (
        *("test", "t", "tst", "lint", "build", "typecheck", "type-check", "check"),
        *("test:unit", "test:e2e", "test:ci"),
    )
)
# Programs that run another program: the words before its name.
RUNNERS = frozenset(
    (
        *(("npx",), ("bunx",), ("pnpx",), ("uvx",), ("pipx", "run"), ("uv", "run")),
        *(("uv", "tool", "run"), ("poetry", "run"), ("pipenv", "run")),
        *(("pdm", "run"), ("rye", "run"), ("hatch", "run"), ("pixi", "run")),
        *(("conda", "run"), ("mamba", "run"), ("coverage", "run"), ("bundle", "exec")),
        *(("npm", "exec"), ("pnpm", "exec"), ("pnpm", "dlx"), ("yarn", "exec")),
        *(("yarn", "dlx"), ("bun", "x"), ("mise", "exec"), ("direnv", "exec")),
        *(("dotenv", "run"), ("composer", "exec"), ("rtk",), ("cross-env",)),
        *(("xvfb-run",), ("dotenv",)),
    )
)
RUNNER_VALUES = frozenset(
    (
        *("--with", "--python", "-p", "--extra", "--group", "--project", "--package"),
        *("--directory", "--from", "-n", "--env-file", "-e", "--filter", "-F", "-C"),
        *("--cwd", "--prefix", "--dir", "-w", "--workspace", "--features", "--source"),
        *("-f", "--file", "-j", "-f", "-d", "--rcfile"),
    )
)
# A task that begins so runs or changes something, whatever else its name holds.
NO_CHECK = frozenset(
    ("start", "dev", "serve", "watch", "clean", "install", "deploy", "release", "setup")
)
TASK_WORDS = {
    **dict.fromkeys(("test", "tests", "unittest", "spec", "specs"), TESTS),
    **dict.fromkeys(("e2e", "unit", "integration", "coverage", "pytest"), TESTS),
    **dict.fromkeys(("jest", "vitest"), TESTS),
    **dict.fromkeys(("typecheck", "types", "tsc", "mypy", "pyright", "typing"), TYPES),
    **dict.fromkeys(("lint", "linters", "eslint", "ruff", "clippy", "style"), LINT),
    **dict.fromkeys(("build", "compile", "bundle", "dist", "all"), BUILD),
}
