"""Make a puzzle of a position with one or two tiles in the bag: one move provably wins most often.

    PreendgamePuzzle(candidate, position, lexicon, options).make()      a Puzzle, or a Rejection

1. The pre-endgame search proves the greatest win probability, and then at once whether one move alone has it.
   The question is not about points, so no spread is searched.
2. A pass is refuted by replies of the opponent, draw by draw (`draws.py`); so are plausible moves that leave
   tiles in the bag.
3. What the other plausible moves win is exact, or bounded from above where that would take too long.
4. Each refutation gets the line of one draw with which it does not win: that endgame is solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scrabble.analysis.evaluator import analyse_moves
from scrabble.analysis.explain.draw_rules import when_it_wins
from scrabble.answer.moves import MoveResult, Step
from scrabble.answer.names import Objective
from scrabble.answer.solution import Solution
from scrabble.game.move import PASS, ScoredMove
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.game.unseen import may_exchange, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.puzzles.candidates import MOST_IN_BAG, Candidate
from scrabble.puzzles.difficulty import plausible_moves
from scrabble.puzzles.draws import (
    DrawResult,
    bags_of,
    empties_the_bag,
    line_of,
    refuting,
    results_of,
    win_bound,
)
from scrabble.puzzles.maker import MakeOptions, OutOfTimeError, PuzzleMaker, Rejection
from scrabble.puzzles.puzzle import (
    REFUTATIONS,
    PlausibleMove,
    Puzzle,
    PuzzleSolution,
    Question,
    Refutation,
    Theme,
    number_to_record,
)
from scrabble.puzzles.themes import GIVEN_UP
from scrabble.solver import EndgameSearch
from scrabble.solver.names import MEMORY
from scrabble.solver.preendgame.only_best import OnlyBestSearch

LEAD = 5  # points: a solution that outscores every other play by this many is trivial
NARROWING = 0.4  # of the time left: to narrow what the plausible moves win; then again for the second-best
LINE_SECONDS = 5.0  # to solve the endgame of a refutation, before another draw is tried
DRAWS = 4  # of a refutation that are tried


class Failure(NamedTuple):
    """A plausible move that fails."""

    win: Fraction  # its win probability
    is_bound: bool  # that is an upper bound
    results: list[DrawResult]  # with the draws that are proven: the win is an upper bound


class PreendgamePuzzle(PuzzleMaker):
    """The puzzle of a position with tiles in the bag, while it is made.

    Raises PositionError for a position that cannot be solved.
    """

    def __init__(
        self, candidate: Candidate, position: Position, lexicon: Lexicon, options: MakeOptions
    ) -> None:
        refuse_unless_few(position, MOST_IN_BAG)
        racks = (position.rack_codes[0], b"")
        super().__init__(candidate, replace(position, rack_codes=racks), lexicon, options)

    def make(self) -> Puzzle | Rejection:
        """Return the puzzle, or why there is none.  Raises OutOfTimeError."""
        if self.has_few_moves:
            return Rejection.FEW_MOVES
        if may_exchange(self.position):
            return Rejection.EXCHANGES
        search = OnlyBestSearch(
            self.position, self.lexicon, self.deadline.options(memory=self.options.memory)
        )
        best = search.prove_best(self.deadline.left)
        if best is None:
            raise OutOfTimeError
        if reason := self._unfit(best):
            return reason
        is_only = search.prove_only(self.deadline.left)
        if is_only is None:
            raise OutOfTimeError
        return self._puzzle(search, best) if is_only else Rejection.NOT_UNIQUE

    def _unfit(self, best: MoveResult) -> Rejection | None:
        """Return why a best move makes no puzzle, or None."""
        if all(each.win.lower < 1 for each in best.scenarios):
            return Rejection.NEVER_WINS
        if not empties_the_bag(self.scored(best.step).move, self.position):
            return Rejection.LEAVES_TILES
        if self.lead(self.scored(best.step)) >= LEAD and not self.options.keeps_trivial:
            return Rejection.SCORES_MOST
        return None

    def _puzzle(self, search: OnlyBestSearch, best: MoveResult) -> Puzzle | Rejection:
        """Return the puzzle of the only best move, unless a pass may be as good."""
        plausible = plausible_moves(self.plays, 0, self.played, None)
        made = self.scored(best.step)
        wrong = {move: step for move, (step, _) in plausible.items() if move != made.move}
        emptying = [move for move in wrong if empties_the_bag(move, self.position)]
        search.narrow(emptying, NARROWING * self.deadline.left)
        search.narrow_second(NARROWING * self.deadline.left)
        solution, found = search.solution, search.by_move()
        chance = Fraction(best.win.lower)
        others = (each.win.upper for move, each in found.items() if move not in (made.move, PASS))
        second = Fraction(max(others, default=0))
        passing, _ = self._bound(ScoredMove(PASS, "pass", 0), second)
        if passing >= chance:
            return Rejection.NOT_UNIQUE
        fails = {
            move: self._searched(found[move]) if move in emptying else self._answered(step, second)
            for move, step in wrong.items()
        }
        most = max(second, passing, *(each.win for each in fails.values()))
        if most >= chance:
            raise OutOfTimeError("a move that leaves tiles in the bag is not refuted by a few replies")
        wins = results_of(found[made.move], self.position)
        searched = analyse_moves(solution, self.lexicon.name)
        return self.record(
            Question.BEST_CHANCE,
            made,
            None,
            chance - most,
            plausible,
            solution=PuzzleSolution(
                move=best.text, score=best.score, spread=None, win=number_to_record(chance), line=[]
            ),
            value=None,
            plausible=[
                PlausibleMove(
                    move=step.text,
                    kinds=kinds,
                    loss=number_to_record(chance - fails[move].win) if move in fails else 0,
                    is_bound=move in fails and fails[move].is_bound,
                )
                for move, (step, kinds) in plausible.items()
            ],
            themes=[*self._themes(best, chance)],
            reasons=[each.text for each in when_it_wins(searched, found[made.move])],
            refutations=[
                self._refutation(wrong[move], fail, chance, wins)
                for move, fail in list(fails.items())[:REFUTATIONS]
            ],
        )

    def _searched(self, move: MoveResult) -> Failure:
        """Return what the search has proven of a move that empties the bag."""
        return Failure(Fraction(move.win.upper), not move.win.is_exact, results_of(move, self.position))

    def _answered(self, step: ScoredMove, least: Fraction) -> Failure:
        """Return a bound of what a move that leaves tiles in the bag wins, by replies of the opponent."""
        win, results = self._bound(step, least)
        return Failure(win, True, results)

    def _bound(self, step: ScoredMove, least: Fraction) -> tuple[Fraction, list[DrawResult]]:
        bags = bags_of(step.move, self.position)
        return win_bound(step, self.position, bags, self.lexicon, self._outcome, least)

    @property
    def _memory(self) -> int:
        """The bytes for a search of an endgame, beside the search of the position."""
        return min(self.options.memory, MEMORY)

    def _outcome(self, endgame: Position) -> Fraction:
        """Return the result of an endgame for the side to move.  Raises OutOfTimeError."""
        options = self.deadline.options(memory=self._memory, objective=Objective.OUTCOME)
        win = EndgameSearch(endgame, self.lexicon, options).result().win
        if not win.is_exact:
            raise OutOfTimeError
        return Fraction(win.lower)

    def _refutation(
        self, step: ScoredMove, fail: Failure, chance: Fraction, best: Sequence[DrawResult]
    ) -> Refutation:
        """Return a refutation with its line for one draw: one that the solution wins, if possible."""
        shown, line = next(self._lines(refuting(fail.results, best)))
        return Refutation(
            move=step.text,
            score=step.score,
            loss=number_to_record(chance - fail.win),
            spread=None,
            win=number_to_record(fail.win),
            is_bound=fail.is_bound,
            bag=self.position.alphabet.decode(shown.bag),
            line=list(line),
        )

    def _lines(self, results: Sequence[DrawResult]) -> Iterator[tuple[DrawResult, tuple[Step, ...]]]:
        """Yield results with their lines, as far as they can be solved.  Raises OutOfTimeError at the end."""
        for result in results[:DRAWS]:
            try:
                yield result, line_of(result, self.position, self._solved)
            except OutOfTimeError:
                continue
        raise OutOfTimeError

    def _solved(self, endgame: Position) -> Solution:
        """Solve an endgame within a few seconds.  Raises OutOfTimeError."""
        seconds = min(LINE_SECONDS, self.deadline.left)
        options = self.deadline.options(memory=self._memory)
        solution = EndgameSearch(endgame, self.lexicon, replace(options, seconds=seconds)).result()
        if solution.value is None or solution.stopped_by is not None:
            raise OutOfTimeError
        return solution

    def _themes(self, best: MoveResult, chance: Fraction) -> list[Theme]:
        """Return the themes that make sense before the bag is empty."""
        gives_up = max(play.score for play in self.plays) - best.score >= GIVEN_UP
        holds = {
            Theme.BLANK: any(code & BLANK for _, _, code in self.scored(best.step).move.placed),
            Theme.LOW_SCORE: gives_up,
            Theme.DRAW_OF_TILES: 0 < chance < 1,
        }
        return [theme for theme, is_there in holds.items() if is_there]
