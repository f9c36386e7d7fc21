"""The compiled position and its plays: cross-sets, the pruned lexicon, generation, scoring."""
