"""The fast game: what it states of moves against definitions, the values of solvers against the oracle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf

import pytest

from bstar.game import INF, new_moves
from bstar.root import RootMove
from bstar.solvers import SOLVERS
from scrabble.game.move import move_text
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.features import MOST_OUT_PLAYS
from scrabble.movegen.packed_move import number_of, unpack
from scrabble.solver import SolveOptions, solve
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.setup import new_search
from tests.doors import kernels
from tests.doors.bridge import position_of
from tests.oracles import naive
from tests.oracles.reply_definitions import Listed, listed, out_plays
from tests.static_bounds import NO_BOUNDS
from tests.worlds.mini import END_RULES, World, mini_world

MEMORY = 16 << 20
OUT_PLAYS_ALONE = replace(NO_BOUNDS, out_play_bounds=MOST_OUT_PLAYS)
ENOUGH = {  # how often each must have been met
    "play: settled": 300,
    "play: bounded": 600,
    "play: open, beside out-plays": 80,
    "pass: settled": 40,
    "pass: bounded": 40,
    "left out": 1_200,
}
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


def test_a_move_is_bounded_before_it_is_searched() -> None:
    """Asked for one move of the root, the engine answers as for a search of the root, at every threshold."""
    said: Counter[str] = Counter()
    for seed in range(72):
        world, zeros = small_world(seed)
        worths = naive.value_of_moves(world.game, world.board, world.racks, zeros)
        position, lexicon = position_of(world, zeros)
        for distance in (-2, 0, 1, 9):
            engine = new_search(position, lexicon, memory=MEMORY).engine
            for move in [RootMove(*each) for each in engine.moves()]:
                worth = worths[move_text(unpack(move.move, position), position)]
                gamma, before = worth + distance, engine.nodes
                found = engine.move_value(move, gamma - 1, gamma)
                assert worth <= found if found < gamma else worth >= found, (seed, move, gamma)
                assert (found < gamma) == (distance > 0) and move.lower <= worth <= move.upper
                said["searched" if engine.nodes > before else "bounded"] += 1
    assert said["bounded"] > 80 and said["searched"] > 800, said


def test_solvers_are_what_the_table_says() -> None:
    """The named solvers are the ones tested here."""
    assert {"alphabeta", "alphabeta-plain", "minimax"} <= set(SOLVERS)


def test_moves_are_listed_with_the_bounds_of_the_definition() -> None:
    """Settled moves, and bounds by out-plays, to the point; what is not worth more than alpha is left out."""
    said: Counter[str] = Counter()
    for seed in range(150):
        rules = END_RULES[seed % len(END_RULES)]
        zeros = seed // len(END_RULES) % rules.get("scoreless_limit", 6)
        world = mini_world(seed, size=5 + seed % 3, tiles=4, **rules)
        outs = out_plays(world.game, world.board, world.racks[1])
        if len(outs) <= MOST_OUT_PLAYS:
            expected = check_list(world, zeros, said)
            said["play: open, beside out-plays"] += bool(outs) * sum(most == inf for _, most in expected)
    short = {kind: said[kind] for kind, count in ENOUGH.items() if said[kind] < count}
    assert not short, (short, said)


def check_list(world: World, zeros: int, said: Counter[str]) -> list[Listed]:
    """Compare the moves of a world without a window, and with some; return what is expected of plays."""
    expected = listed(*world, zeros)
    position, lexicon = position_of(world, zeros)
    names = {number_of(position.parse_move(text), position): text for text in expected}
    game = new_fast_game(compile_position(position, lexicon), 1 << 20, OUT_PLAYS_ALONE)
    moves = new_moves(1 << 10)
    bounds = sorted({each.most for each in expected.values() if each.most < inf})
    for alpha in (-INF, *map(int, bounds[:: 1 + len(bounds) // 3])):
        count, dropped = kernels.fast_moves(game, moves, alpha)
        stated = {
            names[int(moves.move[at])]: (int(moves.lower[at]), int(moves.upper[at])) for at in range(count)
        }
        kept = {text: each for text, each in expected.items() if each.most > alpha}
        within = {text: (max(each.least, -INF), min(each.most, INF)) for text, each in kept.items()}
        assert stated == within, (world, zeros, alpha)
        left_out = [each.most for text, each in expected.items() if text not in kept]
        assert dropped == max(left_out, default=-INF), (world, zeros, alpha)
        said["left out"] += len(left_out)
    for text, each in expected.items():
        kind = "settled" if each.least == each.most else "open" if each.most == inf else "bounded"
        said[f"{'pass' if text == naive.PASS else 'play'}: {kind}"] += 1
    return [each for text, each in expected.items() if text != naive.PASS]
