"""What can go wrong with memory, in words for people."""

from levelmem.engine.problem import Problem


class MemoryProblem(Problem):
    """Something that the person asked of memory can't be done; the message says why."""


class UnknownFact(MemoryProblem):
    """No fact has the key, text or prefix that was given."""

    def __init__(self, asked: str, nearest: str = "") -> None:
        hint = f" Did you mean “{nearest}”?" if nearest else ""
        super().__init__(f"No fact is called “{asked}”.{hint}")
        self.asked = asked
        self.nearest = nearest


class AmbiguousFact(MemoryProblem):
    """Several facts begin with what was given."""

    def __init__(self, asked: str, matches: tuple[str, ...]) -> None:
        shown = ", ".join(f"“{key}”" for key in matches[:3])
        more = f" and {len(matches) - 3} more" if len(matches) > 3 else ""
        super().__init__(f"“{asked}” could be {shown}{more}. Write more of it.")
        self.matches = matches


class MemoryOff(MemoryProblem):
    """Memory is switched off, for this project or as a whole."""

    def __init__(self, project: str, everywhere: bool) -> None:
        where = "as a whole" if everywhere else f"for {project}"
        super().__init__(f"Memory is switched off {where}: nothing is read or written.")


class NothingToUndo(MemoryProblem):
    """There is no step left to take back."""

    def __init__(self) -> None:
        super().__init__("There is nothing to undo in this project's memory.")


class EmptyText(MemoryProblem):
    """A fact needs words."""

    def __init__(self) -> None:
        super().__init__("A fact needs at least one word; nothing was changed.")


class NotAsked(MemoryProblem):
    """A removal that the person's own words do not ask for."""

    def __init__(self, why: str, closest: str) -> None:
        named = f" The closest memory is “{closest}”." if closest else ""
        super().__init__(
            f"Nothing was removed: {why}.{named} To remove it by hand, open the"
            " Memory screen (`levelmem`, key 3) and press f."
        )
        self.why = why
        self.closest = closest
