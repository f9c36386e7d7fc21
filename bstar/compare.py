"""What each algorithm looks at on the same random trees.

`python -m bstar.compare` prints the table, in the manner of Plaat, Schaeffer, Pijls and de Bruin (1996).
Every search has memory of its own, so that none works on what another has found out; costs are those of
`bstar.control`, counted the same way for all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from bstar.engine import Engine
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.trees import TreeGame
from bstar.root import Root, RootMove
from bstar.solvers import SOLVERS, scout_root, search_root, solve_root

TREES: dict[str, Callable[[int], TreeGame]] = {
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


def _count(solver: str, tree: TreeGame) -> tuple[int, int]:
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
