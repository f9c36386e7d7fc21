"""Saved games judged by exact search."""

from scrabble.analysis.run import TOP, Analysis, analyse, choose_lexicon, find_lexicon, study

__all__ = ["TOP", "Analysis", "analyse", "choose_lexicon", "find_lexicon", "study"]
