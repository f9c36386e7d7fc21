"""Solve an endgame: a position and a lexicon in, the best move, its value and the bounds of all others out.

The only module that joins the two packages: it turns a position into a compiled game, lets a solver of
`bstar` loose on it, and turns what comes back into moves and points again.

    value   future spread of the player on turn under best play: points still to be scored, minus the
            opponent's, what the end of the game brings included; scores so far do not count
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from bstar.engine import Engine
from bstar.maven import STABLE, MavenRun, Way
from bstar.proof import Outcome
from bstar.search import Limit, Run, Wishes
from bstar.solvers import SOLVERS as DRIVERS
from scrabble import decisions
from scrabble.duel import new_duel
from scrabble.first_look import prover
from scrabble.lexicon import Lexicon
from scrabble.move import Move, canonical, move_text
from scrabble.plain import new_plain
from scrabble.planned import new_planned
from scrabble.position import Position, PositionError, refuse
from scrabble.set_up import new_state, packed, unpack
from scrabble.solution import (
    Candidate,
    Decision,
    SeparatedAt,
    Snapshot,
    Solution,
    Step,
    candidates_of,
    known,
    play_out,
    seen_by_mover,
)

__all__ = [
    "MAVEN",
    "MEMORY",
    "PLAIN",
    "SMALLEST_MEMORY",
    "SOLVERS",
    "Candidate",
    "Search",
    "Snapshot",
    "Solution",
    "Step",
    "Wants",
    "legal_moves",
    "number_of",
    "solve",
]

MEMORY = 512 << 20  # bytes for tables and caches, unless told otherwise
SMALLEST_MEMORY = 16 << 20


class SolverKind(NamedTuple):
    """How a named solver searches."""

    algorithm: str  # of bstar.engine
    fast: bool  # scrabble.duel, or the plain answers of scrabble.plain
    what: str


PLAIN = {"alphabeta-plain", "stockman", "stockman-dual", "textbook", "minimax"}  # for small positions
PROOF = "bstar"  # the one to use; it begins with the planner
MAVEN = "maven"  # B* on the planner's intervals, which proves nothing
SOLVERS = {  # those that prove
    name: SolverKind(driver.algorithm, name not in PLAIN, driver.what) for name, driver in DRIVERS.items()
}


@dataclass(frozen=True, slots=True)
class Wants:
    """What a search is to find out besides the best move and its value."""

    value: bool = True  # False: the best move is enough, for the solver `bstar`
    top: int = 1  # how many of the best moves get an exact value
    all_best: bool = False
    worth_of: Move | None = None  # a move whose exact worth is wanted
    rounds: int = STABLE  # of Maven: widenings without a change of mind
    trace: bool = False  # of the decisions of `bstar` and Maven


class Search:
    """A search under way: iterate over it for snapshots, stop whenever you like, take the `solution`."""

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        solver: str = PROOF,
        limit: Limit | None = None,
        memory: int = MEMORY,
        top: int = 1,
        wants: Wants | None = None,
    ) -> None:
        if solver not in SOLVERS and solver != MAVEN:
            raise ValueError(f"unknown solver {solver!r}, expected one of {', '.join(SOLVERS)}, {MAVEN}")
        if memory < SMALLEST_MEMORY:
            raise ValueError(f"{memory} bytes of memory, expected at least {SMALLEST_MEMORY}")
        refuse(position)
        if position.is_over:
            raise PositionError("the game is over: there is no move to find")
        self.position, self.solver = position, solver
        self._wants = wants or Wants(top=top)
        self._tests: list[Outcome] | None = [] if self._wants.trace and solver == PROOF else None
        self._asked = None
        if self._wants.worth_of is not None:
            self._asked = number_of(self._wants.worth_of, position)
        self._run = self._new_run(lexicon, limit, memory)
        if self._asked is not None and self._asked not in {move.move for move in self._run.root.moves}:
            text = move_text(unpack(self._asked, position), position)
            raise PositionError(f"{text} cannot be played here")

    def _new_run(self, lexicon: Lexicon, limit: Limit | None, memory: int) -> Run:
        """Set up what the solver needs; a table or a tree has twice the memory of the lists."""
        wants, state = self._wants, new_state(self.position, lexicon)
        lists, rest = memory // 3, memory - memory // 3
        game: Any
        if self.solver == MAVEN:
            game = new_planned(state, lists)
            trace = decisions.room() if wants.trace else None
            way = Way(stable=wants.rounds, memory=rest, trace=trace)
            return MavenRun(Engine(game.duel, "plain"), game, limit, way)
        kind, drive = SOLVERS[self.solver], DRIVERS[self.solver].drive
        if self.solver == PROOF:
            planned = new_planned(state, lists)
            game, drive = planned.duel, prover(planned, wants.value, self._tests)
        else:
            game = new_duel(state, lists) if kind.fast else new_plain(state)
        wishes = Wishes(wants.value or self.solver != PROOF, wants.all_best, self._asked)
        return Run(Engine(game, kind.algorithm, rest), drive, limit, wants.top, wishes=wishes)

    def __iter__(self) -> Iterator[Snapshot]:
        for progress in self._run:
            root = progress.root
            yield Snapshot(
                move_text(unpack(progress.move, self.position), self.position),
                known(root.lower),
                known(root.upper),
                progress.nodes,
                progress.expansions,
                progress.seconds,
            )

    def stop(self, reason: str = "interrupt") -> None:
        """Let the search leave at its next node."""
        self._run.stop(reason)

    @property
    def solution(self) -> Solution:
        """Run to the end, if that has not been done, and answer."""
        result, position, run = self._run.result(), self.position, self._run
        line, after = play_out(position, result.line)
        is_to_the_end = after.is_over and (result.value is not None or not isinstance(run, MavenRun))
        moves = candidates_of(result.moves, position, run.beliefs if isinstance(run, MavenRun) else {})
        asked = [move for move, root in zip(moves, result.moves, strict=True) if root.move == self._asked]
        return Solution(
            position=position,
            solver=self.solver,
            move=unpack(result.move, position),
            text=self._name(result.move),
            status=result.status,
            value=result.value,
            lower=known(result.lower),
            upper=known(result.upper),
            regret=known(result.regret),
            line=line,
            final=seen_by_mover(after, len(line)) if is_to_the_end else None,
            moves=moves,
            nodes=result.nodes,
            expansions=result.expansions,
            seconds=result.seconds,
            limit=result.limit,
            asked=asked[0] if asked else None,
            rounds=list(self._rounds(run)) if isinstance(run, MavenRun) else None,
            trace=self._trace(),
        )

    def _rounds(self, run: MavenRun) -> Iterator[SeparatedAt]:
        for each in run.rounds:
            believed = each.verdict.pessimistic, each.verdict.optimistic
            name = self._name(each.verdict.move)
            yield SeparatedAt(
                each.number, each.widened, name, *believed, each.verdict.expansions, each.is_new
            )

    def _trace(self) -> list[Decision] | None:
        if self._tests is not None:
            return decisions.of_tests(self._tests, self._name)
        if self._wants.trace and isinstance(self._run, MavenRun):
            return decisions.of_rounds(self._run, self._name)
        return None

    def _name(self, number: int) -> str:
        return move_text(unpack(number, self.position), self.position)


def solve(
    position: Position,
    lexicon: Lexicon,
    solver: str = PROOF,
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
    wants: Wants | None = None,
) -> Solution:
    """Solve an endgame.

    `memory` bounds tables and caches, in bytes; `top` is how many of the best moves get an exact value,
    `wants` says more than that; `watch` is shown a snapshot a few times a second.  At a limit or Ctrl-C the
    solution holds the best answer so far, its bounds true and its status "bounded".  Raises PositionError for
    a position that is no endgame, ValueError for an unknown solver.
    """
    search = Search(position, lexicon, solver, limit, memory, top, wants)
    for snapshot in search:
        if watch is not None:
            watch(snapshot)
    return search.solution


def legal_moves(position: Position, lexicon: Lexicon) -> list[Step]:
    """Every play of the player on turn with its score, best first; the pass is left out."""
    if not position.racks[0]:
        return []
    engine = Engine(new_plain(new_state(position, lexicon)), "plain")
    plays = [(unpack(move, position), gain) for move, gain, _, _ in engine.moves()]
    steps = [Step(move, move_text(move, position), gain) for move, gain in plays if not move.is_pass]
    return sorted(steps, key=lambda step: (-step.score, step.text))


def number_of(move: Move, position: Position) -> int:
    """The number under which the kernels know a move of a position."""
    return packed(canonical(move, position.squares))
