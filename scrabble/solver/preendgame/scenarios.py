"""The endgames of a pre-endgame: queries about how they end, by null windows.

    words, cross-sets, premiums    of the position, for the tiles of both racks and the bag: compiled once
    path                           the first moves; then tiles are drawn and the bag is empty
    racks                          of both sides from then on, known to both: an endgame

    spread of an endgame  =  scores to date + gains of the path + value     for the player to move at the root

A query is "is the spread at least t?"; the answer narrows an interval (`ScenarioSpread`).  All endgames share
the solo bounds and the transposition table; each thread that searches has a game of its own (`DealtGame`).
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bstar.depth_first.transposition_table import (
    ENTRY_BYTES,
    FROZEN,
    MASK,
    USED,
    WAYS,
    new_table,
    prepare_for_threads,
)
from bstar.engine import Engine, SearchStopped
from bstar.search_control import STOP
from scrabble.answer.names import Objective
from scrabble.bounds.score_caps import score_caps
from scrabble.bounds.solo_table import share
from scrabble.game.position import Position
from scrabble.game.unseen import UnseenTiles, may_exchange
from scrabble.lexicon import Lexicon
from scrabble.movegen.compile_position import compile_position
from scrabble.movegen.packed_move import placement
from scrabble.movegen.packed_rack import TYPES
from scrabble.movegen.redeal import base_of
from scrabble.movegen.state import GameState
from scrabble.movegen.word_pruning import BLANK, PrunedWords
from scrabble.solver.games.fast import FastGame, new_fast_game
from scrabble.solver.games.reference import new_reference_game
from scrabble.solver.preendgame.dealt_game import TREE_PART, DealtGame, SideTiles
from scrabble.solver.preendgame.values import ObjectiveBounds, by_objective, threshold

PARTS, LEAST_PART = 3, 8  # 1/3 of the memory is for play lists, at least 1/8 for Python objects
MANY_TURNS = 60  # scoreless turns: more than a path has
SMALLEST_TABLE = 1 << 16  # bytes
LEAST_SHARED, GROWTH = 16 << 20, 8  # bytes of a table that threads share; times what is used, when it grows
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


class ScenarioSolver:
    """Solver of the endgames that a position with tiles in the bag may lead to."""

    def __init__(
        self, unseen: UnseenTiles, lexicon: Lexicon, memory: int, game: str = FAST, threads: int = 1
    ) -> None:
        position = unseen.position
        self.position, self.unseen, self._lexicon = position, unseen, lexicon
        self.ahead, self.threads = position.spread, threads
        table, lists, self._room = _shares(memory, has_many_draws=unseen.count > 1)
        self._list_bytes = lists // threads
        self._exchanges = may_exchange(position)
        state, tiles = self._compiled(), unseen.tiles
        tree = self._list_bytes // TREE_PART
        plays = (
            new_reference_game(state) if game == REFERENCE else new_fast_game(state, self._list_bytes - tree)
        )
        engine = Engine(plays, "alphabeta", table if threads == 1 else 0)
        if threads > 1:
            engine.memory = new_table(table, is_shared=True)
            if isinstance(plays, FastGame):
                share(plays.solo.table)
        base = base_of(state)
        if self._exchanges:  # passes in a path stand for exchanges, more of which may come in a row
            base = base._replace(zeros_left=MANY_TURNS)
        # the opponent has unseen tiles, but for exchanges: one packing for them lets draws share play lists
        shared = frozenset(tiles) if len(set(tiles)) <= TYPES else None
        self._words, self._games = state.words, [DealtGame(engine, state, base, tree, shared)]
        self._of_thread, self._counting = threading.local(), threading.Lock()

    def _compiled(self, words: PrunedWords | None = None) -> GameState:
        """Return the compiled position, the words for all tiles that are unseen; `words` are these."""
        tiles = self.unseen.tiles
        size = len(tiles) - self.unseen.count
        position = _with_racks(self.position, (self.position.rack_codes[0], tiles[:size]))
        return compile_position(position, self._lexicon, bag=tiles[size:], words=words)

    # Threads

    def prepare_threads(self) -> None:
        """Make a game for each thread, and room in the table, which cannot grow while they search."""
        first, tree = self._games[0], self._list_bytes // TREE_PART
        used = ENTRY_BYTES * int(first.engine.memory.size[USED])
        prepare_for_threads(first.engine.memory, max(LEAST_SHARED, GROWTH * used))
        for _ in range(len(self._games), self.threads):
            self._games.append(first.twin(self._compiled(self._words), self._list_bytes - tree, tree))

    @property
    def is_table_full(self) -> bool:
        """Return whether the threads should pause, so that their table can grow."""
        table = self._games[0].engine.memory
        buckets = int(table.size[MASK]) + 1
        return bool(
            table.size[FROZEN] and table.size[USED] > buckets * WAYS // 2 and buckets < len(table.entries)
        )

    def enter(self, number: int) -> None:
        """Let the calling thread search with a game of its own from now on."""
        self._of_thread.game = self._games[number]

    @property
    def game(self) -> DealtGame:
        """The game of the calling thread, which is the first one for a thread that has not entered."""
        if self.threads == 1:
            return self._games[0]
        found: DealtGame = getattr(self._of_thread, "game", self._games[0])
        return found

    @property
    def engine(self) -> Engine:
        """The engine of the calling thread."""
        return self.game.engine

    @property
    def nodes(self) -> int:
        """The number of positions that the calling thread has searched."""
        return self.engine.nodes

    @property
    def all_nodes(self) -> int:
        """The number of positions that all threads have searched."""
        return sum(game.engine.nodes for game in self._games)

    def share_nodes(self, most: int | None, threads: int = 1) -> bool:
        """Give each of the first `threads` an equal share of the nodes that are left of `most` for all.

        A thread that goes beyond its share is stopped.  Return whether each share is at least one node.
        """
        share = 0 if most is None else (most - self.all_nodes) // threads
        for game in self._games[:threads]:
            game.engine.limit_nodes(0 if most is None else max(1, game.engine.nodes + share))
        return most is None or share > 0

    def stop(self) -> None:
        """Stop the searches of all threads."""
        for game in self._games:
            game.engine.control[STOP] = 1

    def resume(self) -> None:
        """Allow searches again."""
        for game in self._games:
            game.engine.resume()

    # Memory

    @property
    def room(self) -> int:
        """The bytes that are left for Python objects."""
        return self._room

    def count_bytes(self, size: int) -> None:
        """Count new Python objects before they are built.  Raises SearchStopped if the memory is full."""
        with self._counting:
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
            FirstMove(
                move, gain, bytes(sorted(0 if code >= BLANK else code for code in placement(move).codes))
            )
            for move, gain in self.game.moves(path, racks)
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
            self.game.warm_up_glance()
        if self.threads > 1:
            prepare_for_threads(new_table(SMALLEST_TABLE, is_shared=True), 0)

    @property
    def has_fast_game(self) -> bool:
        """Return whether `glance` and `DealtGame.values` are available."""
        return self._games[0].has_fast_game

    def glance(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles]) -> int:
        """Return the planner's estimate of the value after a path, for the side to move.

        Raises SearchStopped.
        """
        self.check_stopped()
        return self.game.glance(path, racks)

    def value(self, path: tuple[int, ...], racks: tuple[SideTiles, SideTiles], alpha: int, beta: int) -> int:
        """Return the fail-soft value after a path for the side to move.  Raises SearchStopped."""
        return self.game.value(path, racks, alpha, beta)

    def afford(self, search: Callable[[], object], nodes: int) -> bool:
        """Search with a node budget and return whether it was enough.  Raises SearchStopped."""
        return self.game.afford(search, nodes)

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
        values = first._solver.game.values(first._path, [each._racks for each, _ in open_], gammas, nodes)
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
