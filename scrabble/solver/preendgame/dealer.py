"""One compiled game that is dealt anew for each query, with its engine.

    dealer = Dealer(...)                      board and words of a position, for all tiles that may be drawn
    dealer.answer(path, racks, gamma, nodes)  is the value after these moves at least gamma?

All deals share the lists of plays, the solo bounds and the transposition table.
"""

from __future__ import annotations

import functools
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.depth_first.proof_number import NODE_BYTES, ProofMemory, new_proof_tree
from bstar.engine import Engine, run_with_node_budget
from scrabble.game.unseen import without
from scrabble.movegen.compile_position import NO_KIND, new_hands
from scrabble.movegen.features import MOST_SOLO_TILES, SOLO_TILES
from scrabble.movegen.packed_rack import TYPES, packed_rack
from scrabble.movegen.redeal import RedealBase, deal, new_deals
from scrabble.movegen.state import GameState, RackPair
from scrabble.movegen.word_table import BLANK
from scrabble.solver.games.deals import bound_deal, new_windows, search_deals
from scrabble.solver.games.fast import FastGame
from scrabble.solver.planner.game import quick_estimates, with_planner

MOST_PROOF_NODES = 4_000  # of a query that is answered by proof numbers: later bounds are of more use
LONG_NODES = 4_000  # of a query from which it has a long try
HELPED, TRIED = 3, 4  # prior of the tries: those that answered the query, and all
OFTEN = 0.6  # success rate of these tries from which they pay
TREE_PART = 4  # of the play lists' share, for the tree of a proof-number search
MOST_DEALS = 64  # searched by one call
GLANCED_AT = 32  # moves; the best one is among them nine times in ten


class SoloTry(NamedTuple):
    """The solo bounds that a try to answer a query may use."""

    tiles: int  # on a rack at most
    plays: int  # that bounds of more than two tiles may look at for each node


NO_SOLO, FEW_TILES = SoloTry(0, 0), SoloTry(2, 0)
SHORT_TRY, LONG_TRY = SoloTry(4, 256), SoloTry(MOST_SOLO_TILES, 1024)


class SideTiles(NamedTuple):
    """The tiles of one side."""

    rack: bytes
    pool: bytes  # the rack and all tiles the side has laid since the root

    @classmethod
    def in_order(cls, rack: bytes, pool: bytes) -> SideTiles:
        """Return the tiles of one side in order."""
        return cls(bytes(sorted(rack)), bytes(sorted(pool)))

    def after(self, laid: bytes, drawn: bytes) -> SideTiles:
        """Return the tiles after a play and its draw, in order."""
        return self.in_order(without(self.rack, laid) + drawn, self.pool + drawn)


