"""The compiled position and its plays: cross-sets, the table of words, generation, scoring."""
