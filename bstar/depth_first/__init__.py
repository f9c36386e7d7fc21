"""Depth-first searches: alpha-beta with memory, NegaScout, minimax, and what they share."""
