"""The check of a game: sound games pass, and each fault is found and named."""

from typing import NamedTuple

import numpy as np
import pytest

import bstar
from bstar import games
from bstar.game import FULL, INF, is_over
from bstar.game import key as key_of
from bstar.game import moves as moves_of
from bstar.games.nim import Nim, new_nim

SOUND = {
    "nim": games.new_nim(1, 2, 3),
    "tictactoe": games.new_tictactoe(),
    "connect-four": games.new_connect_four(4, 4),
    "domineering": games.new_domineering(3, 3),
    "switches": games.new_switches([(3, -1), (5, 2), (4, 4), (1, -7)], number=3),
    "tree": games.new_tree([[3, 12], [2, 4]]),
    "incremental": games.incremental(3, 4, 5, seed=1),
    "irregular": games.irregular(3, 5, seed=1),
    "p-game": games.p_game(0.6, 5, seed=1),
    "graph": games.graph([[games.Edge(1, 0, -4, 9), games.Edge(2, 3, -9, 9)], [games.Edge(2)], 4]),
    "artificial": games.artificial_tree(3, 3, 20),
}


@pytest.mark.parametrize("name", SOUND)
def test_the_small_games_pass(name):
    found = bstar.check_game(SOUND[name], walks=4, nodes=120)
    assert found.positions > 2 and found.solved > 10
    assert (found.met_again > 0) == (name not in {"tree", "incremental", "irregular", "p-game", "artificial"})
    assert (found.bounds > 0) == (name in {"switches", "incremental", "graph", "artificial"})


def test_the_game_is_where_it_was():
    game = new_nim(1, 2, 3)
    bstar.check_game(game, walks=2)
    assert game.piles.tolist() == [1, 2, 3] and game.history[-1] == 0


@pytest.mark.parametrize(
    ("limits", "error", "message"),
    [
        ({"walks": 0}, ValueError, "walks: expected at least 1, got 0"),
        ({"nodes": -3}, ValueError, "nodes: expected at least 1, got -3"),
        ({"walks": True}, TypeError, "walks: expected a whole number, got True"),
        ({"nodes": None}, TypeError, "nodes: expected a whole number, got None"),
    ],
)
def test_a_check_of_nothing_is_refused(limits, error, message):
    with pytest.raises(error, match=message):
        bstar.check_game(new_nim(1, 2, 3), **limits)


class FaultyNim(NamedTuple):
    """Nim with a fault."""

    nim: Nim


class FaultyTree(NamedTuple):
    """A tree with a fault."""

    tree: games.TreeGame


def _forgets_to_undo(game):
    game.nim.history[-1] -= 1


def _undoes_another_pile(game):
    game.nim.history[-1] -= 1
    move = game.nim.history[game.nim.history[-1]]
    game.nim.piles[(move // 32 + 1) % 3] += move % 32


def _knows_how_many_are_left(game):
    return np.uint64(game.nim.piles.sum() + 1)


def _knows_depth_and_leaves(game):
    return key_of(game.tree) if is_over(game.tree) else np.uint64(1000 + game.tree.now[0])


def _moves_with_a_low_upper_bound(game, alpha, beta, moves, first):
    count, dropped = moves_of(game.nim, alpha, beta, moves, first)
    moves.upper[first : first + count] = 0
    return count, dropped


def _moves_twice(game, alpha, beta, moves, first):
    count, dropped = moves_of(game.nim, alpha, beta, moves, first)
    moves.move[first : first + count] = moves.move[first]
    return count, dropped


def _moves_at_the_start(game, alpha, beta, moves, first):
    return moves_of(game.nim, alpha, beta, moves, 0)


def _moves_beyond_the_end(game, alpha, beta, moves, first):
    for at, (pile, left) in enumerate(enumerate(game.nim.piles)):
        moves.move[first + at], moves.gain[first + at] = 32 * pile + min(left, 1), 0
        moves.lower[first + at], moves.upper[first + at] = -INF, INF
    return len(game.nim.piles), -INF


def _leaves_out_the_last(game, alpha, beta, moves, first):
    count, dropped = moves_of(game.nim, alpha, beta, moves, first)
    return (count, dropped) if count == FULL or alpha == -INF or count == 1 else (count - 1, -1)


def _tightens_wrongly(game, moves, index, alpha):
    moves.lower[index] = moves.upper[index] = 1


def _plays_nothing(game, move):
    game.nim.history[game.nim.history[-1]] = 0
    game.nim.history[-1] += 1


def _never_over(game):
    return False


FAULTS = {
    "undo forgets": (
        {"undo": _forgets_to_undo},
        r"undo of move 65 does not restore .*: final None became -1",
    ),
    "undo errs": (
        {"undo": _undoes_another_pile},
        r"undo of move 65 .*: moves \[65 \(0, -INF to INF\)\] became \[1 \(0, ",
    ),
    "key": ({"key": _knows_how_many_are_left}, r"key \d+ and moves \[.*the same key and moves \["),
    "bounds": (
        {"moves": _moves_with_a_low_upper_bound},
        "is worth 1, outside its bounds -INF to 0 by moves",
    ),
    "twice": ({"moves": _moves_twice}, "expected different ones"),
    "first": ({"moves": _moves_at_the_start}, "moves writes before `first`"),
    "room": ({"moves": _moves_beyond_the_end}, "moves writes 3 moves to a buffer for 2, expected FULL"),
    "left out": (
        {"moves": _leaves_out_the_last},
        r"leaves out move \d+, worth -?1, and says",
    ),
    "tighten": ({"tighten": _tightens_wrongly}, "is worth -1, outside its bounds 1 to 1 by tighten"),
    "cycle": ({"play": _plays_nothing}, "a game must not repeat positions"),
    "no end": ({"is_over": _never_over}, "no moves, and the game is not over"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_and_named(fault):
    answers, message = FAULTS[fault]
    bstar.register_game(FaultyNim, inner="nim", **answers)
    with pytest.raises(bstar.GameError, match=message):
        bstar.check_game(FaultyNim(new_nim(1, 2, 3)), walks=20, nodes=200)


def test_a_key_of_two_positions_with_the_same_moves_is_found_by_their_values():
    bstar.register_game(FaultyTree, inner="tree", key=_knows_depth_and_leaves)
    with pytest.raises(
        bstar.GameError,
        match=r"key 1001 and value -3; after the moves \[1\] the same key and value -2",
    ):
        bstar.check_game(FaultyTree(games.new_tree([[3, 12], [2, 4]])), walks=20)
