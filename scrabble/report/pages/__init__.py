"""Pages for a browser: a game, many games, puzzles, a comparison of solvers, explored positions."""
