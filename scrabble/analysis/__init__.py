"""Analysis of saved games by exact search."""

from scrabble.analysis.run import BAG, TOP, Analysis, analyse, analyse_replay, choose_lexicon, find_lexicon

__all__ = ["BAG", "TOP", "Analysis", "analyse", "analyse_replay", "choose_lexicon", "find_lexicon"]
