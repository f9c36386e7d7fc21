"""The game itself in plain Python: tiles, boards, rules, moves, positions; languages are data."""
