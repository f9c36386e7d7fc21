"""The endgames of a pre-endgame: queries about how they end, by null windows.

    words, cross-sets, premiums    of the position, for the tiles of both racks and the bag: compiled once
    path                           the first moves; then tiles are drawn and the bag is empty
    racks                          of both sides from then on, known to both: an endgame

    spread of an endgame  =  scores to date + gains of the path + value     for the player to move at the root

A query is "is the spread at least t?"; the answer narrows an interval (`Endgame`).  All endgames share
one game (`Dealer`), its solo bounds and its transposition table.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from bstar.engine import Engine, SearchStopped
from bstar.search_control import STOP
from scrabble.bounds.score_caps import score_caps
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, may_exchange
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import LETTERS_AT, MOST_LAID, placement
from scrabble.movegen.packed_rack import TYPES
from scrabble.movegen.redeal import base_of
from scrabble.movegen.word_table import BLANK
from scrabble.solver.games.fast import new_fast_game
from scrabble.solver.games.reference import new_reference_game
from scrabble.solver.preendgame.dealer import MOST_PROOF_NODES, TREE_PART, Dealer, SideTiles, tile_rows

PARTS, LEAST_PART = 3, 8  # 1/3 of the memory is for play lists, at least 1/8 for Python objects
MANY_TURNS = 60  # scoreless turns: more than a path has
FAST, REFERENCE = "fast", "reference"  # games


class FirstMove(NamedTuple):
    """A legal move."""

    number: int  # PASS for an exchange as well: the board stays as it is
    gain: int
    laid: bytes  # tiles of the rack that are played, sorted
    exchanged: bytes = b""  # those that are put back into the bag, sorted

    @property
    def is_pass(self) -> bool:
        """Return whether this is a pass."""
        return not self.laid and not self.exchanged


class Endgames:
    """Solver of the endgames that a position with tiles in the bag may lead to."""

    def __init__(self, unseen: UnseenTiles, lexicon: Lexicon, memory: int, game: str = FAST) -> None:
        position, tiles = unseen.position, unseen.tiles
        self.asked = 0  # queries about endgames
        self.clock = 0  # ticks whenever bounds may have changed
        self.position, self.unseen, self.ahead = position, unseen, position.spread
        table, lists, self._room = _shares(memory, has_many_draws=unseen.count > 1)
        self._exchanges = may_exchange(position)
        size = len(tiles) - unseen.count
        with_tiles = _with_racks(position, (position.rack_codes[0], tiles[:size]))
        state = compile_position(with_tiles, lexicon, bag=tiles[size:])
        tree = lists // TREE_PART
        plays = new_reference_game(state) if game == REFERENCE else new_fast_game(state, lists - tree)
        engine = Engine(plays, "alphabeta", table)
        base = base_of(state)
        if self._exchanges:  # passes in a path stand for exchanges, more of which may come in a row
            base = base._replace(zeros_left=MANY_TURNS)
        # the opponent has unseen tiles, but for exchanges: one packing for them lets draws share play lists
        shared = frozenset(tiles) if len(set(tiles)) <= TYPES else None
        self.dealer = Dealer(engine, state, base, tree, shared)

    @property
    def engine(self) -> Engine:
        """The engine of the game."""
        return self.dealer.engine

    @property
    def nodes(self) -> int:
        """The number of positions that have been searched."""
        return self.engine.nodes

    def stop(self) -> None:
        """Stop the search."""
        self.engine.control[STOP] = 1

    def note_query(self) -> None:
        """Count a query about endgames."""
        self.asked += 1
        self.clock += 1

    # Memory

    @property
    def room(self) -> int:
        """The bytes that are left for Python objects."""
        return self._room

    def count_bytes(self, size: int) -> None:
        """Count new Python objects before they are built.  Raises SearchStopped if the memory is full."""
        if size > self._room:
            raise SearchStopped("memory")
        self._room -= size

    def reserve(self, size: int) -> None:
        """Count new Python objects.  Raises SearchStopped if the memory is full or the search was stopped."""
        self.check_stopped()
        self.count_bytes(size)

    def check_stopped(self) -> None:
        """Raise SearchStopped if the search was stopped, in work outside the engine."""
        if self.engine.control[STOP]:
            raise SearchStopped("interrupt")

    # Endgames

    def plays(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> list[FirstMove]:
        """Return the moves after a path, with the pass; [] if the game is over.  Raises SearchStopped."""
        self.check_stopped()
        return [
            FirstMove(move, gain, _laid(move & MOST_LAID, move >> LETTERS_AT))
            for move, gain in self.dealer.moves(path, racks)
        ]

    def warm_up(self) -> None:
        """Compile or load the kernels of a search."""
        rack, others = self.position.rack_codes[0], self.unseen.tiles[: -self.unseen.count]
        racks = SideTiles(rack, rack), SideTiles(others, others)
        self.engine.control[STOP] = 1
        for nodes in (1, MOST_PROOF_NODES + 1):  # by proof numbers, by alpha-beta
            with suppress(SearchStopped):
                self.dealer.answer((), racks, 0, nodes)
        self.engine.resume()
        self.engine.forget()
        if self.has_fast_game:
            self.dealer.warm_up_glance()
            none = np.zeros(0, np.int64)
            self.dealer.bounds_by_replies(racks, none, none, tile_rows([]), 0)

    @property
    def has_fast_game(self) -> bool:
        """Return whether `glance` and `Dealer.answer_each` are available."""
        return self.dealer.has_fast_game

    def glance(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the planner's estimate of the value after a path, for the side to move.

        Raises SearchStopped.
        """
        self.check_stopped()
        return self.dealer.glance(path, racks)

    @functools.cached_property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest possible final spread, whatever is drawn and played."""
        position, tiles = self.position, self.unseen.tiles
        if self._exchanges:  # either side may get all tiles
            return self._limits(*[position.rack_codes[0] + tiles] * 2)
        most_valued = sorted(tiles, key=position.alphabet.value_of, reverse=True)
        drawn = bytes(most_valued[: self.unseen.count])
        return self._limits(position.rack_codes[0] + drawn, tiles)

    def _limits(self, own: bytes, other: bytes) -> tuple[int, int]:
        """Return the limits when each side may lay these tiles."""
        caps = score_caps(_with_racks(self.position, (own, other)))
        rules = self.position.rules
        stake = max(rules.out_gain + rules.out_loss, rules.scoreless_loss)
        stake *= self.position.alphabet.value(own + other)
        return self.ahead - max(caps.other) - stake, self.ahead + max(caps.own) + stake


class Endgame:
    """The final spread of one endgame for the player to move at the root: lower <= spread <= upper."""

    __slots__ = ("_base", "_endgames", "_path", "_racks", "lower", "upper")

    def __init__(
        self,
        endgames: Endgames,
        path: tuple[int, ...],
        racks: tuple[SideTiles, SideTiles],
        gained: int,
        most: int | None = None,
    ) -> None:
        """Take the points that the moves of the path gain, and the most that the spread can be, if known."""
        self._endgames, self._path, self._racks = endgames, path, racks
        self._base = endgames.ahead + gained
        self.lower, self.upper = endgames.limits
        if most is not None:
            self.upper = most

    def ask(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough.

        Raises SearchStopped.
        """
        if not self.is_open(least):
            return True
        self._endgames.note_query()
        gamma = self._gamma(least)
        value = self._endgames.dealer.answer(self._path, self._racks, gamma, nodes)
        if value is not None:
            self._narrow(gamma, value)
        return value is not None

    def is_open(self, least: int) -> bool:
        """Return whether it is not known if the spread is at least `least`."""
        return self.lower < least <= self.upper

    def _gamma(self, least: int) -> int:
        """Return the value for the side to move that decides whether the spread is at least `least`."""
        return least - self._base if self._is_own_turn else self._base - least + 1

    def _narrow(self, gamma: int, value: int) -> None:
        """Apply the fail-soft value for the window (gamma - 1, gamma)."""
        spread = self._base + (value if self._is_own_turn else -value)
        if (value >= gamma) == self._is_own_turn:
            self.lower = max(self.lower, spread)
        else:
            self.upper = min(self.upper, spread)

    @property
    def _is_own_turn(self) -> bool:
        """Return whether the player of the root is to move after the path."""
        return len(self._path) % 2 == 0

    @staticmethod
    def ask_each(spreads: Sequence[Endgame], leasts: Sequence[int], nodes: int) -> None:
        """Test whether each spread is at least as asked, with `nodes` for each; their paths have one length.

        Raises SearchStopped.
        """
        pairs = zip(spreads, leasts, strict=True)
        open_ = [(each, each._gamma(least)) for each, least in pairs if each.is_open(least)]
        if not open_:
            return
        endgames = open_[0][0]._endgames
        endgames.note_query()
        paths, racks = [each._path for each, _ in open_], [each._racks for each, _ in open_]
        values = endgames.dealer.answer_each(paths, racks, [gamma for _, gamma in open_], nodes)
        for (each, gamma), value in zip(open_, values, strict=True):
            if value is not None:
                each._narrow(gamma, value)


@functools.lru_cache(1 << 14)
def _laid(count: int, letters: int) -> bytes:
    """Return the tiles of the rack that a move lays, by their number and letters; many moves lay the same."""
    codes = placement(letters << LETTERS_AT | count).codes
    return bytes(sorted(0 if code >= BLANK else code for code in codes))


def _shares(memory: int, has_many_draws: bool) -> tuple[int, int, int]:
    """Return the bytes for the table, a power of two, for play lists and for Python objects.

    With many draws there are up to a hundred times as many objects, and the table is half as large.
    """
    lists = memory // PARTS
    table = 1 << (memory - lists).bit_length() - 1 - has_many_draws
    objects = max(memory - lists - table, memory // LEAST_PART)
    return table, memory - table - objects, objects


def _with_racks(position: Position, racks: tuple[bytes, bytes]) -> Position:
    return Position(
        position.alphabet,
        position.layout,
        position.rules,
        position.squares,
        racks,
        position.scores,
        position.scoreless_turns,
        position.lexicon_name,
    )
