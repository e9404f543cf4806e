"""Projections of a session: threads, commits, checks, edits, how it ended."""

from collections.abc import Sequence

import pytest

from levelmem.engine.sessions.checks import Verdict
from levelmem.engine.sessions.ending import Ending
from levelmem.engine.sessions.gitwork import GitResult, messages
from levelmem.engine.sessions.model import (
    Block,
    FileEdit,
    Notice,
    Origin,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.recap import Recap, recap, short_names
from levelmem.engine.sessions.runs import command_of, runs
from levelmem.engine.sessions.vouching import vouched


def conversation(*parts: tuple[Origin, Sequence[Block]]) -> list[Turn]:
    roles = {Origin.AGENT: "assistant", Origin.TOOL: "tool"}
    return [
        Turn(number, roles.get(origin, "user"), origin, tuple(blocks))
        for number, (origin, blocks) in enumerate(parts)
    ]


def ran(
    command: str, output: str = "", *, error: bool = False, tool: str = "run_command"
) -> Recap:
    """Return the recap of a session in which one command ran."""
    return recap(
        conversation(
            (Origin.HUMAN, [Text("please do it")]),
            (Origin.AGENT, [ToolCall(tool, {"command": command}, "c1")]),
            (Origin.TOOL, [ToolResult(output, "c1", error)]),
            (Origin.AGENT, [Text("Done.")]),
        )
    )


# --- commands and their exit status --------------------------------------------


@pytest.mark.parametrize(
    ("tool", "given", "command"),
    [
        ("Bash", {"command": "ls"}, "ls"),
        ("shell", {"command": ["bash", "-lc", "npm test"]}, "npm test"),
        ("exec_command", {"cmd": "go test ./..."}, "go test ./..."),
        ("local_shell", {"command": ["git", "commit", "-m", "a b"]}, ""),
        ("run_shell_command", {"command": "make", "cwd": "/x"}, "make"),
        ("Shell", {"input": '{"command": "make lint"}'}, "make lint"),
        ("mcp__box__bash", {"script": "make"}, "make"),
        ("Edit", {"command": "ls"}, ""),
        ("Bash", {"description": "nothing"}, ""),
        ("Bash", {"command": None}, ""),
    ],
)
def test_the_command_of_a_call(
    tool: str, given: dict[str, object], command: str
) -> None:
    expected = command or ("git commit -m 'a b'" if tool == "local_shell" else "")
    assert command_of(ToolCall(tool, given)) == expected


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("Process exited with code 0\nOutput:\nfine", 0),
        ("Exit code 2\nmake: *** [x] Error 2", 2),
        ("all good\n<exited with exit code 0>", 0),
        ("boom\n\nCommand exited with code 1", 1),
        ('{"output": "x", "metadata": {"exit_code": 3}}', 3),
        ("Output: x\nExit Code: 1\nSignal: 0", 1),
        ("<status>completed</status><exit_code>4</exit_code>", 4),
        ("exit code 2 means that rules failed, see the docs", None),
        ("it exits with code 1 on errors", None),
        ("", None),
    ],
)
def test_the_exit_status_is_read_where_an_agent_wrote_it(
    output: str, code: int | None
) -> None:
    (run,) = ran("x", output).runs
    assert run.exit_code == code


def test_a_command_in_the_middle_tells_nothing_about_its_own_end() -> None:
    output = "\n".join(["line"] * 20 + ["Exit code 1"] + ["line"] * 20)
    (run,) = ran("cat log", output).runs
    assert run.exit_code is None


def test_a_background_command_gets_what_came_later() -> None:
    turns = conversation(
        (Origin.AGENT, [ToolCall("exec_command", {"cmd": "make test"}, "a")]),
        (Origin.TOOL, [ToolResult("Process running with session ID 77", "a")]),
        (Origin.AGENT, [ToolCall("write_stdin", {"session_id": 77}, "b")]),
        (Origin.TOOL, [ToolResult("exit code 1\n2 failed", "b", True)]),
    )
    (run,) = runs(turns)
    assert run.exit_code == 1
    assert "2 failed" in run.output


def test_a_shell_escape_is_a_command_of_the_person() -> None:
    turns = conversation((Origin.SHELL_ESCAPE, [Text("!git commit -m x")]))
    assert [run.command for run in runs(turns)] == ["git commit -m x"]


