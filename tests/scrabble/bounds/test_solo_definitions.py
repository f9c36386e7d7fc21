"""Solo bounds to the point, against their definition, for one to six tiles left.

A bound that leaves something out is too low on few boards only, so it is not enough that no sequence of
plays makes more: without a limit the bound is the number of the definition, and with one it says on which
side of it that number is.  With more tiles a board is reached in more than one way, and a lower number found
on one of them holds for all: the bound lies between what can be made and the definition.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from bstar.game import INF
from scrabble.bounds.solo_game import SoloWorkspace, new_solo
from scrabble.game import cgp
from scrabble.game.move import parse_move
from scrabble.game.position import Position
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import number_of
from scrabble.movegen.play_cache import new_cache
from scrabble.movegen.state import GameState
from tests.conftest import POSITIONS
from tests.doors import bounds, kernels
from tests.doors.bridge import enable, enable_game
from tests.oracles import naive, solo_definitions
from tests.oracles.solo_definitions import Path, Step
from tests.worlds.mini import END_RULES, World, game, mini_world, plain, with_only
from tests.worlds.play_by_play import Case, case_of, cases, squares_laid

ENOUGH = {
    "1 left": 50,
    "2 left": 90,
    "on the last line": 25,
    "a pair in one word": 15,
    "one against one": 25,
    "3 left": 50,
    "4 left": 15,
    "5 left": 5,
    "6 left": 3,
    "begins near": 5,
    "after a reply": 25,
    "lower at hand": 15,
    "more than the end": 12,
    "real": 25,
}
ROOM = 1 << 22


class Asked(NamedTuple):
    """A play of the side on turn, which is side 0, and the path that it is the last step of."""

    game: naive.Game
    state: GameState
    path: Path
    rack: str  # what the play leaves
    move: int
    score: int

    def bounds(self, limit: int, known: SoloWorkspace | None = None) -> tuple[int, int]:
        """The bounds of the play, found without anything that was known before but what is given."""
        size = len(self.path[0].board)
        lower, upper = bounds.solo_bound(
            self.state,
            new_cache(ROOM, size),
            known if known is not None else new_solo(ROOM, size),
            *map(np.int64, (0, self.move, self.score, limit)),
        )
        return int(lower), int(upper)


def check(asked: Asked, said: Counter[str]) -> None:
    """Ask for the bound without a limit, and with limits on either side of it."""
    most = asked.score + solo_definitions.most(asked.game, asked.path, asked.rack)
    what = asked.path, asked.rack
    assert asked.bounds(INF) == (-INF, most), what
    fewest = asked.score + solo_definitions.fewest(asked.game, asked.path, asked.rack)
    for limit in (most + 3, most, most - 1, fewest, fewest - 1, fewest - 8):
        _, upper = asked.bounds(limit)
        assert (upper <= limit) == (fewest <= limit), (*what, limit)
        if upper <= limit:
            assert upper >= fewest, (*what, limit)
        else:
            assert upper <= most or len(asked.rack) > 2, (*what, limit)
    size = len(asked.path[0].board)
    said[f"{len(asked.rack)} left"] += 1
    said["on the last line"] += any(size - 1 in square for square in asked.path[-1].laid)
    end = solo_definitions.end_by_passes(asked.game, asked.rack, asked.path[-1].other)
    said["more than the end"] += most > asked.score + end
    *before, last = asked.path
    elsewhere = solo_definitions.most(asked.game, (*before, last._replace(laid=())), asked.rack)
    said["lower at hand"] += fewest < most
    said["begins near"] += asked.score + elsewhere < most


def after(
    case: Case, position: Position, path: Path, racks: naive.Racks, texts: list[str]
) -> Iterator[Asked]:
    """Plays of the side on turn, at the end of a path that has been played."""
    game, board = case.world.game, path[-1].board
    for text in texts:
        later, rest = naive.apply(board, racks[0], text)
        move = number_of(parse_move(text, position), position)
        score = naive.plays(game, board, racks[0])[text]
        step = Step(later, racks[1], tuple(squares_laid(text)))
        yield Asked(game, case.state, (*path, step), rest, move, score)


def at_once(case: Case, texts: list[str]) -> Iterator[Asked]:
    """Plays of the side on turn at the root."""
    start = Step(case.world.board, case.world.racks[1], ())
    return after(case, case.position, (start,), case.world.racks, texts)


@cache
def made_alone(game: naive.Game, board: naive.Board, rack: str, other: str) -> int:
    """Return the most that a side scores if the opponent always passes, by the rules alone."""
    best = solo_definitions.end_by_passes(game, rack, other)
    for text, score in naive.plays(game, board, rack).items():
        later, rest = naive.apply(board, rack, text)
        end = solo_definitions.end_by_going_out(game, other)
        best = max(best, score + (made_alone(game, later, rest, other) if rest else end))
    return best


@pytest.mark.parametrize("worlds", [2, pytest.param(24, marks=pytest.mark.slow)])
def test_one_or_two_tiles(worlds: int) -> None:
    said: Counter[str] = Counter()
    for number, rules in enumerate(END_RULES * 2):
        for case in cases(worlds, first=25 * number, tiles=4, **rules):
            for asked in at_once(case, sorted(case.own)[::2]):
                board, other, _ = asked.path[-1]
                if len(asked.rack) not in (1, 2) or len(asked.rack) == len(other) == 1:
                    continue
                check(asked, said)
                alone = made_alone(asked.game, board, asked.rack, other)
                assert alone <= solo_definitions.most(asked.game, asked.path, asked.rack), asked.path
                if len(asked.rack) == 2:
                    word = solo_definitions.most_in_one_word(asked.game, board, asked.rack)
                    said["a pair in one word"] += word is not None
    kinds = "1 left", "2 left", "on the last line", "a pair in one word"
    assert not {what: said[what] for what in kinds if said[what] < ENOUGH[what] * worlds / 4}, said


def test_one_tile_against_one_is_known() -> None:
    said: Counter[str] = Counter()
    for number, rules in enumerate(END_RULES * 2):
        for case in cases(3, first=10 * number, tiles=3, **rules):
            if len(case.world.racks[1]) > 1:
                continue
            worths = naive.value_of_moves(*case.world)
            texts = sorted(case.own)
            for text, asked in zip(texts, at_once(case, texts), strict=True):
                if len(asked.rack) == 1:
                    worth = worths[text]
                    assert asked.bounds(INF) == (worth, worth), (case.world, text)
                    assert asked.bounds(worth - 1) == (worth, worth), (case.world, text)
                    assert worth <= asked.bounds(worth)[1] <= worth, (case.world, text)
                    said["one against one"] += 1
    assert said["one against one"] >= ENOUGH["one against one"], said


def few_tiles(seed: int, least: int, most: int, size: int = 5) -> Case | None:
    """A board of `size` rows with `least` to `most` tiles against one or two; None if there are fewer.

    Blanks only among the least tiles: with one there are ten times as many plays.
    """
    world = mini_world(seed, size=size, tiles=max(6, most), **END_RULES[seed % len(END_RULES)])
    mine, other = world.racks[0][-most:], world.racks[1][: 1 + seed % 2]
    if len(mine) < least or (naive.BLANK in mine and len(mine) > 4):
        return None
    return case_of(with_only(replace(world.game, rack_size=max(6, most)), world.board, (mine, other)))


@pytest.mark.parametrize(
    ("left", "seeds"),
    [
        (3, range(100, 135)),
        (4, range(100, 140)),
        pytest.param(3, range(135, 205), marks=pytest.mark.slow),
    ],
)
def test_three_or_four_tiles(left: int, seeds: range) -> None:
    said: Counter[str] = Counter()
    for seed in seeds:
        case, rng = few_tiles(seed, left + 1, left + 1 + seed % 2), random.Random(seed)
        if case is not None:
            fitting = [asked for asked in at_once(case, sorted(case.own)) if len(asked.rack) == left]
            for asked in rng.sample(fitting, min(len(fitting), 2)):
                check(asked, said)
    kinds = f"{left} left", "more than the end", "begins near"
    share = len(seeds) / {3: 70, 4: 40}[left]
    assert not {what: said[what] for what in kinds if said[what] < ENOUGH[what] * share}, said


@pytest.mark.parametrize("left", [5, 6])
@pytest.mark.parametrize("plays", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_five_or_six_tiles(left: int, plays: int) -> None:
    """In worlds of few plays: one of 130 takes the oracle a second."""
    said: Counter[str] = Counter()
    for seed in range(100, 250):
        case, rng = few_tiles(seed, left + 1, left + 1), random.Random(seed)
        if case is not None and len(case.own) <= plays:
            fitting = [asked for asked in at_once(case, sorted(case.own)) if len(asked.rack) == left]
            for asked in rng.sample(fitting, min(len(fitting), 1)):
                alone = made_alone(asked.game, asked.path[-1].board, asked.rack, asked.path[-1].other)
                most = solo_definitions.most(asked.game, asked.path, asked.rack)
                _, upper = asked.bounds(INF)
                assert alone <= upper - asked.score <= most, asked.path
                _, upper = asked.bounds(asked.score + alone - 1)
                assert upper >= asked.score + alone, asked.path
                said[f"{left} left"] += 1
    assert said[f"{left} left"] >= ENOUGH[f"{left} left"], said


def test_three_tiles_after_a_reply() -> None:
    """The bound goes back to the board before the last play of the side."""
    said: Counter[str] = Counter()
    for seed in range(150):
        case, rng = few_tiles(seed, 5, 6), random.Random(seed)
        if case is None or len(case.world.racks[1]) < 2:
            continue
        for asked in _after_a_reply(case, rng):
            check(asked, said)
            said["after a reply"] += 1
    assert not {
        what: said[what] for what in ("after a reply", "lower at hand") if said[what] < ENOUGH[what]
    }, said


def test_a_board_is_bounded_for_the_tiles_that_the_opponent_keeps() -> None:
    """What was found for a rack after a reply is no bound at the root, where the opponent has more."""
    said: Counter[str] = Counter()
    for seed in range(100):
        case, rng = few_tiles(seed, 5, 6, size=8), random.Random(seed)
        if case is None or len(case.world.racks[1]) < 2:
            continue
        known, left = new_solo(ROOM, len(case.world.board)), set()
        for asked in _after_a_reply(case, rng):
            asked.bounds(INF, known)
            left.add("".join(sorted(asked.rack)))
        for asked in at_once(case, sorted(case.own)):
            if "".join(sorted(asked.rack)) in left:
                alone = made_alone(asked.game, asked.path[-1].board, asked.rack, asked.path[-1].other)
                assert asked.bounds(INF, known)[1] >= asked.score + alone, (asked.path, asked.rack)
                said["at the root"] += 1
    assert said["at the root"] >= 50, said


def _after_a_reply(case: Case, rng: random.Random) -> Iterator[Asked]:
    """Plays that leave three tiles after one play of each side; the state is led there and back."""
    game, (mine, other) = case.world.game, case.world.racks
    short = [text for text in sorted(case.own) if len(squares_laid(text)) <= len(mine) - 4]
    for text in rng.sample(short, min(len(short), 2)):
        board, rest = case.after(text)
        replies = [
            reply
            for reply in sorted(naive.plays(game, board, other))
            if len(squares_laid(reply)) < len(other)
        ]
        for reply in rng.sample(replies, min(len(replies), 1)):
            path, position = (Step(case.world.board, other, ()),), case.position
            racks = [rest, other]
            path += (Step(board, other, tuple(squares_laid(text))),)
            later, racks[1] = naive.apply(board, other, reply)
            path += (Step(later, racks[1], tuple(squares_laid(reply))),)
            for each in (text, reply):
                move = parse_move(each, position)
                kernels.play(case.state, np.int64(number_of(move, position)))
                position = position.play(move)
            choice = sorted(naive.plays(game, later, rest))
            left = [each for each in choice if len(rest) - len(squares_laid(each)) == 3]
            yield from after(case, position, path, (racks[0], racks[1]), rng.sample(left, min(len(left), 2)))
            kernels.undo(case.state)
            kernels.undo(case.state)


def test_real_positions() -> None:
    """The last two tiles on whole boards, with all words of the bundled lexicon."""
    said, game = Counter[str](), enable_game()
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()
    for record in [record for record in map(json.loads, lines) if record["tiles"][0] == 3][:4]:
        position = cgp.loads(record["cgp"])
        read = naive.read_cgp(record["cgp"], game)
        own = naive.plays(game, read.board, read.racks[0])
        case = Case(World(game, read.board, read.racks), position, compile_position(position, enable()), own)
        for asked in at_once(case, sorted(own)[::5]):
            if 0 < len(asked.rack) < 3 and not len(asked.rack) == len(read.racks[1]) == 1:
                check(asked, said)
                said["real"] += 1
    assert said["real"] >= ENOUGH["real"], said


class Waiting(NamedTuple):
    """Some rows where an A makes BA, what the side has left after it, the other words, and the bonus."""

    rows: naive.Board
    left: str
    words: str
    bingo_length: int = 7


WAITING = {  # a single C that makes CAT, or a G that makes GH, before EF joins it to the A of BA
    "one at the end of a run": Waiting(
        ("........", "B....AT.", "Z.......", "........"), "CEFX", "CAT BAEFCAT"
    ),
    "two joined by one play": Waiting(
        ("........", "B....AT.", "Z.......", "...H...."), "CEFG", "CAT BAEFCAT GH FGH"
    ),
    "two, and a place for one where nothing joins it": Waiting(
        ("........", "B....AT.", "Z.HH....", "........"), "CEFG", "CAT BAEFCAT HG EHG FH"
    ),
    # with one of them alone F, or E, does not fit beside it
    "two in a line with an end of both": Waiting(
        ("....H...", "B...T...", "Z.......", "...H...."), "EFGI", "GH IH GFIH BAEFT"
    ),
    "two in two lines with an end of both": Waiting(
        ("..H.....", "........", "B...HTTT", "Z.K.....", *("........",) * 3), "EGIX", "GHTTT HI HIEK BAEGHTTT"
    ),
    "one alone in a line, with a tile behind the play": Waiting(
        ("....H...", "B...T...", "Z.HT....", "........"), "EFGX", "GH EH GFT BAEFT"
    ),
    # WX, then JKF with JX and a bonus, which stands on the X alone, then E
    "one that the play stands on": Waiting(
        ("....W...", "........", "Z.......", "B......."), "EFJKX", "WX JX JKF BAEF", 3
    ),
}


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("case", WAITING)
def test_single_tiles_wait_for_the_play_that_joins_them(
    case: str, is_reversed: bool, is_turned: bool
) -> None:
    rows, rest, others, length = WAITING[case]
    words, empty = ["BA", *others.split()], naive.EMPTY * 8
    board: naive.Board = (*(empty,) * (7 - len(rows)), *rows, empty)
    if is_reversed:
        board, words = tuple(row[::-1] for row in board[::-1]), [word[::-1] for word in words]
    if is_turned:
        board = naive.turned(board)
    world = World(game(*words, bingo_length=length, **plain(8)), board, (f"A{rest}", "B"))
    (text,) = naive.plays(world.game, board, "A")
    (asked,) = at_once(case_of(world), [text])
    after_play, rack = naive.apply(board, world.racks[0], text)
    most = asked.score + made_alone(world.game, after_play, rack, "B")
    assert asked.bounds(INF)[1] >= most <= asked.bounds(most)[1]
    assert asked.bounds(most - 1)[1] > most - 1
