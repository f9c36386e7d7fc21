"""B* with a tree of its own on one game: run to separation or a limit, or widened as in bstar.tree.maven.

The search itself is bstar.tree.bstar; the solver `bstar` is bstar.root_proof.

    search = TreeBStar(game, strategy="2D")      intervals from the game's `moves`: sound, separation proves
    verdict = search.run(expansions=30_000)

    search = TreeBStar(game, heuristic=True)     intervals from the game's `estimate`
    for round in search.rounds(step=5, stable=3):    on separation widen every leaf by 5 and go on, on the
        ...                                      same tree, until the choice was the same 3 times

A verdict separates what is proven from what is estimated:

    proven      no other move can be better; the value is known only if its bounds meet
    estimated   separated by estimated intervals
    bounded     stopped at a limit: `move` has the best pessimistic bound

The regret of a move is the most by which another one can be better according to the proven bounds: true in
any case.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bstar.depth_first.stack import Stack, new_stack
from bstar.engine import SearchStopped
from bstar.jit import compiled
from bstar.regret import regret
from bstar.root import Root
from bstar.search_control import EXPANSIONS, LEAVES, NODE_LIMIT, NODES, new_control
from bstar.tree.bstar import EXPANSION_LIMIT, OUTCOMES, OVER, SEPARATED, new_tree_search, run
from bstar.tree.nodes import (
    CONTRADICTIONS,
    EVALUATIONS,
    NODES_USED,
    ROOT,
    WIDENED,
    Tree,
    new_tree,
    widen,
)
from bstar.tree.search_log import SearchLog, new_search_log
from bstar.tree.strategies import STRATEGIES

MOST_NODES = 30_000  # nodes at which Berliner called a tree intractable
MOST_LINKS = 1 << 20  # moves of all nodes together: some 35 a node
PLIES = 128  # the depth of a stack
SLICE = 512  # expansions between two updates of the root
ROOT_FIELDS = ("move", "gain", "lower", "upper", "pessimistic", "optimistic", "realistic")


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A root move: lower <= worth <= upper is proven, pessimistic <= worth <= optimistic estimated."""

    move: int
    gain: int
    lower: int
    upper: int
    pessimistic: int
    optimistic: int
    realistic: int