@pytest.mark.parametrize(
    ("script", "commands"),
    [
        ("npm test", ["npm test"]),
        ("cd a && npm test", ["cd a", "npm test"]),
        ("npm test | tail", ["tail"]),
        ("npm test || true", []),
        ("npm test; echo done", ["echo done"]),
        ("set -e\nnpm test\necho ok", ["set -e", "npm test", "echo ok"]),
        ("set -o errexit; make", ["set -o errexit", "make"]),
        ("npm test &", []),
        ("(npm test)", ["npm test"]),
        ("npm test > out.txt 2>&1", ["npm test"]),
        ("if npm test; then echo; fi", []),
        ("! npm test", []),
        ("x=$(npm test)", []),
        ("npm test && (", []),
        ("", []),
    ],
)
def test_for_which_commands_an_exit_status_speaks(
    script: str, commands: list[str]
) -> None:
    assert list(vouched(script)) == commands


# --- commits and pushes --------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "output", "result"),
    [
        ("git commit -m x", "[main 1a2b3c4] x\n 1 file changed", GitResult.SUCCEEDED),
        ("git commit -qm x", "Exit code 0", GitResult.SUCCEEDED),
        ("git commit -m x && git status", "exit code: 0\nclean", GitResult.SUCCEEDED),
        (
            "git commit -m x | tail -1",
            " 2 files changed, 3 insertions(+)",
            GitResult.SUCCEEDED,
        ),
        ("git commit -m x", "nothing to commit, working tree clean", GitResult.FAILED),
        ("make && git commit -m x", "Exit code 2", GitResult.FAILED),
        ("git commit -m x; ls", "Exit code 0", GitResult.ATTEMPTED),
        ("git commit -qm x; git status", "nothing to commit", GitResult.ATTEMPTED),
        ("git commit -m x || true", "Exit code 0", GitResult.ATTEMPTED),
        ("git commit -m x", "", GitResult.ATTEMPTED),
    ],
)
def test_a_commit_is_judged_by_what_came_back(
    command: str, output: str, result: GitResult
) -> None:
    (event,) = ran(command, output).commits
    assert event.result is result


@pytest.mark.parametrize(
    ("output", "result"),
    [
        ("To h:x\n   1a2b3c4..5d6e7f8  main -> main", GitResult.SUCCEEDED),
        ("To h:x\n * [new branch]      f -> f", GitResult.SUCCEEDED),
        ("Everything up-to-date", GitResult.SUCCEEDED),
        ("To h:x\n ! [rejected] main -> main (fetch first)", GitResult.FAILED),
        ("fatal: could not read from remote repository", GitResult.FAILED),
        ("", GitResult.ATTEMPTED),
    ],
)
def test_a_push_is_judged_by_what_came_back(output: str, result: GitResult) -> None:
    (event,) = ran("git push", output).pushes
    assert event.result is result


def test_a_refused_commit_was_never_made() -> None:
    seen = ran("git commit -m x", "The user doesn't want to proceed", error=True)
    assert [event.result for event in seen.commits] == [GitResult.DENIED]
    assert seen.committed == ()


def test_a_command_without_a_result_is_an_attempt() -> None:
    turns = conversation(
        (Origin.AGENT, [ToolCall("Bash", {"command": "git push"}, "c")])
    )
    assert [e.result for e in recap(turns).pushes] == [GitResult.ATTEMPTED]


def test_git_s_own_words_beat_the_typed_message() -> None:
    (event,) = ran('git commit -m "Typed"', "[dev 0a1b2c3] Printed").commits
    assert (event.message, event.sha, event.branch) == ("Printed", "0a1b2c3", "dev")


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ('git commit -m "Fix it"', ["Fix it"]),
        ("git commit -am 'Fix it'", ["Fix it"]),
        ("git commit --message='Fix' && git commit -m Two", ["Fix", "Two"]),
        ("git commit -m \"$(cat <<'EOF'\nFix it\n\nMore.\nEOF\n)\"", ["Fix it"]),
        ("git commit -F - <<'EOF'\nFix it\nEOF", ["Fix it"]),
        ('git commit -m "$MESSAGE"', []),
        ('git commit -m "$(date)"', []),
        ("git commit --amend --no-edit", []),
    ],
)
def test_the_message_of_a_commit(command: str, found: list[str]) -> None:
    assert messages(command) == found


def test_the_words_git_commit_alone_are_no_commit() -> None:
    seen = ran("rg 'git commit' && echo git push")
    assert seen.commits == seen.pushes == ()


