"""GCG, the format of game records."""

from scrabble.gcg.files import MOST_BYTES, dumps, is_record, load, loads
from scrabble.gcg.record import Event, Game, GcgError, Kind, Notice, Player, Pragma

__all__ = [
    "MOST_BYTES",
    "Event",
    "Game",
    "GcgError",
    "Kind",
    "Notice",
    "Player",
    "Pragma",
    "dumps",
    "is_record",
    "load",
    "loads",
]
