"""Parts shared by all makers of puzzles: the position with its plays, the time limit, keys of the record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scrabble.game import cgp
from scrabble.game.move import Move, ScoredMove
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.conditions import Deadline, MakeOptions, Rejection
from scrabble.puzzles.difficulty import Facts, difficulty
from scrabble.puzzles.plausible import played_move, rank_by_score
from scrabble.puzzles.puzzle import PUZZLE_VERSION, MoveKind, Puzzle, Question, number_to_record, puzzle_id
from scrabble.sources import with_both_racks

Plausible = Mapping[Move, tuple[ScoredMove, list[MoveKind]]]


class PuzzleMaker(ABC):
    """The puzzle of a position, while it is made."""

    def __init__(
        self, candidate: Candidate, position: Position, lexicon: Lexicon, options: MakeOptions
    ) -> None:
        self.candidate, self.lexicon, self.options = candidate, lexicon, options
        self.position = replace(position, lexicon_name=lexicon.name, extra=())
        self.plays = list(with_both_racks(self.position).legal_moves(lexicon))
        self.played = played_move(candidate.played, self.position, self.plays)
        self.deadline = Deadline(options.seconds)

    @abstractmethod
    def made(self) -> Puzzle | Rejection:
        """Return the puzzle, or why there is none.  Raises OutOfTimeError."""

    @property
    def has_few_moves(self) -> bool:
        """Return whether there are too few legal moves for a puzzle."""
        return len(self.plays) + 1 < self.options.min_moves

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
            id=puzzle_id(text, question),
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
