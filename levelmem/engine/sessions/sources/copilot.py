"""Copilot, as far as levelmem's hooks saw it."""

from levelmem.engine.sessions.sources._hook_log import HookLog

SOURCE = HookLog("copilot", "Copilot", ("copilot", "--resume"))
