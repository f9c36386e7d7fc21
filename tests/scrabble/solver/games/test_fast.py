"""The fast game against the oracle: every interval it states holds, every solver finds the exact value."""

from __future__ import annotations

import numpy as np
import pytest

from bstar.game import INF, new_moves
from bstar.solvers import SOLVERS
from scrabble.game.move import move_text
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import SearchFeatures
from scrabble.movegen.packed_move import unpack
from scrabble.solver import SolveOptions, solve
from scrabble.solver.games.fast import new_fast_game
from tests.doors import kernels
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.worlds.mini import END_RULES, World, mini_world

MEMORY = 16 << 20
RULES = END_RULES[:8]  # in turn: other worlds would take the oracle minutes under other rules


def small_world(seed: int) -> tuple[World, int]:
    """A small world under end rules of all kinds in turn, with every number of scoreless turns made."""
    rules = RULES[seed % len(RULES)]
    limit = rules.get("scoreless_limit", 6)
    return mini_world(seed, tiles=2 + seed % 2, **rules), seed // len(RULES) % limit


def in_parts(first: range, others: range) -> list[object]:
    """Some seeds in a test, and with `-m slow` others, as many in each."""
    more = [range(at, at + len(first)) for at in others[:: len(first)]]
    return [first, *(pytest.param(part, marks=pytest.mark.slow) for part in more)]


@pytest.mark.parametrize("seeds", in_parts(range(80), range(80, 640)), ids=str)
def test_solvers_agree_with_the_oracle(seeds: range) -> None:
    """Value and best moves of minimax and alpha-beta, with and without memory, on small positions."""
    for seed in seeds:
        solvers_agree(seed)


def solvers_agree(seed: int) -> None:
    world, zeros = small_world(seed)
    values = naive.value_of_moves(world.game, world.board, world.racks, zeros)
    best = max(values.values())
    position, lexicon = position_of(world, zeros)
    for solver in ("alphabeta", "alphabeta-plain", "minimax"):
        if solver == "minimax" and sum(map(len, world.racks)) > 4:
            continue
        solution = solve(position, lexicon, SolveOptions(solver=solver, memory=MEMORY))
        assert (solution.value, solution.status) == (best, "proven"), solver
        assert values[solution.text] == best, solver
        for move in solution.moves:
            assert move.searched.lower <= values[move.text] <= move.searched.upper, (solver, move)
            assert move.lower <= values[move.text] <= move.upper, (solver, move)


@pytest.mark.parametrize(
    "seeds", in_parts(range(400, 440), range(440, 720)), ids=str
)  # 559 takes the oracle long
def test_intervals_hold(seeds: range) -> None:
    """Static intervals, settled moves and the bound of dropped moves, against the exact values."""
    for seed in seeds:
        intervals_hold(seed)


def intervals_hold(seed: int) -> None:
    world = mini_world(seed, size=5, tiles=3 + seed % 8 // 7, **RULES[seed % len(RULES)])
    zeros = seed // len(RULES) % RULES[seed % len(RULES)].get("scoreless_limit", 6)
    values = naive.value_of_moves(world.game, world.board, world.racks, zeros)
    position, lexicon = position_of(world, zeros)
    game = new_fast_game(
        compile_position(position, lexicon), 1 << 20, SearchFeatures(solo_tiles=2 + seed % 3)
    )
    moves = new_moves(4096)
    for alpha in (-INF, min(values.values()), max(values.values()) - 1, max(values.values())):
        count, dropped = kernels.fast_moves(game, moves, alpha)
        stated = {}
        for index in range(count):
            text = move_text(unpack(int(moves.move[index]), position), position)
            assert moves.lower[index] <= values[text] <= moves.upper[index], text
            if moves.lower[index] != moves.upper[index]:
                for limit in (alpha, INF):
                    kernels.fast_settle(game, moves, np.int64(index), limit)
                    assert moves.lower[index] <= values[text] <= moves.upper[index], (text, "settled", limit)
            stated[text] = int(moves.upper[index])
        left_out = [value for text, value in values.items() if text not in stated]
        assert dropped <= alpha
        assert all(value <= dropped for value in left_out)
        if alpha == -INF:
            assert not left_out


def test_solvers_are_what_the_table_says() -> None:
    """The named solvers are the ones tested here."""
    assert {"alphabeta", "alphabeta-plain", "minimax"} <= set(SOLVERS)
