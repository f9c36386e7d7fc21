from .analysis import Analysis as Analysis
from .api import Limit as Limit
from .api import analyse as analyse
from .api import generate as generate
from .api import judge as judge
from .api import legal_moves as legal_moves
from .api import plan as plan
from .api import search as search
from .api import solve as solve
from .api import verify as verify
from .game import cgp as cgp
from .game.move import Move as Move
from .game.position import Position as Position
from .lexicon import Lexicon as Lexicon
from .records import gcg as gcg
from .solver import Solution as Solution
from .solver import SolveOptions as SolveOptions
from .solver.preendgame.solution import BagSolution as BagSolution

__all__ = [
    "Analysis",
    "BagSolution",
    "Lexicon",
    "Limit",
    "Move",
    "Position",
    "Solution",
    "SolveOptions",
    "analyse",
    "cgp",
    "gcg",
    "generate",
    "judge",
    "legal_moves",
    "plan",
    "search",
    "solve",
    "verify",
]
