"""Games played from the full bag by static evaluation, and their endgames."""
