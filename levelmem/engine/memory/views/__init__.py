"""Questions about a memory that screens and commands ask."""
