"""levelmem's own themes; every built-in theme of Textual works as well."""

from textual.theme import Theme

DARK = Theme(
    name="levelmem",
    primary="#7aa2f7",
    secondary="#89ddff",
    accent="#e0af68",
    warning="#e0af68",
    error="#f7768e",
    success="#9ece6a",
    foreground="#c8d3f5",
    background="#16161e",
    surface="#1e2030",
    panel="#24283b",
    dark=True,
)

LIGHT = Theme(
    name="levelmem-light",
    primary="#2e5cb8",
    secondary="#00738a",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#b3203c",
    success="#3d6b14",
    foreground="#22263a",
    background="#fafafa",
    surface="#eceef4",
    panel="#e1e4ee",
    dark=False,
)
