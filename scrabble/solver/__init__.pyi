from .endgame import EndgameSearch as EndgameSearch
from .moves import legal_moves as legal_moves
from .names import BSTAR as BSTAR
from .names import MAVEN as MAVEN
from .names import MEMORY as MEMORY
from .names import ON_REFERENCE_GAME as ON_REFERENCE_GAME
from .names import SolverName as SolverName
from .options import SMALLEST_MEMORY as SMALLEST_MEMORY
from .options import OptionError as OptionError
from .options import SolveOptions as SolveOptions
from .preendgame.task import PreendgameSearch as PreendgameSearch
from .solve import compile_kernels as compile_kernels
from .solve import new_running_search as new_running_search
from .solve import solve as solve

__all__ = [
    "BSTAR",
    "MAVEN",
    "MEMORY",
    "ON_REFERENCE_GAME",
    "SMALLEST_MEMORY",
    "EndgameSearch",
    "OptionError",
    "PreendgameSearch",
    "SolveOptions",
    "SolverName",
    "compile_kernels",
    "legal_moves",
    "new_running_search",
    "solve",
]