class Dealer:
    """A compiled game with its engine, for any racks after any first moves.

    `base` is the position that each deal begins from, and `shared` the tile types of one packing that all
    racks of the second side fit into; None if there is none.
    """

    def __init__(
        self,
        engine: Engine,
        state: GameState,
        base: RedealBase,
        tree_bytes: int,
        shared: frozenset[int] | None,
    ) -> None:
        self.engine = engine
        self.has_fast_game = isinstance(engine.game, FastGame)  # `glance` and `answer_each` are available
        self._state, self._base, self._shared = state, base, shared
        self._proof_memory = ProofMemory(engine.memory, new_proof_tree(tree_bytes // NODE_BYTES))
        self._dealt: object = None
        self._deals, self._windows = new_deals(MOST_DEALS), new_windows(MOST_DEALS)
        self._solo_tries: dict[int, tuple[int, int]] = defaultdict(lambda: (HELPED, TRIED))  # by budget

    def warm_up_glance(self) -> None:
        """Compile or load the kernels of `glance`."""
        quick_estimates(*self._planned, np.arange(0, dtype=np.int64), self._guesses)

    def moves(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> list[tuple[int, int]]:
        """Return the moves after a path with their points; [] if the game is over.  Raises SearchStopped."""
        self._deal(path, racks)
        return [(move, gain) for move, gain, _, _ in self.engine.moves()]

    def glance(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the planner's estimate of the value after a path, for the side to move.

        It is that of the best of a few moves, those that a search would look at first.  Raises SearchStopped.
        """
        self._deal(path, racks)
        self._allow_solo(NO_SOLO, 0)
        count, is_over, value = self.engine.list_moves(())
        if is_over:
            return value
        ranks, guesses = self.engine.stack.moves.rank[:count], self._guesses
        first = _highest(ranks, GLANCED_AT)
        quick_estimates(*self._planned, first, guesses)
        return int(guesses[first].max())

    @functools.cached_property
    def _planned(self) -> tuple[Any, Any]:
        """The game with a planner and the buffer of moves."""
        return with_planner(self.engine.game), self.engine.stack.moves

    @functools.cached_property
    def _guesses(self) -> np.ndarray:
        return lazy_zeros(len(self.engine.stack.moves.move), np.int32)

    def bounds_by_replies(
        self,
        racks: tuple[SideTiles, SideTiles],
        moves: np.ndarray,
        gains: np.ndarray,
        taken: np.ndarray,
        replies: int,
    ) -> np.ndarray:
        """Return upper bounds of moves of the base, int64[n]; INF where there is none.

        They come from `replies` replies of the opponent.  None of the moves ends the game.  Each leaves the
        first side its rack without some tiles, `taken` (`tile_rows`).
        """
        hands, salt = _packed(*racks, self._shared)
        steps = np.zeros(BLANK + 1, np.uint32)
        for kind, code in enumerate(_types(racks[0])):
            steps[code] = packed_rack([0] * kind + [1])
        leaves = hands.racks[0] - steps[taken].sum(axis=1, dtype=np.uint32)
        kind_of = np.where(hands.kind_of == NO_KIND, 0, hands.kind_of)  # moves lay others
        self._deals.put(0, hands._replace(kind_of=kind_of), salt)
        uppers, self._dealt = np.zeros(len(moves), np.int64), None
        bound_deal(
            self.engine.game,
            self._base,
            np.zeros(0, np.int64),
            self._deals,
            moves,
            gains,
            leaves,
            replies,
            uppers,
        )
        return uppers

    def value(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], alpha: int, beta: int) -> int:
        """Return the fail-soft value after a path for the side to move, by alpha-beta.

        Raises SearchStopped.
        """
        self._deal(path, racks)
        return self.engine.bound((), alpha, beta)

    def answer(
        self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], gamma: int, nodes: int
    ) -> int | None:
        """Return the fail-soft value after a path in the window (gamma - 1, gamma), for the side to move.

        None if `nodes` were not enough.  Raises SearchStopped.

        The expensive solo bounds of more than two tiles are used only as long as they often help: with a
        stuck tile they are most of the work.  Up to `MOST_PROOF_NODES` a part of the budget comes before
        them; a query with more was too hard without them before.
        """
        is_first = nodes <= MOST_PROOF_NODES
        search = self._prove if is_first and self.has_fast_game else self._search
        helped, tried = self._solo_tries[nodes]
        if helped < OFTEN * tried:
            return search(path, racks, gamma, FEW_TILES, nodes)
        solo, part = (LONG_TRY, 4) if nodes >= LONG_NODES else (SHORT_TRY, 2)
        value = search(path, racks, gamma, FEW_TILES, nodes // part) if is_first else None
        if value is None:
            value = search(path, racks, gamma, solo, nodes)
            self._solo_tries[nodes] = helped + (value is not None), tried + 1
        return value

    def _search(
        self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], gamma: int, solo: SoloTry, nodes: int
    ) -> int | None:
        """Answer by alpha-beta, with these solo bounds."""
        found: list[int] = []
        nodes = max(nodes, 1)
        self._allow_solo(solo, nodes)
        run_with_node_budget(
            self.engine, nodes, lambda: found.append(self.value(path, racks, gamma - 1, gamma))
        )
        return found[0] if found else None

    def _prove(
        self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], gamma: int, solo: SoloTry, nodes: int
    ) -> int | None:
        """Answer by proof numbers."""
        return self.answer_each([path], [racks], [gamma], max(nodes, 1), solo)[0]

    def answer_each(
        self,
        paths: Sequence[tuple[int, ...]],
        racks: Sequence[tuple[SideTiles, SideTiles]],
        gammas: Sequence[int],
        nodes: int,
        solo: SoloTry = FEW_TILES,
    ) -> list[int | None]:
        """Answer after each path, all of one length, with its pair of racks, by proof numbers.

        There are `nodes` for each, and these solo bounds.  Raises SearchStopped.
        """
        engine, windows, count = self.engine, self._windows, len(racks)
        for index, each in enumerate(racks):
            self._deals.put(index, *_packed(*each, self._shared))
        windows.gammas[:count] = gammas
        self._dealt = None
        self._allow_solo(solo, nodes)
        search_deals(
            engine.game,
            self._proof_memory,
            engine.stack,
            engine.control,
            self._base,
            np.array(paths, np.int64),
            self._deals,
            windows,
            count,
            nodes,
        )
        engine.raise_if_stopped()
        answers = zip(windows.values[:count].tolist(), windows.is_answered[:count].tolist(), strict=True)
        return [value if is_answered else None for value, is_answered in answers]

    def _allow_solo(self, solo: SoloTry, nodes: int) -> None:
        """Allow these solo bounds, with the work for so many nodes."""
        if self.has_fast_game:
            self.engine.game.switches[SOLO_TILES] = solo.tiles
            self.engine.game.solo.work[:] = 0, nodes * solo.plays

    def _deal(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> None:
        if self._dealt == (path, racks):
            return
        self._deals.put(0, *_packed(*racks, self._shared))
        deal(self._state, self._base, np.array(path, np.int64), self._deals)
        self._dealt = path, racks


def tile_rows(groups: Sequence[bytes]) -> np.ndarray:
    """Return groups of tiles as rows of one array, filled up with BLANK, which is no tile of a rack."""
    width = max(map(len, groups), default=0)
    rows = [[*tiles, *[BLANK] * (width - len(tiles))] for tiles in groups]
    return np.array(rows, np.int64).reshape(len(groups), width)


def _highest(ranks: np.ndarray, most: int) -> np.ndarray:
    """Return the indices of the highest ranks, of equal ones the first, in this order."""
    at = np.arange(len(ranks))
    if len(ranks) > most:
        at = np.flatnonzero(ranks >= np.partition(ranks, -most)[-most])
    return at[np.argsort(-ranks[at], kind="stable")][:most]


@functools.lru_cache(maxsize=4096)
def _packed(first: SideTiles, second: SideTiles, shared: frozenset[int] | None) -> tuple[RackPair, int]:
    """Return both racks as a compiled position holds them, and the salt of its board's key."""
    types = _types(first), _types(second, shared)
    return _hands((first.rack, second.rack), types), _salt(types, (first.pool, second.pool))


def _types(side: SideTiles, shared: frozenset[int] | None = None) -> bytes:
    """Return the tile types that a packed rack may hold: as many as fit, in few different sets."""
    if shared is not None and shared.issuperset(side.pool):
        return bytes(sorted(shared))
    types = sorted(set(side.pool))
    used = [code for code in types if code not in side.rack]
    left_out = used[: max(0, len(types) - TYPES)]
    return bytes(code for code in types if code not in left_out)


@functools.lru_cache(maxsize=4096)
def _hands(racks: tuple[bytes, bytes], types: tuple[bytes, bytes]) -> RackPair:
    """Pack racks whose tiles are of these types, which tell the lists of plays of a side."""
    keys = [_digest(side, types[side]) for side in range(2)]
    return new_hands(racks, types)._replace(type_keys=np.array(keys, np.uint64))


@functools.lru_cache(maxsize=4096)
def _salt(types: tuple[bytes, bytes], pools: tuple[bytes, bytes]) -> int:
    """Return the salt of the board's key."""
    return _digest(types, *(bytes(sorted(pool)) for pool in pools))


@functools.lru_cache(maxsize=4096)
def _digest(*parts: object) -> int:
    text = repr(parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
