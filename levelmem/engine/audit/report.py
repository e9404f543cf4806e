"""The findings of an audit, and how they are told to people and programs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from levelmem.engine.text import one_line

SCHEMA = 1
_LEVELS = ("error", "warning", "note")


class Severity(StrEnum):
    """How bad a finding is, in SARIF's words."""

    ERROR = "error"
    """Something that is there to work on an agent behind people's backs."""
    WARNING = "warning"
    """Something to look at: it has honest uses too."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One suspicious place of one file. Lines and columns count from 1."""

    path: str
    """Relative to what was audited, with forward slashes."""
    line: int
    column: int
    """In code points."""
    end_line: int
    end_column: int
    """The column after the last character."""
    rule: str
    """The guard's name for it, or ``secret-<kind>``."""
    severity: Severity
    message: str
    """What it is, as a sentence for people."""
    excerpt: str
    """The words, secrets scrubbed and hidden characters spelt out."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A file, or a part of one, that was not looked at, and why."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit looked at, and what it found."""

    root: str
    files: tuple[str, ...]
    """Every file that was read."""
    findings: tuple[Finding, ...]
    """By file, line and column."""
    notices: tuple[Notice, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 when something was found, else 0."""
        return 1 if self.findings else 0


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as JSON values."""
    return {
        "schema": SCHEMA,
        "root": report.root,
        "files": list(report.files),
        "findings": [asdict(finding) for finding in report.findings],
        "notices": [asdict(notice) for notice in report.notices],
    }


def as_text(report: Report) -> str:
    """Return the report for people: a finding on two lines, then a summary."""
    lines = [line for finding in report.findings for line in _told(finding)]
    lines += [
        f"{one_line(n.path)}: not checked in full: {n.message}" for n in report.notices
    ]
    if lines:
        lines.append("")
    lines.append(_summary(report))
    return "\n".join(lines)


def _told(finding: Finding) -> tuple[str, str]:
    place = f"{one_line(finding.path)}:{finding.line}:{finding.column}"
    said = f"{place}: {finding.severity}: {finding.message} [{finding.rule}]"
    return said, f"    {one_line(finding.excerpt)}"


def _summary(report: Report) -> str:
    if not report.files:
        return "No instruction or memory file found."
    files = _count(len(report.files), "file")
    if not report.findings:
        return f"Nothing found in {files}."
    kinds = _severities(report.findings)
    touched = len({finding.path for finding in report.findings})
    return f"{kinds} in {_count(touched, 'file')}, of {files} checked."


def _severities(findings: Sequence[Finding]) -> str:
    counts = [
        (sum(finding.severity == level for finding in findings), level)
        for level in _LEVELS
    ]
    return " and ".join(_count(count, level) for count, level in counts if count)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
