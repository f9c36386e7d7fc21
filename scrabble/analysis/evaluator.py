"""A judge of positions: solves each one once, and finds all moves that are best.

    judge = Judge(lexicon, limit=Limit(seconds=30))
    judge.value(position)              Bounds of its value, exact if it was solved in time
    judge.worth(position, move)        score - value of the position after the move
    judge.solution(position)           the whole answer, with a line of best play

In a game that is gone through from its end, the worth of the move played is known before its position is
searched: it is the first bound of that search.  When the value is known, and a line with it, null windows
in the same table test every other move for being as good; then up to `top` moves get an exact worth.

The verdict on a turn: what the search of its position says of the move that was made.

    value[t] >= worth[t] = score[t] - value[t + 1]

The worth of the move played is known before its position is searched, and is the first bound of that search;
what a search that stopped early leaves open is narrowed by the turns around it.
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

OUTCOME_NODES = 2_000  # who wins comes first, if that is cheap

Key = tuple[bytes, tuple[bytes, bytes], int]
Watch = Callable[[str, Snapshot | BagSnapshot], None]


class PositionEvaluator:
    """Solutions of positions of one game, each searched once; `stop` ends all searching."""

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
        """Stop the search under way, and every later one at once: what is known stays known."""
        self.is_stopped = True
        if self._search is not None:
            self._search.stop("interrupt")

    def resume(self) -> None:
        """Search again after `stop`: what was interrupted is searched anew."""
        self.is_stopped, self.interrupt = False, None
        self._solutions = {at: each for at, each in self._solutions.items() if each.limit != "interrupt"}

    def value(self, position: Position, about: str = "") -> Bounds:
        """The value of a position for the player on turn."""
        if position.is_over:
            (mine, theirs), (first, second) = position.final_scores, position.scores
            return exactly(mine - first - (theirs - second))
        solution = self.solution(position, about=about)
        return Bounds(solution.lower, solution.upper)

    def worth(self, position: Position, move: Move, about: str = "") -> Bounds:
        """What a move is worth; it need not be valid, only fit on the board."""
        return self.value(position.play(move), about).negated.plus(position.score(move))

    def worth_estimate(self, position: Position, move: Move) -> int | None:
        """Return the estimate of what a move is worth while that is open; it has been searched before."""
        after = position.play(move)
        estimate = None if after.is_over else self.solution(after).estimate
        return None if estimate is None else position.score(move) - estimate

    def solution(
        self, position: Position, known: dict[Move, Bounds] | None = None, about: str = ""
    ) -> Solution:
        """The solution of a position; `known` says what some of its moves are worth."""
        at = key(position)
        if at not in self._solutions:
            self._solutions[at] = self._solve(position, known or {}, about)
        return self._solutions[at]

    def bag_solution(self, position: Position, move: Move | None, about: str = "") -> BagSolution:
        """The solution of a position with tiles in the bag, with what a move of it is worth, if one is given.

        Raises PositionError for one that cannot be judged.
        """
        search = PreendgameSearch(
            PreendgameTask(position, self.lexicon, self.memory), self.limit, wanted=move
        )
        search.warm_up()
        return self._watched(search, about)

    def is_solved(self, position: Position) -> bool:
        """Has the position been searched already, or is there nothing to search?"""
        return position.is_over or key(position) in self._solutions

    def plays(self, position: Position) -> dict[Move, int]:
        """Every play of the player on turn with its score, the highest first."""
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
        """Run a search; Ctrl-C stops it and all later ones, and is kept for `study` to raise."""
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
    """What the future of a position depends on."""
    return position.squares.tobytes(), position.racks, position.zeros


def evaluate_turn(introduced: UnanalysedTurn, judge: PositionEvaluator) -> AnyTurn:
    """The turn with the verdict of a search, if there can be one."""
    if not introduced.is_endgame or introduced.reason:
        return introduced
    turn, about = introduced.turn, f"turn {introduced.number}, {introduced.player_name}"
    position = turn.position
    move = effective_move(turn)
    worth = judge.worth(position, move, f"{about}: after {introduced.played}")
    known = {move: worth} if introduced.is_valid else {}
    solution = judge.solution(position, known, about)
    choice = analyse_moves(solution, known)
    if introduced.is_valid:
        choice = _with_first(choice, move, judge, position)
    value, after = Bounds(solution.lower, solution.upper), judge.worth_estimate(position, move)
    return _verdict(introduced, value, worth, choice, after)


def analyse_moves(solution: Solution, known: dict[Move, Bounds]) -> MoveAnalysis:
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
    """Narrow values by those of the turns before: value after = score - worth >= score - value before."""
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
        turns[at] = _verdict(this, value, this.worth, this.choice, this.about)
        worth = before.worth.meet(value.negated.plus(before.score))
        turns[at - 1] = _verdict(before, before.value, worth, before.choice, before.about)
    return turns


def _within(candidate: MoveResult, bounds: Bounds) -> MoveResult:
    """A move of which one knows more."""
    lower, upper = Bounds(candidate.lower, candidate.upper).meet(bounds)
    narrow = dataclasses.replace(candidate, lower=lower, upper=upper)
    return dataclasses.replace(narrow, estimate=Bounds(*narrow.bounds).clip(candidate.estimate))


def _rank(each: MoveResult) -> tuple[float, float, float, int]:
    upper = float("inf") if each.upper is None else each.upper
    lower = -float("inf") if each.lower is None else each.lower
    return -(upper if each.estimate is None else each.estimate), -upper, -lower, -each.score


def _with_first(
    choice: MoveAnalysis, move: Move, judge: PositionEvaluator, position: Position
) -> MoveAnalysis:
    """Of several best moves, take the one that was made as the first."""
    mine = next(each for each in choice.candidates if each.move == move)
    if mine.text not in choice.best[1:]:
        return choice
    after = position.play(move)
    line = () if after.is_over else judge.solution(after).line
    return dataclasses.replace(
        choice,
        best=(mine.text, *(text for text in choice.best if text != mine.text)),
        candidates=(mine, *(each for each in choice.candidates if each is not mine)),
        natural=mine if choice.natural and choice.natural.score == mine.score else choice.natural,
        line=(ScoredMove(move, mine.text, mine.score), *line),
    )


def _verdict(
    on: RecordedTurn, value: Bounds, worth: Bounds, choice: MoveAnalysis, about: int | None
) -> AnalysedTurn:
    """Work out what the turn lost: the value before it less what it was worth; `about` estimates that."""
    cap = Bounds(None, value.upper)
    candidates = tuple(_within(each, cap) for each in choice.candidates)
    loss = value.add(worth.negated)
    if on.is_valid:
        loss = loss.at_least(0)
        # whatever the value is: by how much another move can be better than this one
        others = [each.upper for each in candidates if each.move != effective_move(on.turn)]
        if worth.lower is not None and None not in others:
            most = max((upper for upper in others if upper is not None), default=worth.lower)
            loss = loss.meet(Bounds(None, max(0, most - worth.lower)))
    choice = dataclasses.replace(choice, candidates=candidates)
    return AnalysedTurn(
        on.turn, on.player_name, on.played, on.phonies, on.score, value, worth, loss, choice, about=about
    )
