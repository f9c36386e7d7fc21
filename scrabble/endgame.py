"""Solve an endgame: a position and a lexicon in, the best move, its value and the bounds of all others out.

The only module that joins the two packages: it turns a position into a compiled game, lets a solver of
`bstar` loose on it, and turns what comes back into moves and points again.

    value   future spread of the player on turn under best play: points still to be scored, minus the
            opponent's, what the end of the game brings included; scores so far do not count
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bstar.engine import Engine
from bstar.game import INF
from bstar.root import Root
from bstar.search import Limit, Run
from bstar.solvers import SOLVERS as DRIVERS
from scrabble.duel import new_duel
from scrabble.lexicon import Lexicon
from scrabble.move import PASS, Move, canonical, move_text
from scrabble.plain import new_plain
from scrabble.position import Position, PositionError, refuse
from scrabble.set_up import new_state, packed, unpack

MEMORY = 512 << 20  # bytes for tables and caches, unless told otherwise
SMALLEST_MEMORY = 16 << 20


class SolverKind(NamedTuple):
    """How a named solver searches."""

    algorithm: str  # of bstar.engine
    fast: bool  # scrabble.duel, or the plain answers of scrabble.plain
    what: str


PLAIN = {"alphabeta-plain", "stockman", "stockman-dual", "textbook", "minimax"}  # for small positions
SOLVERS = {
    name: SolverKind(driver.algorithm, name not in PLAIN, driver.what) for name, driver in DRIVERS.items()
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One move of the position with what is proven about it; lower <= worth <= upper, None = no bound yet."""

    move: Move
    text: str
    score: int
    lower: int | None
    upper: int | None
    status: str  # best, worse, not better (it may be equal), open


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line of play."""

    move: Move
    text: str
    score: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer; bounds and value in points of future spread for the player on turn."""

    position: Position
    solver: str
    move: Move
    text: str
    status: str  # proven, bounded, estimated
    value: int | None
    lower: int | None
    upper: int | None
    regret: int | None  # by how much the move can at most be worse than another; None = unknown
    line: list[Step]  # best play of both sides, to the end if the value is proven
    final: tuple[int, int] | None  # final scores after the line: player on turn, other
    moves: list[Candidate] = field(repr=False)
    nodes: int = 0
    expansions: int = 0
    seconds: float = 0.0
    limit: str | None = None  # time, nodes, memory, interrupt

    @property
    def best(self) -> list[str]:
        """All moves proven, or while nothing is proven believed, to be best, as text."""
        return [move.text for move in self.moves if move.status == "best"] or [self.text]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a running search knows."""

    text: str
    lower: int | None
    upper: int | None
    nodes: int
    expansions: int
    seconds: float


class Search:
    """A search under way: iterate over it for snapshots, stop whenever you like, take the `solution`."""

    def __init__(
        self,
        position: Position,
        lexicon: Lexicon,
        solver: str = "mtdf",
        limit: Limit | None = None,
        memory: int = MEMORY,
        top: int = 1,
    ) -> None:
        if solver not in SOLVERS:
            raise ValueError(f"unknown solver {solver!r}, expected one of {', '.join(SOLVERS)}")
        if memory < SMALLEST_MEMORY:
            raise ValueError(f"{memory} bytes of memory, expected at least {SMALLEST_MEMORY}")
        refuse(position)
        if position.is_over:
            raise PositionError("the game is over: there is no move to find")
        self.position, self.solver = position, solver
        kind = SOLVERS[solver]
        state = new_state(position, lexicon)
        # the table has twice the memory of the lists
        game: Any = new_duel(state, memory // 3) if kind.fast else new_plain(state)
        self._run = Run(Engine(game, kind.algorithm, memory - memory // 3), DRIVERS[solver].drive, limit, top)

    def __iter__(self) -> Iterator[Snapshot]:
        for progress in self._run:
            root = progress.root
            yield Snapshot(
                move_text(unpack(root.best.move, self.position), self.position),
                _known(root.lower),
                _known(root.upper),
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
        result, position = self._run.result(), self.position
        line, after = _play_out(position, result.line)
        return Solution(
            position=position,
            solver=self.solver,
            move=unpack(result.move, position),
            text=move_text(unpack(result.move, position), position),
            status=result.status,
            value=result.value,
            lower=_known(result.lower),
            upper=_known(result.upper),
            regret=_known(result.regret),
            line=line,
            final=_seen_by_mover(after, len(line)) if after.is_over else None,
            moves=_candidates(Root(result.moves), position),
            nodes=result.nodes,
            expansions=result.expansions,
            seconds=result.seconds,
            limit=result.limit,
        )


def solve(
    position: Position,
    lexicon: Lexicon,
    solver: str = "mtdf",
    limit: Limit | None = None,
    memory: int = MEMORY,
    top: int = 1,
    watch: Callable[[Snapshot], None] | None = None,
) -> Solution:
    """Solve an endgame.

    `memory` bounds tables and caches, in bytes; `top` is how many of the best moves get an exact value;
    `watch` is shown a snapshot a few times a second.  At a limit or Ctrl-C the solution holds the best
    answer so far, its bounds true and its status "bounded".  Raises PositionError for a position that is
    no endgame, ValueError for an unknown solver.
    """
    search = Search(position, lexicon, solver, limit, memory, top)
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


def _known(bound: int) -> int | None:
    """A bound, or None while it is as good as infinite."""
    return None if abs(bound) > INF // 2 else bound


def _play_out(position: Position, numbers: list[int]) -> tuple[list[Step], Position]:
    steps = []
    for number in numbers:
        move = unpack(number, position)
        steps.append(Step(move, move_text(move, position), position.score(move)))
        position = position.play(move)
    # the search stops at two passes, whose value more of them do not change; here the game goes on to its end
    while len(steps) > 1 and steps[-1].move.is_pass and steps[-2].move.is_pass and not position.is_over:
        steps.append(Step(PASS, move_text(PASS, position), 0))
        position = position.play(PASS)
    return steps, position


def _seen_by_mover(position: Position, plies: int) -> tuple[int, int]:
    first, second = position.final_scores
    return (first, second) if plies % 2 == 0 else (second, first)


def _candidates(root: Root, position: Position) -> list[Candidate]:
    best = root.best
    candidates = []
    for each in root.moves:
        move = unpack(each.move, position)
        if root.is_proven and (each is best or each.lower >= best.lower):
            status = "best"
        elif each.upper < best.lower:
            status = "worse"
        elif each.upper == best.lower:
            status = "not better"
        else:
            status = "open"
        candidates.append(
            Candidate(
                move, move_text(move, position), each.gain, _known(each.lower), _known(each.upper), status
            )
        )
    return candidates
