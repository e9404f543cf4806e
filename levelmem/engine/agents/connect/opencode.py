"""opencode: the digest as an instruction, the server, and a small plugin.

Its plugins are programs, so the plugin does no more than hand over what was typed.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from levelmem.engine.agents.connect.files import ConfigFile, JsonFile, OwnFile
from levelmem.engine.agents.connect.where import Where

HOST = "opencode"
NOTES: Sequence[str] = ("Restart opencode: it reads its configuration when it starts.",)

_SCHEMA = "https://opencode.ai/config.json"
_PLUGIN = """\
// Written by levelmem: hands what you type, what is done and answered to its hooks.
import { spawn } from "node:child_process"

const [program, ...words] = %COMMAND%

const changes = new Set(["bash", "edit", "write", "patch", "multiedit", "apply_patch"])

const tell = (event, data) => {
  const stdio = ["pipe", "ignore", "ignore"]
  const child = spawn(program, [...words, "hook", "opencode", event], { stdio })
  child.on("error", () => {})
  child.stdin.on("error", () => {})
  child.stdin.end(JSON.stringify(data))
}

export const Levelmem = async ({ client, directory }) => {
  const isChild = async (id) => {
    const found = await client.session.get({ path: { id } }).catch(() => undefined)
    return Boolean(found?.data?.parentID)
  }
  const lastAnswer = async (id) => {
    const found = await client.session.messages({ path: { id } }).catch(() => undefined)
    const last = found?.data?.findLast((m) => m.info.role === "assistant")
    const texts = last?.parts.filter((part) => part.type === "text") ?? []
    return texts.map((part) => part.text).join("\\n")
  }
  return {
    "chat.message": async (input, output) => {
      if (await isChild(input.sessionID)) return
      const typed = output.parts.filter((p) => p.type === "text" && !p.synthetic)
      const prompt = typed.map((part) => part.text).join("\\n")
      tell("prompt", { session_id: input.sessionID, cwd: directory, prompt })
    },
    "tool.execute.after": async (input, output) => {
      if (!changes.has(input.tool) || (await isChild(input.sessionID))) return
      const { tool, args, sessionID } = input
      const told = String(output.output ?? "").slice(0, 4000)
      tell("tool", { session_id: sessionID, cwd: directory, tool, args, output: told })
    },
    event: async ({ event }) => {
      if (event.type !== "session.idle") return
      const id = event.properties.sessionID
      if (await isChild(id)) return
      tell("stop", { session_id: id, cwd: directory, text: await lastAnswer(id) })
    },
  }
}
"""


def files(where: Where) -> list[ConfigFile]:
    """Return the files to change."""
    folder = where.folder("XDG_CONFIG_HOME", ".config") / "opencode"
    plugins = folder / "plugins"
    if where.project:
        folder, plugins = where.project, where.project / ".opencode" / "plugins"
    local = {
        "type": "local",
        "command": [*where.command, "mcp", "--host", HOST],
        "enabled": True,
    }
    digest = {"instructions": str(where.digest)} if where.digest else {}
    return [
        JsonFile(
            _config(folder),
            {("mcp", "levelmem"): local},
            digest,
            frame={"$schema": _SCHEMA},
        ),
        OwnFile(
            plugins / "levelmem.js",
            _PLUGIN.replace("%COMMAND%", json.dumps(list(where.command))),
        ),
    ]


def _config(folder: Path) -> Path:
    commented = folder / "opencode.jsonc"
    return commented if commented.exists() else folder / "opencode.json"
