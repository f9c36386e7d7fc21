"""The small games: values, bounds and transpositions against formulas and brute force."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings

import bstar.game
from bstar.depth_first.stack import new_stack
from bstar.engine import SearchStopped
from bstar.game import INF
from bstar.games.connect_four import new_connect_four
from bstar.games.domineering import new_domineering
from bstar.games.nim import Nim, new_nim
from bstar.games.random_trees import incremental, irregular, ordered, p_game, uniform, with_leaves
from bstar.games.switches import closed_form, new_switches
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import FAR, from_arrays, new_tree
from tests.oracles.searching import answer, leaves, minimax, nested, nested_trees, small_engine, value_of


@given(nested_trees)
@settings(deadline=None)
def test_nested_lists_survive_the_way_into_arrays_and_back(tree):
    assert nested(new_tree(tree)) == tree


@given(nested_trees)
@settings(deadline=None)
def test_the_sign_of_a_leaf_is_that_of_the_player_on_turn(tree):
    assert value_of(new_tree(tree), "minimax") == minimax(tree)


def test_the_log_holds_every_evaluation_in_order():
    tree = new_tree([[3, 12], [2, 4]])
    engine = small_engine(tree, "minimax")
    engine.bound([], -INF, INF)
    engine.bound([1], -INF, INF)
    assert tree.visited == [3, 4, 5, 6, 5, 6]
    assert tree.first_visits == [3, 4, 5, 6]
    tree.forget_visits()
    assert tree.visited == []


def test_a_log_that_is_too_short_says_so():
    tree = new_tree([1, 2, 3], log=2)
    small_engine(tree, "minimax").bound([], -INF, INF)
    with pytest.raises(ValueError, match="3 leaves were evaluated, the log holds 2"):
        tree.visited  # noqa: B018


@pytest.mark.parametrize(
    ("children", "values", "message"),
    [
        ([2, 0, 0, 0], [0, 1, 2, 3], "4 nodes with 2 children in all, expected 3"),
        ([2, 0, 0], [0, 1, FAR], f"a leaf value of {FAR}, expected less than {FAR}"),
    ],
)
def test_impossible_trees_are_refused(children, values, message):
    with pytest.raises(ValueError, match=message):
        from_arrays(np.array(children), np.array(values))


def test_a_uniform_tree_has_all_different_leaves():
    tree = uniform(3, 4, seed=5)
    values = leaves(nested(tree))
    assert sorted(values) == list(range(81)) and values != sorted(values)
    assert values == leaves(nested(uniform(3, 4, seed=5))) != leaves(nested(uniform(3, 4, seed=6)))
    assert set(leaves(nested(uniform(3, 4, seed=5, different=4)))) == set(range(4))
    assert nested(with_leaves(2, 2, np.array([3, 12, 2, 4]))) == [[3, 12], [2, 4]]


def test_the_first_numbers_of_a_seed_are_the_same_everywhere():
    assert leaves(nested(uniform(2, 3, seed=1))) == [6, 4, 0, 2, 3, 1, 5, 7]


def _depths(tree, depth=0):
    return {depth} if isinstance(tree, int) else set().union(*(_depths(child, depth + 1) for child in tree))


def test_an_irregular_tree_has_leaves_at_many_depths():
    depths = [_depths(nested(irregular(4, 6, seed))) for seed in range(10)]
    assert set().union(*depths) == {1, 2, 3, 4, 5, 6}


def _share_of_good_order(tree, is_max=True):
    """(nodes where the first move is a best one, nodes)"""
    if isinstance(tree, int):
        return 0, 0
    values = [minimax(child, not is_max) for child in tree]
    below = [_share_of_good_order(child, not is_max) for child in tree]
    good = values[0] == (max if is_max else min)(values)
    return good + sum(pair[0] for pair in below), 1 + sum(pair[1] for pair in below)


def test_ordered_trees_have_the_best_move_first():
    good, nodes = _share_of_good_order(nested(ordered(3, 5, seed=1)))
    assert good == nodes == 121
    good, nodes = _share_of_good_order(nested(ordered(4, 5, seed=1, first_is_best=70)))
    assert 0.7 < good / nodes < 0.85  # of the other 30 %, every fourth is first by chance


@pytest.mark.parametrize("seed", range(5))
def test_the_static_bounds_of_an_incremental_tree_are_sound(seed):
    game = incremental(3, 4, 7, seed)
    engine = small_engine(game, "minimax")
    paths = [path for length in range(4) for path in itertools.product(range(3), repeat=length)]
    for path in paths:
        gains = [gain for _, gain, _, _ in engine.moves(path)]
        assert gains == sorted(gains, reverse=True) and max(map(abs, gains)) <= 7
        for move, gain, lower, upper in engine.moves(path):
            worth = gain - engine.bound([*path, move], -INF, INF)
            assert lower <= worth <= upper <= gain + 7 * (3 - len(path))


@pytest.mark.parametrize(
    ("winning", "at_depth"),
    [
        (0.55, {2: 0.5135, 4: 0.4578, 8: 0.2618, 16: 0.0000}),
        (0.65, {2: 0.6665, 4: 0.6911, 8: 0.7779, 16: 0.9975}),
    ],
)
def test_pearl_values_drift_away_from_the_golden_ratio(winning, at_depth):
    q = winning
    for depth in range(2, 17, 2):
        q = 1 - (1 - q * q) ** 2
        if depth in at_depth:
            assert q == pytest.approx(at_depth[depth], abs=5e-5)
    for depth, trials in ((2, 400), (4, 400), (8, 200), (16, 4)):
        wins = sum(value_of(p_game(winning, depth, seed)) for seed in range(trials))
        error = math.sqrt(at_depth[depth] * (1 - at_depth[depth]) / trials)
        assert abs(wins / trials - at_depth[depth]) <= 4 * error + 1e-3


def test_the_golden_ratio_is_the_fixed_point_of_pearls_game():
    q = (math.sqrt(5) - 1) / 2
    assert 1 - (1 - q * q) ** 2 == pytest.approx(q)


@pytest.mark.parametrize("solver", ["alphabeta", "sss", "stockman", "dual"])
def test_solvers_agree_about_won_and_lost(solver):
    for seed in range(20):
        game = p_game(0.62, 6, seed)
        assert answer(game, solver) == answer(game, "minimax")


def test_nim_is_won_exactly_if_the_xor_is_not_zero():
    for piles in itertools.product(range(5), range(4), range(3)):
        assert value_of(new_nim(*piles), "minimax") == (1 if np.bitwise_xor.reduce(piles) else -1)


def _random_switches(rng, count):
    pairs = [sorted((rng.randint(-20, 20), rng.randint(-20, 20)), reverse=True) for _ in range(count)]
    return [(a, b) for a, b in pairs]


def test_the_closed_form_of_a_sum_of_switches():
    rng = random.Random(1)
    for count in [*range(1, 9)] * 38:
        switches, number = _random_switches(rng, count), rng.randint(-9, 9)
        assert value_of(new_switches(switches, number)) == closed_form(switches, number)
        assert value_of(new_switches(switches, number, bounded=False)) == closed_form(switches, number)


def test_the_interval_of_a_sum_is_sound():
    rng = random.Random(2)
    for _ in range(20):
        engine = small_engine(new_switches(_random_switches(rng, 4), 3), "memoryless")
        for path in itertools.chain.from_iterable(
            itertools.permutations(range(4), size) for size in range(4)
        ):
            for move, gain, lower, upper in engine.moves(path):
                assert lower <= gain - engine.bound([*path, move], -INF, INF) <= upper


def test_a_number_has_no_moves():
    engine = small_engine(new_switches([], number=7))
    assert engine.moves() == [] and engine.final() == 7
    assert value_of(new_switches([(4, -4)], number=7)) == 11
    engine = small_engine(new_switches([(4, -4)], number=7))
    assert engine.final([0]) == -7  # for Right, who is on turn


def test_cold_switches_are_refused():
    with pytest.raises(ValueError, match=r"switches \(a, b\) with a >= b"):
        new_switches([(1, 2)])


@pytest.mark.parametrize(("size", "outcome"), list(enumerate("PNNNP", start=1)))
def test_domineering_on_a_square(size, outcome):
    assert value_of(new_domineering(size, size)) == {"N": 1, "P": -1}[outcome]


@pytest.mark.parametrize(("rows", "cols"), [(2, 4), (3, 4)])
def test_domineering_boards_that_the_flat_player_wins_whoever_starts(rows, cols):
    assert value_of(new_domineering(rows, cols, is_upright_first=False)) == 1
    assert value_of(new_domineering(rows, cols, is_upright_first=True)) == -1


def test_a_board_has_at_most_62_squares():
    with pytest.raises(ValueError, match="a board of 8 x 8, expected 1 to 62 squares"):
        new_domineering(8, 8)


def test_the_positions_of_connect_four_by_the_number_of_discs():
    """As counted by Tromp (sequence A212693 of the OEIS)."""
    game = new_connect_four()
    positions = {bstar.game.key(game): ()}
    for count in (1, 7, 49, 238, 1120):
        assert len(positions) == count
        after = {}
        for path in positions.values():
            for move in range(7):
                for each in (*path, move):
                    bstar.game.play(game, each)
                after[bstar.game.key(game)] = (*path, move)
                for _ in (*path, move):
                    bstar.game.undo(game)
        positions = after


def test_connect_four_is_over_with_four_in_a_line():
    rng = random.Random(4)
    ends = set()
    for _ in range(60):
        game, board, columns = new_connect_four(5, 6), {}, []
        while not bstar.game.is_over(game):
            assert not _lines(board)
            col = rng.choice([col for col in range(6) if columns.count(col) < 5])
            board[columns.count(col), col] = len(columns) % 2
            columns.append(col)
            bstar.game.play(game, col)
        assert bstar.game.final(game) == (-1 if _lines(board) else 0)
        assert _lines(board) or len(board) == 30
        ends |= _lines(board) or {"full"}
    assert ends == {(0, 1), (1, 0), (1, 1), (1, -1), "full"}


def _lines(board):
    """Return the directions in which there are four discs of a player in a line."""
    return {
        (down, right)
        for row, col in board
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if len({board.get((row + down * step, col + right * step), -1 - step) for step in range(4)}) == 1
    }


@pytest.mark.parametrize("name", ["nim", "switches", "tictactoe", "tree", "domineering"])
def test_a_buffer_without_room_is_reported(name):
    game = {
        "nim": new_nim(3, 4),
        "switches": new_switches([(3, 1), (2, 2)]),
        "tictactoe": new_tictactoe(),
        "tree": new_tree([1, 2]),
        "domineering": new_domineering(3, 3),
    }[name]
    engine = small_engine(game)
    engine.stack = new_stack(moves=1)
    with pytest.raises(SearchStopped, match="memory"):
        engine.moves()


def test_a_game_has_to_answer_all_questions():
    with pytest.raises(ValueError, match="Nim: missing final, key, moves, play, undo"):
        bstar.game.register_game(Nim, is_over=len)
    expected = "estimate, final, is_over, key, moves, play, tighten, undo"
    with pytest.raises(ValueError, match=f"Nim: expected {expected}, got is_won"):
        bstar.game.register_game(Nim, inner="piles", is_won=len)


def test_a_game_in_a_field_that_is_not_there():
    with pytest.raises(ValueError, match="Nim has no field 'pile', expected one of piles, history"):
        bstar.game.register_game(Nim, inner="pile", is_over=len)
