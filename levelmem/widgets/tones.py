"""The tones that text is drawn in, as theme variables.

Tones say what a text is, never how it looks; this is the one place where a tone
meets a colour, and every colour is a variable of the theme.
"""

TONES = {
    "title": "$foreground",
    "strong": "bold $foreground",
    "muted": "$foreground-muted",
    "faint": "$foreground 40%",
    "accent": "$text-accent",
    "primary": "$text-primary",
    "success": "$text-success",
    "warning": "$text-warning",
    "error": "$text-error",
    "match": "bold $text-warning on $warning-muted",
    "section": "bold $text-primary",
    "rule": "$foreground 20%",
    "bar": "$primary",
    "heading": "bold $text-primary",
    "bold": "bold",
    "italic": "italic",
    "code": "$text-secondary",
    "added": "on $success 14%",
    "removed": "on $error 14%",
    "hunk": "$text-primary 60%",
    "cursor": "on $primary 22%",
    "cursor-blurred": "on $foreground 8%",
    "lit": "on $warning 14%",
    "sticky": "on $surface",
    "code-block": "on $foreground 5%",
    "key": "bold $text-accent",
    "chip": "$foreground-muted",
    "chip-on": "bold $foreground on $primary 30%",
    "tab-on": "bold underline $foreground",
}
"""Every tone there is, as a style of Textual."""

ANSI_TONES = {
    "muted": "dim",
    "faint": "dim",
    "rule": "dim",
    "hunk": "dim $text-primary",
    "match": "bold underline $text-warning",
    "added": "",
    "removed": "",
    "cursor": "reverse",
    "cursor-blurred": "bold",
    "lit": "underline",
    "sticky": "",
    "code-block": "",
    "chip": "dim",
    "chip-on": "bold reverse",
}
"""What differs where the terminal's own sixteen colours are used: nothing can be mixed
there, so quiet tones are dim and grounds are plain."""


def tone_style(name: str, ansi: bool) -> str:
    """Return a tone as a style of Textual, for a theme with the terminal's colours."""
    return ANSI_TONES.get(name, TONES[name]) if ansi else TONES[name]
