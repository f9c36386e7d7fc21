"""The game in plain Python: tiles, boards, rules, moves, positions.  Languages are data."""
