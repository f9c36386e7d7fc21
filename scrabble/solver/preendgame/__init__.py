"""Positions with tiles in the bag: the best move on average, proven."""
