"""Thousands of small positions with the exact worth of every move.

Mini worlds under all kinds of end rules, blanks and stuck tiles among them, and the positions that a few
random moves lead to from there; real endgames with few tiles.  The worths come from alpha-beta on
scrabble.solver.games.reference: every move played, no static bounds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bstar.engine import Engine
from scrabble.game import cgp
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.state import GameState
from scrabble.solver.games.reference import new_reference_game
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, position_of
from tests.oracles import naive
from tests.worlds.mini import END_RULES, mini_world

FAR = 1 << 20  # further than any value
TABLE = 1 << 20  # bytes


class Small(NamedTuple):
    """A position: where to start, the moves made from there, and what each further move is worth."""

    state: GameState  # where to start
    path: list[int]
    worths: dict[int, int]
    name: str

    @property
    def value(self) -> int:
        """The value for the side on turn."""
        return max(self.worths.values())


def mini_positions(count: int, first: int = 0, plies: int = 2, tiles: int = 3) -> Iterator[Small]:
    """The positions of `count` random games of up to `plies` moves, the first ones included."""
    for seed in range(first, first + count):
        rules = END_RULES[seed % len(END_RULES)]
        world = mini_world(seed, tiles=2 if seed % 3 else tiles, **rules)
        position, lexicon = position_of(world, seed // len(END_RULES) % rules.get("scoreless_limit", 6))
        yield from _game(compile_position(position, lexicon), seed, plies)


def waiting_positions(count: int) -> Iterator[Small]:
    """Random positions of a side with up to six tiles against one that has a single tile left."""
    for seed in range(count):
        world = mini_world(seed, size=6, tiles=6, **END_RULES[seed % len(END_RULES)])
        mine, his = world.racks
        if len(mine) < 4 or naive.BLANK in mine:
            continue
        world = world._replace(game=replace(world.game, rack_size=6), racks=(mine, his[-1]))
        position, lexicon = position_of(world, 0)
        yield from _game(compile_position(position, lexicon), seed, 0)


def stuck_positions(count: int) -> Iterator[Small]:
    """Random positions of three or four tiles against two, and those that a few random games lead to."""
    for seed in range(count):
        world = mini_world(seed, size=6, tiles=6, **END_RULES[seed % len(END_RULES)])
        mine, other = world.racks[0][-4:], world.racks[1][-2:]
        if len(mine) < 3 or len(other) < 2 or naive.BLANK in mine + other:
            continue
        world = world._replace(game=replace(world.game, rack_size=6), racks=(mine, other))
        position, lexicon = position_of(world, 0)
        state = compile_position(position, lexicon)
        seen = set()
        for each in range(5):
            for small in _game(state, seed + each, 2):
                if tuple(small.path) not in seen:
                    yield small
                seen.add(tuple(small.path))


def late_positions(tiles: int, every: int = 1) -> Iterator[Small]:
    """Each `every`-th proven position of positions/late.jsonl with at most so many tiles in all."""
    lines = (POSITIONS / "late.jsonl").read_text("utf-8").splitlines()
    for record in [
        record for record in map(json.loads, lines) if record["proven"] and sum(record["tiles"]) <= tiles
    ][::every]:
        [small] = _game(compile_position(cgp.loads(record["cgp"]), enable()), 0, 0)
        assert small.value == record["value"], record["id"]
        yield small._replace(name=record["id"])


def _game(state: GameState, seed: int, plies: int) -> Iterator[Small]:
    rng = random.Random(seed)
    engine = Engine(new_reference_game(state), "alphabeta", TABLE)
    path: list[int] = []
    while moves := engine.moves(path):
        worths = {move: gain - engine.bound([*path, move], -FAR, FAR) for move, gain, _, _ in moves}
        yield Small(state, [*path], worths, f"{seed} {path}")
        if len(path) == plies:
            return
        path.append(rng.choice(sorted(worths)))
