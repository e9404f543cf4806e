"""The keys of Memory, for the screen and for whatever documents them."""

from textual.binding import Binding, BindingType

from levelmem.screens.fact_actions import REDO, UNDO
from levelmem.screens.memory_sharing import SHARING_KEYS
from levelmem.screens.memory_time import TIME_KEYS

MEMORY_KEYS: list[BindingType] = [
    Binding("c,f5", "confirm", "Confirm", id="memory.confirm"),
    Binding(
        "f,delete",
        "forget",
        "Not true",
        id="memory.forget",
        tooltip="Not true (of a session: forget what it left)",
    ),
    Binding("e,f4", "edit", "Edit", id="memory.edit"),
    Binding("r,f8", "review", "Review", id="memory.review"),
    Binding(
        "m,f12",
        "digest",
        "MEMORY.md",
        id="memory.digest",
        tooltip="What the next session is told; with facts marked, merge them",
    ),
    Binding("p,f2", "pin", "Pin", id="memory.pin"),
    UNDO,
    Binding("n,alt+n", "note", "New note", show=False, id="memory.note"),
    Binding("R,alt+r", "restore", "Restore", show=False, id="memory.restore"),
    Binding(
        "s,S,alt+s",
        "supersede",
        "Replace",
        show=False,
        id="memory.supersede",
        tooltip="Replace by a new fact in your words",
    ),
    Binding("M,alt+m", "merge", "Merge marked", show=False, id="memory.merge"),
    Binding("K,alt+k", "kind", "Change kind", show=False, id="memory.kind"),
    REDO,
    Binding(
        "w,alt+w",
        "place",
        "Where from",
        show=False,
        id="memory.place",
        tooltip="Everything from the same session, file or host",
    ),
    Binding(
        "F,alt+f",
        "forget_place",
        "Forget all of it",
        show=False,
        id="memory.forget-place",
        tooltip="Forget everything that came from there",
    ),
    Binding(
        "A,f7",
        "scope",
        "This project / all",
        show=False,
        id="memory.scope",
        tooltip="Show this project or all",
    ),
    Binding(
        "a,f6",
        "group",
        "Group",
        show=False,
        id="memory.group",
        tooltip="Show one group alone, one after another",
    ),
    Binding("b,alt+b", "sort", "Sort", show=False, id="memory.sort"),
    Binding("slash,f3", "find", "Filter", show=False, id="memory.find"),
    Binding("y,f9", "copy_text", "Copy", show=False, id="memory.copy"),
    Binding(
        "o,alt+o",
        "edit_outside",
        "Editor",
        show=False,
        id="memory.editor",
        tooltip="Edit in $EDITOR, or open the file there",
    ),
    Binding(
        "v,f10",
        "detail",
        "Story",
        show=False,
        id="memory.detail",
        tooltip="Show or hide the story",
    ),
    *TIME_KEYS,
    *SHARING_KEYS,
    Binding("escape", "back", "Back", show=False, id="memory.back"),
]
