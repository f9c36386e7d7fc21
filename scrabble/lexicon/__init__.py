"""Lexicons: the words that may be played."""

from scrabble.lexicon.lexicon import Available, Lexicon, LexiconError, available

__all__ = ["Available", "Lexicon", "LexiconError", "available"]
