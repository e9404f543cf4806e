"""``audit``: is what agents load from a folder safe to load?"""

import argparse
import os
from pathlib import Path

from levelmem.cli.output import Refused, json_text, print_text
from levelmem.engine.audit import as_json, as_sarif, as_text
from levelmem.engine.audit import audit as audit_folder
from levelmem.engine.audit.run import claude_memory_folder


def audit(options: argparse.Namespace) -> int:
    """Report hidden text, injections and secrets; the exit code is 1 on findings."""
    path: Path = options.path
    if not path.exists():
        raise Refused(f"{path} is not there")
    report = audit_folder(path, _memory_folders(path))
    if options.sarif:
        print(json_text(as_sarif(report), indent=2))
    elif options.json:
        print(json_text(as_json(report), indent=2))
    else:
        print_text(as_text(report))
    return report.exit_code


def _memory_folders(path: Path) -> list[Path]:
    """Return the folders outside ``path`` that Claude Code loads with it."""
    home = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    memory = claude_memory_folder(str(path.absolute()), home)
    return [memory] if memory.is_dir() else []
