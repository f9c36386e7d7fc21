"""Play a game from the full bag by static evaluation: realistic games, as fast as possible.

    finder = MoveFinder(lexicon, layout, rules)
    game = play_game(finder, seed=1, number=12)         the same game every time
    game.turns, game.totals                             every position, both racks known; final scores
    game.first_empty_bag                                the endgame, or None if the game ended before it

A turn is the play with the largest sum of score and leave (`evaluation`), an exchange if that is worth more,
or a pass when there is no other move.  The draws depend on seed, number and the moves alone.
"""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass

import numpy as np

from scrabble.game.board import empty_squares
from scrabble.game.move import PASS, Move
from scrabble.game.position import Position
from scrabble.game.tiles import Alphabet
from scrabble.selfplay.best_play import MoveFinder
from scrabble.selfplay.evaluation import EVALUATIONS, Numbers, sub_racks

STATIC = "static"
MOST_EXCHANGES = 6  # scoreless turns in a row; in some languages exchanges could go on forever


class Bag:
    """The tiles still to be drawn, the next one last, in an order that depends on seed and number only.

    The order comes from `random.Random.random` alone, the one method whose numbers Python promises to keep.
    Invariant: the drawn tiles not put back and the bag together are the whole set.
    """

    def __init__(self, alphabet: Alphabet, seed: int, number: int) -> None:
        self._random = random.Random(f"{seed} {number}")
        self._tiles = [code for code, count in enumerate(alphabet.counts) for _ in range(count)]
        self._mix()

    def __len__(self) -> int:
        return len(self._tiles)

    def draw(self, count: int) -> bytes:
        """Draw `count` tiles, or all that are left."""
        count = min(count, len(self._tiles))
        return bytes(self._tiles.pop() for _ in range(count))

    def exchange(self, tiles: bytes) -> bytes:
        """Draw as many tiles as are given, then put those back.  Raises ValueError if too few are left."""
        if len(tiles) > len(self):
            raise ValueError(f"{len(tiles)} tiles cannot be exchanged: the bag holds {len(self)}")
        drawn = self.draw(len(tiles))
        self._tiles += tiles
        self._mix()
        return drawn

    def _mix(self) -> None:
        keys = [self._random.random() for _ in self._tiles]
        self._tiles = [tile for _, tile in sorted(zip(keys, self._tiles, strict=True))]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn, with the position before it: both racks, the player on turn first."""

    player: int  # 0 or 1
    position: Position
    move: Move
    score: int = 0

    @property
    def bag(self) -> int:
        """Return the number of tiles in the bag before the turn."""
        return len(self.position.bag)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game played to its end."""

    seed: int
    number: int
    players: tuple[str, str]  # names of `EVALUATIONS`
    turns: tuple[PlayedTurn, ...]
    final: Position  # after the last turn, seen by the player who would be on turn

    @property
    def first_empty_bag(self) -> Position | None:
        """Return the first position with an empty bag."""
        return next((turn.position for turn in self.turns if not turn.bag), None)

    def first_with(self, tiles: int) -> Position | None:
        """Return the first position with `tiles` tiles in the bag, as the player on turn sees it."""
        if not tiles:
            return self.first_empty_bag
        found = (turn.position for turn in self.turns if turn.bag == tiles)
        position = next(found, None)
        return (
            None
            if position is None
            else dataclasses.replace(position, rack_codes=(position.rack_codes[0], b""))
        )

    @property
    def on_turn(self) -> int:
        """Return the player who would be on turn at the end."""
        return len(self.turns) % 2

    @property
    def totals(self) -> tuple[int, int]:
        """Return the final scores, player 0 first."""
        first, second = self.final.final_scores
        return (second, first) if self.on_turn else (first, second)


def play_game(
    finder: MoveFinder, seed: int, number: int, players: tuple[str, str] = (STATIC, STATIC)
) -> PlayedGame:
    """Play game `number` of `seed`; `players` are names of `EVALUATIONS`, player 0 begins."""
    alphabet, rules = finder.lexicon.alphabet, finder.rules
    bag = Bag(alphabet, seed, number)
    size = min(rules.rack_size, alphabet.total // 2)
    position = Position(
        alphabet,
        finder.layout,
        rules,
        empty_squares(finder.layout),
        rack_codes=(bag.draw(size), bag.draw(size)),
        lexicon_name=finder.lexicon.name,
    )
    turns: list[PlayedTurn] = []
    idle = 0  # scoreless turns in a row, exchanges included
    while not position.is_over:
        player = len(turns) % 2
        turn = _choose(finder, position, player, players[player], len(bag), idle < MOST_EXCHANGES)
        position = _after(turn, bag)
        idle = 0 if turn.score else idle + 1
        turns.append(turn)
    return PlayedGame(seed, number, players, tuple(turns), position)


def _choose(
    finder: MoveFinder, position: Position, player: int, name: str, bag: int, may_exchange: bool
) -> PlayedTurn:
    rack = position.rack_codes[0]
    counts = sub_racks(rack, position.alphabet.size)
    worth = EVALUATIONS[name](position, counts, bag)
    found = finder.find_best(position, worth=worth)
    if may_exchange and bag >= position.rules.exchange_limit:
        kept = _best_kept(counts, worth, len(rack), bag)
        if kept is not None and (found.best is None or worth[kept] > found.value):
            exchanged = bytes(
                code for code in sorted(set(rack)) for _ in range(rack.count(code) - int(counts[kept, code]))
            )
            return PlayedTurn(player, position, Move(exchanged=exchanged))
    return PlayedTurn(player, position, found.best or PASS, found.score)


def _best_kept(counts: Numbers, worth: Numbers, held: int, bag: int) -> int | None:
    """Return the sub-rack to keep in an exchange, with fewest tiles among equals; None for no exchange."""
    sizes = counts.sum(axis=1)
    allowed = np.flatnonzero((sizes < held) & (held - sizes <= bag))
    if not len(allowed):
        return None
    return int(min(allowed, key=lambda at: (-worth[at], sizes[at])))


def _after(turn: PlayedTurn, bag: Bag) -> Position:
    """Return the position after a turn and the draw."""
    before = turn.position
    after, exchanged = before.play(turn.move), turn.move.exchanged
    drawn = bag.exchange(exchanged) if exchanged else bag.draw(turn.move.tile_count)
    racks = (after.rack_codes[0], after.rack_codes[1] + drawn)
    return dataclasses.replace(after, rack_codes=racks, previous=None)