# --- checks --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "output", "verdict"),
    [
        ("pytest -q", "3 passed in 0.1s", Verdict.PASSED),
        ("pytest -q", "1 failed, 3 passed in 0.1s", Verdict.FAILED),
        ("pytest -q | tail -3", "1 failed, 3 passed in 0.1s", Verdict.FAILED),
        ("pytest -q | tail -3", "3 passed in 0.1s\nExit code 0", Verdict.PASSED),
        ("pytest || true", "Exit code 0", Verdict.UNKNOWN),
        ("pytest", "Exit code 0", Verdict.PASSED),
        ("pytest", "Exit code 1", Verdict.FAILED),
        ("pytest", "bash: pytest: command not found", Verdict.NOT_RUN),
        ("npm test", 'npm error Missing script: "test"', Verdict.NOT_RUN),
        ("npm test", "Tests:       2 failed, 5 passed, 7 total", Verdict.FAILED),
        ("npm test", "Tests:       7 passed, 7 total", Verdict.PASSED),
        ("npx vitest run", " Test Files  1 failed (3)", Verdict.FAILED),
        ("go test ./...", "ok  \tx/y\t0.2s", Verdict.PASSED),
        ("go test ./...", "--- FAIL: TestX (0.00s)\nFAIL", Verdict.FAILED),
        ("cargo test", "test result: ok. 5 passed; 0 failed;", Verdict.PASSED),
        ("cargo build", "error[E0382]: use of moved value", Verdict.FAILED),
        ("ruff check .", "All checks passed!", Verdict.PASSED),
        ("mypy .", "Found 3 errors in 2 files", Verdict.FAILED),
        ("npx tsc --noEmit", "src/a.ts(1,2): error TS2304: no x", Verdict.FAILED),
        ("mix test", "12 tests, 0 failures", Verdict.PASSED),
        ("mix test", "12 tests, 2 failures", Verdict.FAILED),
        ("python -m unittest", "Ran 3 tests in 0.1s\n\nOK", Verdict.PASSED),
        ("python -m unittest", "FAILED (failures=1)", Verdict.FAILED),
        ("mvn test", "[INFO] BUILD SUCCESS", Verdict.PASSED),
        ("gradle test", "BUILD FAILED in 3s", Verdict.FAILED),
        ("make test", "make: *** [test] Error 1", Verdict.FAILED),
        ("pytest", "\x1b[32m3 passed\x1b[0m in 1s", Verdict.PASSED),
        ("pytest", "collecting ...", Verdict.UNKNOWN),
    ],
)
def test_a_check_is_judged_by_status_then_by_its_words(
    command: str, output: str, verdict: Verdict
) -> None:
    (check,) = ran(command, output).checks
    assert check.verdict is verdict


def test_an_agent_that_flags_failures_vouches_for_silence() -> None:
    assert ran("npx tsc", "", tool="Bash").checks[0].verdict is Verdict.PASSED
    assert ran("npx tsc", "").checks[0].verdict is Verdict.UNKNOWN
    background = ran("pytest", "Command running in background with ID: b1", tool="Bash")
    assert background.checks[0].verdict is Verdict.UNKNOWN


def test_two_checks_in_one_script_share_no_sign() -> None:
    seen = ran("ruff check . ; pytest", "3 passed in 1s")
    assert {check.verdict for check in seen.checks} == {Verdict.UNKNOWN}
    both = ran("ruff check . && pytest", "3 passed in 1s\nExit code 0")
    assert [check.verdict for check in both.checks] == [Verdict.PASSED] * 2


def test_a_check_that_wants_approval_did_not_run() -> None:
    seen = ran("swift build", "This command requires approval", error=True)
    assert seen.checks[0].verdict is Verdict.NOT_RUN


# --- threads and edits ---------------------------------------------------------


def test_threads_hold_what_was_done_for_each_request() -> None:
    seen = recap(
        conversation(
            (Origin.INJECTED, [Text("<env>")]),
            (Origin.HUMAN, [Text("fix the parser\nand more")]),
            (
                Origin.AGENT,
                [
                    ToolCall("Bash", {"command": "ls\npwd"}, "1"),
                    ToolCall("Bash", {"command": "ls\npwd"}, "2"),
                    ToolCall("Edit", {"file_path": "a.py"}, "3", "a.py"),
                    FileEdit("a.py", "", "3"),
                    ToolCall("Grep", {"pattern": "x"}, "4", "x in src"),
                ],
            ),
            (Origin.QUEUED, [Text("")]),
            (Origin.AGENT, [Text("ok")]),
        )
    )
    first, second = seen.asks
    assert first.request == "fix the parser"
    assert [str(a) for a in first.actions] == [
        "ran ls ×2",
        "edited a.py",
        "Grep x in src",
    ]
    assert (second.request, second.actions) == ("(no text)", ())


