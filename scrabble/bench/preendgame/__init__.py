"""Strategies compared on pre-endgames: their queries, costs and errors."""
