"""Pages for a browser: a game, many games, puzzles, progress with them, one position or several."""
