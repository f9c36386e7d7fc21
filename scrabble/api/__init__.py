"""What programs use; all of it is found in `scrabble` as well: `scrabble.solve`."""

from scrabble.api.ask import (
    Limit,
    analyse,
    generate,
    judge,
    legal_moves,
    plan,
    search,
    solve,
    verify,
)

__all__ = ["Limit", "analyse", "generate", "judge", "legal_moves", "plan", "search", "solve", "verify"]
