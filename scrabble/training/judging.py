"""Judging an attempt: right, or what it costs and the line that shows it.

    1. the solution                  right
    2. a refuted move                its loss and its line are in the record of the puzzle
    3. any other move                the position after it is solved, within a few seconds
    4. not proven in that time       what the record proves: it loses at least the gap

A move that is proven to be as good as the solution, such as the same word with the blank on another letter,
is right as well.  Every number is proven; `Verdict.is_proven` tells whether the loss is known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from scrabble.answer.interval import Interval, exactly
from scrabble.answer.moves import Step
from scrabble.answer.solution import Solution, known_outcome
from scrabble.answer.variants import variants
from scrabble.english import counted
from scrabble.game import cgp
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, tiles_in_bag
from scrabble.lexicon import Lexicon, choice
from scrabble.puzzles.draws import empties_the_bag, line_of, refuting, results_of
from scrabble.puzzles.puzzle import Puzzle, Question, Refutation, Theme
from scrabble.solver.moves import find_move
from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.only_best import OnlyBestSearch
from scrabble.solver.solve import solve
from scrabble.wording.points import lead_text, result_text
from scrabble.wording.practice import BEST_MOVE, WINS_MOST, move_hints
from scrabble.wording.verdicts import cost_sentence

SECONDS = 4.0  # to solve the position after a move
MEMORY = 64 << 20
NOTHING_KNOWN = Interval()


class Verdict(NamedTuple):
    """The judgement of an attempt."""

    move: str  # as moves are written
    score: int
    is_right: bool
    loss: Interval  # points of final spread or, for the best winning chance, win probability
    spread: Interval  # final spread after the move
    win: Interval
    line: Sequence[Step]  # best play, the move first; the move alone if none is known
    bag: str | None = None  # of the line: the tiles in the bag, in the order in which they are drawn

    @property
    def is_proven(self) -> bool:
        """Return whether the loss is known exactly."""
        return self.loss.is_exact


class Judge:
    """The judge of one puzzle; reads its position and its lexicon once.  Raises ScrabbleError."""

    def __init__(self, puzzle: Puzzle, seconds: float = SECONDS) -> None:
        self.puzzle, self._seconds = puzzle, seconds
        self.position: Position = cgp.loads(puzzle.cgp)
        self.lexicon: Lexicon = choice.load_named(puzzle.lexicon, "the puzzle")

    def judge(self, text: str) -> Verdict:
        """Judge a move as it was typed.  Raises IllegalMoveError with the reason why there is none."""
        move = find_move(text, self.position, self.lexicon)
        return self._known(self.position.move_text(move)) or self._searched(move)

    def _known(self, text: str) -> Verdict | None:
        """Return the verdict that the record holds."""
        return next((each for each in known_verdicts(self.puzzle) if each.move == text), None)

    def _searched(self, move: Move) -> Verdict:
        """Return what a short search proves."""
        text, score = self.position.move_text(move), self.position.score(move)
        solution, bag = known_verdicts(self.puzzle)[0], None
        if self.puzzle.has_bag:
            spread, (win, line, bag) = NOTHING_KNOWN, self._with_bag(move)
            loss = win.negated.plus(solution.win.lower)
        else:
            spread, win, line = self._after(move)
            loss = spread.negated.plus(solution.spread.lower)
        if len(variants([solution.move, text])) > 1:  # the gap is proven for all other moves
            loss = loss.at_least(Fraction(self.puzzle.gap))
        loss = loss.at_least(0)
        steps = [Step(text, score), *line]
        return Verdict(text, score, loss == exactly(0), loss, spread, win, steps, bag)

    def _after(self, move: Move) -> tuple[Interval, Interval, list[Step]]:
        """Solve the endgame after a move: final spread, outcome and line from the mover's point of view."""
        after = self.position.play(move)
        if after.is_over:
            theirs, mine = after.final_scores
            spread = exactly(mine - theirs)
            return spread, known_outcome(self.position, spread), []
        found = solve(after, self.lexicon, SolveOptions(seconds=self._seconds, memory=MEMORY))
        spread = found.spread.negated
        line = found.line if spread.is_exact else ()
        return spread, known_outcome(self.position, spread), list(line)

    def _with_bag(self, move: Move) -> tuple[Interval, list[Step], str | None]:
        """Return the win probability of a move; a line that does not win, after the move, with its bag."""
        position = self.position
        search = OnlyBestSearch(position, self.lexicon, SolveOptions(memory=MEMORY))
        solution = position.parse_move(self.puzzle.solution.move)
        search.narrow([move, solution], self._seconds)
        found = search.result_of(move)
        if not empties_the_bag(move, position):
            return found.win, [], None
        for result in refuting(*(results_of(each, position) for each in (found, search.result_of(solution)))):
            try:
                line = line_of(result, position, self._solved)
            except TimeoutError:
                break
            return found.win, list(line[1:]), position.alphabet.decode(result.bag)
        return found.win, [], None

    def _solved(self, endgame: Position) -> Solution:
        """Solve an endgame.  Raises TimeoutError."""
        found = solve(endgame, self.lexicon, SolveOptions(seconds=self._seconds, memory=MEMORY))
        if found.value is None:
            raise TimeoutError
        return found


def known_verdicts(puzzle: Puzzle) -> list[Verdict]:
    """Return the verdicts that the record holds, the solution first."""
    solution = puzzle.solution
    spread, win = _exact_spread(solution.spread), exactly(Fraction(solution.win))
    found = Verdict(solution.move, solution.score, True, exactly(0), spread, win, solution.line)
    return [found, *(_refuted(each, puzzle) for each in puzzle.refutations)]


