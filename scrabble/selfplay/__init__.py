"""Games from the full bag by static evaluation, and the endgames they lead to."""
