"""Commits, pushes and checks are told from scripts by parsing them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from levelmem.engine.sessions.shell import git_events, is_check, programs

COMMIT, PUSH = "commit", "push"
CORPUS = Path(__file__).parents[2].parent / "shared" / "corpora" / "git-events.jsonl"

ATTEMPTS: list[tuple[str, list[str]]] = [
    ("git push &&", [PUSH]),
    ("git push ||", [PUSH]),
    ("git commit -m 'unclosed", [COMMIT]),
    ("git push; echo 'it's done'", [PUSH]),
    ("if ($?) { git push }", [PUSH]),
    ("git push origin $(", [PUSH]),
    ('git add -A; if ($LASTEXITCODE -eq 0) { git commit -m "x" }', [COMMIT]),
    ("begin; git commit -m x; end", [COMMIT]),
    ("if test -f x; git push; end", [PUSH]),
    ("for f in *; git push; end", [PUSH]),
    ("and git push", [PUSH]),
    ('git commit -m "a" ; ; git push', [COMMIT, PUSH]),
    ("git push;; git commit", [PUSH, COMMIT]),
    ("done; git push", [PUSH]),
    ("fi\ngit push", [PUSH]),
    ("}; git push", [PUSH]),
    ("esac; git push", [PUSH]),
    ("case x in\n a) git push ;;\n *) git commit -m x ;;\nesac", [PUSH, COMMIT]),
    ("case x in a) git push;; esac", [PUSH]),
    ("while true; do git push && break; done", [PUSH]),
    ("until git push; do sleep 1; done", [PUSH]),
    ("select x in a; do git push; done", [PUSH]),
    ("coproc git push", [PUSH]),
    ("coproc X { git push; }", [PUSH]),
    ("! git push", [PUSH]),
    ("if ! git push; then :; fi", [PUSH]),
    ("[[ -n $(git push) ]] && git commit", [PUSH, COMMIT]),
    ('[ -z "$(git push)" ]', [PUSH]),
    ("cat <(git push)", [PUSH]),
    ("tee >(git push)", [PUSH]),
    ("cat <<EOF\n$(git push)\nEOF", [PUSH]),
    ("cat <<'EOF'\ngit push\nEOF\ngit commit -m x", [COMMIT]),
    ("cat <<-EOF\n\tgit push\n\tEOF\ngit commit", [COMMIT]),
    ("cat <<EOF > f && git push\nhello\nEOF", [PUSH]),
    ("cat > f <<EOF\nhi\nEOF\ngit add f && git commit -m f", [COMMIT]),
    ("git commit -F - <<EOF\nmsg git push\nEOF", [COMMIT]),
    ("git commit -F- <<'EOF'\nit's $(git push)\nEOF\ngit push", [COMMIT, PUSH]),
    ("git > log push", [PUSH]),
    (">log git push", [PUSH]),
    ("git push > a b", [PUSH]),
    ("git 2>&1 push", [PUSH]),
    ("git push &> out", [PUSH]),
    ("git push >& out", [PUSH]),
    ("git push |& tee x", [PUSH]),
    ("{ git push; } 2>&1 | tee x", [PUSH]),
    ("A=1 B=2 git push", [PUSH]),
    ("GIT_DIR=x git push", [PUSH]),
    ("A=$(git commit) git push", [COMMIT, PUSH]),
    ('git commit -m "$(git push)"', [COMMIT, PUSH]),
    ("arr=($(git push))", [PUSH]),
    ("readonly x=$(git commit)", [COMMIT]),
    ("typeset x=`git push`", [PUSH]),
    ("git -C /r -c a=b --no-pager push", [PUSH]),
    ("git --git-dir=/x --work-tree /y commit -m z", [COMMIT]),
    ("git --git-dir /x commit", [COMMIT]),
    ("git -p push", [PUSH]),
    ("git --bare push", [PUSH]),
    ("git --exec-path=/x push", [PUSH]),
    ("git --namespace n push", [PUSH]),
    ("git --config-env=a=b push", [PUSH]),
    ("git --config-env a=B push", [PUSH]),
    ('git -C "$dir" push', [PUSH]),
    ("git -C $(pwd) push", [PUSH]),
    ("git -C ${X} commit -m y", [COMMIT]),
    ("git push -- --dry-run", [PUSH]),
    ("git push -o n", [PUSH]),
    ("git push -on", [PUSH]),
    ("git push -u origin HEAD", [PUSH]),
    ("git push --no-verify", [PUSH]),
    ("git push --force-with-lease", [PUSH]),
    ("git push --porcelain", [PUSH]),
    ("git commit -n -m x", [COMMIT]),
    ("git commit -nm x", [COMMIT]),
    ("git commit -m --dry-run", [COMMIT]),
    ("git commit -m -h", [COMMIT]),
    ("git commit -am '--help'", [COMMIT]),
    ("git commit -mh", [COMMIT]),
    ("git commit --amend --no-edit", [COMMIT]),
    ("git commit -- --dry-run", [COMMIT]),
    ("git commit -Sh -m x", [COMMIT]),
    ("git commit --author 'x' --date now -m y", [COMMIT]),
    ("git commit --fixup HEAD", [COMMIT]),
    ("git commit -C HEAD", [COMMIT]),
    ("sudo git push", [PUSH]),
    ("sudo -u bob -E git push", [PUSH]),
    ("sudo -nu bob git push", [PUSH]),
    ("sudo --user=bob git push", [PUSH]),
    ("sudo --user bob git push", [PUSH]),
    ("sudo -- git push", [PUSH]),
    ("doas git push", [PUSH]),
    ("doas -u root git push", [PUSH]),
    ("env git push", [PUSH]),
    ("env -u X A=b git push", [PUSH]),
    ("env -i git push", [PUSH]),
    ("env - A=1 git push", [PUSH]),
    ("env -S 'git push'", [PUSH]),
    ("env -S git push", [PUSH]),
    ("/usr/bin/env git push", [PUSH]),
    ("env -C /x git push", [PUSH]),
    ("env --chdir=/x git push", [PUSH]),
    ("command git push", [PUSH]),
    ("command -p git push", [PUSH]),
    ("builtin git push", [PUSH]),
    ("exec -a x git push", [PUSH]),
    ("nohup git push > /dev/null 2>&1 &", [PUSH]),
    ("setsid git push", [PUSH]),
    ("setsid -w git push", [PUSH]),
    ("nice git push", [PUSH]),
    ("nice -10 git push", [PUSH]),
    ("nice --adjustment=5 git push", [PUSH]),
    ("ionice -c 3 git push", [PUSH]),
    ("ionice -c3 git push", [PUSH]),
    ("time git push", [PUSH]),
    ("/usr/bin/time -v git push", [PUSH]),
    ("time -f '%e' git push", [PUSH]),
    ("timeout 5 git push", [PUSH]),
    ("timeout -s KILL 5s git push", [PUSH]),
    ("timeout --signal=KILL 5 git push", [PUSH]),
    ("timeout -k 5 10 git push", [PUSH]),
    ("stdbuf -oL git push", [PUSH]),
    ("stdbuf -o L git push", [PUSH]),
    ("caffeinate -i git push", [PUSH]),
    ("caffeinate -t 5 git push", [PUSH]),
    ("xargs git push", [PUSH]),
    ("xargs -I{} git push {}", [PUSH]),
    ("xargs -I {} git push {}", [PUSH]),
    ("echo x | xargs -n 1 -P 4 git push", [PUSH]),
    ("xargs -0 -r git commit -m x", [COMMIT]),
    ("xargs sh -c 'git push'", [PUSH]),
    ("watch git push", [PUSH]),
    ("watch -n 5 'git push'", [PUSH]),
    ("time sudo env A=1 nohup timeout 5 nice -n 3 git push", [PUSH]),
    ("bash -c 'git push'", [PUSH]),
    ("sh -c \"git commit -m 'x'\"", [COMMIT]),
    ("bash -lc 'git add . && git commit -m \"x y\"'", [COMMIT]),
    ("bash -ec 'git push'", [PUSH]),
    ("bash -o pipefail -c 'git push'", [PUSH]),
    ("bash -euo pipefail -c 'git push'", [PUSH]),
    ("bash --norc -c 'git push'", [PUSH]),
    ("bash --login -c 'git push'", [PUSH]),
    ("zsh -ic 'git push'", [PUSH]),
    ("bash -c \"bash -c 'git push'\"", [PUSH]),
    ('bash -c "git commit -m \\"x\\""', [COMMIT]),
    ('bash -c "git commit -m $MSG"', [COMMIT]),
    ('bash -c "$(git push)"', [PUSH]),
    ("sudo bash -c 'git push'", [PUSH]),
    ("bash -c $'git push'", [PUSH]),
    ("/bin/bash -c 'git push'", [PUSH]),
    ("bash -c -- 'git push'", [PUSH]),
    ("eval 'git push'", [PUSH]),
    ("eval git push", [PUSH]),
    ("eval \"git commit -m 'a b'\"", [COMMIT]),
    ('eval "$(git push)"', [PUSH]),
    ("git\tpush", [PUSH]),
    ("  git push  ", [PUSH]),
    ("git push;", [PUSH]),
    ("git push&", [PUSH]),
    ("git push|cat", [PUSH]),
    ("(git push)&", [PUSH]),
    ('"git" "commit"', [COMMIT]),
    ("'git' commit", [COMMIT]),
    ("g''it push", [PUSH]),
    ("git pu''sh", [PUSH]),
    ('git "pu"sh', [PUSH]),
    ('git $"push"', [PUSH]),
    ("git $'pu\\x73h'", [PUSH]),
    ("git.exe push", [PUSH]),
    ("/c/git/git.exe commit -m x", [COMMIT]),
    ('"C:\\\\Program Files\\\\Git\\\\git.exe" push', [PUSH]),
    ("~/bin/git push", [PUSH]),
    ("git push # comment", [PUSH]),
    ("# git push\ngit commit", [COMMIT]),
    ('echo "# x" && git push', [PUSH]),
    ("echo a#b; git push", [PUSH]),
    ("cd x && git push # git commit", [PUSH]),
    ("git \\\npush", [PUSH]),
    ("git push \\\n  origin \\\n  main", [PUSH]),
    ("git pu\\\nsh", [PUSH]),
    ("git push\r\ngit commit -m x\r\n", [PUSH, COMMIT]),
    ("f() { git push; }", [PUSH]),
    ("f() ( git push )", [PUSH]),
    ("function f { git push; }", [PUSH]),
    ("f() { git push; }; f", [PUSH]),
    ("echo $((1+$(git push)))", [PUSH]),
    ("echo ${X:=`git push`}", [PUSH]),
    ("echo ${X//a/$(git push)}", [PUSH]),
    ('echo "${X:-$(git commit -m "y")}"', [COMMIT]),
    ('echo "`git push`"', [PUSH]),
    ("git push {a,b}", [PUSH]),
    ("let 'x=1'; git push", [PUSH]),
    ("((x=1)) && git push", [PUSH]),
    ("for ((i=0;i<3;i++)); do git push; done", [PUSH]),
    ("[[ a =~ git ]] && git push", [PUSH]),
    ('{"command":"git push","timeout":5}', [PUSH]),
    ('{"cmd":"git push"}', [PUSH]),
    ('{"script":"git push"}', [PUSH]),
    ('{"command":["bash","-lc","git commit -m x && git push"]}', [COMMIT, PUSH]),
    ('{"command":["git","commit","-m","git push"]}', [COMMIT]),
    ('{"Command":"git push"}', [PUSH]),
    ('{"command":"echo hi\\ngit push\\n"}', [PUSH]),
    ('{"command":"git commit -m \\"$(cat <<\'EOF\'\\nit\'s\\nEOF\\n)\\""}', [COMMIT]),
    ("{ git commit -m x; }", [COMMIT]),
    ("{ git push", [PUSH]),
    ("git push; exit", [PUSH]),
    ("exit; git push", [PUSH]),
    (
        "cd /x || exit 1; git add -A && git commit -m 'a (b) c'"
        ' && git push -u origin "$(git branch --show-current)"',
        [COMMIT, PUSH],
    ),
    ('git commit -m "a\nb\nc" && git push', [COMMIT, PUSH]),
    ("git commit -m 'fix: don'\\''t' && git push", [COMMIT, PUSH]),
    ('git commit -m "say \\"git push\\""', [COMMIT]),
    ('git commit -m "x" -m "y; git push"', [COMMIT]),
    ("git commit -m `date`; git push", [COMMIT, PUSH]),
    ("git commit -m 'x' | cat; git push 2>/dev/null || true", [COMMIT, PUSH]),
    ("git push origin HEAD:refs/for/main%topic=x", [PUSH]),
    ("git push --set-upstream origin feature/x#1", [PUSH]),
    ("git push https://x:y@h/r.git", [PUSH]),
    ("git commit -m 'a' --author=\"A <a@b>\"", [COMMIT]),
    ("git commit -m $'multi\\nline' && git push", [COMMIT, PUSH]),
    ("git push <<EOF\nx\nEOF\ngit commit", [PUSH, COMMIT]),
    ("diff <(git push) <(git commit)", [PUSH, COMMIT]),
    ("git push $(git commit)", [PUSH, COMMIT]),
    ("x=1; git push; y=2", [PUSH]),
    (
        "if git diff --quiet; then echo no; else git commit -am x; git push; fi",
        [COMMIT, PUSH],
    ),
    ("if a; then git push; elif b; then git commit; fi", [PUSH, COMMIT]),
    ("git commit -m x\n)\ngit push", [COMMIT, PUSH]),
    ("git push ; ] ; git commit", [PUSH, COMMIT]),
    ("echo (a) ; git push", [PUSH]),
    ("git commit -m (a)", [COMMIT]),
    ("git push > ; git commit", [PUSH, COMMIT]),
    ("git push; echo ${", [PUSH]),
    ("git push; case x in", [PUSH]),
    ("for x in; git push", [PUSH]),
    ("while; git push", [PUSH]),
    ("then git push", [PUSH]),
    ("do git push; done", [PUSH]),
    ("if; then git push; fi", [PUSH]),
    ("git push && && git commit", [PUSH, COMMIT]),
    ("| git push", [PUSH]),
    ("&& git push", [PUSH]),
    ("; git push", [PUSH]),
    ("git commit -m x &&& git push", [COMMIT, PUSH]),
]

NO_ATTEMPTS = [
    "echo 'unclosed\ngit push",
    'echo "a\ngit push',
    "cat <<EOF\ngit push\nEOF",
    'cat <<"EOF"\n`git push`\nEOF',
    "cat <<\\EOF\n$(git push)\nEOF",
    "cat <<EOF\n\\$(git push)\nEOF",
    "cat <<EOF\ngit push\n",
    "arr=(git push)",
    "declare -a x=(git commit)",
    "alias gp='git push'",
    'alias gp="git push"',
    "trap 'git push' EXIT",
    "ssh host git push",
    "ssh host 'git push'",
    "docker exec c git commit",
    "docker run --rm img git push",
    "kubectl exec p -- git push",
    "git --version push",
    "git --help commit",
    "git -h push",
    "git --exec-path push",
    'git "$@"',
    "git $x push",
    "git $X commit",
    '"$GIT" push',
    "${GIT:-git} push",
    "$(which git) push",
    "git push -n",
    "git push -fn",
    "git push -nf",
    "git push --dry-run origin main",
    "git push origin main --dry-run",
    "git push --help",
    "git push -h",
    "git commit -ah",
    "git commit -h",
    "git commit --help",
    "git commit --dry-run -m x",
    "git commit -m x --dry-run",
    "git stash push",
    "git stash push -m commit",
    "git subtree push --prefix x",
    "git lfs push origin",
    "git submodule foreach 'git push'",
    "git help push",
    "git log --grep push",
    "git push-all",
    "git commit-graph write",
    "git config alias.ci commit",
    "git rebase -x 'git push' main",
    "git bisect run git push",
    "git show commit",
    "git branch push",
    "git checkout -b commit",
    "git notes push",
    "sudo -l git push",
    "command -v git push",
    "command -V git commit",
    "watch -n5 git status",
    'bash -c "$CMD"',
    "bash script.sh git push",
    "bash -c 'echo git push'",
    "bash -x script -c 'git push'",
    "bash -c git push",
    "bash -c 'git \"$@\"' _ push",
    "eval echo git push",
    'eval "$X"',
    '"git commit"',
    "'git push'",
    "git-push",
    "gitk commit",
    "mygit push",
    "git/push",
    "git= push",
    "git=push",
    "xgit commit",
    ": git push",
    "true git push",
    "printf 'git push\\n'",
    "echo git push | bash",
    "echo '`git push`'",
    "echo \\`git push\\`",
    'echo "\\$(git push)"',
    "echo '$(git push)'",
    "git {push,pull}",
    "git pus[h]",
    "git pu*",
    "{git,push}",
    "git comm{it,x}",
    "git {push}",
    "[[ git == push ]]",
    '{"input":{"command":"git push"}}',
    '{"command":{"x":"git push"}}',
    '{"command":null}',
    '{"command":5}',
    '{"command":[]}',
    '{"text":"Run `git push`"}',
    '{"question":"$(git push)?"}',
    '{"command":"git push"',
    '["git","push"]',
    "",
    "   ",
    "\n\n",
    "git\npush",
    "{}",
    "null",
    "pwsh -c 'git push'",
    "cmd /c git push",
    "gh pr create --title 'git push'",
    "npx git push",
    "yarn git push",
    "python -m git push",
    "sh ./git push",
    "find . -exec git push \\;",
    "parallel git push",
    "source git push",
    ". git push",
    "$ git push",
    "> git push",
    "> git commit -m x\n",
]

CHECKS = {
    "tests": """
        pytest
        pytest -x tests/unit
        .venv/bin/pytest -q
        python -m pytest -k foo
        python3.11 -m unittest
        py -m pytest
        uv run pytest
        uv run --with x pytest -q
        poetry run pytest
        pipenv run pytest
        hatch run test
        hatch test
        tox
        tox -e py311
        nox -s tests
        coverage run -m pytest
        python -m coverage run -m pytest
        npm test
        npm t
        npm run test
        npm run test:unit -- --watch=false
        npm --prefix web test
        pnpm test
        pnpm run test
        pnpm -F web test
        pnpm --filter web test
        yarn test
        yarn jest
        yarn run test
        bun test
        bun run test
        npx jest
        npx vitest run
        pnpm vitest
        pnpm exec vitest
        bunx vitest
        npx playwright test
        cargo test
        cargo test --release
        cargo +nightly test
        cargo nextest run
        go test ./...
        go test -run X ./pkg
        make test
        make -j4 test
        make check
        gmake test
        just test
        task test
        rake test
        rake spec
        bundle exec rspec
        bundle exec rake test
        rspec spec/x_spec.rb
        bin/rails test
        rails test
        ./vendor/bin/phpunit
        vendor/bin/pest
        php artisan test
        composer test
        composer run test
        ctest --output-on-failure
        mvn test
        mvn -q -Dtest=X test
        ./mvnw clean verify
        gradle test
        ./gradlew :app:test
        ./gradlew testDebugUnitTest
        ./gradlew check
        dotnet test
        swift test
        mix test
        deno test
        flutter test
        sbt test
        sbt 'testOnly x'
        bazel test //...
        python manage.py test
        ./manage.py test
        node --test
        ng test
        nx test app
        turbo run test
        sudo -u bob env X=1 pytest
        bash -lc 'cd x && pytest'
        CI=1 npm test
        timeout 60 pytest
        xvfb-run npm test
        zig build test
        make -C sub test
        meson test -C build
        cmake --build build --target test
        npm run e2e
        lerna run test
        python setup.py test
        cargo test -p x -- --nocapture
        uv run python -m pytest
        uvx tox
        nx run-many -t test
        nx run-many --target=test
    """,
    "lint": """
        ruff check .
        ruff check --fix
        ruff format --check .
        uv run ruff check
        eslint src
        npx eslint .
        npm run lint
        yarn lint
        pnpm lint
        make lint
        flake8
        pylint x
        black --check .
        isort --check .
        prettier --check .
        npx prettier -c .
        cargo clippy -- -D warnings
        cargo fmt --check
        cargo fmt -- --check
        cargo fmt --all -- --check
        go vet ./...
        golangci-lint run
        gofmt -l .
        rubocop
        bundle exec rubocop
        shellcheck x.sh
        pre-commit run --all-files
        npx biome check
        stylelint x
        terraform validate
        terraform fmt -check
        helm lint x
        swiftlint
        ./gradlew lint
        mix credo
        dart analyze
        python -m flake8
        python -m ruff check
        lint-imports
        npm run lint:fix
    """,
    "types": """
        mypy .
        mypy --strict levelmem
        python -m mypy .
        pyright
        npx pyright
        tsc --noEmit
        npx tsc -p .
        yarn tsc
        npm run typecheck
        npm run type-check
        pnpm typecheck
        vue-tsc
        cargo check
        uv run mypy
        ty check
        uvx ty check
        deno check x.ts
        make typecheck
        vendor/bin/phpstan analyse
        svelte-check
        ./node_modules/.bin/tsc
    """,
    "build": """
        npm run build
        yarn build
        pnpm build
        bun run build
        cargo build
        cargo build --release
        go build ./...
        make
        make -j8
        make build
        make all
        mvn package
        mvn -DskipTests package
        mvn compile
        ./gradlew build
        ./gradlew assembleDebug
        dotnet build
        cmake --build build
        ninja -C out
        python -m build
        vite build
        npx vite build
        next build
        webpack
        swift build
        xcodebuild -scheme X build
        mix compile
        bazel build //x
        zig build
        uv build
        poetry build
        docker build .
        hatch build
    """,
}

NO_CHECKS = """
    echo pytest
    rg pytest
    git commit -m 'npm test'
    npm install
    npm ci
    npm run dev
    npm start
    pip install pytest
    uv add pytest
    uv run app.py
    uv run python x.py
    cargo run
    cargo fmt
    go run .
    go mod tidy
    ruff format .
    black .
    prettier --write .
    gofmt -w x.go
    pytest --version
    mypy --help
    tsc --init
    tsc --version
    make clean
    make install
    cat test.py
    ls tests
    python test.py
    vim tests/x
    which pytest
    npx create-react-app x
    yarn
    yarn add jest
    yarn install
    cargo add x
    dotnet run
    gradle tasks
    mvn clean
    git test
    docker run x pytest
    ssh h pytest
    npm run
    bundle install
    bundle exec
    uv run
    node x.js
    python -m http.server
    poetry install
    cmake ..
    cmake -S . -B build
    go get x
    swift run
    deno run x
    pre-commit install
    terraform plan
    helm install
    sbt run
    npm run start:test-server-xx && true
    mypy --version
    rails server
    hatch shell
    jq test
    test -f x
    [ -f pytest ]
    kill pytest
