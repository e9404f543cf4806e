"""Kilo Code, in any editor."""

from levelmem.engine.sessions.sources._cline_family import ClineFamily

SOURCE = ClineFamily("kilo", "Kilo Code", ("kilocode.kilo-code",))
