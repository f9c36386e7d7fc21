"""Saved games judged by exact search."""

from scrabble.analysis.run import BAG, TOP, Analysis, analyse, choose_lexicon, find_lexicon, study

__all__ = ["BAG", "TOP", "Analysis", "analyse", "choose_lexicon", "find_lexicon", "study"]