@dataclass(frozen=True, slots=True)
class TreeVerdict:
    """State of a search; bounds in points for the player on turn."""

    move: int
    status: str  # proven, estimated, bounded
    value: int | None  # None unless lower == upper
    lower: int  # of the value of the root, proven
    upper: int
    pessimistic: int  # of the worth of the move, estimated
    optimistic: int
    regret: int
    limit: str | None  # why it stopped: interrupt, nodes, expansions, depth, memory
    moves: list[TreeMove]  # best first
    nodes: int
    expansions: int
    evaluations: int  # moves with an assigned interval
    leaves: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round of Maven: separation at one width."""

    number: int
    widened: int  # points added in all at both ends of every leaf
    verdict: TreeVerdict
    is_new: bool  # another move than in the round before


class TreeBStar:
    """A B* search of one game and the tree it grows."""

    def __init__(
        self,
        game: Any,
        strategy: str = "alternated",
        heuristic: bool = False,
        nodes: int = MOST_NODES,
        links: int = MOST_LINKS,
        plies: int = PLIES,
        log: SearchLog | None = None,
        stack: Stack | None = None,
        control: np.ndarray | None = None,
    ) -> None:
        """Set up a search.

        `heuristic` uses the game's estimates instead of its static bounds; `nodes`, `links` and `plies` limit
        the size of the tree.
        """
        if strategy not in STRATEGIES:
            raise ValueError(f"unknown strategy {strategy!r}, expected one of {', '.join(STRATEGIES)}")
        self.game = game
        self.tree: Tree = new_tree(nodes, links)
        self.stack = stack if stack is not None else new_stack()
        self.control = control if control is not None else new_control()
        self.log = log if log is not None else new_search_log()
        self.tree_search = new_tree_search(
            STRATEGIES[strategy], heuristic, plies, self.stack.moves.move.shape[0], self.log
        )
        self._owns_control = control is None
        self._outcome = 0
        self._limit: str | None = None
        self._search = compiled(run)

    def run(self, expansions: int | None = None, nodes: int | None = None) -> TreeVerdict:
        """Search to separation, until a limit is reached, or until the stop flag of `control` is set.

        Expansions and nodes are counted from the beginning.  Raises ValueError when the game is over,
        SearchStopped when the search ended before the root had moves.
        """
        self.tree_search.settings[EXPANSION_LIMIT] = (
            np.iinfo(np.int64).max if expansions is None else expansions
        )
        if nodes is not None or self._owns_control:
            self.control[NODE_LIMIT] = nodes or 0
        self._outcome = self._search(self.game, self.tree, self.tree_search, self.stack, self.control)
        if self._outcome == OVER:
            raise ValueError("the game is over: there is nothing to search")
        if self.tree.facts[CONTRADICTIONS]:
            raise AssertionError(f"{self.tree.facts[CONTRADICTIONS]} proven bounds exclude each other")
        self._limit = None if self._outcome == SEPARATED else OUTCOMES[self._outcome]
        return self.verdict

    def widen(self, step: int) -> None:
        """Widen the estimates of every leaf, future ones included, by `step` points at both ends."""
        if step < 1:
            raise ValueError(f"widening by {step} points, expected at least 1")
        widen(self.tree, step)

    def rounds(
        self,
        step: int,
        stable: int = 1,
        most: int | None = None,
        expansions: int | None = None,
    ) -> Iterator[Round]:
        """Search to separation, widen, search on; yield each round until one is the last.

        That is when the choice is proven, when it has been the same after `stable` widenings in a row, after
        `most` widenings, or at a limit.  `expansions` counts for all rounds together.
        """
        return self.widenings(lambda: self.run(expansions), step, stable, most)

    def widenings(
        self, separate: Callable[[], TreeVerdict], step: int, stable: int, most: int | None = None
    ) -> Iterator[Round]:
        """As `rounds`, with a function that runs this search to separation or a limit."""
        same = 0
        before: int | None = None
        for number in itertools.count():
            verdict = separate()
            is_new = before is not None and verdict.move != before
            yield Round(number, int(self.tree.facts[WIDENED]), verdict, is_new)
            same = 0 if is_new or before is None else same + 1
            if verdict.status == "proven" or verdict.limit or same >= stable or number == most:
                return
            before = verdict.move
            self.widen(step)

    def slices(self, root: Root) -> Iterator[TreeVerdict]:
        """Search to separation, SLICE expansions at a time, so that the search can be watched.

        After each slice the proven bounds narrow those of `root`, the same position, and the verdict is
        yielded; the last one is that at separation.  Raises SearchStopped at a limit.
        """
        moves = {each.move: each for each in root.moves}
        while True:
            verdict = self.run(expansions=int(self.control[EXPANSIONS]) + SLICE)
            for known in verdict.moves:
                move = moves[known.move]
                move.lower, move.upper = max(move.lower, known.lower), min(move.upper, known.upper)
            yield verdict
            if verdict.limit is None:
                return
            if verdict.limit != "expansions":
                raise SearchStopped(verdict.limit)

    @property
    def moves(self) -> list[TreeMove]:
        """The root's moves, best-ranked first, with their current intervals."""
        root = self.tree.nodes[ROOT]
        return [
            TreeMove(**{name: int(link[name]) for name in ROOT_FIELDS})
            for link in self.tree.links[root.first : root.first + root.count]
        ]

    @property
    def verdict(self) -> TreeVerdict:
        """The current state; for use between runs.  Raises SearchStopped before the first run."""
        if not self.tree.facts[NODES_USED]:
            raise SearchStopped(self._limit or "nothing has been searched")
        is_separated = self._outcome == SEPARATED
        moves = sorted(
            self.moves,
            key=lambda each: (
                -each.pessimistic,
                -each.optimistic if is_separated else -each.realistic,
                -each.optimistic,
                -each.realistic,
            ),
        )
        best, others = moves[0], moves[1:]
        moves[1:] = sorted(others, key=lambda each: (-each.optimistic, -each.pessimistic, -each.realistic))
        lower, upper = max(each.lower for each in moves), max(each.upper for each in moves)
        loss = int(regret(best.lower, (each.upper for each in others)))
        status = "proven" if loss == 0 else "estimated" if is_separated else "bounded"
        return TreeVerdict(
            move=best.move,
            status=status,
            value=lower if lower == upper else None,
            lower=lower,
            upper=upper,
            pessimistic=best.pessimistic,
            optimistic=best.optimistic,
            regret=loss,
            limit=self._limit,
            moves=moves,
            nodes=int(self.control[NODES]),
            expansions=int(self.control[EXPANSIONS]),
            evaluations=int(self.tree.facts[EVALUATIONS]),
            leaves=int(self.control[LEAVES]),
        )
