"""A memory given to others: bundles, merges, repositories."""
