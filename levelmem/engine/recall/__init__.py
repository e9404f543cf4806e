"""Ranked recall over facts, journal lines and turns; and what measures it."""
