"""How the guard's patterns are written down, and how they are compiled.

Long patterns are laid out over several lines, an alternative or a few on each.
Line breaks and indentation are no part of them; a blank at the edge of a line is
written `[ ]`. What is put into other patterns is joined where it is defined.
"""

import re
from functools import cache


def joined(pattern: str) -> str:
    """The laid-out pattern on one line."""
    return "".join(line.strip() for line in pattern.splitlines())


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The laid-out pattern, compiled when it is first needed."""
    return re.compile(joined(pattern))
