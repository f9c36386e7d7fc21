"""The command line `endgame`."""

from scrabble.cli.commands import endgame, main

__all__ = ["endgame", "main"]
