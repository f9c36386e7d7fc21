"""Practice with puzzles: what was tried, what is due, how a move is judged."""
