"""Analysis of saved games by exact search."""

from scrabble.analysis.run import (
    EXACT,
    MAX_BAG,
    Analysis,
    analyse,
    analyse_replay,
    choose_lexicon,
    find_lexicon,
    names_lexicon,
    words_of_game,
)

__all__ = [
    "EXACT",
    "MAX_BAG",
    "Analysis",
    "analyse",
    "analyse_replay",
    "choose_lexicon",
    "find_lexicon",
    "names_lexicon",
    "words_of_game",
]
