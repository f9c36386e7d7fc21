"""Figures of the literature and of our own proofs that every search has to reproduce.

Knuth and Moore's minimal trees, exact means over all orders of the leaves, Monte-Carlo means, Nilsson's tree
and his tic-tac-toe, the totals of tic-tac-toe.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from bstar.algorithms import ALGORITHMS
from bstar.game import INF
from bstar.games.random_trees import incremental, ordered, uniform
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import FAR, levels, new_tree
from bstar.mtdf import mtd
from bstar.solvers import SOLVERS
from bstar.sss import WIDEST
from tests.oracles import searching
from tests.oracles.leaf_counts import (
    ALPHA_BETA,
    DUAL,
    MTD,
    NEGASCOUT,
    NEGASCOUT_ALL,
    SSS,
    leaf_counts,
    permutations,
)
from tests.oracles.searching import (
    answer,
    drive,
    driven_visits,
    for_max,
    new_root,
    passes,
    small_engine,
    visits,
)
from tests.worlds.nilsson import LEFT_PART, RECONSTRUCTION, STAGES, WON, evaluate, nested, two_plies

MINIMAL = {  # (width, depth): leaves of the minimal tree
    (2, 2): 3,
    (2, 3): 5,
    (2, 4): 7,
    (2, 5): 11,
    (3, 3): 11,
    (3, 4): 17,
    (4, 4): 31,
    (5, 3): 29,
    (3, 5): 35,
    (2, 8): 31,
}


# Knuth and Moore (1975), Slagle and Dixon (1969)


@pytest.mark.parametrize(("shape", "least"), MINIMAL.items(), ids=str)
def test_in_perfect_order_the_minimal_tree_is_searched(shape, least):
    width, depth = shape
    assert least == width ** math.ceil(depth / 2) + width ** (depth // 2) - 1
    tree = ordered(width, depth, seed=1)
    for algorithm in set(ALGORITHMS) - {"minimax"}:
        assert len(visits(tree, algorithm)) == least, algorithm
    for solver in ("sss", "dual", "negascout", "alphabeta", "alphabeta-plain"):
        assert len(driven_visits(tree, solver)) == least, solver
    value = searching.value_of(tree, "minimax")
    tree.forget_visits()
    engine = small_engine(tree)
    assert mtd(engine, new_root(engine), value) == value
    assert len(tree.first_visits) == least


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_no_proof_of_a_value_takes_fewer_leaves(solver):
    for shape, least in MINIMAL.items():
        for seed in range(3):
            assert len(driven_visits(uniform(*shape, seed), solver)) >= least


@pytest.mark.parametrize(
    ("shape", "least"),
    {
        (2, 3): 4,
        (2, 4): 6,
        (3, 3): 9,
        (3, 4): 15,
        (4, 4): 28,
        (5, 3): 25,
        (3, 5): 27,
        (2, 8): 24,
        (4, 5): 64,
    }.items(),
    ids=str,
)
def test_separating_the_best_move_saves_almost_nothing(shape, least):
    """The first move is worth at least t, all others less: two null windows for t instead of the value."""
    width, depth = shape
    if depth % 2 == 0:
        assert least == 2 * width ** (depth // 2) - width ** (depth // 2 - 1)
    else:
        assert least == width ** ((depth + 1) // 2)
    tree = ordered(width, depth, seed=2)
    t = searching.value_of(tree, "minimax")
    tree.forget_visits()
    engine = small_engine(tree, "memoryless")
    root = new_root(engine)
    assert [engine.move_value(move, t - 1, t) >= t for move in root.moves] == [True] + [False] * (width - 1)
    assert len(tree.first_visits) == least


# Means over trees with different leaves

EXACT = {  # depth: alpha-beta, SSS*, DUAL*, NegaScout (distinct), NegaScout (all), MTD(value)
    2: ("11/3", "10/3", "11/3", "11/3", "53/12", "10/3"),
    3: ("719/105", "668/105", "219/35", "236/35", "1457/168", "614/105"),
}
BEST_AND_WORST = {2: ([3] * 6, [4, 4, 4, 4, 6, 4]), 3: ([5] * 6, [8, 8, 8, 8, 15, 8])}


@pytest.mark.parametrize("depth", [2, 3])
def test_exact_means_over_all_orders_of_the_leaves(depth):
    counts = leaf_counts(2, depth, permutations(2**depth))
    means = [Fraction(int(total), len(counts)) for total in counts.sum(axis=0)]
    assert means == [Fraction(text) for text in EXACT[depth]]
    assert (counts.min(axis=0).tolist(), counts.max(axis=0).tolist()) == BEST_AND_WORST[depth]


MEANS = {  # (width, depth): trials here; alpha-beta, its error, SSS*, DUAL*, NegaScout (distinct), MTD(value)
    (3, 2): (4000, 7.44, 0.01, 6.28, 7.44, 7.44, 6.28),
    (2, 4): (4000, 12.05, 0.03, 10.06, 11.20, 11.80, 9.44),
    (2, 6): (1000, 37.1, 0.2, 28.8, 32.0, 35.1, 25.3),
    (3, 4): (1000, 45.1, 0.2, 34.0, 40.0, 42.7, 30.7),
    (4, 4): (300, 112.6, 1.2, 81.5, 96.2, 104.1, 71.5),
    (5, 3): (1000, 69.4, 0.3, 59.2, 54.7, 62.8, 47.3),
    (2, 8): (250, 107.7, 1.5, 79.7, 86.8, 98.1, 66.2),
}


@pytest.mark.parametrize(("shape", "figures"), MEANS.items(), ids=str)
def test_mean_leaves_of_random_trees(shape, figures):
    trials, alpha_beta, error, *others = figures
    counts = leaf_counts(*shape, _random_leaves(*shape, trials))
    columns = counts[:, [ALPHA_BETA, SSS, DUAL, NEGASCOUT, MTD]]
    # the error of the published mean of alpha-beta stands for those of the others, which are smaller
    errors = np.hypot(columns.std(axis=0) / math.sqrt(trials), error)
    assert (np.abs(columns.mean(axis=0) - [alpha_beta, *others]) <= 4 * errors + 0.005).all()
    assert 1.1 < counts[:, ALPHA_BETA].mean() / counts[:, SSS].mean() < 1.45


def test_dominance_in_means_and_singly():
    counts = leaf_counts(2, 8, _random_leaves(2, 8, 300))
    assert (counts[:, SSS] <= counts[:, ALPHA_BETA]).all()
    assert (counts[:, DUAL] <= counts[:, ALPHA_BETA]).all()
    assert (counts[:, MTD] <= counts[:, ALPHA_BETA]).all()
    assert (counts[:, NEGASCOUT] <= counts[:, ALPHA_BETA]).all()
    assert (counts[:, NEGASCOUT_ALL] > counts[:, ALPHA_BETA]).any()  # visits, not leaves


def _random_leaves(width, depth, trials):
    return np.random.default_rng(width + 10 * depth).integers(0, 10**6, (trials, width**depth))


@pytest.mark.parametrize(
    ("width", "factor"), {2: 1.6180, 3: 2.1479, 4: 2.6297, 5: 3.0796, 10: 5.0635, 20: 8.4247}.items()
)
def test_the_branching_factor_of_alphabeta_and_sss(width, factor):
    """R = x / (1 - x) with x ** width + x = 1 (Pearl 1982); small trees are not far from it."""
    low, high = 0.0, 1.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if x**width + x < 1 else (low, x)
    assert x / (1 - x) == pytest.approx(factor, abs=5e-5)
    if width <= 3:
        depth = {2: 8, 3: 4}[width]
        means = [
            leaf_counts(width, d, _random_leaves(width, d, 200)).mean(axis=0) for d in (depth, depth + 2)
        ]
        for algorithm in (ALPHA_BETA, SSS):
            assert math.sqrt(means[1][algorithm] / means[0][algorithm]) == pytest.approx(factor, rel=0.12)


# The left part of the tree of Nilsson (1971), 25 leaves, and a reconstruction of all of it

ALPHA_BETA_LEAVES = [0, 5, -3, 3, 5, 2, 5, 1, -3, -5, 2]
SSS_LEAVES = [0, -3, 5, -3, -5, 1, 2]
DUAL_LEAVES = [0, 5, 3, 5, 2, -3, 5, 1, 2, -3, -5]


def test_nilssons_tree():
    assert searching.minimax(LEFT_PART) == 1 and len(searching.leaves(LEFT_PART)) == 25
    assert [searching.minimax(child, False) for child in LEFT_PART] == [0, 1]
    assert searching.alphabeta(LEFT_PART) == (1, ALPHA_BETA_LEAVES)
    for solver in SOLVERS:
        assert answer(new_tree(LEFT_PART), solver) == (1, [1])


def test_the_reconstruction_of_nilssons_tree():
    """Depth 6, 41 tips, 18 of them evaluated, the first 25 as in the book; the shape of the rest is ours."""
    assert RECONSTRUCTION[:2] == LEFT_PART and len(RECONSTRUCTION) == 3
    assert len(searching.leaves(RECONSTRUCTION)) == 41
    tree = new_tree(RECONSTRUCTION)
    assert [level.stop - level.start for level in levels(tree.children)] == [1, 3, 5, 8, 10, 19, 41]
    assert searching.minimax(RECONSTRUCTION) == 1
    value, seen = searching.alphabeta(RECONSTRUCTION)
    assert (value, len(seen)) == (1, 18) and seen[:11] == ALPHA_BETA_LEAVES
    for algorithm in ("memoryless", "alphabeta"):
        assert for_max(tree, visits(tree, algorithm)) == seen
    assert set(visits(tree, "stockman")) <= set(visits(tree, "memoryless"))
    assert visits(tree, "stockman") == driven_visits(tree, "sss")
    for solver in SOLVERS:
        assert answer(new_tree(RECONSTRUCTION), solver)[0] == 1


@pytest.mark.parametrize(
    ("algorithm", "seen"),
    [
        ("memoryless", ALPHA_BETA_LEAVES),
        ("alphabeta", ALPHA_BETA_LEAVES),
        ("stockman", SSS_LEAVES),
        ("stockman-dual", DUAL_LEAVES),
    ],
)
def test_the_leaves_of_nilssons_tree_in_order(algorithm, seen):
    tree = new_tree(LEFT_PART)
    assert for_max(tree, visits(tree, algorithm)) == seen


def test_the_widest_open_list_of_nilssons_tree():
    engine = small_engine(new_tree(LEFT_PART), "stockman")
    engine.bound([], -INF, INF)
    assert engine.memory.now[WIDEST] == 5


def test_negascout_visits_11_leaves_of_nilssons_tree_13_times():
    value, seen = searching.negascout(LEFT_PART)
    assert (value, len(seen)) == (1, 13)
    tree = new_tree(LEFT_PART)
    leaves = driven_visits(tree, "negascout")
    assert len(leaves) == 11 and set(leaves) == set(visits(tree, "memoryless"))


@pytest.mark.parametrize(
    ("first", "count", "seen"), [(FAR, 3, SSS_LEAVES), (-FAR, 3, DUAL_LEAVES), (1, 2, 7), (0, 3, 11)]
)
def test_mtd_passes_over_nilssons_tree(first, count, seen):
    tree = new_tree(LEFT_PART)
    engine = small_engine(tree)
    gammas = passes(engine)
    assert mtd(engine, new_root(engine), first) == 1
    assert len(gammas) == count
    found = for_max(tree, tree.first_visits)
    assert found == seen if isinstance(seen, list) else len(found) == seen


# Tic-tac-toe


def best_of(tips):
    """Return the best moves of a figure and their worth."""
    worth = {move: min(replies.values()) for move, replies in tips.items()}
    best = max(worth.values())
    return [move for move in worth if worth[move] == best], best


def test_the_first_stage_of_nilssons_tictactoe():
    tips = two_plies(moves=(4, 0, 1))
    assert sorted(tips[4].values()) == [1, 2]
    assert sorted(tips[0].values()) == [-1, 0, 0, 1, 1]
    assert sorted(tips[1].values()) == [-2, -1, -1, 0, 0]
    assert best_of(tips) == ([4], 1)
    assert two_plies() == {move: tips[move] for move in (0, 1, 4)}  # three moves but for symmetry
    for solver in SOLVERS:
        assert answer(new_tree(nested(tips)), solver) == (1, [0])


def test_the_second_stage_has_two_best_moves():
    """MIN has replied at an edge: a corner is best, the near one or the far one."""
    tips = two_plies(STAGES[1])
    assert list(tips) == [0, 3, 6, 7]
    assert best_of(tips) == ([0, 6], 1)
    for solver in SOLVERS:
        assert answer(new_tree(nested(tips)), solver) == (1, [0, 2])


def test_the_third_stage_has_one_move_that_does_not_lose_at_once():
    """MIN has prevented the line 2 4 6 and threatens 0 1 2; the move that prevents it wins at 3 or 8."""
    x, o = STAGES[2]
    tips = two_plies(STAGES[2])
    assert best_of(tips) == ([0], 1)
    assert {min(replies.values()) for move, replies in tips.items() if move != 0} == {-WON}
    for reply in tips[0]:
        assert WON in {evaluate(x | {0, square}, o | {reply}) for square in {3, 8} - {reply}}
    engine = small_engine(new_tictactoe())
    path = [4, 1, 6, 2]
    assert [-engine.bound([*path, move], -INF, INF) for move in (0, 3, 5, 7, 8)] == [1, -1, -1, -1, -1]


def test_a_win_makes_the_three_other_replies_needless():
    """A is MIN's win and comes first; B, C and D are MIN's other replies: none can be worth less than A."""
    lost = two_plies(STAGES[2], moves=(3, 5, 7, 8, 0))
    a, *bcd = lost[3].values()
    assert a == -WON and len(bcd) == 3
    for algorithm in ("memoryless", "alphabeta"):
        tree = new_tree(nested(lost))
        tree.forget_visits()
        assert small_engine(tree, algorithm).bound([], -WON, WON) == 1
        assert for_max(tree, tree.first_visits) == [-WON] * 4 + list(lost[0].values())
        assert len(lost[0]) == 4 and len(tree.leaves) == 20
    tree = new_tree(nested({3: lost[3]}))  # that nothing is worth less is needed: it is not known without
    assert for_max(tree, visits(tree, "memoryless")) == [a, *bcd]


def test_the_cut_on_equality_in_nilssons_figure():
    corner, edge = nested(two_plies(moves=(0, 1)))
    edge.sort(key=lambda e: e != -1)  # -1 is the first reply looked at, which is what the corner is worth
    tree = new_tree([corner, edge])
    assert for_max(tree, visits(tree, "memoryless")) == [*corner, -1]
    tree = new_tree([corner, [0, -1]])  # 0 is more than -1: no cut there
    assert for_max(tree, visits(tree, "memoryless")) == [*corner, 0, -1]


def test_the_totals_of_tictactoe():
    engine = small_engine(new_tictactoe(), "minimax")
    assert engine.bound([], -INF, INF) == 0
    assert (engine.nodes, engine.leaves) == (549_946, 255_168)


@pytest.mark.parametrize(
    ("window", "nodes", "leaves"), [((-INF, INF), 18_297, 7_330), ((-1, 1), 16_811, 6_740)]
)
def test_plain_alphabeta_on_tictactoe(window, nodes, leaves):
    engine = small_engine(new_tictactoe(), "memoryless")
    assert engine.bound([], *window) == 0
    assert (engine.nodes, engine.leaves) == (nodes, leaves)


def test_the_positions_of_tictactoe():
    engine = small_engine(new_tictactoe())
    seen = {(0,) * 9: ()}
    over = set()
    waiting = [(0,) * 9]
    while waiting:
        board = waiting.pop()
        path = seen[board]
        if engine.final(path) is not None:
            over.add(board)
        for move, *_ in engine.moves(path):
            after = tuple(1 + len(path) % 2 if square == move else old for square, old in enumerate(board))
            if after not in seen:
                seen[after] = (*path, move)
                waiting.append(after)
    assert (len(seen), len(over)) == (5_478, 958)
    assert len({min(_turned(board)) for board in seen}) == 765


def _turned(board):
    """Return the eight symmetries of a board."""
    for _ in range(4):
        board = tuple(board[3 * (2 - col) + row] for row in range(3) for col in range(3))
        yield board
        yield tuple(board[3 * row + 2 - col] for row in range(3) for col in range(3))


# Incremental trees with sound static bounds


@pytest.mark.parametrize(
    ("shape", "alpha_beta", "scout", "mtd_value"),
    [
        ((5, 6, 10), 172, 179, 140),
        ((8, 5, 20), 153, 158, 124),
        ((12, 4, 30), 129, 130, 116),
        ((5, 7, 10), 362, 374, 270),
    ],
)
def test_expansions_of_incremental_trees(shape, alpha_beta, scout, mtd_value):
    counts = []
    for seed in range(60):
        tree = incremental(*shape, seed)
        wide, guessed = small_engine(tree), small_engine(tree)
        value = wide.bound([], -INF, INF)
        narrow, root = drive(tree, "negascout")
        assert root.lower == root.upper == value
        root = new_root(guessed)
        guessed.forget()
        assert mtd(guessed, root, value) == value
        counts.append((wide.expansions, narrow.expansions, guessed.expansions))
    means = np.mean(counts, axis=0)
    assert means == pytest.approx([alpha_beta, scout, mtd_value], rel=0.1)
