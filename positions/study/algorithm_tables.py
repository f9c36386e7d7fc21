"""Node counts of the algorithms on the same random trees, and the cost of the OPEN list of SSS*.

`python positions/study/algorithm_tables.py` prints both tables, in the manner of Plaat, Schaeffer, Pijls and
de Bruin (1996).  Every search has its own memory, so that none profits from another; costs are those of
`bstar.search_control`, counted the same way for all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bstar.depth_first.transposition_table import USED
from bstar.engine import Engine
from bstar.game import FAR, INF
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.trees import TreeGame
from bstar.mtdf import mtd
from bstar.root import Root, RootMove
from bstar.solvers import SOLVERS, search_root, solve_root
from bstar.sss import INSERTED, SCANNED, SHIFTED, SIZE, WIDEST

TREES: dict[str, Callable[[int], TreeGame]] = {
    "random order": lambda seed: uniform(4, 6, seed),
    "good order": lambda seed: ordered(4, 6, seed, first_is_best=70),
    "perfect order": lambda seed: ordered(4, 6, seed),
    "bounded": lambda seed: incremental(5, 6, 10, seed),
}
TREE_COUNT = 20
SHAPES = ((4, 4), (4, 6), (4, 8), (8, 4))  # width and depth of trees in random order
TREE_SOLVERS = (
    "minimax",
    "alphabeta-plain",
    "negascout",
    "mtdf",
    "proof-number",
    "sss",
    "stockman",
    "dual",
)


def algorithm_comparison_table() -> str:
    """Return a table of the book: mean distinct leaves and expansions per algorithm on the same trees.

    In the bounded trees every move carries a sound interval, and the values of the last moves are known
    without a leaf; so only expansions are counted there.
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
    return _table(lines)


def memory_table() -> str:
    """Return a table of the book: mean memory and sorting work of SSS* with OPEN and by null windows.

    Both evaluate the same leaves.  Sorted states are those that made room for one inserted before them;
    purged is the number of states examined to find the descendants that leave OPEN.
    """
    of_list = ("nodes", "OPEN at most", "inserted", "sorted", "looked at to purge")
    of_table = ("table entries", "look-ups", "passes")
    lines = [
        ["width, depth", *(f"SSS*: {each}" for each in of_list), *(f"AB-SSS*: {each}" for each in of_table)]
    ]
    lines.append(["---", *["---:"] * (len(lines[0]) - 1)])
    for width, depth in SHAPES:
        counts = [_memory(uniform(width, depth, seed)) for seed in range(TREE_COUNT)]
        means = [f"{sum(column) / TREE_COUNT:.1f}" for column in zip(*counts, strict=True)]
        lines.append([f"{width}, {depth}", *means])
    return _table(lines)


def _memory(tree: TreeGame) -> list[int]:
    """Return memory and work of SSS* with an OPEN list, then of SSS* with a table."""
    listed = Engine(tree, "stockman", 1 << 24, fixed_order=True)
    listed.bound([], -INF, INF)
    found = [int(listed.memory.now[each]) for each in (SIZE, WIDEST, INSERTED, SHIFTED, SCANNED)]
    tabled = Engine(tree, "alphabeta", 1 << 24, fixed_order=True)
    root = Root([RootMove(*move) for move in tabled.moves()])
    tabled.forget()
    passes: list[int] = []
    bound = tabled.bound

    def counted(path: list[int], alpha: int, beta: int) -> int:
        passes.append(beta)
        return bound(path, alpha, beta)

    tabled.bound = counted
    mtd(tabled, root, FAR)
    return [*found, int(tabled.memory.size[USED]), tabled.nodes, len(passes)]


def _table(lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _count(solver: str, tree: TreeGame) -> tuple[int, int]:
    """Distinct leaves and expansions of a solver, with all moves in the tree's own order."""
    driver = SOLVERS[solver].driver
    engine = Engine(tree, SOLVERS[solver].algorithm, 1 << 20, fixed_order=True)
    root = Root([RootMove(*move) for move in engine.moves()])
    engine.forget()
    tree.forget_visits()
    (search_root if driver is solve_root else driver)(engine, root, 1)
    return len(tree.first_visits), engine.expansions


if __name__ == "__main__":
    sys.stdout.write(f"{algorithm_comparison_table()}\n\n{memory_table()}\n")
