"""Cline, in any editor and on the command line: ``~/.cline``."""

from levelmem.engine.sessions.sources._cline_family import ClineFamily

SOURCE = ClineFamily("cline", "Cline", ("saoudrizwan.claude-dev",), ".cline")
