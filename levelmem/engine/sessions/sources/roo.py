"""Roo Code, in any editor."""

from levelmem.engine.sessions.sources._cline_family import ClineFamily

SOURCE = ClineFamily(
    "roo",
    "Roo Code",
    ("rooveterinaryinc.roo-cline", "rooveterinaryinc.roo-code-nightly"),
)
