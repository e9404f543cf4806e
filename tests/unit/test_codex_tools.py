"""Codex's tool arguments and results, in every shape that its versions used."""

import json

import pytest

from levelmem.engine.sessions.sources.codex.tools import (
    Outcome,
    call_summary,
    command_line,
    executed_output,
    mcp_output,
    read_arguments,
    read_output,
    search_summary,
)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ('{"cmd": "ls"}', {"cmd": "ls"}),
        ({"cmd": "ls"}, {"cmd": "ls"}),
        ('{"cmd": "ls', {"input": '{"cmd": "ls'}),
        ("[1]", {"input": [1]}),
        ("[" * 100_000, {"input": "[" * 100_000}),
        ("", {}),
        (None, {}),
        (7, {"input": 7}),
    ],
)
def test_arguments_become_an_object(given: object, expected: object) -> None:
    assert read_arguments(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["bash", "-lc", "ls | wc"], "ls | wc"),
        (["/bin/zsh", "-c", "ls"], "ls"),
        (["git", "commit", "-m", "two words"], "git commit -m 'two words'"),
        (["python", "-c", "print(1)"], "python -c 'print(1)'"),
        ("ls", "ls"),
        ([], ""),
        (None, ""),
        ([7, "ls"], "ls"),
    ],
)
def test_a_command_reads_as_it_would_be_typed(given: object, expected: str) -> None:
    assert command_line(given) == expected


HEADER = "Chunk ID: 1\nWall time: 0.1 seconds\n"


@pytest.mark.parametrize(
    ("output", "text", "failed"),
    [
        ("plain words", "plain words", False),
        ('{"output": "a", "metadata": {"exit_code": 0}}', "a", False),
        ('{"output": "a", "metadata": {"exit_code": 2}}', "exit code 2\na", True),
        ('{"output": "a"}', "a", False),
        ('{"name": "levelmem"}', '{"name": "levelmem"}', False),
        ('{"output": "built by a tool", "size": 3}', None, False),
        (f"{HEADER}Process exited with code 0\nOutput:\na\n", "a\n", False),
        (f"{HEADER}Process exited with code 1\nOutput:\n", "exit code 1", True),
        ("Exit code: 0\nWall time: 1 seconds\nOutput:\na", "a", False),
        ("Wall time: 2.0 seconds\nOutput:\n{}", "{}", False),
        ("Output:\nnot a header", "Output:\nnot a header", False),
        ("error: no such file", "error: no such file", True),
        ("failed in sandbox X with …", "failed in sandbox X with …", True),
        ("there was an error: none", "there was an error: none", False),
        ({"content": "a", "success": True}, "a", False),
        ({"content": "a", "success": False}, "a", True),
        ({"content": [{"type": "input_text", "text": "a"}]}, "a", False),
        ({"type": "input_text", "text": "a"}, "a", False),
        ({"stdout": "a\n", "stderr": "b\n", "exitCode": 1}, "exit code 1\na\nb", True),
        ({"output": "a", "metadata": {"exit_code": 0}}, "a", False),
        ([{"type": "input_text", "text": "a"}, {"text": "b"}], "a\nb", False),
        ('[{"type": "text", "text": "a"}]', "a", False),
        (None, "", False),
        (7, "", False),
        ([], "", False),
    ],
)
def test_a_result_is_text_and_says_whether_it_failed(
    output: object, text: str | None, failed: bool
) -> None:
    expected = str(output) if text is None else text
    assert read_output(output) == Outcome(expected, failed)


def test_a_command_that_still_runs_keeps_its_header() -> None:
    text = f"{HEADER}Process running with session ID 7\nOutput:\na"
    assert read_output(text) == Outcome(text)


def test_a_number_far_down_in_an_output_is_no_exit_code() -> None:
    text = "line\n" * 500 + "Process exited with code 3\n"
    assert read_output(text) == Outcome(text)


def test_lone_surrogates_in_a_result_can_be_encoded() -> None:
    assert read_output(json.dumps({"output": "\ud83d"})).text.encode()


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("shell", {"command": ["bash", "-lc", "ls"]}, "ls"),
        ("exec_command", {"cmd": "ls", "workdir": "/w"}, "ls"),
        ("write_stdin", {"session_id": 7, "chars": ""}, "wait for output"),
        ("write_stdin", {"session_id": 7, "chars": "q\n"}, "type 'q\\n'"),
        ("view_image", {"path": "/w/a.png"}, "/w/a.png"),
        ("anything", {}, ""),
    ],
)
def test_a_call_is_summed_up_in_a_line(
    tool: str, arguments: dict[str, object], expected: str
) -> None:
    assert call_summary(tool, arguments) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"query": "label", "queries": ["label"]}, "label"),
        ({"query": None, "queries": ["a", "b"]}, "a; b"),
        ({"type": "openPage", "url": "https://example.com"}, "https://example.com"),
        ({"pattern": "x"}, "x"),
        ({}, ""),
    ],
)
def test_a_search_says_what_it_looked_for(
    action: dict[str, object], expected: str
) -> None:
    assert search_summary(action) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"Ok": {"content": [{"type": "text", "text": "a"}]}}, Outcome("a")),
        ({"Ok": {"content": [], "isError": True}}, Outcome("", failed=True)),
        ({"Err": "denied"}, Outcome("denied", failed=True)),
        ({"content": [{"type": "text", "text": "a"}]}, Outcome("a")),
        (None, Outcome("")),
    ],
)
def test_a_servers_result_is_read_in_every_shape(
    result: object, expected: Outcome
) -> None:
    assert mcp_output(result) == expected


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"aggregated_output": "a", "exit_code": 0}, Outcome("a")),
        (
            {"stdout": "a", "stderr": "b", "exit_code": 1},
            Outcome("exit code 1\na\nb", True),
        ),
        ({}, Outcome("")),
    ],
)
def test_a_recorded_command_has_its_output(
    payload: dict[str, object], expected: Outcome
) -> None:
    assert executed_output(payload) == expected
