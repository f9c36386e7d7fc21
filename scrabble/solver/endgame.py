"""Solve an endgame: find the best move, its value, and bounds of all other moves.

An `EndgameSearch` runs a search of `bstar` on the game that `setup` makes of a position, and translates its
results into moves and points.

    value   future spread of the side to move under best play: the points still to come, minus those of the
            opponent, with the settlement at the end of the game; the scores to date do not count
    level   the points by which the side to move is behind: it wins if some move is worth more

Where only the outcome is asked for, a move that is proven to win comes first.  Usually that is the best move
of the search; if the search stopped early, the static bounds may prove it of another one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from msgspec.structs import replace as with_fields

from bstar.background import BackgroundTask, with_answer
from bstar.game import INF
from bstar.regret import regret
from bstar.root import Root, RootMove
from bstar.root_proof import NullWindowTest
from bstar.solvers import SOLVERS
from bstar.task import Progress, Result, SearchOptions, SearchTask
from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import Interval
from scrabble.answer.moves import Estimate, MoveResult, Step
from scrabble.answer.names import LineKind, MoveStatus, Objective, Status, StopReason
from scrabble.answer.solution import Snapshot, Solution, known_outcome
from scrabble.game.move import move_text
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import number_of, unpack
from scrabble.solver.move_bounds import (
    MoveBounds,
    StaticMoveBounds,
    best_play,
    estimate_of,
    final_scores,
    interval_of,
    move_results,
    play_out,
    tightest,
)
from scrabble.solver.moves import find_move
from scrabble.solver.names import BSTAR, MAVEN
from scrabble.solver.options import SolveOptions
from scrabble.solver.practical import PracticalTask
from scrabble.solver.running import RunningSearch
from scrabble.solver.setup import NullWindowSetup, SearchState, looks_of, new_search

if TYPE_CHECKING:
    from scrabble.solver.maven import MavenRun

PATIENCE = 0.5  # seconds


def is_outcome_known(tight: Sequence[RootMove], level: int) -> bool:
    """Return whether the bounds decide the outcome.

    Either every move is proven to lose, or the first move is proven to win, or to draw where none wins.
    """
    most = max(move.upper for move in tight)
    return most < level or _is_sure(tight[0], most, level)


def best_so_far(static: StaticMoveBounds, level: int | None, root: Root, seconds: float) -> RootMove:
    """Return the chosen move; with a `level`, a move that is proven to win if there is one.

    The bounds by lines are computed only after PATIENCE seconds of search, as they cost some 30 ms.
    """
    if seconds > PATIENCE:
        static.tighten(root.best)
    sure = None if level is None else sure_move(static.by_promise(root.moves), static.bounds, level)
    return sure or static.choice(root.moves)


def sure_move(moves: Sequence[RootMove], static: MoveBounds, level: int) -> RootMove | None:
    """Return the first move that is proven to win, or to draw where no move wins; None if there is none."""
    tight = tightest(moves, static)
    most = max(move.upper for move in tight)
    return next(
        (move for move, bounds in zip(moves, tight, strict=True) if _is_sure(bounds, most, level)), None
    )


def put_proven_move_first(result: Result, static: MoveBounds, level: int) -> Result:
    """Move a proven winning move, or a proven draw when no move wins, to the front."""
    first = sure_move(result.moves, static, level)
    if first is None or first is result.moves[0]:
        return result
    moves = [first, *(move for move in result.moves if move is not first)]
    line = result.lines.get(first.move)
    return replace(
        result,
        move=first.move,
        moves=moves,
        line=line or [first.move],
        line_kind=LineKind.WHOLE if line else LineKind.PART,
    )


def _is_sure(move: RootMove, most: int, level: int) -> bool:
    """Return whether a move is proven to win, or to be worth `most`, the most that any move can be."""
    return move.lower > level or (move.lower == most >= level)


class SearchStart(NamedTuple):
    """A null-window search to continue, and what searches before have found of the moves."""

    set_up: NullWindowSetup
    known: MoveBounds
    static: StaticMoveBounds | None  # which may be tighter than fresh ones


class EndgameSearch(RunningSearch):
    """A search of an endgame, not yet started."""

    _is_for_all = False  # whether open moves have estimates even when the value is proven

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        options: SolveOptions | None = None,
        start: SearchStart | None = None,
    ) -> None:
        require_solvable(position)
        if position.is_over:
            raise PositionError("the game is over: there is no move to find")
        self.position, self.options = position, options or SolveOptions()
        self.options.check_for(is_preendgame=False)
        self.solver = self.options.solver
        self._solution: Solution | None = None
        self._names: dict[int, str] = {}
        has_tests = self.options.trace and self.solver == BSTAR
        self._tests: list[NullWindowTest] | None = [] if has_tests else None
        self._evaluated = None
        wanted = self.options.value_of
        if isinstance(wanted, str):
            wanted = find_move(wanted, position, lexicon)
        if wanted is not None:
            self._evaluated = number_of(wanted, position)
        self._run = self._new_run(lexicon) if start is None else self._continued_run(start)
        moves = self._run.root.moves
        static = None if start is None else start.static
        self._static = static or StaticMoveBounds(position, lexicon, moves)
        # neither the run nor its callback refers to this search, so that it can be freed
        self._run.choose = partial(best_so_far, self._static, self._level if self._is_outcome else None)
        self._intervals_at_first = self._intervals(moves) if self.options.trace else []
        if self._evaluated is not None and self._evaluated not in {move.move for move in moves}:
            text = move_text(unpack(self._evaluated, position), position)
            raise PositionError(f"{text} cannot be played here")

    @property
    def _level(self) -> int:
        """The points by which the side to move is behind."""
        return -self.position.spread

    @property
    def _is_outcome(self) -> bool:
        """Return whether only the outcome is to be proven."""
        return self.options.objective == Objective.OUTCOME

    @property
    def _wants_value(self) -> bool:
        """Return whether the value is to be proven."""
        return self.options.objective != Objective.MOVE

    def _new_run(self, lexicon: Lexicon) -> SearchTask:
        """Set up a search with empty tables."""
        options, position = self.options, self.position
        if self.solver == MAVEN:
            from scrabble.solver.maven import new_maven_run

            return new_maven_run(position, lexicon, options)
        set_up = new_search(
            position,
            lexicon,
            self.solver,
            options.memory,
            threads=options.workers,
            wants_value=self._wants_value,
            tests=self._tests,
        )
        return self._null_window_run(set_up, self._search_options())

    def _continued_run(self, start: SearchStart) -> SearchTask:
        return self._null_window_run(start.set_up, with_fields(self._search_options(), known=start.known))

    def _null_window_run(self, set_up: NullWindowSetup, wanted: SearchOptions) -> SearchTask:
        options, (engine, driver) = self.options, set_up
        exact = options.exact or sys.maxsize
        if options.practical or options.practical_if_behind:
            position, asked_for = self.position, options.practical
            return PracticalTask(position, asked_for, engine, driver, options.limit, exact, options=wanted)
        return SearchTask(engine, driver, options.limit, exact, options=wanted)

    def _search_options(self) -> SearchOptions:
        """Translate the options into those of `bstar`."""
        options, position, proven = self.options, self.position, self.options.proven or {}
        return SearchOptions(
            self._wants_value or self.solver != BSTAR,
            options.all_best,
            self._evaluated,
            late_tests=options.late_tests,
            known={number_of(move, position): _bounds(bounds) for move, bounds in proven.items()},
            tree=options.tree,
            level=self._level if self._is_outcome or options.outcome_nodes else None,
            outcome_nodes=None if self._is_outcome else options.outcome_nodes,
            multipv=options.cheap_exact if options.cheap_exact >= 0 else sys.maxsize,
        )

    def __iter__(self) -> Iterator[Snapshot]:
        with with_answer("solution", self._so_far):
            yield from map(self._snapshot, self._run)

    @property
    def _task(self) -> BackgroundTask:
        return self._run

    @property
    def has_ended(self) -> bool:
        """Return whether the search was started and has ended, for whatever reason."""
        return self._run.has_ended

    @property
    def solution(self) -> Solution:
        """The answer of a search that has ended.  Raises RuntimeError before the end."""
        self._require_end()
        if self._solution is None:
            self._solution = self._solved()
        return self._solution

    def _snapshot(self, progress: Progress) -> Snapshot:
        moves = tightest(progress.root.moves, self._static.bounds, self._guesses)
        spread, win, estimate = self._of_position(progress.move, moves)
        return Snapshot(
            text=self._name(progress.move),
            spread=spread,
            win=win,
            lead=self.position.spread,
            estimate=estimate,
            refuted=progress.disproved,
            moves=len(moves),
            nodes=progress.nodes,
            seconds=progress.seconds,
            expansions=progress.expansions,
        )

    def _of_position(
        self, chosen: int, tight: Sequence[RootMove]
    ) -> tuple[Interval, Interval, Estimate | None]:
        """Return final spread, win probability and estimate of the position, by its moves and the choice."""
        lead = self.position.spread
        lower, upper = max(move.lower for move in tight), max(move.upper for move in tight)
        spread = Interval(lower + lead, upper + lead)
        win = known_outcome(self.position, spread)
        return spread, win, estimate_of(self._estimate(chosen, tight), lead, win)

    def stop(self, reason: str = StopReason.INTERRUPT) -> None:
        """Stop the search at its next node."""
        self._run.stop(StopReason(reason))

    def _solved(self) -> Solution:
        """Return the answer of a run that has ended."""
        result, position, run, maven = self._run.result(), self.position, self._run, self._maven
        if result.value is None:
            self._static.tighten(result.moves[0])
            if self.options.late_tests and self._status(result) is not Status.PROVEN:
                self._static.tighten_by_replies(result.moves)
            if not self._has_beliefs:
                result = replace(result, moves=[result.moves[0], *self._static.by_promise(result.moves[1:])])
        if self._is_outcome:
            result = put_proven_move_first(result, self._static.bounds, self._level)
        line, final = self._line(result)
        lines = result.lines | ({result.move: result.line} if result.line_kind == LineKind.WHOLE else {})
        tight = self._tightest(result.moves, result.value is None)
        found = self._present(result, result.moves, tight, lines)
        is_decided = self._is_outcome and is_outcome_known(tight, self._level)
        evaluated = (
            move for move, root in zip(found.moves, result.moves, strict=True) if root.move == self._evaluated
        )
        trace = self._trace()
        return with_fields(
            found,
            status=Status.PROVEN if is_decided else self._status(result),
            stopped_by=None if is_decided or result.limit is None else StopReason(result.limit),
            evaluated_move=next(evaluated, None),
            value=result.value,
            line=tuple(line),
            line_kind=LineKind(result.line_kind) if len(line) >= len(result.line) else LineKind.PART,
            final=final,
            unresolved_moves=self._unresolved(found.moves) if result.limit else (),
            looks=looks_of(run.engine),
            rounds=maven.rounds_by_name(self._name) if maven else None,
            believed=maven.beliefs(result.moves, self._name) if maven else None,
            tree=best_play(run.tree, position) if self.options.tree else None,
            tree_is_complete=run.is_tree_whole if self.options.tree else None,
            trace=None if trace is None else tuple(trace),
            practical=run.chances if isinstance(run, PracticalTask) else None,
        )

    def _present(
        self,
        costs: Progress | Result,
        moves: Sequence[RootMove],
        tight: Sequence[RootMove],
        lines: Mapping[int, Sequence[int]],
    ) -> Solution:
        """Return the answer that the bounds of the moves give, the chosen one first; open, without a line."""
        spread, win, estimate = self._of_position(moves[0].move, tight)
        results = move_results(moves, tight, self.position, self._static, lines)
        return Solution(
            position=self.position,
            solver=self.solver,
            objective=self._objective,
            status=Status.BOUNDED,
            spread=spread,
            win=win,
            regret=regret(results[0].lower, (move.upper for move in results[1:])),
            moves=tuple(results),
            estimate=estimate,
            nodes=costs.nodes,
            seconds=costs.seconds,
            line_kind=LineKind.PART,
            expansions=costs.expansions,
        )

    def _tightest(self, moves: Sequence[RootMove], is_open: bool) -> list[RootMove]:
        """Return moves with their tightest bounds, and estimates while the value is open."""
        return tightest(moves, self._static.bounds, self._guesses if is_open or self._is_for_all else {})

    @property
    def state(self) -> SearchState:
        """The state to continue from in the memory of this search, once it has ended; not with Maven."""
        engine = self._run.engine
        engine.resume()
        engine.limit_nodes(0)
        return SearchState(NullWindowSetup(engine, SOLVERS[self.solver].driver))

    @property
    def _objective(self) -> Objective:
        return Objective(self.options.objective or Objective.VALUE)

    @property
    def _maven(self) -> MavenRun | None:
        """The search in Maven's way, if it is one."""
        return cast("MavenRun", self._run) if self.solver == MAVEN else None

    @property
    def _has_beliefs(self) -> bool:
        """Return whether Maven has chosen a move by its believed intervals."""
        return self._maven is not None and self._maven.verdict is not None

    @property
    def _guesses(self) -> Mapping[int, int]:
        """The estimated value of each move: by Maven, or else by one evaluation of the planner."""
        maven = self._maven
        if maven is not None and maven.verdict is not None:
            return {number: each.realistic for number, each in maven.estimates.items()}
        return self._static.estimates

    def _estimate(self, chosen: int, tight: Sequence[RootMove]) -> int | None:
        """Return the estimate of the value while it is open: lower <= estimate <= upper.

        It is the estimate of the chosen move; where only the outcome is asked, the greatest estimate.
        """
        lower, upper = max(move.lower for move in tight), max(move.upper for move in tight)
        believed = [
            move.estimate
            for move in tight
            if move.estimate is not None and (move.move == chosen or self._is_outcome)
        ]
        return None if lower == upper or not believed else min(max(*believed, lower), upper)

    def _status(self, result: Result) -> Status:
        """Return the status where the outcome is not proven.

        Maven may have proven the best move, but that does not answer a question about the outcome.
        """
        return Status.ESTIMATED if self._is_outcome and self.solver == MAVEN else Status(result.status)

    def _line(self, result: Result) -> tuple[list[Step], tuple[int, int] | None]:
        """Return the line as far as it agrees with the value, and the final scores if it ends the game."""
        position = self.position
        line, after = play_out(position, result.line, result.line_kind in (LineKind.WHOLE, LineKind.BELIEVED))
        if not after.is_over or result.value is None:
            return line, None
        first, second = final_scores(after, len(line))
        if first - second == position.spread + result.value:
            return line, (first, second)
        return line[:1], None  # Maven has proven the value, but the rest of its line is only believed

    def _unresolved(self, moves: Sequence[MoveResult]) -> tuple[str, ...]:
        """Return the moves whose exact value was asked for and not found."""
        options = self.options
        highest = sorted(moves, key=lambda move: -move.upper)[: options.exact or None]
        wanted = {move.text for move in highest} if options.exact != 1 else set()
        best = max(move.lower for move in moves)
        return tuple(
            move.text
            for move in moves
            if not move.spread.is_exact
            and (
                move.text in wanted
                or (options.all_best and move.status == MoveStatus.NOT_BETTER and move.upper == best)
                or (self._evaluated is not None and move.text == self._name(self._evaluated))
            )
        )

    def _intervals(self, moves: Sequence[RootMove]) -> list[MoveInterval]:
        """Return moves with their proven bounds."""
        return [MoveInterval(self._name(each.move), interval_of(each.lower, each.upper)) for each in moves]

    def _trace(self) -> list[Decision] | None:
        if self._tests is not None:
            start = Decision("", "the root's moves", "", None, 0, self._intervals_at_first)
            return [start, *map(self._decision, self._tests)]
        maven = self._maven
        return maven.decisions(self._name) if maven and self.options.trace else None

    def _decision(self, test: NullWindowTest) -> Decision:
        """Return a test of the proof as a decision."""
        name = self._name(test.move)
        changes = [MoveInterval(name, interval_of(test.lower, test.upper))]
        return Decision(test.strategy, test.reason, name, test.gamma, test.expansions, changes)

    def _name(self, number: int) -> str:
        if number not in self._names:
            self._names[number] = move_text(unpack(number, self.position), self.position)
        return self._names[number]


def _bounds(bounds: Interval) -> tuple[int, int]:
    """Return bounds as `bstar` has them, in which a missing bound is INF."""
    lower, upper = bounds
    return -INF if math.isinf(lower) else int(lower), INF if math.isinf(upper) else int(upper)
