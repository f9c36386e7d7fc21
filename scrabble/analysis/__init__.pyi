from .run import EXACT as EXACT
from .run import MAX_BAG as MAX_BAG
from .run import analyse as analyse
from .run import analyse_replay as analyse_replay
from .run import choose_lexicon as choose_lexicon
from .run import names_lexicon as names_lexicon
from .run import words_of_game as words_of_game

__all__ = [
    "EXACT",
    "MAX_BAG",
    "analyse",
    "analyse_replay",
    "choose_lexicon",
    "names_lexicon",
    "words_of_game",
]
