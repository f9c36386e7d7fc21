"""The plan of an endgame: what each side can do by itself, how the race goes, the estimate of every move.

    plan = plan_of(position, lexicon)
    plan.sides[0].turns            turns the player on turn needs to go out, None if a tile is stuck
    plan.sides[0].within           best totals in 0, 1, 2 ... turns, leftovers paid for
    plan.value                     the race of both racks, on the board as it is
    plan.moves[0].realistic        the best estimate; pessimistic <= realistic <= optimistic

One move generation a side on the board as it is, after Sheppard's account of Maven (2002):
nothing here is proven.  All points are those of the side spoken of, the value and the moves those of the
player on turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from scrabble.game.board import square_name
from scrabble.game.move import ScoredMove, move_text
from scrabble.game.position import Position, PositionError, require_solvable
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import placement, unpack
from scrabble.movegen.packed_rack import counts_of
from scrabble.movegen.scoring import OUT
from scrabble.solver.planner.game import (
    PlannedGame,
    complete_tables,
    estimate_root,
    mark_footprint,
    new_planned_game,
)
from scrabble.solver.planner.tables import NEVER, STUCK, TURNS

CACHE_BYTES = 16 << 20
BLOCKS = 5  # named of the plays that stop all out-plays


@dataclass(frozen=True, slots=True)
class OutPlay:
    """A play that goes out at once."""

    play: ScoredMove
    footprint: tuple[str, ...]  # a tile on any of these squares may stop or change it


@dataclass(frozen=True, slots=True)
class StuckTile:
    """A tile without a legal spot on the board as it is."""

    tile: str
    count: int
    cost: int  # points, if the other side goes out


@dataclass(frozen=True, slots=True)
class SidePlan:
    """The prospects of one side if the board stays as it is."""

    rack: str
    turns: int | None  # the least that lay the whole rack
    within: tuple[int, ...]  # best total in at most 0, 1, 2 ... turns, leftovers paid for
    outs: tuple[int | None, ...]  # best total when out in exactly 0, 1, 2 ... turns
    table: dict[str, tuple[int, ...]] = field(repr=False)  # `within` of every sub-rack
    stuck: tuple[StuckTile, ...]
    out_plays: tuple[OutPlay, ...]  # best first
    blocked_by: tuple[ScoredMove, ...]  # plays of the other side that touch all of them, best first
    block_squares: tuple[str, ...]  # squares in the footprints of all of them

    def __repr__(self) -> str:
        return f"<SidePlan {self._text}>"

    @property
    def _text(self) -> str:
        return f"{self.rack} {'stuck' if self.turns is None else f'out in {self.turns}'}"


@dataclass(frozen=True, slots=True)
class Finish:
    """One way the race can end, each side taking the best total for its number of turns."""

    turns: tuple[int, int]  # of the player on turn, of the other side
    out: int  # who is out, 0 = the player on turn
    spread: int


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move with the estimated interval of its worth."""

    play: ScoredMove
    pessimistic: int
    realistic: int
    optimistic: int

    def __repr__(self) -> str:
        return f"<PlannedMove {self.play.text} {self.realistic:+}>"


