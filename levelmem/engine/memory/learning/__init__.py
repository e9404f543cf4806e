"""What is learned from a session: its outcome, its journal line, its facts."""
