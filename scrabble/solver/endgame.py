"""Solve an endgame: find the best move, its value, and bounds of all other moves.

An `EndgameSearch` runs a search of `bstar` on the game that `setup` makes of a position, and translates its
results into moves and points.

    value   future spread of the side to move under best play: the points still to come, minus those of the
            opponent, with the settlement at the end of the game; the scores so far do not count
    level   the points by which the side to move is behind: it wins if some move is worth more

Where only the outcome is asked for, a move that is proven to win comes first.  Usually that is the best move
of the search; if the search stopped early, the static bounds may prove it of another one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bstar.background import with_answer
from bstar.bstar import NullWindowTest
from bstar.game import INF
from bstar.pv import BELIEVED, PART, WHOLE
from bstar.root import Root, RootMove
from bstar.search import Limit, Progress, Result, SearchOptions, SearchTask
from bstar.solvers import SOLVERS
from bstar.tree.maven import MavenSearch, MavenSettings
from scrabble.game.move import Move, canonical, move_text
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import packed, unpack
from scrabble.solver.moves import find_move
from scrabble.solver.names import MAVEN, PROOF, MoveStatus, Question, Status, StopReason
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import MEMORY, NullWindowSetup, SearchState, check, new_search, new_tree_search
from scrabble.solver.solution import (
    Decision,
    MavenRound,
    MoveInterval,
    MoveResult,
    ScoredMove,
    Snapshot,
    Solution,
    StaticMoveBounds,
    best_play,
    candidates_of,
    final_scores,
    finite_or_none,
    from_null_window_tests,
    from_rounds,
    new_log,
    play_out,
    regret,
    tightest,
)

PATIENCE = 0.5  # seconds


def is_outcome_known(tight: Sequence[RootMove], level: int) -> bool:
    """Return whether the bounds decide the outcome.

    Either every move is proven to lose, or the first move is proven to win, or to draw where none wins.
    """
    most = max(move.upper for move in tight)
    return most < level or _is_sure(tight[0], most, level)


def best_so_far(caps: StaticMoveBounds, level: int | None, root: Root, seconds: float) -> RootMove:
    """Return the best move so far; with a `level`, a move that is proven to win if there is one.

    The bounds by lines are computed only after PATIENCE seconds of search, as they cost some 20 ms.
    """
    if seconds > PATIENCE:
        caps.tighten(root.best)
    sure = None if level is None else sure_move(caps.by_promise(root.moves), caps.bounds, level)
    return sure or caps.choice(root.moves)


def sure_move(moves: Sequence[RootMove], caps: Mapping[int, tuple[int, int]], level: int) -> RootMove | None:
    """Return the first move that is proven to win, or to draw where no move wins; None if there is none."""
    tight = tightest(moves, caps)
    most = max(move.upper for move in tight)
    return next(
        (move for move, bounds in zip(moves, tight, strict=True) if _is_sure(bounds, most, level)), None
    )


def put_proven_move_first(result: Result, caps: Mapping[int, tuple[int, int]], level: int) -> Result:
    """Move a proven winning move, or a proven draw when no move wins, to the front."""
    first = sure_move(result.moves, caps, level)
    if first is None or first is result.moves[0]:
        return result
    moves = [first, *(move for move in result.moves if move is not first)]
    line = result.lines.get(first.move)
    return replace(
        result,
        move=first.move,
        moves=moves,
        line=line or [first.move],
        line_kind=WHOLE if line else PART,
    )


def _is_sure(move: RootMove, most: int, level: int) -> bool:
    """Return whether a move is proven to win, or to be worth `most`, the most that any move can be."""
    return move.lower > level or (move.lower == most >= level)


LEADERS, LATEST = 8, 3  # numbers of moves and of decisions in a snapshot


class EndgameSearch:
    """A search of an endgame: iterate over it for snapshots, `stop()` it at any time, take its `result()`.

    Ctrl-C raises KeyboardInterrupt with the solution so far as its attribute `solution`.
    """

    _is_for_all = False  # whether open moves have estimates even when the value is proven

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        solver: str = PROOF,
        limit: Limit | None = None,
        memory: int = MEMORY,
        top: int = 1,
        wants: SolveOptions | None = None,
        threads: int = 1,
    ) -> None:
        check(solver, memory, threads)
        require_solvable(position)
        if position.is_over:
            raise PositionError("the game is over: there is no move to find")
        self.position, self.solver = position, solver
        self._wants = wants or SolveOptions(top=top)
        self._solution: Solution | None = None
        self._names: dict[int, str] = {}
        self._tests: list[NullWindowTest] | None = [] if self._wants.trace and solver == PROOF else None
        self._asked = None
        wanted = self._wants.worth_of
        if isinstance(wanted, str):
            wanted = find_move(wanted, position, lexicon)
        if wanted is not None:
            self._asked = number_of(wanted, position)
        self._run = self._new_run(lexicon, limit, memory, threads)
        self._use_bounds(StaticMoveBounds(position, lexicon, self._run.root.moves))
        self._start = self._intervals(self._run.root.moves) if self._wants.trace else []
        if self._asked is not None and self._asked not in {move.move for move in self._run.root.moves}:
            text = move_text(unpack(self._asked, position), position)
            raise PositionError(f"{text} cannot be played here")

    def _use_bounds(self, caps: StaticMoveBounds) -> None:
        """Choose the best move so far by these static bounds.

        Neither the run nor its callback refers to this search, so that it can be freed.
        """
        self._caps = caps
        level = self.position.scores[1] - self.position.scores[0]
        self._run.choose = partial(best_so_far, caps, level if self._wants.outcome else None)

    def _new_run(self, lexicon: Lexicon, limit: Limit | None, memory: int, threads: int) -> SearchTask:
        """Set up the search."""
        wants, position = self._wants, self.position
        if self.solver == MAVEN:
            engine, game, tree_bytes = new_tree_search(position, lexicon, memory)
            log = new_log() if wants.trace else None
            settings = MavenSettings(stable=wants.rounds, memory=tree_bytes, log=log)
            return MavenSearch(engine, game, limit, settings)
        engine, driver = new_search(
            position,
            lexicon,
            self.solver,
            memory,
            threads=threads,
            wants_value=wants.value,
            tests=self._tests,
        )
        return SearchTask(engine, driver, limit, wants.top or sys.maxsize, options=self._search_options())

    def _search_options(self) -> SearchOptions:
        """Translate the options into those of `bstar`."""
        wants, position = self._wants, self.position
        return SearchOptions(
            wants.value or self.solver != PROOF,
            wants.all_best,
            self._asked,
            known={number_of(move, position): _bounds(*bounds) for move, bounds in wants.proven.items()},
            tree=wants.tree,
            level=position.scores[1] - position.scores[0] if wants.outcome or wants.outcome_nodes else None,
            outcome_nodes=None if wants.outcome else wants.outcome_nodes,
            multipv=wants.shown if wants.shown >= 0 else sys.maxsize,
        )

    def __repr__(self) -> str:
        state = f"{self.solution!r}" if self._run.has_ended else "not ended"
        return f"<EndgameSearch {self.solver}: {state}>"

    def __iter__(self) -> Iterator[Snapshot]:
        with with_answer("solution", self._so_far):
            yield from map(self._snapshot, self._run)

    def result(self) -> Solution:
        """Run the search to its end or its limit, unless it has run already, and return the answer."""
        with with_answer("solution", self._so_far):
            self._run.run()
        return self.solution

    def _so_far(self) -> Solution | None:
        """Stop, and return the answer so far; None if the search was not started."""
        self._run.end()
        return self.solution if self._run.has_ended else None

    @property
    def solution(self) -> Solution:
        """The answer of a search that has ended.  Raises RuntimeError before the end."""
        if not self._run.has_ended:
            raise RuntimeError("the search has not ended: call result(), or iterate over it")
        if self._solution is None:
            self._solution = self._solved()
        return self._solution

    def _snapshot(self, progress: Progress) -> Snapshot:
        moves = tightest(progress.root.moves, self._caps.bounds, self._guesses)
        return Snapshot(
            self._name(progress.move),
            max(move.lower for move in moves),
            max(move.upper for move in moves),
            progress.nodes,
            progress.expansions,
            progress.seconds,
            *((self._leaders(progress), self._latest()) if self._wants.trace else ((), ())),
            progress.disproved,
            len(moves),
            self._estimate(progress.move, moves),
        )

    def stop(self, reason: str = StopReason.INTERRUPT) -> None:
        """Stop the search at its next node."""
        self._run.stop(StopReason(reason))

    def _solved(self) -> Solution:
        """Return the answer of a run that has ended."""
        result, position, run = self._run.result(), self.position, self._run
        level = position.scores[1] - position.scores[0]
        if result.value is None:
            self._caps.tighten(result.moves[0])
            if not self._has_beliefs:
                result = replace(result, moves=[result.moves[0], *self._caps.by_promise(result.moves[1:])])
        if self._wants.outcome:
            result = put_proven_move_first(result, self._caps.bounds, level)
        line, final = self._line(result)
        lines = result.lines | ({result.move: result.line} if result.line_kind == WHOLE else {})
        beliefs = run.estimates if isinstance(run, MavenSearch) else {}
        guesses = self._guesses if result.value is None or self._is_for_all else {}
        moves = candidates_of(result.moves, position, self._caps.bounds, beliefs, lines, guesses)
        tight = tightest(result.moves, self._caps.bounds, guesses)
        is_decided = self._wants.outcome and is_outcome_known(tight, level)
        asked = [move for move, root in zip(moves, result.moves, strict=True) if root.move == self._asked]
        return Solution(
            position=position,
            solver=self.solver,
            move=unpack(result.move, position),
            text=self._name(result.move),
            status=Status.PROVEN if is_decided else self._status(result),
            value=result.value,
            lower=max(move.lower for move in tight),
            upper=max(move.upper for move in tight),
            regret=regret(tight[0].lower, (move.upper for move in tight[1:])),
            line=line,
            final=final,
            moves=moves,
            line_kind=result.line_kind if len(line) >= len(result.line) else PART,
            asks=self._question,
            estimate=self._estimate(result.move, tight),
            missing=self._missing(moves) if result.limit else (),
            nodes=result.nodes,
            expansions=result.expansions,
            seconds=result.seconds,
            limit=None if is_decided or result.limit is None else StopReason(result.limit),
            asked=asked[0] if asked else None,
            rounds=list(self._rounds(run)) if isinstance(run, MavenSearch) else None,
            trace=self._trace(),
            tree=best_play(run.tree, position) if self._wants.tree else None,
            is_tree_whole=run.is_tree_whole,
        )

    @property
    def state(self) -> SearchState:
        """The state to continue from in the memory of this search, once it has ended; not with Maven."""
        engine = self._run.engine
        engine.resume()
        engine.limit_nodes(0)
        return SearchState(NullWindowSetup(engine, SOLVERS[self.solver].driver))

    @property
    def _question(self) -> Question:
        """The options of the search."""
        if self._wants.outcome:
            return Question.OUTCOME
        return Question.VALUE if self._wants.value else Question.MOVE

    @property
    def _has_beliefs(self) -> bool:
        """Return whether Maven has chosen a move by its believed intervals."""
        return isinstance(self._run, MavenSearch) and self._run.verdict is not None

    @property
    def _guesses(self) -> Mapping[int, int]:
        """The estimated value of each move: by Maven, or else by one evaluation of the planner."""
        if isinstance(self._run, MavenSearch) and self._run.verdict is not None:
            return {number: each.realistic for number, each in self._run.estimates.items()}
        return self._caps.estimates

    def _estimate(self, chosen: int, tight: Sequence[RootMove]) -> int | None:
        """Return the estimate of the value while it is open: lower <= estimate <= upper.

        It is the estimate of the chosen move; where only the outcome is asked, the greatest estimate.
        """
        lower, upper = max(move.lower for move in tight), max(move.upper for move in tight)
        believed = [
            move.estimate
            for move in tight
            if move.estimate is not None and (move.move == chosen or self._wants.outcome)
        ]
        return None if lower == upper or not believed else min(max(*believed, lower), upper)

    def _status(self, result: Result) -> Status:
        """Return the status where the outcome is not proven.

        Maven may have proven the best move, but that does not answer a question about the outcome.
        """
        return Status.ESTIMATED if self._wants.outcome and self.solver == MAVEN else Status(result.status)

    def _line(self, result: Result) -> tuple[list[ScoredMove], tuple[int, int] | None]:
        """Return the line as far as it agrees with the value, and the final scores if it ends the game."""
        position = self.position
        line, after = play_out(position, result.line, result.line_kind in (WHOLE, BELIEVED))
        if not after.is_over or result.value is None:
            return line, None
        first, second = final_scores(after, len(line))
        if first - second == position.spread + result.value:
            return line, (first, second)
        return line[:1], None  # Maven has proven the value, but the rest of its line is only believed

    def _missing(self, moves: Sequence[MoveResult]) -> tuple[str, ...]:
        """Return the moves whose exact value was asked for and not found."""
        wants = self._wants
        most = sorted(moves, key=lambda move: -(move.bounds[1] or 0))[: wants.top or None]
        best = max(move.bounds[0] or 0 for move in moves)
        return tuple(
            move.text
            for move in moves
            if move.bounds[0] != move.bounds[1]
            and (
                (wants.top != 1 and move in most)
                or (wants.all_best and move.status == MoveStatus.NOT_BETTER and move.bounds[1] == best)
                or (self._asked is not None and number_of(move.move, self.position) == self._asked)
            )
        )

    def _rounds(self, run: MavenSearch) -> Iterator[MavenRound]:
        for each in run.rounds:
            believed = each.verdict.pessimistic, each.verdict.optimistic
            name = self._name(each.verdict.move)
            yield MavenRound(each.number, each.widened, name, *believed, each.verdict.expansions, each.is_new)

    def _leaders(self, progress: Progress) -> tuple[MoveInterval, ...]:
        """Return the most promising moves with their proven bounds, or the intervals that Maven believes."""
        if isinstance(self._run, MavenSearch) and self._run.verdict is not None:
            believed = self._run.verdict.moves[:LEADERS]
            return tuple(
                MoveInterval(
                    self._name(each.move), finite_or_none(each.pessimistic), finite_or_none(each.optimistic)
                )
                for each in believed
            )
        best = self._caps.by_promise(progress.root.moves)
        best.sort(key=lambda each: each.move != progress.move)
        return tuple(self._intervals(best[:LEADERS]))

    def _intervals(self, moves: Sequence[RootMove]) -> list[MoveInterval]:
        """Return moves with their proven bounds."""
        return [
            MoveInterval(self._name(each.move), finite_or_none(each.lower), finite_or_none(each.upper))
            for each in moves
        ]

    def _latest(self) -> tuple[Decision, ...]:
        """Return the latest decisions at the root."""
        if self._tests is None:
            return ()
        return tuple(from_null_window_tests(self._tests[-LATEST:], self._name))

    def _trace(self) -> list[Decision] | None:
        if self._tests is not None:
            start = Decision("", "the root's moves", "", None, 0, self._start)
            return [start, *from_null_window_tests(self._tests, self._name)]
        if self._wants.trace and isinstance(self._run, MavenSearch):
            return from_rounds(self._run, self._name)
        return None

    def _name(self, number: int) -> str:
        if number not in self._names:
            self._names[number] = move_text(unpack(number, self.position), self.position)
        return self._names[number]


def solve(
    position: Position,
    lexicon: Lexicon,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
    wants: SolveOptions | None = None,
    threads: int = 1,
) -> Solution:
    """Solve an endgame.

    Args:
        memory: Size of tables and caches, in bytes.
        top: How many of the best moves get an exact value; 0 for all.
        watch: Called with a snapshot a few times a second.
        wants: All options; in place of `top`.
        threads: Any number gives the same value; which of several best moves is found may differ.

    At a limit the solution holds the best answer so far; its status is "bounded", and its bounds hold.
    Ctrl-C raises KeyboardInterrupt with that solution as its attribute `solution`.  Raises PositionError for
    a position that is not an endgame, ValueError for an unknown solver.
    """
    search = EndgameSearch(position, lexicon, solver, limit, memory, top, wants, threads)
    with with_answer("solution", search._so_far):
        if watch is not None:
            for snapshot in search:
                watch(snapshot)
        return search.result()


def number_of(move: Move, position: Position) -> int:
    """Return the number of a move in the kernels."""
    return packed(canonical(move, position.squares))


def _bounds(lower: int | None, upper: int | None) -> tuple[int, int]:
    """Return bounds as `bstar` has them: an unknown one is infinite."""
    return -INF if lower is None else lower, INF if upper is None else upper
