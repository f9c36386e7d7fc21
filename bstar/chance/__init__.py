"""B* over moves and draws: sums of intervals, one for each draw."""
