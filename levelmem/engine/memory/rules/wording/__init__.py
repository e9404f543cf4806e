"""How words are read: what was said and what was shown, negation, conditions."""
