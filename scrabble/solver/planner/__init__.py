"""Maven's planner: the estimated worth of each move, from one move generation a side."""
