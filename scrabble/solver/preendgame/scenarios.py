"""The endgames of a pre-endgame: one compiled game for all draws and first moves, by null windows.

    words, cross-sets, premiums    of the position, for the tiles of both racks and the bag: compiled once
    path                           the first moves; then tiles are drawn and the bag is empty
    racks                          of both sides from then on, known to both: an endgame

    spread of an endgame  =  scores to date + gains of the path + value     for the player to move at the root

A query is "is the spread at least t?"; the answer narrows an interval (`ScenarioSpread`).  All endgames share
the play lists, solo bounds and transposition table of one engine (`scrabble/movegen/redeal.py`).
"""

from __future__ import annotations

import functools
import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from bstar.compile.lazy_memory import lazy_zeros
from bstar.depth_first.proof_number import NODE_BYTES, ProofMemory, new_proof_tree
from bstar.engine import Engine, SearchStopped, run_with_node_budget
from bstar.search_control import STOP
from scrabble.bounds.score_caps import score_caps
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, may_exchange
from scrabble.lexicon import Lexicon
from scrabble.movegen.bits import TYPES
from scrabble.movegen.compile_position import compile_position, new_hands
from scrabble.movegen.features import SOLO_TILES
from scrabble.movegen.packed_move import placement
from scrabble.movegen.redeal import base_of, deal, deals_of
from scrabble.movegen.state import RackPair
from scrabble.movegen.word_pruning import BLANK
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.games.plain import new_plain_game
from scrabble.solver.games.search_deals import search_deals
from scrabble.solver.names import Objective
from scrabble.solver.planner.game import quick_estimates, with_planner
from scrabble.solver.preendgame.values import ObjectiveBounds, by_objective, threshold

PARTS, LEAST_PART = 3, 8  # 1/3 of the memory is for play lists, at least 1/8 for Python objects
FEW_TILES, MANY_TILES = 2, 4  # up to which a rack gets solo bounds
HELPED, TRIED = 2, 4  # prior of the tries with MANY_TILES: those that answered the query, and all
OFTEN = 0.25  # success rate of these tries from which they pay
WORK = 256  # plays that solo bounds may look at for each node of a query
TREE_PART = 4  # of the play lists' share, for the tree of a proof-number search
MOST_PROOF_NODES = 4_000  # of a query that is answered by proof numbers: later bounds are of more use
MOST_DEALS = 64  # searched by one call
GLANCED_AT = 32  # moves; the best one is among them nine times in ten
MANY_TURNS = 60  # scoreless turns: more than a path has
FAST, PLAIN = "fast", "plain"  # games


class SideTiles(NamedTuple):
    """The tiles of one side."""

    rack: bytes
    pool: bytes  # the rack and all tiles the side has laid since the root


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


