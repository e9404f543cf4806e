"""Made-up stores for tests: records as the agents write them, in their places."""
