"""Bounds by replies against the oracle: never less than the true value; and their footprints."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_replies import (
    MOST_REPLIES,
    ScoredPlay,
    footprint,
    good_replies,
    most_of_pass,
    upper_bounds,
    value_bound,
)
from scrabble.game import cgp
from scrabble.game.move import PASS, parse_move
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import number_of
from scrabble.solver import SolveOptions, solve
from scrabble.solver.moves import scored_plays
from scrabble.solver.planner.game import mark_footprint
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, position_of
from tests.oracles import definitions, naive
from tests.worlds.bundled_positions import first_empty_bag
from tests.worlds.mini import CAP_RULES, World, mini_world
from tests.worlds.play_by_play import cases

EACH = 100


def replies_of(position: Position, lexicon: Lexicon) -> list[ScoredPlay]:
    return scored_plays(replace(position, scoreless_turns=0).play(PASS), lexicon)


def checked(world: World, zeros: int) -> np.ndarray:
    """Compare the bounds with the values of all moves, that of the pass by the plays, and two of the value.

    Return how many moves have one, how many of these are lower than without a reply, whether that of the
    value is, and whether the value is what the lines give without one.
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
        lower += upper < totals
    most = value_bound(position, lexicon, scored_plays(position, lexicon), replies, totals)
    assert max(values.values()) <= most <= totals, (world, zeros)
    plays = [value for text, value in values.items() if text != naive.PASS]
    of_pass = most_of_pass(position, max(plays)) if plays else None
    assert of_pass is None or values[naive.PASS] <= of_pass, (world, zeros)
    return np.array([len(found), lower, most < totals, max(values.values()) == totals])


SLOW = [
    pytest.param(range(first, first + 4 * EACH), marks=pytest.mark.slow)
    for first in range(EACH // 2, 4_000, 4 * EACH)
]


@pytest.mark.parametrize("seeds", [range(EACH // 2), *SLOW], ids=str)
def test_small_positions(seeds: range) -> None:
    """Blanks, stuck tiles, premiums on every fourth square, all kinds of end rules; thousands if slow."""
    said = np.zeros(4, int)
    for seed in seeds:
        rules = CAP_RULES[seed % len(CAP_RULES)]
        zeros = seed // len(CAP_RULES) % rules.get("scoreless_limit", 6)
        said += checked(mini_world(seed, tiles=2 + (seed % 10 == 0), **rules), zeros)
    bounds, lower, closer, reached = said / len(seeds)
    assert bounds > 1 / 2 and lower > 1 / 4 and closer > 1 / 50 and reached >= 1 / 4


def test_bounds_are_the_least_of_the_replies_that_a_move_leaves_alone() -> None:
    """By the definition; a move that touches every reply, or ends the game, has none."""
    said: Counter[str] = Counter()
    for case in cases(40, tiles=3, size=6):
        position, lexicon = position_of(case.world)
        waiting = position.play(PASS)
        replies = good_replies(position, lexicon, replies_of(position, lexicon))
        moves = {text: parse_move(text, position) for text in case.own} | {naive.PASS: PASS}
        scored = {text: ScoredPlay(move, position.score(move)) for text, move in moves.items()}
        found = upper_bounds(position, dict(enumerate(scored.values())), replies)
        touched = {}
        for reply in replies:
            laid = {square: chr(0) for square in reply.play.squares}
            rows = enumerate(case.world.board)
            board = tuple(
                "".join(laid.get((row, col), sign) for col, sign in enumerate(line)) for row, line in rows
            )
            touched[reply] = definitions.footprint(board, laid)
        for number, (text, play) in enumerate(scored.items()):
            bounds = [
                line_totals(waiting.play(reply.play.move), lexicon) - reply.play.score
                for reply, squares in touched.items()
                if not squares & play.squares
            ]
            is_end = len(play.squares) == len(case.world.racks[0])
            assert found.get(number) == (min(bounds) if bounds and not is_end else None), (case.world, text)
            said["bounded"] += number in found
            said["touches every reply"] += bool(replies) and not bounds
            said["ends the game"] += is_end and bool(bounds)
            said["several bounds"] += len(set(bounds)) > 1
    assert len(said) == 4 and min(said.values()) > 10, said


def test_replies_of_many_points_that_share_no_square_come_first() -> None:
    """Those that go out are none: what comes after them is not asked."""
    compared = 0
    for case in cases(30, tiles=4, size=6):
        position, lexicon = position_of(case.world)
        plays = replies_of(position, lexicon)
        rest = [play for play in plays if len(play.squares) < len(case.world.racks[1])]
        rest.sort(key=lambda play: -play.score)
        expected: list[ScoredPlay] = []
        for play in rest:
            if len(expected) < MOST_REPLIES and all(
                play.squares.isdisjoint(each.squares) for each in expected
            ):
                expected.append(play)
        expected += [play for play in rest if play not in expected][: MOST_REPLIES - len(expected)]
        assert [reply.play for reply in good_replies(position, lexicon, plays)] == expected, case.world
        compared += len(expected) == MOST_REPLIES
    assert compared > 10


def test_known_values_of_real_positions() -> None:
    """Every value that is known of a move, and the best one."""
    lexicon, lower = enable(), 0
    for line in (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()[:6]:
        position = cgp.loads(json.loads(line)["cgp"])
        solution = solve(position, lexicon, SolveOptions(exact=8))
        moves = {
            at: ScoredPlay(position.parse_move(each.text), each.score)
            for at, each in enumerate(solution.moves)
        }
        known = good_replies(position, lexicon, replies_of(position, lexicon))
        found = upper_bounds(position, moves, known)
        totals = line_totals(position, lexicon)
        assert totals is not None
        for at, upper in found.items():
            assert solution.moves[at].lower <= upper, (position, solution.moves[at])
            lower += upper < totals
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
    totals = line_totals(position.play(best.text), enable())
    assert totals is not None
    assert best.lower > best.score - totals


def test_a_stopped_answer_has_a_smaller_regret() -> None:
    """Of a position that no search proves at once, by bounds that hold."""
    position = first_empty_bag("g0142")
    stopped = solve(position, enable(), SolveOptions(nodes=3_000))
    assert stopped.status == "bounded"
    totals = line_totals(position, enable())
    assert totals is not None
    uppers = [min(each.searched.upper, totals) for each in stopped.moves[1:]]
    assert stopped.regret < max(uppers) - stopped.moves[0].searched.lower