class ScenarioSolver:
    """Solver of the endgames that a position with tiles in the bag may lead to."""

    def __init__(self, unseen: UnseenTiles, lexicon: Lexicon, memory: int, game: str = FAST) -> None:
        position = unseen.position
        tiles = unseen.tiles
        size = len(tiles) - unseen.count
        racks = position.rack_codes[0], tiles[:size]
        self.position, self.unseen = position, unseen
        self.ahead = position.spread
        state = compile_position(_with_racks(position, racks), lexicon, bag=tiles[size:])
        table, lists, self._room = _shares(memory, has_many_draws=unseen.count > 1)
        tree = lists // TREE_PART
        plays = new_plain_game(state) if game == PLAIN else new_fast_game(state, lists - tree)
        self.engine = Engine(plays, "alphabeta", table)
        self._proof_memory = ProofMemory(self.engine.memory, new_proof_tree(tree // NODE_BYTES))
        self._nodes_allowed = 0  # to the query under way
        base = base_of(state)
        self._exchanges = may_exchange(position)
        if self._exchanges:  # passes in a path stand for exchanges, more of which may come in a row
            base = base._replace(zeros_left=MANY_TURNS)
        self._state = state, base  # dealt for each endgame
        self._dealt: object = None
        self._values, self._is_answered = np.zeros(MOST_DEALS, np.int64), np.zeros(MOST_DEALS, np.bool_)
        self._solo_tries: dict[int, tuple[int, int]] = defaultdict(lambda: (HELPED, TRIED))  # by budget
        # the opponent has unseen tiles, but for exchanges: one packing for them lets draws share play lists
        self._types = frozenset(tiles) if len(set(tiles)) <= TYPES else None

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self.engine.nodes

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

    def plays(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> list[FirstMove]:
        """Return the moves after a path, with the pass; [] if the game is over.  Raises SearchStopped."""
        self.check_stopped()
        self._deal(path, racks)
        return [
            FirstMove(
                move, gain, bytes(sorted(0 if code >= BLANK else code for code in placement(move).codes))
            )
            for move, gain, _, _ in self.engine.moves()
        ]

    def warm_up(self) -> None:
        """Compile or load the kernels of a search."""
        rack, others = self.position.rack_codes[0], self.unseen.tiles[: -self.unseen.count]
        self.engine.control[STOP] = 1
        for beta in (0, 1):  # by proof numbers, by alpha-beta
            with suppress(SearchStopped):
                self.value((), (SideTiles(rack, rack), SideTiles(others, others)), -1, beta)
        self.engine.resume()
        self.engine.forget()
        if self.has_fast_game:
            quick_estimates(*self._planned, np.arange(0), self._guesses)

    @property
    def has_fast_game(self) -> bool:
        """Return whether `glance` and `values` are available."""
        return isinstance(self.engine.game, FastGame)

    def glance(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the planner's estimate of the value after a path, for the side to move.

        It is that of the best of a few moves, those that a search would look at first.  Raises SearchStopped.
        """
        self.check_stopped()
        self._deal(path, racks)
        self._allow_solo(0, 0)
        count, is_over, value = self.engine.list_moves(())
        if is_over:
            return value
        ranks, guesses = self.engine.stack.moves.rank[:count], self._guesses
        first = np.argsort(-ranks, kind="stable")[:GLANCED_AT]
        quick_estimates(*self._planned, first, guesses)
        return int(guesses[first].max())

    @functools.cached_property
    def _planned(self) -> tuple[Any, Any]:
        """The game with a planner and the buffer of moves."""
        return with_planner(self.engine.game), self.engine.stack.moves

    @functools.cached_property
    def _guesses(self) -> np.ndarray:
        return lazy_zeros(len(self.engine.stack.moves.move), np.int32)

    def value(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], alpha: int, beta: int) -> int:
        """Return the fail-soft value after a path for the side to move.  Raises SearchStopped.

        Null windows are searched by proof numbers where a query may take few nodes, else by alpha-beta.
        """
        if self.has_fast_game and beta == alpha + 1 and self._nodes_allowed <= MOST_PROOF_NODES:
            return self._search_each(path, [racks], [beta], 0)[0]
        self._deal(path, racks)
        return self.engine.bound((), alpha, beta)

    def values(
        self,
        path: tuple[int, ...],
        racks: Sequence[tuple[SideTiles, SideTiles]],
        gammas: Sequence[int],
        nodes: int,
    ) -> list[int | None]:
        """Return fail-soft values after a path with each pair of racks, for the side to move.

        The window of each is (gamma - 1, gamma); None where `nodes` were not enough.  Raises SearchStopped.
        """
        self._allow_solo(FEW_TILES, nodes)
        values = self._search_each(path, racks, gammas, nodes)
        return [value if known else None for value, known in zip(values, self._is_answered, strict=False)]

    def _search_each(
        self,
        path: tuple[int, ...],
        racks: Sequence[tuple[SideTiles, SideTiles]],
        gammas: Sequence[int],
        nodes: int,
    ) -> list[int]:
        """Search after a path with each pair of racks; `nodes` for each, 0 for no limit of its own."""
        engine, (_, base) = self.engine, self._state
        deals = deals_of(np.array(path, np.int64), [_packed(*each, self._types) for each in racks])
        self._dealt = None
        search_deals(
            engine.game,
            self._proof_memory,
            engine.stack,
            engine.control,
            base,
            deals,
            np.array(gammas, np.int64),
            nodes,
            self._values,
            self._is_answered,
        )
        engine.raise_if_stopped()
        return [int(value) for value in self._values[: len(racks)]]

    def afford(self, search: Callable[[], object], nodes: int) -> bool:
        """Search with a node budget and return whether it was enough.  Raises SearchStopped.

        The expensive solo bounds of more than two tiles are used only where half the budget is not enough
        without them, and as long as they often help: with a stuck tile they are most of the work.
        """
        self._nodes_allowed = nodes
        helped, tried = self._solo_tries[nodes]
        pays = helped >= OFTEN * tried
        if self._afford(search, FEW_TILES, nodes // 2 if pays else nodes):
            return True
        if not pays:
            return False
        is_done = self._afford(search, MANY_TILES, nodes)
        self._solo_tries[nodes] = helped + is_done, tried + 1
        return is_done

    def _allow_solo(self, tiles: int, nodes: int) -> None:
        """Allow solo bounds of up to `tiles` tiles, with the work that `nodes` allow."""
        if self.has_fast_game:
            self.engine.game.switches[SOLO_TILES] = tiles
            self.engine.game.solo.work[:] = 0, nodes * WORK

    def _afford(self, search: Callable[[], object], tiles: int, nodes: int) -> bool:
        self._allow_solo(tiles, max(nodes, 1))
        return run_with_node_budget(self.engine, max(nodes, 1), search)

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

    def _deal(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> None:
        if self._dealt == (path, racks):
            return
        deal(*self._state, deals_of(np.array(path, np.int64), [_packed(*racks, self._types)]))
        self._dealt = path, racks


class ScenarioSpread:
    """The final spread of one endgame for the player to move at the root: lower <= spread <= upper."""

    __slots__ = ("_base", "_path", "_racks", "_solver", "lower", "upper")

    def __init__(
        self,
        solver: ScenarioSolver,
        path: tuple[int, ...],
        racks: tuple[SideTiles, SideTiles],
        gained: int,
        limits: tuple[int, int],
    ) -> None:
        self._solver, self._path, self._racks = solver, path, racks
        self._base = solver.ahead + gained
        self.lower, self.upper = limits

    def bounds(self, objectives: Sequence[Objective]) -> ObjectiveBounds:
        """Return the proven bounds of each objective."""
        return by_objective(objectives, self.lower, self.upper)

    def ask(self, objective: Objective, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough."""
        return self.ask_spread(threshold(objective, gamma), nodes)

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough.

        Raises SearchStopped.
        """
        if not self.is_open(least):
            return True

        def search() -> None:
            gamma = self._gamma(least)
            self._narrow(gamma, self._solver.value(self._path, self._racks, gamma - 1, gamma))

        return self._solver.afford(search, nodes)

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
    def ask_each(spreads: Sequence[ScenarioSpread], leasts: Sequence[int], nodes: int) -> None:
        """Test whether each spread is at least as asked, all after one path, with `nodes` for each.

        Raises SearchStopped.
        """
        pairs = zip(spreads, leasts, strict=True)
        open_ = [(each, each._gamma(least)) for each, least in pairs if each.is_open(least)]
        if not open_:
            return
        first, gammas = open_[0][0], [gamma for _, gamma in open_]
        values = first._solver.values(first._path, [each._racks for each, _ in open_], gammas, nodes)
        for (each, gamma), value in zip(open_, values, strict=True):
            if value is not None:
                each._narrow(gamma, value)


def _shares(memory: int, has_many_draws: bool) -> tuple[int, int, int]:
    """Return the bytes for the table, a power of two, for play lists and for Python objects.

    With many draws there are up to a hundred times as many objects, and the table is half as large.
    """
    lists = memory // PARTS
    table = 1 << (memory - lists).bit_length() - 1 - has_many_draws
    objects = max(memory - lists - table, memory // LEAST_PART)
    return table, memory - table - objects, objects


@functools.lru_cache(maxsize=4096)
def _packed(
    first: SideTiles, second: SideTiles, shared: frozenset[int] | None
) -> tuple[RackPair, np.ndarray]:
    """Return both racks as a compiled position holds them, and the salts of its keys."""
    types = _types(first), _types(second, shared)
    return _hands((first.rack, second.rack), types), _salts(types, (first.pool, second.pool))


def _types(side: SideTiles, shared: frozenset[int] | None = None) -> bytes:
    """Return the tile types that a packed rack may hold: as many as fit, in few different sets."""
    if shared is not None and shared.issuperset(side.pool):
        return bytes(sorted(shared))
    types = sorted(set(side.pool))
    used = [code for code in types if code not in side.rack]
    left_out = used[: max(0, len(types) - TYPES)]
    return bytes(code for code in types if code not in left_out)


_hands = functools.lru_cache(maxsize=4096)(new_hands)


@functools.lru_cache(maxsize=4096)
def _salts(types: tuple[bytes, bytes], pools: tuple[bytes, bytes]) -> np.ndarray:
    """Return the salts of the keys of lines and of the board."""
    numbers = [_digest(repr(types)), _digest(repr((types, *(bytes(sorted(pool)) for pool in pools))))]
    return np.array(numbers, np.uint64)


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


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
