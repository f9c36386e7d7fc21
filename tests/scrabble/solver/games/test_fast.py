"""The fast game against the oracle: every interval it states holds, every solver finds the exact value."""

from __future__ import annotations

import pytest

from bstar.solvers import SOLVERS
from scrabble.solver import SolveOptions, solve
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


MORE = [pytest.param(range(at, at + 48), marks=pytest.mark.slow) for at in range(48, 624, 48)]


@pytest.mark.parametrize("seeds", [range(48), *MORE], ids=str)
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


def test_solvers_are_what_the_table_says() -> None:
    """The named solvers are the ones tested here."""
    assert {"alphabeta", "alphabeta-plain", "minimax"} <= set(SOLVERS)
