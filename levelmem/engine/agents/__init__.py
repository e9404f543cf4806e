"""Doors for agents: hooks, typed words, sealing by itself, tools, configuration."""
