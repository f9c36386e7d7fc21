"""Boards as they are printed, read as positions."""

from scrabble.printed.reader import is_printed, read
from scrabble.printed.rows import PrintedBoardError

__all__ = ["PrintedBoardError", "is_printed", "read"]
