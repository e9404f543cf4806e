"""Work in threads, whose errors all end in one place: the application tells them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from textual import work
from textual.dom import DOMNode
from textual.message import Message
from textual.worker import Worker, get_current_worker

P = ParamSpec("P")
N = TypeVar("N", bound=DOMNode)


@dataclass
class WorkFailed(Message):
    """Work in a thread has raised; the application tells the person."""

    error: Exception
    doing: str
    """What was being done, for people: "read the session"."""


def background(
    doing: str, *, group: str = "default", exclusive: bool = False
) -> Callable[[Callable[Concatenate[N, P], None]], Callable[Concatenate[N, P], object]]:
    """Run a method of a widget, a screen or the application in a thread.

    Textual ends the application when a worker raises, or tells the error to nobody but
    the widget that started it. What is raised here reaches the application instead,
    whoever started the work; work that was called off fails in silence.

    Args:
        doing: what is done, for people who are told that it failed.
        group: work of the same group can be exclusive.
        exclusive: whether earlier work of the group is called off.
    """

    def decorate(
        method: Callable[Concatenate[N, P], None],
    ) -> Callable[Concatenate[N, P], Worker[None]]:
        @wraps(method)
        def guarded(self: N, *args: P.args, **kwargs: P.kwargs) -> None:
            app = self.app
            try:
                method(self, *args, **kwargs)
            except Exception as error:
                if not get_current_worker().is_cancelled:
                    app.post_message(WorkFailed(error, doing))

        return work(
            thread=True,
            group=group,
            exclusive=exclusive,
            exit_on_error=False,
            description=doing,
        )(guarded)

    return decorate