"""


def _lines(table: str) -> list[str]:
    return [line.strip() for line in table.splitlines() if line.strip()]


@pytest.mark.parametrize(("script", "events"), ATTEMPTS)
def test_an_attempt_is_found_wherever_it_stands(script: str, events: list[str]) -> None:
    assert git_events(script) == events


@pytest.mark.parametrize("script", NO_ATTEMPTS)
def test_what_only_looks_like_an_attempt_is_none(script: str) -> None:
    assert git_events(script) == []


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_the_shared_cases_are_right() -> None:
    rows = [json.loads(line) for line in CORPUS.read_text().splitlines() if line]
    wrong = [row for row in rows if git_events(row["input"]) != row["events"]]
    assert rows and not wrong


@pytest.mark.parametrize("kind", CHECKS)
def test_checks_are_named_by_their_kind(kind: str) -> None:
    wrong = [
        line
        for line in _lines(CHECKS[kind])
        if kind not in [is_check(words) for words in programs(line)]
    ]
    assert not wrong


@pytest.mark.parametrize("line", _lines(NO_CHECKS))
def test_what_checks_nothing_is_no_check(line: str) -> None:
    assert not any(is_check(words) for words in programs(line))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]),
        ('echo "$HOME" x*', [["echo", '"$HOME"', "x*"]]),
        ("A=1 sudo -u bob env B=2 make -j4", [["make", "-j4"]]),
        (
            "bash -lc 'cd x && pytest -q' | tail",
            [["cd", "x"], ["pytest", "-q"], ["tail"]],
        ),
        ("cat > f <<'E'\nnpm test\nE", [["cat"]]),
        ('{"command": ["go", "test", "./..."]}', [["go", "test", "./..."]]),
        ("echo $'a\\tb\\x21'", [["echo", "a\tb!"]]),
        ("x > log y", [["x", "y"]]),
        ("", []),
    ],
)
def test_programs_gives_the_resolved_words(
    command: str, words: list[list[str]]
) -> None:
    assert programs(command) == words


def test_scripts_within_scripts_are_read_to_a_depth_of_eight() -> None:
    assert git_events("eval " * 8 + "git push") == [PUSH]
    assert git_events("eval " * 9 + "git push") == []


@pytest.mark.parametrize(
    "script",
    ["$(" * 500, "(" * 5000, '"' * 4001, "`" * 4001, "cat <<E\n" * 500, "\ud800\0 $'"],
)
def test_broken_scripts_never_raise(script: str) -> None:
    assert git_events(script) == []
    assert git_events(script + "\n") == []


def test_the_parser_is_loaded_only_when_a_script_is_read() -> None:
    code = (
        "import sys; import levelmem.engine.sessions.shell;"
        "sys.exit('tree_sitter' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