def _exact_spread(spread: int | None) -> Interval:
    """Return a spread of the record as an interval; with tiles in the bag there is none."""
    return NOTHING_KNOWN if spread is None else exactly(spread)


def _refuted(of: Refutation, puzzle: Puzzle) -> Verdict:
    """Return the verdict on a move of the record; a bound of its win probability is one of its loss."""
    loss, win = Fraction(of.loss), Fraction(of.win)
    spread = _exact_spread(of.spread)
    best = Fraction(puzzle.solution.win)
    costs = Interval(loss, best) if of.is_bound else exactly(loss)
    wins = Interval(0, win) if of.is_bound else exactly(win)
    return Verdict(of.move, of.score, False, costs, spread, wins, of.line, of.bag)


def question_text(puzzle: Puzzle) -> str:
    """Return the question as a sentence."""
    side = f"{puzzle.players[0]} is" if puzzle.players else "You are"
    position = cgp.loads(puzzle.cgp)
    in_bag = tiles_in_bag(position)
    bag = f", with {counted(in_bag, 'tile')} in the bag" if in_bag > 0 else ""
    return f"{side} {lead_text(position.spread)}{bag}. {QUESTIONS[puzzle.question]}"


QUESTIONS = {
    Question.BEST_MOVE: BEST_MOVE,
    Question.ONLY_WIN: "Only one move wins. Which?",
    Question.ONLY_DRAW: "Only one move holds the draw. Which?",
    Question.BEST_CHANCE: WINS_MOST,
}


def verdict_sentence(verdict: Verdict, puzzle: Puzzle) -> str:
    """Return a verdict in a sentence or two."""
    if puzzle.has_bag and (verdict.is_right or verdict.loss.lower > 0):
        return _chance_sentence(verdict, puzzle)
    move, solution = verdict.move, puzzle.solution
    if verdict.is_right:
        return f"Right: {move} {_result(verdict.spread)}{_as_good(verdict, puzzle)}."
    if not verdict.is_proven:
        least = verdict.loss.lower
        cost = f"it costs at least {loss_phrase(least, puzzle)}" if least > 0 else "it may be as good"
        return f"{move} is not proven to be best: {cost}; how much exactly is not proven."
    cost, best = loss_phrase(verdict.loss.lower, puzzle), _result(_exact_spread(solution.spread))
    return cost_sentence(move, cost, _result(verdict.spread), best)


def _chance_sentence(verdict: Verdict, puzzle: Puzzle) -> str:
    """Return a verdict with tiles in the bag."""
    move, best, loss = verdict.move, Fraction(puzzle.solution.win), Fraction(verdict.loss.lower)
    games = _games(puzzle, loss)
    if verdict.is_right:
        return f"Right: {move} {_wins(best, games, ' games')}{_as_good(verdict, puzzle)}."
    own = _wins(best - loss, games) if verdict.is_proven else ""
    shown = "" if verdict.bag is None else f" The line shows what happens with {verdict.bag} in the bag."
    cost = f"{'' if verdict.is_proven else 'at least '}{loss_phrase(loss, puzzle)}"
    return f"{cost_sentence(move, cost, own, _wins(best, games))}{shown}"


def _as_good(verdict: Verdict, puzzle: Puzzle) -> str:
    """Return a clause for a move that is right and not the solution; empty for the solution."""
    solution = puzzle.solution.move
    return "" if verdict.move == solution else f", and so is {solution}"


def loss_phrase(number: float | Fraction, puzzle: Puzzle) -> str:
    """Return what a move costs: 3 points, 1 of 8 games."""
    if puzzle.has_bag:
        return f"{part_of_games(Fraction(number), puzzle)} games"
    return counted(number, "point")


def part_of_games(loss: Fraction, puzzle: Puzzle) -> str:
    """Return a win probability that is lost, as a part of a number of games: 1 of 8."""
    games = _games(puzzle, loss)
    return f"{_number(loss * games)} of {games}"


def _games(puzzle: Puzzle, loss: Fraction) -> int:
    """Return a number of games of which win probabilities of a puzzle are parts, the same for its moves.

    One game for each content of the bag, where a draw is half a win; more where that is not enough.
    """
    numbers = [puzzle.solution.win, puzzle.gap, *(each.loss for each in puzzle.plausible)]
    chances = [loss, *map(Fraction, numbers)]
    unseen = UnseenTiles(cgp.loads(puzzle.cgp))
    contents = comb(len(unseen.hidden), unseen.count)
    if all((2 * contents * chance).denominator == 1 for chance in chances):
        return contents
    return lcm(*(chance.denominator for chance in chances))


def _number(games: Fraction) -> str:
    """Return a number of games, a half as 0.5."""
    return f"{float(games):g}"


def _result(spread: Interval) -> str:
    """Return what a move comes to in an endgame, in a clause with the move as its subject."""
    return "is best" if spread.exact is None else result_text(spread)


def _wins(chance: Fraction, games: int, unit: str = "") -> str:
    """Return how often a move wins, in a clause with the move as its subject."""
    ends = {Fraction(0): "never wins", Fraction(1): "always wins"}
    return ends.get(chance, f"wins {_number(chance * games)} of {games}{unit}")


def hints(puzzle: Puzzle, position: Position) -> list[str]:
    """Return the hints in the order in which they are given: the theme, the square, the tiles.

    Without a theme that leaves something to find, the first one is the number of tiles.
    """
    move = position.parse_move(puzzle.solution.move)
    themes = [theme for theme in puzzle.themes if theme != Theme.PASSES]
    played, held = len(move.placed), len(position.rack_codes[0])
    tiles = f"It plays {played} of {held} tiles." if played else "It does not play all tiles."
    return [f"Theme: {', '.join(themes)}." if themes else tiles, *move_hints(move, position)]
