"""What Gemini CLI and the agents that grew out of it have in common."""
