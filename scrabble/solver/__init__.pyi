from .endgame import EndgameSearch as EndgameSearch
from .endgame import number_of as number_of
from .endgame import solve as solve
from .moves import legal_moves as legal_moves
from .names import MAVEN as MAVEN
from .names import PLAIN as PLAIN
from .names import PROOF as PROOF
from .names import SolverName as SolverName
from .names import supports_threads as supports_threads
from .options import SolveOptions as SolveOptions
from .setup import MEMORY as MEMORY
from .setup import SMALLEST_MEMORY as SMALLEST_MEMORY
from .solution import MoveResult as MoveResult
from .solution import ScoredMove as ScoredMove
from .solution import Snapshot as Snapshot
from .solution import Solution as Solution

__all__ = [
    "MAVEN",
    "MEMORY",
    "PLAIN",
    "PROOF",
    "SMALLEST_MEMORY",
    "EndgameSearch",
    "MoveResult",
    "ScoredMove",
    "Snapshot",
    "Solution",
    "SolveOptions",
    "SolverName",
    "legal_moves",
    "number_of",
    "solve",
    "supports_threads",
]
