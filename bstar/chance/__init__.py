"""B* over moves and chance outcomes: the value of a move is a weighted sum of intervals, one per draw."""
