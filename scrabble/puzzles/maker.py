"""Parts shared by all makers of puzzles: conditions, time limit, the position, keys of the record."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scrabble.answer.moves import Step
from scrabble.game import cgp
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.difficulty import Facts, difficulty, played_move, rank_by_score
from scrabble.puzzles.puzzle import PUZZLE_VERSION, MoveKind, Puzzle, Question, number_to_record, puzzle_id
from scrabble.solver import SolveOptions
from scrabble.solver.names import MEMORY


class Rejection(StrEnum):
    """The reason why a position makes no puzzle."""

    OVER = "the game is over"
    NO_SCORES = "the scores are not given"
    ONE_SIDED = "one side leads by more than --max-lead"
    FEW_MOVES = "too few legal moves"
    TIME = "nothing proven in the time"
    EXCHANGES = "the rules allow exchanges with this few tiles in the bag"
    NEVER_WINS = "no move wins, whatever is in the bag"
    LEAVES_TILES = "the best move leaves tiles in the bag"
    NOT_UNIQUE = "several moves are as good"
    SMALL_GAP = "the second-best move is too close"
    GOES_OUT = "trivial: the highest-scoring play goes out"
    HIGHEST = "trivial: the highest-scoring play leads by its score"
    SCORES_MOST = "trivial: the play that scores most by far wins most often"
    DUPLICATE = "the same puzzle, or the same idea on a neighbouring turn"


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """The conditions for a puzzle, and the limits of the search."""

    seconds: float = 10.0  # for each position
    min_gap: int = 3  # points to the second-best move, in an endgame
    min_moves: int = 10  # legal moves, the pass included
    memory: int = MEMORY  # bytes
    keeps_trivial: bool = False  # also make puzzles that are trivial
    max_lead: int | None = None  # points of either side before the move


MISTAKES = MakeOptions(min_gap=1, min_moves=2, keeps_trivial=True)  # nothing is too easy for them


def options_for_mistakes(seconds: float, memory: int) -> MakeOptions:
    """Return the conditions for puzzles of a player's mistakes, with these limits."""
    return replace(MISTAKES, seconds=seconds, memory=memory)


@dataclass(slots=True)
class Deadline:
    """The time that is left for a position."""

    seconds: float
    _began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """The seconds that are left.  Raises OutOfTimeError when there are none."""
        left = self.seconds - (time.monotonic() - self._began)
        if left <= 0:
            raise OutOfTimeError
        return left

    def options(self, **wanted: object) -> SolveOptions:
        """Return the options of a search that takes no more than what is left.  Raises OutOfTimeError."""
        return SolveOptions(seconds=self.left, **wanted)  # type: ignore[arg-type]


class OutOfTimeError(Exception):
    """Nothing is proven within the time limit."""


Plausible = Mapping[Move, tuple[ScoredMove, list[MoveKind]]]


class PuzzleMaker(ABC):
    """The puzzle of a position, while it is made."""

    def __init__(
        self, candidate: Candidate, position: Position, lexicon: Lexicon, options: MakeOptions
    ) -> None:
        self.candidate, self.lexicon, self.options = candidate, lexicon, options
        self.position = replace(position, lexicon_name=lexicon.name, extra=())
        self.plays = list(self.position.legal_moves(lexicon))
        self.played = played_move(candidate.played, self.position, self.plays)
        self.deadline = Deadline(options.seconds)

    @abstractmethod
    def make(self) -> Puzzle | Rejection:
        """Return the puzzle, or why there is none.  Raises OutOfTimeError."""

    @property
    def has_few_moves(self) -> bool:
        """Return whether there are too few legal moves for a puzzle."""
        return len(self.plays) + 1 < self.options.min_moves

    def scored(self, step: Step) -> ScoredMove:
        """Return a move of an answer with its squares."""
        return ScoredMove(self.position.parse_move(step.text), step.text, step.score)

    def lead(self, step: ScoredMove) -> int:
        """Return by how many points a move outscores every other play; less than 0 if one scores more."""
        return step.score - max((play.score for play in self.plays if play.move != step.move), default=0)

    def record(
        self,
        question: Question,
        best: ScoredMove,
        length: int | None,
        gap: int | Fraction,
        plausible: Plausible,
        /,
        **answer: Any,
    ) -> Puzzle:
        """Return the record of a puzzle: what the position and the solution give, and the keys of `answer`.

        `length` is the number of moves of the line, None with tiles in the bag.
        """
        text, candidate = cgp.dumps(self.position), self.candidate
        rank = rank_by_score(best.score, self.plays)
        _, kinds = plausible.get(best.move, (None, []))
        facts = Facts(
            rank,
            length,
            gap,
            tempting=len(plausible) - (best.move in plausible),
            is_plausible=any(kind != MoveKind.PLAYED for kind in kinds),
        )
        return Puzzle(
            version=PUZZLE_VERSION,
            id=puzzle_id(text, question, self.lexicon.name),
            cgp=text,
            lexicon=self.lexicon.name,
            question=question,
            source=candidate.source,
            players=list(candidate.players) if candidate.players else None,
            played=self.played.text if self.played else None,
            gap=number_to_record(Fraction(gap)),
            rank=rank,
            moves=len(self.plays) + 1,
            difficulty=difficulty(facts),
            **answer,
        )
