"""Bounds by replies against the oracle: never less than the true value; and their footprints."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_replies import ScoredPlay, footprint, good_replies, upper_bounds
from scrabble.bounds.line_reply_pairs import most_worth
from scrabble.game import cgp
from scrabble.game.move import PASS, parse_move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.solver import SolveOptions, solve
from scrabble.solver.endgame import number_of
from scrabble.solver.moves import scored_plays
from scrabble.solver.planner.game import mark_footprint
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, position_of
from tests.oracles import naive
from tests.static_bounds import first_empty_bag
from tests.worlds.mini import CAP_RULES, World, mini_world

EACH = 100


def replies_of(position: Position, lexicon: Lexicon) -> list[ScoredPlay]:
    return scored_plays(replace(position, scoreless_turns=0).play(PASS), lexicon)


def checked(world: World, zeros: int = 0) -> tuple[int, int, int]:
    """Compare the bounds with the values of all moves, and that of the value with the best of these.

    Return how many moves have one, how many of these are lower than without a reply, and whether that of the
    value is.
    """
    values = naive.value_of_moves(world.game, world.board, world.racks, zeros)
    position, lexicon = position_of(world, zeros)
    totals = line_totals(position, lexicon)
    assert totals is not None
    texts = dict(enumerate(values))
    moves = {}
    for number, text in texts.items():
        move = PASS if text == naive.PASS else parse_move(text, position)
        moves[number] = ScoredPlay(move, position.score(move))
    replies = replies_of(position, lexicon)
    found = upper_bounds(position, moves, good_replies(position, lexicon, replies))
    lower = 0
    for number, upper in found.items():
        assert values[texts[number]] <= upper, (world, zeros, texts[number])
        lower += upper < totals.of(*moves[number])
    most = most_worth(position, lexicon, scored_plays(position, lexicon), replies, lambda: False)
    assert most is not None
    assert max(values.values()) <= most <= totals.most, (world, zeros)
    return len(found), lower, most < totals.most


SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in range(2, 40)]


@pytest.mark.parametrize("part", [*range(2), *SLOW])
def test_small_positions(part: int) -> None:
    """Blanks, stuck tiles, premiums on every fourth square, all kinds of end rules; thousands if slow."""
    bounds = lower = closer = 0
    for seed in range(part * EACH, (part + 1) * EACH):
        rules = CAP_RULES[seed % len(CAP_RULES)]
        zeros = seed // len(CAP_RULES) % rules.get("scoreless_limit", 6)
        found = checked(mini_world(seed, tiles=2 + (seed % 10 == 0), **rules), zeros)
        bounds, lower, closer = bounds + found[0], lower + found[1], closer + found[2]
    assert bounds > EACH / 2 and lower > EACH / 4 and closer > 2


def test_known_values_of_real_positions() -> None:
    """Every value that is known of a move, and the best one."""
    lexicon, lower = enable(), 0
    for line in (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:12]:
        position = cgp.loads(json.loads(line)["cgp"])
        solution = solve(position, lexicon, SolveOptions(exact=8))
        moves = {at: ScoredPlay(each.move, each.score) for at, each in enumerate(solution.moves)}
        known = good_replies(position, lexicon, replies_of(position, lexicon))
        found = upper_bounds(position, moves, known)
        totals = line_totals(position, lexicon)
        assert totals is not None
        for at, upper in found.items():
            assert solution.moves[at].lower <= upper, (position, solution.moves[at])
            lower += upper < totals.of(*moves[at])
    assert lower > 100


def test_footprints_are_those_of_the_search() -> None:
    compared = 0
    for line in (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:6]:
        position = cgp.loads(json.loads(line)["cgp"])
        state = compile_position(position, enable())
        masks = np.zeros((2, len(position.squares)), np.uint32)
        for play in scored_plays(position, enable())[::3]:
            mark_footprint(state, number_of(play.move, position), masks)
            squares = {
                (row, col) for row, mask in enumerate(masks[0]) for col in range(15) if int(mask) >> col & 1
            }
            empty = {at for at in squares if position.squares[at] == 0}
            assert footprint(position, play.move) == empty, play
            compared += 1
    assert compared > 100


def test_a_move_that_no_search_has_bounded_from_below() -> None:
    """Its lower bound is higher than what the lines give without a reply."""
    position = first_empty_bag("g0278")
    best = solve(position, enable(), SolveOptions(nodes=3_000)).moves[0]
    assert best.searched.lower < -1000
    totals = line_totals(position.play(best.move), enable())
    assert totals is not None
    assert best.lower > best.score - totals.most


def test_a_stopped_answer_has_a_smaller_regret() -> None:
    """Of a position that no search proves at once, by bounds that hold."""
    position = first_empty_bag("g0116")
    stopped = solve(position, enable(), SolveOptions(nodes=20_000))
    assert stopped.status == "bounded"
    totals = line_totals(position, enable())
    assert totals is not None
    uppers = [min(each.searched.upper, totals.of(each.move, each.score)) for each in stopped.moves[1:]]
    assert stopped.regret < max(uppers) - stopped.moves[0].searched.lower
