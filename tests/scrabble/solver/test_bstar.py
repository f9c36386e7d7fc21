"""B* on Scrabble: the classic algorithm on the game's sound bounds returns a best move.

The game has a planner, as Maven's has, which is not asked: so both are one kernel.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bstar.depth_first.stack import new_stack
from bstar.engine import Engine
from bstar.game import INF
from bstar.root import Root, RootMove
from bstar.search_control import STOP
from bstar.tree.rounds import TreeBStar
from scrabble.game import cgp
from scrabble.game.move import move_text
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import unpack
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.planner.game import PlannedGame, with_planner
from tests.doors.bridge import samples

ROWS = samples()
SAMPLES = {row["id"]: row for row in ROWS}
SOLVED = [name for name, row in SAMPLES.items() if row["value"] is not None and sum(row["tiles"]) < 14]
HARD = "g0030t23"  # not done in ten expansions
STACK = new_stack(16, 1 << 15)


def fast_game(name: str) -> FastGame:
    """A sample position as a game."""
    position = cgp.loads(SAMPLES[name]["cgp"])
    return new_fast_game(compile_position(position, Lexicon("enable")), 32 << 20)


def planned(name: str) -> PlannedGame:
    """The same with a planner beside it."""
    return with_planner(fast_game(name))


@cache
def oracle(name: str) -> Engine:
    """Alpha-beta on a sample position."""
    return Engine(fast_game(name), memory_bytes=16 << 20)


def worth(name: str, move: int, gain: int) -> int:
    """What a move is worth, by alpha-beta."""
    return gain - oracle(name).bound([move], -INF + 1, INF - 1)


@pytest.mark.parametrize("strategy", ["alternated", "2D"])
@pytest.mark.parametrize("name", SOLVED)
def test_b_star_returns_a_best_move(name: str, strategy: str) -> None:
    row = SAMPLES[name]
    verdict = TreeBStar(planned(name), strategy, stack=STACK).run(20_000)
    assert verdict.status == "proven"
    best = verdict.moves[0]
    assert worth(name, best.move, best.gain) == row["value"]
    assert best.lower <= row["value"] <= best.upper
    assert all(each.lower <= row["value"] for each in verdict.moves)


def test_bounds_of_all_moves_are_true_at_any_moment() -> None:
    name = "g0000"
    game = planned(name)
    worths: dict[int, int] = {}
    search = TreeBStar(game, "2D", stack=STACK)
    for expansions in (1, 2, 5, 20, 100):
        verdict = search.run(expansions)
        for each in verdict.moves:
            if each.lower > -INF or each.upper < INF:
                if each.move not in worths:
                    worths[each.move] = worth(name, each.move, each.gain)
                assert each.lower <= worths[each.move] <= each.upper
        if verdict.limit is None:
            break


def test_a_limit_leaves_true_bounds_and_the_position_as_it_was() -> None:
    game = planned(HARD)
    state = game.fast.state
    before = [array.copy() for array in (state.board.letters, state.hands.racks, state.now)]
    search = TreeBStar(game, "alternated", stack=STACK)
    verdict = search.run(10)
    assert (verdict.limit, verdict.status) == ("expansions", "bounded")
    assert verdict.lower <= SAMPLES[HARD]["value"] <= verdict.upper
    after = (state.board.letters, state.hands.racks, state.now)
    assert all((one == other).all() for one, other in zip(before, after, strict=True))
    search.control[STOP] = 1
    assert search.run().limit == "interrupt"
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


def test_b_star_and_alpha_beta_share_an_engine() -> None:
    name = "g0030t23"
    engine = Engine(fast_game(name), memory_bytes=16 << 20)
    root = Root([RootMove(*move) for move in engine.moves()])
    search = TreeBStar(with_planner(engine.game), "2D", stack=engine.stack, control=engine.control)
    *_, verdict = search.slices(root)
    assert verdict.limit is None
    assert root.is_proven
    assert engine.move_value(root.best, -INF + 1000, INF - 1000) == SAMPLES[name]["value"]


def text(name: str, move: Any) -> str:
    """A move as people write it."""
    position = cgp.loads(SAMPLES[name]["cgp"])
    return move_text(unpack(int(move), position), position)


def test_a_pass_can_be_the_best_move() -> None:
    verdict = TreeBStar(planned("g0030t33"), stack=STACK).run()
    assert text("g0030t33", verdict.move) == "pass"
