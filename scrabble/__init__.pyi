from ._version import __version__ as __version__
from .answer.analysis import Analysis as Analysis
from .answer.interval import Interval as Interval
from .answer.moves import Estimate as Estimate
from .answer.moves import MoveResult as MoveResult
from .answer.moves import Scenario as Scenario
from .answer.moves import Step as Step
from .answer.names import MoveStatus as MoveStatus
from .answer.names import Objective as Objective
from .answer.names import Status as Status
from .answer.names import StopReason as StopReason
from .answer.solution import Snapshot as Snapshot
from .answer.solution import Solution as Solution
from .api import analyse as analyse
from .api import check as check
from .api import generate as generate
from .api import legal_moves as legal_moves
from .api import plan as plan
from .api import search as search
from .api import solve as solve
from .api import verify as verify
from .certificate.check import CheckReport as CheckReport
from .certificate.check import InvalidProofError as InvalidProofError
from .certificate.file import Certificate as Certificate
from .certificate.file import CertificateError as CertificateError
from .errors import ScrabbleError as ScrabbleError
from .game import cgp as cgp
from .game.cgp import CgpError as CgpError
from .game.move import IllegalMoveError as IllegalMoveError
from .game.move import LegalMoves as LegalMoves
from .game.move import Move as Move
from .game.move import ScoredMove as ScoredMove
from .game.position import Position as Position
from .game.position import PositionError as PositionError
from .game.printed_sides import BoardDiagramError as BoardDiagramError
from .lexicon import Lexicon as Lexicon
from .lexicon import LexiconError as LexiconError
from .records import gcg as gcg
from .records.record import GameRecord as GameRecord
from .records.record import GcgError as GcgError
from .records.replay import Game as Game
from .selfplay.generate import GeneratedGame as GeneratedGame
from .solver import OptionError as OptionError
from .solver import SolveOptions as SolveOptions
from .solver.certify import ProofNotFoundError as ProofNotFoundError
from .solver.planner.plan import EndgamePlan as EndgamePlan
from .solver.verify import Verification as Verification
from .sources import SourceError as SourceError
from .warm_up import warmup as warmup

__all__ = [
    "Analysis",
    "BoardDiagramError",
    "Certificate",
    "CertificateError",
    "CgpError",
    "CheckReport",
    "EndgamePlan",
    "Estimate",
    "Game",
    "GameRecord",
    "GcgError",
    "GeneratedGame",
    "IllegalMoveError",
    "Interval",
    "InvalidProofError",
    "LegalMoves",
    "Lexicon",
    "LexiconError",
    "Move",
    "MoveResult",
    "MoveStatus",
    "Objective",
    "OptionError",
    "Position",
    "PositionError",
    "ProofNotFoundError",
    "Scenario",
    "ScoredMove",
    "ScrabbleError",
    "Snapshot",
    "Solution",
    "SolveOptions",
    "SourceError",
    "Status",
    "Step",
    "StopReason",
    "Verification",
    "__version__",
    "analyse",
    "cgp",
    "check",
    "gcg",
    "generate",
    "legal_moves",
    "plan",
    "search",
    "solve",
    "verify",
    "warmup",
]
