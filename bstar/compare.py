"""The same positions under several solvers: do they agree, and what does it cost?

    compare({"3 1 2": lambda solver: new_nim(3, 1, 2)}, ["alphabeta", "sss"]).text()

A position is given as a function that returns a fresh game for a solver, and every solver gets memory of its
own, so that no solver works on what another has found out.  Costs are those of `bstar.control`, counted the
same way for all; distinct leaves are known for games that keep a log of them (bstar.games.trees).

`python -m bstar.compare` prints a table in the manner of Plaat, Schaeffer, Pijls and de Bruin (1996): what
each algorithm evaluates and expands on the same random trees.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bstar.engine import Engine
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.trees import Tree
from bstar.root import Root, RootMove
from bstar.search import Limit, Run
from bstar.solvers import SOLVERS, best_moves, scout_root, search_root, solve_root

HEAD = (
    "position",
    "solver",
    "value",
    "best",
    "distinct",
    "leaves",
    "nodes",
    "expansions",
    "seconds",
    "limit",
)
MEMORY = 64 << 20  # bytes for each solver, unless told otherwise


@dataclass(frozen=True, slots=True)
class Row:
    """What one solver found out about one position; points for the player on turn."""

    position: str
    solver: str
    value: int | None  # None: not proven within the limit
    lower: int
    upper: int
    best: tuple[int, ...]  # all best moves; empty while the value is unknown
    distinct: int | None  # leaves evaluated, each counted once; None: the game keeps no log
    leaves: int  # values taken without a search below, repetitions included
    nodes: int
    expansions: int
    seconds: float
    limit: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rows of all positions and solvers."""

    rows: list[Row]

    @property
    def disagreements(self) -> list[str]:
        """The positions on whose value or best moves solvers disagree; those stopped early have no say."""
        proven = [row for row in self.rows if row.value is not None]
        answers: dict[str, set[tuple[int | None, tuple[int, ...]]]] = {}
        for row in proven:
            answers.setdefault(row.position, set()).add((row.value, row.best))
        return [position for position, different in answers.items() if len(different) > 1]

    def as_dicts(self) -> list[dict[str, Any]]:
        """The rows for JSON."""
        return [asdict(row) for row in self.rows]

    def text(self) -> str:
        """The rows as a table, and whether the solvers agree."""
        table = [HEAD, *(_cells(row) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in table]
        differing = ", ".join(self.disagreements)
        return "\n".join([*lines, f"disagreement: {differing}" if differing else "all solvers agree"])


def _cells(row: Row) -> tuple[str, ...]:
    value = f"{row.lower}..{row.upper}" if row.value is None else str(row.value)
    best = " ".join(map(str, row.best))
    distinct = "" if row.distinct is None else str(row.distinct)
    counts = (str(row.leaves), str(row.nodes), str(row.expansions))
    return (row.position, row.solver, value, best, distinct, *counts, f"{row.seconds:.3f}", row.limit or "")


def compare(
    positions: Mapping[str, Callable[[str], Any]],
    solvers: Sequence[str] = tuple(SOLVERS),
    limit: Limit | None = None,
    memory: int = MEMORY,
) -> Comparison:
    """Solve each position with each solver; the limit holds for every single search.

    The cost of a row is that of the value; telling the best moves from the others comes after it.
    """
    named = [(name, game, solver) for name, game in positions.items() for solver in solvers]
    return Comparison([_row(*each, limit, memory) for each in named])


def _row(position: str, new_game: Callable[[str], Any], solver: str, limit: Limit | None, memory: int) -> Row:
    if solver not in SOLVERS:
        raise ValueError(f"unknown solver {solver!r}, expected one of {', '.join(SOLVERS)}")
    game = new_game(solver)
    engine = Engine(game, SOLVERS[solver].algorithm, memory)
    run = Run(engine, SOLVERS[solver].drive, limit, wants_line=False)
    result = run.result()
    distinct = len(game.first_visits) if isinstance(game, Tree) else None
    best: tuple[int, ...] = ()
    if result.value is not None:
        engine.limit_nodes(0)
        best = tuple(sorted(move.move for move in best_moves(engine, run.root)))
    return Row(
        position,
        solver,
        result.value,
        result.lower,
        result.upper,
        best,
        distinct,
        result.leaves,
        result.nodes,
        result.expansions,
        result.seconds,
        result.limit,
    )


TREES: dict[str, Callable[[int], Tree]] = {
    "random order": lambda seed: uniform(4, 6, seed),
    "good order": lambda seed: ordered(4, 6, seed, first_is_best=70),
    "perfect order": lambda seed: ordered(4, 6, seed),
    "bounded": lambda seed: incremental(5, 6, 10, seed),
}
TREE_COUNT = 20
TREE_SOLVERS = ("minimax", "alphabeta-plain", "negascout", "mtdf", "sss", "stockman", "dual", "bisection")


def tree_table() -> str:
    """The table of bstar/README.md: mean distinct leaves and expansions of each algorithm on the same trees.

    In the bounded trees every move carries a sound interval, and the values of the last moves are known
    without looking at a leaf; so only expansions are told there.
    """
    head = ["solver"]
    for name in TREES:
        head += [f"{name}: expansions"] if name == "bounded" else [f"{name}: leaves", "expansions"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for solver in TREE_SOLVERS:
        cells = [solver]
        for name, tree in TREES.items():
            counts = [_count(solver, tree(seed)) for seed in range(TREE_COUNT)]
            leaves, expansions = (f"{sum(column) / TREE_COUNT:.1f}" for column in zip(*counts, strict=True))
            cells += [expansions] if name == "bounded" else [leaves, expansions]
        lines.append(cells)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _count(solver: str, tree: Tree) -> tuple[int, int]:
    """Distinct leaves and expansions of a solver, with all moves in the tree's own order."""
    drive = SOLVERS[solver].drive
    engine = Engine(tree, SOLVERS[solver].algorithm, 1 << 20, fixed_order=True)
    root = Root([RootMove(*move) for move in engine.moves()])
    engine.forget()
    tree.forget_visits()
    (search_root if drive in (solve_root, scout_root) else drive)(engine, root, 1)
    return len(tree.first_visits), engine.expansions


if __name__ == "__main__":
    sys.stdout.write(tree_table() + "\n")
