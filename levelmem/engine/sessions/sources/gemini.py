"""Gemini CLI, as far as levelmem's hooks saw it."""

from levelmem.engine.sessions.sources._hook_log import HookLog

SOURCE = HookLog("gemini", "Gemini CLI", ("gemini", "--resume"))
