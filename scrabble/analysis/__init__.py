"""Saved games judged by exact search."""

from scrabble.analysis.run import TOP, Analysis, analyse, find_lexicon, study

__all__ = ["TOP", "Analysis", "analyse", "find_lexicon", "study"]
