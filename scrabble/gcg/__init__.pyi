from .files import MOST_BYTES as MOST_BYTES
from .files import dumps as dumps
from .files import load as load
from .files import loads as loads
from .recognise import is_record as is_record
from .record import Event as Event
from .record import Game as Game
from .record import GcgError as GcgError
from .record import Kind as Kind
from .record import Notice as Notice
from .record import Player as Player
from .record import Pragma as Pragma

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
