"""Depth-first searches: alpha-beta with memory, proof-number search, minimax, and what they share."""
