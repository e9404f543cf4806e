"""The tones that text is drawn in, as theme variables.

Tones say what a text is, never how it looks; this is the one place where a tone
meets a colour, and every colour is a variable of the theme.
"""

_RULES = {
    "title": "color: $foreground;",
    "strong": "color: $foreground; text-style: bold;",
    "muted": "color: $text-muted;",
    "faint": "color: $text-disabled;",
    "accent": "color: $text-accent;",
    "primary": "color: $text-primary;",
    "success": "color: $text-success;",
    "warning": "color: $text-warning;",
    "error": "color: $text-error;",
    "match": "background: $warning-muted; color: $text-warning; text-style: bold;",
    "found": "background: $warning; color: $background; text-style: bold;",
    "section": "color: $text-primary; text-style: bold;",
    "rule": "color: $foreground 20%;",
    "bar": "color: $primary;",
    "heading": "color: $text-primary; text-style: bold;",
    "emphasis": "text-style: italic;",
    "bold": "text-style: bold;",
    "code": "color: $text-secondary;",
    "added": "background: $success 14%;",
    "removed": "background: $error 14%;",
    "hunk": "color: $text-primary; text-style: dim;",
    "cursor": "background: $primary 22%;",
    "cursor-blurred": "background: $foreground 8%;",
    "lit": "background: $warning 14%;",
    "sticky": "background: $surface;",
    "code-block": "background: $foreground 5%;",
    "key": "color: $text-accent; text-style: bold;",
    "chip": "color: $text-muted;",
    "chip-on": "background: $primary 30%; color: $foreground; text-style: bold;",
    "tab-on": "color: $foreground; text-style: bold underline;",
}

TONES = frozenset(_RULES)
"""Every tone there is."""

COMPONENTS = {f"tone--{name}" for name in _RULES}
"""The component classes that hold the tones."""


def tone_css(widget: str) -> str:
    """Return the default CSS that gives the tones to a widget class."""
    return "\n".join(
        f"{widget} > .tone--{name} {{ {rule} }}" for name, rule in _RULES.items()
    )
