"""Widgets that screens share; they know data types, never stores."""