def test_work_before_any_request_is_kept() -> None:
    seen = recap(conversation((Origin.AGENT, [ToolCall("Bash", {"command": "ls"})])))
    assert [thread.request for thread in seen.threads] == ["(session)"]
    assert seen.asks == ()
    assert seen.did_something


def test_edits_are_counted_and_failed_ones_are_none() -> None:
    seen = recap(
        conversation(
            (Origin.AGENT, [FileEdit("a.py", "", "1"), FileEdit("b.py", "", "2")]),
            (Origin.AGENT, [FileEdit("b.py", "", "3"), FileEdit("c.py", "", "4")]),
            (Origin.TOOL, [ToolResult("not found", "4", True)]),
        )
    )
    assert seen.edits == (("b.py", 2), ("a.py", 1))
    assert seen.last_edit == 1


def test_names_that_look_the_same_are_told_with_their_folder() -> None:
    assert short_names(["/r/a/x.py", "/r/b/x.py", "c\\y.py"]) == [
        "a/x.py",
        "b/x.py",
        "y.py",
    ]


# --- the end -------------------------------------------------------------------

ASK = (Origin.HUMAN, [Text("do it")])


@pytest.mark.parametrize(
    ("parts", "ending"),
    [
        ([], Ending.EMPTY),
        ([ASK], Ending.UNANSWERED),
        ([ASK, (Origin.AGENT, [Text("Done.")])], Ending.ANSWERED),
        ([ASK, (Origin.AGENT, [Text("Shall I go on?")])], Ending.ASKING),
        ([ASK, (Origin.AGENT, [Text("続けますか？")])], Ending.ASKING),
        (
            [ASK, (Origin.AGENT, [ToolCall("Bash", {"command": "x"})])],
            Ending.INTERRUPTED,
        ),
        ([ASK, (Origin.TOOL, [ToolResult("x")])], Ending.INTERRUPTED),
        (
            [
                ASK,
                (Origin.AGENT, [Text("On it")]),
                (Origin.NOTIFICATION, [Notice("[Request interrupted by user]")]),
            ],
            Ending.INTERRUPTED,
        ),
        (
            [ASK, (Origin.NOTIFICATION, [Notice("API Error: 529 overloaded")])],
            Ending.ERROR,
        ),
        (
            [
                ASK,
                (Origin.NOTIFICATION, [Notice("[Request interrupted by user]")]),
                ASK,
                (Origin.AGENT, [Text("Done.")]),
            ],
            Ending.ANSWERED,
        ),
    ],
)
def test_how_a_session_ended(
    parts: list[tuple[Origin, list[Block]]], ending: Ending
) -> None:
    assert recap(conversation(*parts)).ending is ending


def test_what_went_wrong_is_told() -> None:
    seen = recap(
        conversation(ASK, (Origin.NOTIFICATION, [Notice("API Error: 529 overloaded")]))
    )
    assert seen.error == "API Error: 529 overloaded"


def test_an_abandoned_branch_does_not_count() -> None:
    turn = Turn(0, "assistant", Origin.AGENT, (FileEdit("a"),), note="abandoned branch")
    assert recap([turn]) == Recap()


def test_a_session_comes_to_its_requests_commits_checks_and_edits() -> None:
    """An edit, a check, a commit and a push, asked for in two requests."""
    push = "main -> main\nExit code 0"
    seen = recap(
        conversation(
            (Origin.HUMAN, [Text("add the parser")]),
            (Origin.AGENT, [ToolCall("Edit", {"file_path": "a.go"}, "1", "a.go")]),
            (Origin.AGENT, [FileEdit("a.go", "", "1")]),
            (Origin.AGENT, [ToolCall("Bash", {"command": "go test ./..."}, "2")]),
            (Origin.HUMAN, [Text("ship it")]),
            (Origin.AGENT, [ToolCall("Bash", {"command": "git commit -m x"}, "3")]),
            (Origin.AGENT, [ToolCall("Bash", {"command": "git push"}, "4")]),
            (Origin.TOOL, [ToolResult(push, "4")]),
        )
    )
    assert [thread.request for thread in seen.asks] == ["add the parser", "ship it"]
    assert (len(seen.edits), len(seen.checks)) == (1, 1)
    assert (len(seen.commits), len(seen.pushes)) == (1, 1)
    told = [str(action) for thread in seen.asks for action in thread.actions]
    assert "ran git push" in told
