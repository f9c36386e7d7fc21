from .names import MAVEN as MAVEN
from .names import PLAIN as PLAIN
from .names import PROOF as PROOF
from .names import Solver as Solver
from .names import shares as shares
from .plays import legal_moves as legal_moves
from .search import Search as Search
from .search import number_of as number_of
from .search import solve as solve
from .set_up import MEMORY as MEMORY
from .set_up import SMALLEST_MEMORY as SMALLEST_MEMORY
from .solution import Candidate as Candidate
from .solution import Snapshot as Snapshot
from .solution import Solution as Solution
from .solution import Step as Step
from .wants import Wants as Wants

__all__ = [
    "MAVEN",
    "MEMORY",
    "PLAIN",
    "PROOF",
    "SMALLEST_MEMORY",
    "Candidate",
    "Search",
    "Snapshot",
    "Solution",
    "Solver",
    "Step",
    "Wants",
    "legal_moves",
    "number_of",
    "shares",
    "solve",
]
