"""The pure rules of trust: the guard, credit and forgetting, and how text is read."""
