"""Which words of a Codex user message a person typed."""

import json

import pytest

from levelmem.engine.sessions.model import Origin
from levelmem.engine.sessions.sources.codex.prompts import (
    environment_cwd,
    is_image_wrapper,
    read_prompt,
)


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>",
        "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>",
        "<user_instructions>\n\nx\n\n</user_instructions>",
        "<INSTRUCTIONS>\nx\n</INSTRUCTIONS>",
        "<permissions instructions>\nx",
        "<collaboration_mode># Plan</collaboration_mode>",
        "<skills_instructions>x</skills_instructions>",
        "<apps_instructions>x</apps_instructions>",
        "<plugins_instructions>x</plugins_instructions>",
        "<app-context>x</app-context>",
        "<recommended_plugins>x</recommended_plugins>",
        "<skill>\n<name>tidy</name>\n</skill>",
        "<turn_aborted>\nx\n</turn_aborted>",
        "<subagent_notification>x</subagent_notification>",
        "<goal_context>x</goal_context>",
        '<codex_internal_context source="x">y</codex_internal_context>',
        '<hook_prompt hook_run_id="1">x</hook_prompt>',
        "<in-app-browser-context>x</in-app-browser-context>",
        "<user_action>\n  <context>review</context>\n</user_action>",
        "  \n<environment_context>padded",
        "<some_future_tag>whatever\nit says</some_future_tag>",
        "# Files mentioned by the user:\n\n## a.py: /w/a.py\n",
        "# Context from my IDE setup:\n\n## Active file: a.py\n",
    ],
)
def test_what_codex_puts_into_a_message_is_injected(text: str) -> None:
    assert read_prompt(text).origin is Origin.INJECTED


@pytest.mark.parametrize(
    "text",
    [
        "Fix the label",
        "# Plan\n\nFix the label",
        "<div> is not closed in page.html",
        "<b>bold</b> words",
        "why is <environment_context> in my prompt?",
        "My request for Codex: none",
        "{}",
    ],
)
def test_what_a_person_types_is_theirs(text: str) -> None:
    prompt = read_prompt(text)
    assert (prompt.origin, prompt.text) == (Origin.HUMAN, text)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        (
            "# Context from my IDE setup:\n\n## Active file: a.py\n\n"
            "## My request for Codex:\nFix the label\n",
            "Fix the label",
        ),
        (
            "# Files mentioned by the user:\n\n## a.png: /w/a.png\n\n"
            "## My request:\nFix\n\nboth",
            "Fix\n\nboth",
        ),
        (
            "# Context from my IDE setup:\n## My request for Codex: Fix it",
            "Fix it",
        ),
        (
            "# Context from my IDE setup:\n## My request for Codex:\n"
            "Write a heading\n## My request for Codex:\nagain",
            "Write a heading\n## My request for Codex:\nagain",
        ),
    ],
)
def test_the_request_is_taken_out_of_the_editors_context(
    text: str, request_: str
) -> None:
    prompt = read_prompt(text)
    assert (prompt.origin, prompt.text) == (Origin.HUMAN, request_)


def test_a_request_that_is_itself_injected_stays_so() -> None:
    text = "# Context from my IDE setup:\n## My request for Codex:\n<skill>x</skill>"
    assert read_prompt(text).origin is Origin.INJECTED


def reply(value: object) -> str:
    tag = "send_user_message_question_reply"
    return f"<{tag}>\n{json.dumps(value)}\n</{tag}>"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([{"question": "Which?", "answer": "Blue"}], "Blue"),
        ([{"answer": "Blue"}, {"answer": " "}, {"answer": "Tall"}], "Blue\n\nTall"),
        ({"answer": "Blue"}, "Blue"),
    ],
)
def test_the_answers_in_a_question_reply_are_typed(value: object, said: str) -> None:
    prompt = read_prompt(reply(value))
    assert (prompt.origin, prompt.text, prompt.vouched) == (Origin.HUMAN, said, True)


@pytest.mark.parametrize("value", [[], {}, [{"answer": 7}], ["x"], None, "words"])
def test_a_question_reply_without_an_answer_is_nobodys_words(value: object) -> None:
    assert read_prompt(reply(value)).origin is Origin.INJECTED


def test_a_broken_question_reply_is_nobodys_words() -> None:
    text = "<send_user_message_question_reply>\n[{\n</send_user_message_question_reply>"
    assert read_prompt(text).origin is Origin.INJECTED


def test_a_command_run_by_the_person_is_unwrapped() -> None:
    prompt = read_prompt(
        "<user_shell_command>\n<command>\nls -l\n</command>\n<result>\n"
        "Exit code: 0\nOutput:\na.py\n</result>\n</user_shell_command>"
    )
    assert prompt.origin is Origin.SHELL_ESCAPE
    assert prompt.text == "!ls -l"
    assert prompt.result == "Exit code: 0\nOutput:\na.py"


@pytest.mark.parametrize(
    ("text", "cwd"),
    [
        ("<environment_context>\n <cwd>/w/x</cwd>\n</environment_context>", "/w/x"),
        ("<environment_context>\n <cwd></cwd>", ""),
        ("<environment_context>\n <cwd>/w/x", ""),
        ("<environment_context>", ""),
        ("<cwd>/w/x</cwd>", ""),
    ],
)
def test_the_folder_is_found_in_the_environment_only(text: str, cwd: str) -> None:
    assert environment_cwd(text) == cwd


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<image>", True),
        ('<image name=[Image #1] path="/x.png">', True),
        ("</image>", True),
        ("<image> is a tag", False),
        ("<imageless>", False),
    ],
)
def test_wrappers_of_pictures_are_no_words(text: str, expected: bool) -> None:
    assert is_image_wrapper(text) is expected