@dataclass(frozen=True, slots=True)
class EndgamePlan:
    """The plan of a position.

    Attributes:
        position: The position.
        value: The future spread of the race, if nothing is blocked or opened.
        sides: The plans of the side to move and of the opponent.
        race: The ways in which the race can end.
        moves: All moves with their estimates, the best first.
    """

    position: Position
    value: int
    sides: tuple[SidePlan, SidePlan]
    race: tuple[Finish, ...]
    moves: tuple[PlannedMove, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"<EndgamePlan {', '.join(side._text for side in self.sides)}, race {self.value:+}>"

    def _repr_html_(self) -> str:
        """Return both sides and the moves as tables, for a notebook."""
        from scrabble.report import notebook

        return notebook.plan_html(self)


def plan_of(position: Position, lexicon: Lexicon) -> EndgamePlan:
    """Plan an endgame.  Raises PositionError for a position that is no endgame, or is over."""
    require_solvable(position)
    if position.is_over:
        raise PositionError("the game is over: there is nothing to plan")
    game = new_planned_game(compile_position(position, lexicon), CACHE_BYTES)
    seen = estimate_root(game)
    if seen is None:
        raise PositionError("too many plays to plan")
    complete_tables(game)
    count, buffer, estimates = seen
    moves = [
        PlannedMove(
            _play(position, int(buffer.move[at]), int(buffer.gain[at])),
            int(estimates.pessimistic[at]),
            int(estimates.realistic[at]),
            int(estimates.optimistic[at]),
        )
        for at in range(count)
    ]
    moves.sort(key=lambda each: (-each.realistic, -each.pessimistic, -each.play.score, each.play.text))
    sides = (_side_plan(position, game, 0), _side_plan(position, game, 1))
    whole = tuple(int(size) - 1 for size in game.tables.size)
    return EndgamePlan(
        position, int(game.race.value_on_turn[whole]), sides, tuple(_finishes(sides)), tuple(moves)
    )


def _play(position: Position, number: int, score: int) -> ScoredMove:
    move = unpack(number, position)
    return ScoredMove(move, move_text(move, position), score)


def _side_plan(position: Position, game: PlannedGame, side: int) -> SidePlan:
    tables = game.tables
    size = int(tables.size[side])
    whole = tables.rack[side, size - 1]
    outs = [play for play in _plays(game, side) if play["tiles"] == whole]
    footprints = [_footprint(game, int(play["move"])) for play in outs]
    names = [tuple(_square_names(masks[0])) for masks in footprints]
    table = {
        _rack_text(position, game, side, at): tuple(int(total) for total in tables.within[side, at])
        for at in range(size)
    }
    turns = int(tables.turns[side, size - 1])
    return SidePlan(
        rack=_rack_text(position, game, side, size - 1),
        turns=None if turns >= STUCK else turns,
        within=tuple(int(total) for total in tables.within[side, size - 1]),
        outs=tuple(None if total == NEVER else int(total) for total in tables.outs[side, size - 1]),
        table=table,
        stuck=tuple(_stuck_tiles(position, game, side)),
        out_plays=tuple(
            OutPlay(_play(position, int(play["move"]), int(play["score"])), squares)
            for play, squares in zip(outs, names, strict=True)
        ),
        blocked_by=tuple(_blocks(position, game, 1 - side, footprints)),
        block_squares=tuple(name for name in names[0] if all(name in each for each in names))
        if names
        else (),
    )


def _plays(game: PlannedGame, side: int) -> list[np.void]:
    """All plays of a side, best first."""
    cache = game.fast.cache
    found = [cache.lists[number] for number in cache.found[side].ravel()]
    plays = [cache.plays[at] for each in found for at in range(each["first"], each["first"] + each["count"])]
    return sorted(plays, key=lambda play: (-int(play["score"]), int(play["move"])))


def _footprint(game: PlannedGame, move: int) -> np.ndarray:
    """The footprint of a play: bits of the squares of every line, both ways."""
    masks = np.zeros((2, game.fast.cache.found.shape[2]), np.uint32)
    mark_footprint(game.fast.state, move, masks)
    return masks


def _square_names(rows: np.ndarray) -> Iterator[str]:
    for row, squares in enumerate(rows):
        yield from (square_name(row, col, down=True) for col in range(len(rows)) if int(squares) >> col & 1)


def _blocks(
    position: Position, game: PlannedGame, side: int, footprints: list[np.ndarray]
) -> Iterator[ScoredMove]:
    """The best plays of a side that touch every one of these footprints."""
    blocks = 0
    for play in _plays(game, side) if footprints else []:
        number, squares = int(play["move"]), int(play["squares"])
        direction, line, *_ = placement(number)
        if all(int(masks[direction, line]) & squares for masks in footprints):
            yield _play(position, number, int(play["score"]))
            blocks += 1
            if blocks == BLOCKS:
                return


def _stuck_tiles(position: Position, game: PlannedGame, side: int) -> Iterator[StuckTile]:
    """The tiles that no play of the side lays."""
    tables, state = game.tables, game.fast.state
    whole = int(tables.rack[side, tables.size[side] - 1])
    live = [int(tables.rack[side, need]) for need in tables.live[side, : tables.lives[side]]]
    for kind, count in enumerate(counts_of(whole)):
        if count and not any(counts_of(rack)[kind] for rack in live):
            code = int(state.hands.kinds[side, kind])
            cost = int(state.rules[OUT]) * count * position.alphabet.value_of(code)
            yield StuckTile(position.alphabet.rack_text([code]), count, cost)


def _rack_text(position: Position, game: PlannedGame, side: int, index: int) -> str:
    packed, kinds = int(game.tables.rack[side, index]), game.fast.state.hands.kinds[side]
    codes = [int(kinds[kind]) for kind, count in enumerate(counts_of(packed)) for _ in range(count)]
    return position.alphabet.rack_text(codes)


def _finishes(sides: tuple[SidePlan, SidePlan]) -> Iterator[Finish]:
    """Yield the ways to finish: which side is out, after how many turns, and the spread then."""
    first, second = sides
    for turns in range(1, TURNS):
        mine, theirs = first.outs[turns], second.outs[turns]
        if mine is not None:
            yield Finish((turns, turns - 1), 0, mine - second.within[turns - 1])
        if theirs is not None:
            yield Finish((turns, turns), 1, first.within[turns] - theirs)
