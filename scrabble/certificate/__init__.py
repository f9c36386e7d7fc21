"""Certificates: a proof of an endgame's value as a file, and its check by plain rules in plain Python."""
