"""Evaluation of positions and endgame turns by search; each position is solved once.

    evaluator = PositionEvaluator(lexicon, limit=Limit(seconds=30))
    evaluator.value(position)          Bounds of its value, exact if it was solved within the limit
    evaluator.worth(position, move)    score of the move - value of the position after it
    evaluator.solution(position)       the whole solution, with a line of best play
    evaluate_turn(turn, evaluator)     the turn with its value, worth and loss

For turn t:  value[t] >= worth[t] = score[t] - value[t + 1], with equality for a best move.

A game is evaluated from its last turn back, so the worth of the move made is known before its position is
searched and is the first bound of that search.  Once the value and a line are known, null windows in the same
table test every other move for being as good; then up to `top` moves get an exact worth.  Values that a
stopped search leaves open are tightened by the turns before and after (`tighten_values`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import overload

from bstar.options import Limit
from scrabble.analysis.turn import (
    AnalysedTurn,
    AnyTurn,
    MoveAnalysis,
    RecordedTurn,
    UnanalysedTurn,
    effective_move,
)
from scrabble.game.move import Move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import MEMORY, EndgameSearch, MoveResult, ScoredMove, Snapshot, Solution, SolveOptions
from scrabble.solver.format import Bounds, exactly
from scrabble.solver.names import PROOF
from scrabble.solver.preendgame.search import PreendgameSearch, PreendgameTask
from scrabble.solver.preendgame.solution import BagSnapshot, BagSolution

OUTCOME_NODES = 2_000  # spent on the outcome (win, draw, loss) before the value

Key = tuple[bytes, tuple[bytes, bytes], int]
Watch = Callable[[str, Snapshot | BagSnapshot], None]


class PositionEvaluator:
    """Solver of the positions of one game, each searched once; `stop` ends all searches."""

    def __init__(
        self,
        lexicon: Lexicon,
        solver: str = PROOF,
        limit: Limit | None = None,
        memory: int = MEMORY,
        top: int = 1,
        watch: Watch | None = None,
    ) -> None:
        self.lexicon, self.solver, self.limit = lexicon, solver, limit
        self.memory, self.top, self.watch = memory, top, watch
        self.is_stopped = False
        self.interrupt: KeyboardInterrupt | None = None  # which stopped it
        self._solutions: dict[Key, Solution] = {}
        self._plays: dict[Key, dict[Move, int]] = {}
        self._search: EndgameSearch | PreendgameSearch | None = None

    def stop(self) -> None:
        """Stop the running search and every later one; results found are kept."""
        self.is_stopped = True
        if self._search is not None:
            self._search.stop("interrupt")

    def resume(self) -> None:
        """Allow searches again after `stop`; interrupted positions are searched again."""
        self.is_stopped, self.interrupt = False, None
        self._solutions = {at: each for at, each in self._solutions.items() if each.limit != "interrupt"}

    def value(self, position: Position, about: str = "") -> Bounds:
        """Return the value of a position for the player to move."""
        if position.is_over:
            (mine, theirs), (first, second) = position.final_scores, position.scores
            return exactly(mine - first - (theirs - second))
        solution = self.solution(position, about=about)
        return Bounds(solution.lower, solution.upper)

    def worth(self, position: Position, move: Move, about: str = "") -> Bounds:
        """Return the worth of a move, which may be a phony as long as it fits on the board."""
        return self.value(position.play(move), about).negated.plus(position.score(move))

    def worth_estimate(self, position: Position, move: Move) -> int | None:
        """Return the estimate of the worth of a move that was searched before; None if the worth is known."""
        after = position.play(move)
        estimate = None if after.is_over else self.solution(after).estimate
        return None if estimate is None else position.score(move) - estimate

    def solution(
        self, position: Position, known: dict[Move, Bounds] | None = None, about: str = ""
    ) -> Solution:
        """Return the solution of a position; `known` is the worth of some of its moves."""
        at = key(position)
        if at not in self._solutions:
            self._solutions[at] = self._solve(position, known or {}, about)
        return self._solutions[at]

    def bag_solution(self, position: Position, move: Move | None, about: str = "") -> BagSolution:
        """Return the solution of a position with tiles in the bag, with the value of `move` if it is given.

        Raises PositionError for a position that cannot be solved.
        """
        search = PreendgameSearch(
            PreendgameTask(position, self.lexicon, self.memory), self.limit, wanted=move
        )
        search.warm_up()
        return self._watched(search, about)

    def is_solved(self, position: Position) -> bool:
        """Return whether the position has been searched, or is the end of the game."""
        return position.is_over or key(position) in self._solutions

    def plays(self, position: Position) -> dict[Move, int]:
        """Return every play of the player to move with its score, the highest first."""
        at = key(position)
        if at not in self._plays:
            self._plays[at] = {step.move: step.score for step in position.legal_moves(self.lexicon)}
        return self._plays[at]

    def _solve(self, position: Position, known: dict[Move, Bounds], about: str) -> Solution:
        wants = SolveOptions(top=self.top, all_best=True, outcome_nodes=OUTCOME_NODES, proven=known)
        search = EndgameSearch(position, self.lexicon, self.solver, self.limit, self.memory, wants=wants)
        return self._watched(search, about)

    @overload
    def _watched(self, search: EndgameSearch, about: str) -> Solution: ...

    @overload
    def _watched(self, search: PreendgameSearch, about: str) -> BagSolution: ...

    def _watched(self, search: EndgameSearch | PreendgameSearch, about: str) -> Solution | BagSolution:
        """Run a search; Ctrl-C stops it and all later ones, and is kept for `analyse_replay` to raise."""
        self._search = search
        if self.is_stopped:
            search.stop("interrupt")
        try:
            if self.watch is not None:
                for snapshot in search:
                    self.watch(about, snapshot)
            solution = search.result()
        except KeyboardInterrupt as interrupt:
            self.interrupt = interrupt
            self.stop()
            solution = search.result()
        self._search = None
        self.is_stopped = self.is_stopped or solution.limit == "interrupt"
        return solution


def key(position: Position) -> Key:
    """Return the key of a position: what its future depends on."""
    return position.squares.tobytes(), position.rack_codes, position.scoreless_turns


def evaluate_turn(turn: UnanalysedTurn, evaluator: PositionEvaluator) -> AnyTurn:
    """Evaluate an endgame turn by search; return it unchanged if it cannot be searched."""
    if not turn.is_endgame or turn.reason:
        return turn
    position, move = turn.turn.position, effective_move(turn.turn)
    about = f"turn {turn.number}, {turn.player_name}"
    worth = evaluator.worth(position, move, f"{about}: after {turn.played}")
    known = {move: worth} if turn.is_valid else {}
    solution = evaluator.solution(position, known, about)
    choice = analyse_moves(solution, known)
    if turn.is_valid:
        choice = _with_first(choice, move, evaluator, position)
    value, estimate = Bounds(solution.lower, solution.upper), evaluator.worth_estimate(position, move)
    return _verdict(turn, value, worth, choice, estimate)


def analyse_moves(solution: Solution, known: dict[Move, Bounds]) -> MoveAnalysis:
    """Collect the moves of a solution, best first; `known` is the worth of some of them."""
    candidates = [_within(each, known.get(each.move, Bounds())) for each in solution.moves]
    best = solution.best
    candidates.sort(key=lambda each: (each.move != solution.move, each.text not in best, *_rank(each)))
    has_all = solution.status == "proven" and all(each.status in ("best", "worse") for each in solution.moves)
    plays = [each for each in candidates if not each.move.is_pass]
    most = max((each.score for each in plays), default=0)
    return MoveAnalysis(
        best=tuple(best),
        has_all_best=has_all,
        candidates=tuple(candidates),
        line=tuple(solution.line),
        natural=next((each for each in plays if each.score == most), None),
        replies={},
        nodes=solution.nodes,
        seconds=solution.seconds,
        limit=solution.limit,
        estimate=solution.estimate,
    )


def tighten_values(turns: list[AnyTurn]) -> list[AnyTurn]:
    """Tighten open values by the turn before: value after = score - worth >= score - value before."""
    for at in range(1, len(turns)):
        before, this = turns[at - 1], turns[at]
        if not isinstance(before, AnalysedTurn) or not isinstance(this, AnalysedTurn):
            continue
        if not before.is_valid or this.value.is_exact:
            continue
        if key(before.turn.position.play(effective_move(before.turn))) != key(this.turn.position):
            continue
        value = this.value
        if before.value.upper is not None:
            value = value.at_least(before.score - before.value.upper)
        turns[at] = _verdict(this, value, this.worth, this.choice, this.worth_guess)
        worth = before.worth.meet(value.negated.plus(before.score))
        turns[at - 1] = _verdict(before, before.value, worth, before.choice, before.worth_guess)
    return turns


def _within(candidate: MoveResult, bounds: Bounds) -> MoveResult:
    """Return the move with its bounds tightened."""
    lower, upper = Bounds(candidate.lower, candidate.upper).meet(bounds)
    narrow = dataclasses.replace(candidate, lower=lower, upper=upper)
    return dataclasses.replace(narrow, estimate=Bounds(*narrow.bounds).clip(candidate.estimate))


def _rank(each: MoveResult) -> tuple[float, float, float, int]:
    upper = float("inf") if each.upper is None else each.upper
    lower = -float("inf") if each.lower is None else each.lower
    return -(upper if each.estimate is None else each.estimate), -upper, -lower, -each.score


def _with_first(
    choice: MoveAnalysis, move: Move, evaluator: PositionEvaluator, position: Position
) -> MoveAnalysis:
    """Put the move that was made first if it is one of several best moves."""
    mine = next(each for each in choice.candidates if each.move == move)
    if mine.text not in choice.best[1:]:
        return choice
    after = position.play(move)
    line = () if after.is_over else evaluator.solution(after).line
    return dataclasses.replace(
        choice,
        best=(mine.text, *(text for text in choice.best if text != mine.text)),
        candidates=(mine, *(each for each in choice.candidates if each is not mine)),
        natural=mine if choice.natural and choice.natural.score == mine.score else choice.natural,
        line=(ScoredMove(move, mine.text, mine.score), *line),
    )


def _verdict(
    on: RecordedTurn, value: Bounds, worth: Bounds, choice: MoveAnalysis, worth_guess: int | None
) -> AnalysedTurn:
    """Return the turn with its loss, value - worth; `worth_guess` estimates its worth."""
    cap = Bounds(None, value.upper)
    candidates = tuple(_within(each, cap) for each in choice.candidates)
    loss = value.add(worth.negated)
    if on.is_valid:
        loss = loss.at_least(0)
        # even if the value is open, the loss is at most what another move can be better by
        others = [each.upper for each in candidates if each.move != effective_move(on.turn)]
        if worth.lower is not None and None not in others:
            most = max((upper for upper in others if upper is not None), default=worth.lower)
            loss = loss.meet(Bounds(None, max(0, most - worth.lower)))
    choice = dataclasses.replace(choice, candidates=candidates)
    return AnalysedTurn(
        on.turn,
        on.player_name,
        on.played,
        on.phonies,
        on.score,
        value,
        worth,
        loss,
        choice,
        worth_guess=worth_guess,
    )
