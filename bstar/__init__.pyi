from . import games as games
from .api import Comparison as Comparison
from .api import compare as compare
from .api import solve as solve
from .game import register_game as register_game
from .game_check import GameCheck as GameCheck
from .game_check import GameError as GameError
from .game_check import check_game as check_game
from .jit import inline as inline
from .root import RootMove as RootMove
from .task import Result as Result

__all__ = [
    "Comparison",
    "GameCheck",
    "GameError",
    "Result",
    "RootMove",
    "check_game",
    "compare",
    "games",
    "inline",
    "register_game",
    "solve",
]
