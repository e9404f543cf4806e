"""What agents load from a repository before anybody asks: is it safe to load?

Instruction files are meant to hold orders, so a plain order is no finding. What is
found is what no honest instruction needs: hidden characters, injections, secrets.
"""

from levelmem.engine.audit.report import (
    Finding,
    Notice,
    Report,
    Severity,
    as_json,
    as_text,
)
from levelmem.engine.audit.run import audit, audit_text
from levelmem.engine.audit.sarif import as_sarif

__all__ = [
    "Finding",
    "Notice",
    "Report",
    "Severity",
    "as_json",
    "as_sarif",
    "as_text",
    "audit",
    "audit_text",
]
