"""Scrabble endgames: solve, analyse, prove."""


def __getattr__(name: str) -> object:
    """Give `scrabble.analyse` without importing it, and numba with it, for every other use."""
    if name in ("analyse", "Analysis"):
        from scrabble import analysis

        return getattr(analysis, name)
    raise AttributeError(f"module 'scrabble' has no attribute {name!r}")
