"""MEMORY.md: made, sealed, kept safe from other hands."""
