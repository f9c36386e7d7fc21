"""Other kinds of B*, for comparison: none is what `solve` runs, each says what it costs."""
