"""Plans that were laid before the person, over all agents."""

from pathlib import Path
from typing import Any

import pytest

from levelmem.engine.eventlog.records import LogRecord, RecordKind
from levelmem.engine.eventlog.writer import SessionLog
from levelmem.engine.sessions.model import (
    Block,
    Origin,
    Text,
    ToolCall,
    ToolResult,
    Turn,
)
from levelmem.engine.sessions.plans import Answer, plans
from levelmem.engine.sessions.recap import recap
from levelmem.engine.sessions.sources.memcode import SOURCE

REFUSAL = "The user doesn't want to proceed with this tool use. STOP."


def conversation(*blocks: Block) -> list[Turn]:
    return [
        Turn(
            number,
            "assistant",
            Origin.TOOL if isinstance(block, ToolResult) else Origin.AGENT,
            (block,),
        )
        for number, block in enumerate(blocks)
    ]


def presented(call: str, plan: Any, tool: str = "ExitPlanMode") -> ToolCall:
    return ToolCall(tool, {"plan": plan}, call)


def test_a_plan_is_told_with_what_was_said_to_it() -> None:
    (plan,) = plans(
        conversation(
            presented("1", "# Plan: Split the parser\n\n1. Move the lexer"),
            ToolResult("User has approved your plan. You can now start coding.", "1"),
        )
    )
    assert plan.title == "Split the parser"
    assert plan.text.endswith("1. Move the lexer")
    assert (plan.turn, plan.answer) == (0, Answer.APPROVED)


def test_a_plan_after_a_refused_one_is_its_revision() -> None:
    (plan,) = plans(
        conversation(
            presented("1", "# With real calls"),
            ToolResult(REFUSAL, "1", is_error=True),
            presented("2", "# With recorded calls"),
        )
    )
    assert plan.title == "With recorded calls"
    assert (plan.revisions, plan.answer) == (1, Answer.OPEN)


def test_two_plans_of_which_one_was_presented_again() -> None:
    found = plans(
        conversation(
            presented("1", "# Cache\nold"),
            ToolResult("approved", "1"),
            presented("2", "# Queue"),
            ToolResult("approved", "2"),
            presented("3", "# Cache\nnew"),
        )
    )
    assert [(p.title, p.revisions) for p in found] == [("Queue", 0), ("Cache", 1)]
    assert found[1].text.endswith("new")


def test_other_agents_plans_are_found() -> None:
    tagged = "Here it is.\n<proposed_plan>\n# Retry\n- three times\n</proposed_plan>"
    found = plans(
        conversation(
            presented("1", "Add a cache", "exit_plan_mode"),
            Text(tagged),
        )
    )
    assert [plan.title for plan in found] == ["Add a cache", "Retry"]


@pytest.mark.parametrize("plan", ["", "  \n", None, 5, {"a": 1}])
def test_a_call_without_a_plan_is_none(plan: Any) -> None:
    assert plans(conversation(presented("1", plan))) == ()


def test_words_about_a_plan_are_none() -> None:
    assert plans(conversation(Text("My plan: read the parser first."))) == ()


def test_a_log_of_memcode_tells_its_plans(tmp_path: Path) -> None:
    log = SessionLog(tmp_path, "s1")
    log.append(LogRecord(RecordKind.USER_MESSAGE, text="plan it"))
    kind = RecordKind.PLAN_PRESENTED
    log.append(LogRecord(kind, text="# PLAN: Split the parser", slug="split"))
    log.close()
    (file,) = SOURCE.files(tmp_path)
    found = recap(SOURCE.turns(SOURCE.scan(file).session)).plans
    assert [plan.title for plan in found] == ["Split the parser"]
