"""Lexicons: the words that may be played."""

from scrabble.lexicon.lexicon import Lexicon, LexiconError, LexiconInfo, available

__all__ = ["Lexicon", "LexiconError", "LexiconInfo", "available"]
