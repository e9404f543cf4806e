"""The report in SARIF 2.1.0, as code scanners of forges read it."""

import hashlib
from typing import Any
from urllib.parse import quote

from levelmem import __version__
from levelmem.engine.audit.report import Finding, Notice, Report
from levelmem.engine.memory.rules.guard import explain

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(report: Report) -> dict[str, Any]:
    """Return the report as one SARIF 2.1.0 log with one run.

    Columns count code points. Each result has a fingerprint of its rule, file and
    words, so that a finding which only moves is the same one.
    """
    rules = sorted({finding.rule for finding in report.findings})
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "levelmem",
                        "version": __version__,
                        "rules": [_rule(rule, report) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "artifacts": [{"location": _location(path)} for path in report.files],
                "results": [_result(f, rules.index(f.rule)) for f in report.findings],
                "invocations": [
                    {
                        "executionSuccessful": True,
                        "toolExecutionNotifications": [
                            _notification(notice) for notice in report.notices
                        ],
                    }
                ],
            }
        ],
    }


def _rule(rule: str, report: Report) -> dict[str, Any]:
    level = next(f.severity for f in report.findings if f.rule == rule)
    return {
        "id": rule,
        "shortDescription": {"text": f"A text that {explain(rule)}."},
        "defaultConfiguration": {"level": str(level)},
    }


def _location(path: str) -> dict[str, str]:
    return {"uri": quote(path, errors="surrogateescape")}


def _result(finding: Finding, index: int) -> dict[str, Any]:
    identity = "\0".join((finding.rule, finding.path, finding.excerpt))
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": f"{finding.message}: {finding.excerpt}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _location(finding.path),
                    "region": {
                        "startLine": finding.line,
                        "startColumn": finding.column,
                        "endLine": finding.end_line,
                        "endColumn": finding.end_column,
                    },
                }
            }
        ],
        "partialFingerprints": {
            "levelmem/v1": hashlib.sha256(
                identity.encode("utf-8", "replace")
            ).hexdigest()[:32]
        },
    }


def _notification(notice: Notice) -> dict[str, Any]:
    return {
        "level": "warning",
        "message": {"text": notice.message},
        "locations": [
            {"physicalLocation": {"artifactLocation": _location(notice.path)}}
        ],
    }
