"""What is wrong with the person's own keys is told."""

import pytest

from levelmem.keymap import key_names, problems


def test_the_keys_as_they_come_do_not_clash() -> None:
    ours = {name.id: ",".join(name.keys) for name in key_names().values()}
    # Search orders its hits with the key that refreshes elsewhere.
    assert [told for told in problems(ours) if "search.order" not in told] == []


@pytest.mark.parametrize(
    ("keymap", "told"),
    [
        ({"history.scope": "ctrl+g"}, []),
        (
            {"history.scop": "ctrl+g"},
            ["history.scop is no name of an action. Did you mean history.scope?"],
        ),
        (
            {"history.scope": "r"},
            ["r is the key of both history.scope and session.resume."],
        ),
        (
            {"history.scope": "f1"},
            ["f1 is the key of both app.help and history.scope."],
        ),
        # A key of another screen is free here.
        ({"history.scope": "left_square_bracket"}, []),
        (
            {"history.scope": "ctrl+g", "history.agent": "ctrl+g"},
            ["ctrl+g is the key of both history.agent and history.scope."],
        ),
    ],
)
def test_unknown_names_and_clashes_are_told(
    keymap: dict[str, str], told: list[str]
) -> None:
    assert problems(keymap) == told
