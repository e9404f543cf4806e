"""What happened: the sessions of every agent, in one shape."""
