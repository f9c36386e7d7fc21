"""Maven's planner: what each move is believed to be worth, from one move generation a side."""
