"""Make a puzzle of a position with one or two tiles in the bag: one move provably wins most often.

    PreendgamePuzzle(candidate, position, lexicon, options).made()      a Puzzle, or a Rejection

1. The pre-endgame search runs until the win probability of the best move is exact, and no other move can
   exceed it.
2. Of each move that may be equal, endgames are solved, draw by draw, until it has lost too many of them
   (`draws.py`).  One that has not is as good, or not proven to be worse: then there is no puzzle.
3. The solution and the plausible moves are solved with every draw: what they win is exact, or bounded for
   moves that leave tiles in the bag.  Search and endgames have to agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scrabble.analysis.evaluator import analyse_moves
from scrabble.analysis.explain.draw_rules import when_it_wins
from scrabble.game import cgp
from scrabble.game.move import ScoredMove
from scrabble.game.position import Position
from scrabble.game.tiles import BLANK
from scrabble.game.unseen import may_exchange, refuse_unless_few
from scrabble.lexicon import Lexicon
from scrabble.puzzles.candidates import Candidate
from scrabble.puzzles.conditions import Deadline, MakeOptions, OutOfTimeError, Rejection
from scrabble.puzzles.difficulty import Facts, difficulty
from scrabble.puzzles.draws import (
    DrawResult,
    bags_of,
    empties_the_bag,
    result_of,
    results_of,
    spread_of,
    win_of,
)
from scrabble.puzzles.plausible import plausible_moves, played_move, rank_by_score
from scrabble.puzzles.puzzle import (
    PUZZLE_VERSION,
    REFUTATIONS,
    MoveKind,
    PlausibleMove,
    Puzzle,
    PuzzleSolution,
    Question,
    Refutation,
    Theme,
    number_to_record,
    puzzle_id,
)
from scrabble.puzzles.themes import GIVEN_UP
from scrabble.solver import EndgameSearch, Solution
from scrabble.solver.preendgame.search import PreendgameSearch
from scrabble.solver.schema import steps_data
from scrabble.solver.solution import MoveResult
from scrabble.sources import with_both_racks

MOST_IN_BAG = 2  # tiles: with more, hardly anything is proven
LEAD = 5  # points: a solution that scores so many more than every other play is trivial


class PreendgamePuzzle:
    """The puzzle of a position with tiles in the bag, while it is made.

    Raises PositionError for a position that cannot be solved.
    """

    def __init__(
        self, candidate: Candidate, position: Position, lexicon: Lexicon, options: MakeOptions
    ) -> None:
        refuse_unless_few(position, MOST_IN_BAG)
        self.candidate, self.lexicon, self.options = candidate, lexicon, options
        racks = (position.rack_codes[0], b"")
        self.position = replace(position, lexicon_name=lexicon.name, rack_codes=racks, extra=())
        self.plays = list(with_both_racks(self.position).legal_moves(lexicon))
        self.deadline = Deadline(options.seconds)
        self._refuting = Counter[bytes]()

    def made(self) -> Puzzle | Rejection:
        """Return the puzzle, or why there is none.  Raises OutOfTimeError."""
        if len(self.plays) + 1 < self.options.min_moves:
            return Rejection.FEW_MOVES
        if may_exchange(self.position):
            return Rejection.EXCHANGES
        solution, best = self._searched()
        chance, others = Fraction(best.win.lower), [each for each in solution.moves if each.move != best.move]
        rivals = [each for each in others if each.win.upper >= chance]
        if not chance or any(each.win.lower >= chance and not each.move.is_pass for each in rivals):
            return Rejection.NOT_UNIQUE
        if not empties_the_bag(best.move, self.position):
            return Rejection.LEAVES_TILES
        rank = rank_by_score(best.score, self.plays)
        others_score = max((play.score for play in self.plays if play.move != best.move), default=0)
        if best.score >= others_score + LEAD and not self.options.keeps_trivial:
            return Rejection.SCORES_MOST
        most = [Fraction(each.win.upper) for each in others if each.win.upper < chance]
        for each in rivals:
            most.append(self._upper_bound(each, chance))
            if most[-1] >= chance:
                return Rejection.NOT_UNIQUE
        return self._puzzle(solution, best, chance - max(most, default=Fraction(0)), rank)

    def _searched(self) -> tuple[Solution, MoveResult]:
        """Search until no other move can win more often than the best one; return that one, too.

        Raises OutOfTimeError.
        """
        options = self.deadline.options(memory=self.options.memory)
        search = PreendgameSearch(self.position, self.lexicon, options)
        for _ in search:
            if best_chance(search.solution_now.moves) is not None:
                break
        solution = search.result()
        best = best_chance(solution.moves)
        if best is None:
            raise OutOfTimeError
        return solution, best

    def _upper_bound(self, move: MoveResult, least: Fraction) -> Fraction:
        """Return an upper bound of a win probability: the first one below `least`, if there is one.

        Contents of the bag that have refuted other moves are tried first.
        """
        step, most = ScoredMove(move.move, move.text, move.score), Fraction(1)
        bags = sorted(
            bags_of(move.move, self.position),
            key=lambda each: (-self._refuting[bytes(sorted(each[0]))], -each[1], each[0]),
        )
        for bag, probability in bags:
            found = result_of(step, self.position, bag, probability, self.lexicon, self._solved)
            self._refuting[bytes(sorted(bag))] += found.win < 1
            most -= probability * (1 - found.win)
            if most < least:
                break
        return most

    def _results(self, step: ScoredMove) -> list[DrawResult]:
        """Return what a move comes to with each content of the bag.  Raises OutOfTimeError."""
        return results_of(step, self.position, self.lexicon, self._solved)

    def _solved(self, endgame: Position) -> Solution:
        """Solve an endgame.  Raises OutOfTimeError."""
        options = self.deadline.options(memory=self.options.memory)
        solution = EndgameSearch(endgame, self.lexicon, options).result()
        if solution.value is None or solution.stopped_by is not None:
            raise OutOfTimeError
        return solution

    def _puzzle(self, solution: Solution, best: MoveResult, gap: Fraction, rank: int) -> Puzzle:
        position = self.position
        played = played_move(self.candidate.played, position, self.plays)
        plausible = plausible_moves(self.plays, 0, played, None)
        mine = self._results(ScoredMove(best.move, best.text, best.score))
        wrong = {move: self._results(step) for move, (step, _) in plausible.items() if move != best.move}
        chance = win_of(mine)
        assert chance == best.win.lower, "search and endgames disagree"
        if any(win_of(found) >= chance for found in wrong.values()):
            raise OutOfTimeError("a move that leaves tiles in the bag is not refuted by a few replies")
        is_plausible = any(kind != MoveKind.PLAYED for kind in plausible.get(best.move, (None, []))[1])
        text = cgp.dumps(position)
        question = Question.BEST_CHANCE
        return Puzzle(
            version=PUZZLE_VERSION,
            id=puzzle_id(text, question),
            cgp=text,
            lexicon=self.lexicon.name,
            question=question,
            source=self.candidate.source,
            players=list(self.candidate.players) if self.candidate.players else None,
            played=played.text if played else None,
            solution=PuzzleSolution(
                move=best.text,
                score=best.score,
                spread=number_to_record(spread_of(mine)),
                win=number_to_record(chance),
                line=[],
            ),
            value=None,
            gap=number_to_record(gap),
            rank=rank,
            moves=len(self.plays) + 1,
            plausible=[
                PlausibleMove(
                    move=step.text,
                    kinds=kinds,
                    loss=number_to_record(chance - win_of(wrong[move])) if move in wrong else 0,
                    is_bound=not empties_the_bag(move, position),
                )
                for move, (step, kinds) in plausible.items()
            ],
            themes=[*self._themes(best, chance)],
            reasons=[each.text for each in when_it_wins(analyse_moves(solution), best)],
            refutations=[
                self._refutation(plausible[move][0], found, mine)
                for move, found in list(wrong.items())[:REFUTATIONS]
            ],
            difficulty=difficulty(Facts(rank, None, gap, len(wrong), is_plausible)),
        )

    def _refutation(self, step: ScoredMove, results: list[DrawResult], best: list[DrawResult]) -> Refutation:
        """Return a refutation with its line for one draw: one that the solution wins, if possible."""
        wins = {bytes(sorted(each.bag)): each.win for each in best}
        refuting = min(
            results,
            key=lambda each: (
                each.win - wins[bytes(sorted(each.bag))], each.win, -each.probability, each.spread, each.bag,
            ),
        )  # fmt: skip
        is_bound = not empties_the_bag(step.move, self.position)
        return Refutation(
            move=step.text,
            score=step.score,
            loss=number_to_record(win_of(best) - win_of(results)),
            spread=None if is_bound else number_to_record(spread_of(results)),
            win=number_to_record(win_of(results)),
            is_bound=is_bound,
            bag=self.position.alphabet.decode(refuting.bag),
            line=steps_data(refuting.line),
        )

    def _themes(self, best: MoveResult, chance: Fraction) -> list[Theme]:
        """Return the themes that make sense before the bag is empty."""
        gives_up = max(play.score for play in self.plays) - best.score >= GIVEN_UP
        holds = {
            Theme.BLANK: any(code & BLANK for _, _, code in best.move.placed),
            Theme.LOW_SCORE: gives_up,
            Theme.DRAW_OF_TILES: 0 < chance < 1,
        }
        return [theme for theme, is_there in holds.items() if is_there]


def best_chance(moves: Sequence[MoveResult]) -> MoveResult | None:
    """Return a move with an exact win probability that no other one can exceed; None if there is none yet.

    A pass that is not best has no bound of its own: it is at most as good as the best play.
    """
    best = max(moves, key=lambda each: (each.win.lower, each.win.is_exact))
    others = [each for each in moves if not each.move.is_pass or best.move.is_pass]
    is_settled = best.win.is_exact and all(each.win.upper <= best.win.lower for each in others)
    return best if is_settled else None
