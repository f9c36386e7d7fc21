"""Exchanges with one tile in the bag: the game until a play empties it, or scoreless turns end it.

    opponent to move     the minimum over its plays, each an endgame; a pass; an exchange
    player to move       the maximum over plays; a pass; exchanges

The player is the one to move at the root.  What they know of the bag is a set of tiles: a single one after
an exchange of their own, as they know which tile they have put there; after an exchange by the opponent any
tile that the opponent may have put back.  Of these the opponent has chosen the worst for the player, who
makes the same move whichever it is:

    value of a move of the player  =  minimum over the tiles that may be in the bag

Passes and exchanges are scoreless turns, so the game is finite where their number is limited.  A state is
searched only as far as a query needs it: its bounds are numbers that queries narrow, and what follows a
scoreless turn gets a part of the budget.  They hold without such a limit, too: each rests on bounds that
were proven before.

Invariant: lower <= value <= upper in each state, whatever stops a query.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scrabble.game.rules import Rules
from scrabble.game.unseen import without
from scrabble.movegen.packed_move import PASS
from scrabble.solver.preendgame.dealer import SideTiles
from scrabble.solver.preendgame.emptying_replies import (
    PART_BYTES,
    EmptyingReplies,
    ScorelessLeft,
    StateAfter,
    rating,
)
from scrabble.solver.preendgame.endgames import Endgame, Endgames, FirstMove
from scrabble.solver.preendgame.values import Known, Spread, ask_all

SHARE = 4  # what follows a scoreless turn gets a quarter of a query's nodes
LEAST = 30  # nodes below which a query does not follow scoreless turns
FEW, QUICK = 8, 8  # promising replies that are tried first, each with an eighth of the nodes
TOTAL = 8  # times the nodes for one endgame that a query may take in all
CALL = 20  # nodes that setting up an endgame counts for


class TileState(NamedTuple):
    """A state with one tile in the bag; tiles are sorted."""

    own: bytes  # the player's rack
    others: bytes  # the tiles on the opponent's rack and in the bag
    bag: bytes  # tiles that may be in the bag for all the player knows, each once
    left: ScorelessLeft

    def passed(self) -> TileState:
        """Return the state after a pass by either side."""
        return self._replace(left=self.left.after_pass())

    def after_opponents_exchange(self, rules: Rules) -> TileState:
        """Return the state after the opponent has put back any tile that it may have."""
        possible = {code for tile in self.bag for code in without(self.others, bytes([tile]))}
        return self._replace(bag=bytes(sorted(possible)), left=self.left.after_exchange(rules))

    def after_own_exchange(self, given: int, rules: Rules) -> list[TileState]:
        """Return the states after an exchange by the player, one for each tile that they may draw."""
        left, back = self.left.after_exchange(rules), bytes([given])
        found = []
        for drawn in self.bag:
            own = bytes(sorted(without(self.own, back) + bytes([drawn])))
            others = bytes(sorted(without(self.others, bytes([drawn])) + back))
            found.append(TileState(own, others, back, left))
        return found


class OneTileGame:
    """The game with one tile in the bag after a first move: its states, each made once."""

    def __init__(self, endgames: Endgames, first: StateAfter) -> None:
        self.endgames, self.rules = endgames, endgames.position.rules
        self.has_exchanges = self.rules.exchange_limit <= 1
        self._first = first
        self._laid = without(first.own.pool, first.own.rack)  # by the first move
        self._replies: dict[tuple[bytes, bytes], EmptyingReplies] = {}
        self._lists: dict[tuple[bytes, bytes, int, int | None], list[Endgame]] = {}
        self._plays: dict[bytes, list[FirstMove]] = {}
        self._endgames: dict[tuple[int, bytes, bytes, int], Endgame] = {}
        self._states: dict[tuple[bool, TileState], Value] = {}
        self._until: int | None = None  # the work that a query may come to

    def opponent(self, state: TileState) -> Value:
        """Return the value of a state with the opponent to move."""
        return self._value(state, is_opponent=True)

    def player(self, state: TileState) -> Value:
        """Return the value of a state with the player to move."""
        return self._value(state, is_opponent=False)

    def _value(self, state: TileState, is_opponent: bool) -> Value:
        key = is_opponent, state
        if key not in self._states:
            self.endgames.reserve(PART_BYTES)
            if state.left.is_over:
                ends = [self._after(state).end(self.endgames, bytes([tile])).lower for tile in state.bag]
                self._states[key] = Known(min(ends), min(ends))
            else:
                kind = OpponentToMove if is_opponent else PlayerToMove
                self._states[key] = kind(self, state)
        return self._states[key]

    def replies(self, state: TileState, tile: int, most: int | None = None) -> list[Endgame]:
        """Return the opponent's plays with a tile in the bag: all, or the `most` promising ones."""
        racks, key = (state.own, state.others), (state.own, state.others, tile, most)
        if key not in self._lists:
            if racks not in self._replies:
                self._replies[racks] = EmptyingReplies(self.endgames, self._after(state))
            self._lists[key] = self._replies[racks].emptying(bytes([tile]), most)
        return self._lists[key]

    @contextmanager
    def limited(self, nodes: int) -> Iterator[None]:
        """Limit what a query takes in all, with `nodes` for each endgame; no effect within another query."""
        is_outer = self._until is None
        if is_outer:
            self._until = self._work + TOTAL * nodes
        try:
            yield
        finally:
            if is_outer:
                self._until = None

    @property
    def _work(self) -> int:
        """The nodes that have been searched, and what setting up the endgames counts for."""
        return self.endgames.nodes + CALL * self.endgames.asked

    def is_spent(self) -> bool:
        """Return whether the query has taken what it may in all."""
        return self._until is not None and self._work >= self._until

    def plays(self, state: TileState) -> list[FirstMove]:
        """Return the player's plays, the promising ones first, and the pass; [] if they are not listed."""
        if state.own not in self._plays:
            after = self._after(state)
            racks = after.own, after.other_rack(state.bag[:1])
            found = self.endgames.plays((*after.path, PASS), racks)
            self._plays[state.own] = sorted(found, key=rating, reverse=True)
        return self._plays[state.own]

    def endgame(self, play: FirstMove, state: TileState, tile: int) -> Endgame:
        """Return the endgame after a play of the player if this tile is in the bag."""
        key = play.number, state.own, state.others, tile
        if key not in self._endgames:
            self.endgames.reserve(PART_BYTES)
            self._endgames[key] = self._after(state).after_pass(self.endgames, play, bytes([tile]))
        return self._endgames[key]

    def _after(self, state: TileState) -> StateAfter:
        own = SideTiles.in_order(state.own, state.own + self._laid)
        return StateAfter(self._first.path, self._first.gained, own, state.others, 1, state.left)


class _State(ABC):
    """The spread after best play from a state, within proven bounds."""

    __slots__ = ("_game", "_state", "lower", "upper")

    def __init__(self, game: OneTileGame, state: TileState) -> None:
        self._game, self._state = game, state
        self.lower, self.upper = game.endgames.limits

    def ask(self, least: int, nodes: int) -> bool:
        """Test whether the value is at least `least`; return whether `nodes` for each endgame were enough.

        Raises SearchStopped.
        """
        if not self.lower < least <= self.upper:
            return True
        try:
            with self._game.limited(nodes):
                return self._search(least, nodes)
        finally:
            self._game.endgames.clock += 1

    @abstractmethod
    def _search(self, least: int, nodes: int) -> bool:
        """Test it, where it is open."""

    def _narrow(self, lower: int, upper: int) -> None:
        """Take over proven bounds."""
        self.lower, self.upper = max(self.lower, lower), min(self.upper, upper)


class OpponentToMove(_State):
    """The minimum over all that the opponent may do."""

    __slots__ = ()

    def _search(self, least: int, nodes: int) -> bool:
        """Ask the replies, a few promising ones with fewer nodes first; then what follows scoreless turns."""
        game, state = self._game, self._state
        is_done, lower = True, self.upper
        for most, budget in ((FEW, nodes // QUICK), (None, nodes)):
            is_done, lower = True, self.upper
            for tile in state.bag:
                replies = game.replies(state, tile, most)
                is_done = ask_all(replies, least, budget, game.is_spent) and is_done
                lower = min([lower, *(each.lower for each in replies)])
                self._narrow(self.lower, min((each.upper for each in replies), default=self.upper))
                if self.upper < least:
                    return True
                if game.is_spent():
                    return False
        if not is_done or nodes < LEAST:
            return False
        for after in (state.passed(), state.after_opponents_exchange(game.rules)):
            value = game.player(after)
            is_done = value.ask(least, nodes // SHARE) and is_done
            lower = min(lower, value.lower)
            self._narrow(self.lower, value.upper)
            if self.upper < least:
                return True
        self._narrow(lower, self.upper)
        return is_done


class PlayerToMove(_State):
    """The maximum over the moves of the player, each the minimum over the tiles that may be in the bag."""

    __slots__ = ("_best",)

    def __init__(self, game: OneTileGame, state: TileState) -> None:
        super().__init__(game, state)
        self._best = PASS  # the play that has proven most: the first to be tried

    def _search(self, least: int, nodes: int) -> bool:
        """Try the plays, the one that has proven most first; then what follows scoreless turns."""
        game, plays = self._game, self._game.plays(self._state)
        is_done, upper = True, self.lower
        for play in sorted(plays, key=lambda each: each.number != self._best):
            if not play.laid:
                continue
            endgames = [game.endgame(play, self._state, tile) for tile in self._state.bag]
            is_known = self._try(endgames, least, nodes)
            if self.lower >= least:
                self._best = play.number
                return True
            if game.is_spent():
                return False
            is_done = is_known and is_done
            upper = max(upper, min(each.upper for each in endgames))
        if not is_done or nodes < LEAST:
            return False
        for values in self._after_scoreless_turns():
            is_done = self._try(values, least, nodes // SHARE) and is_done
            upper = max(upper, min(each.upper for each in values))
            if self.lower >= least:
                return True
        if plays:
            self._narrow(self.lower, upper)
        return is_done

    def _try(self, values: Sequence[Spread], least: int, nodes: int) -> bool:
        """Test whether a move reaches `least` with each tile; return whether that is known."""
        is_done = ask_all(values, least, nodes)
        self._narrow(min(each.lower for each in values), self.upper)
        return is_done

    def _after_scoreless_turns(self) -> Iterator[list[Value]]:
        """Yield what follows a pass and each exchange: a value for each tile that may be in the bag."""
        game, state = self._game, self._state
        yield [game.opponent(state.passed())]
        for given in sorted(set(state.own)):
            yield [game.opponent(each) for each in state.after_own_exchange(given, game.rules)]


class OpponentsExchange:
    """The value for the player after the opponent's exchange, when chance has filled the bag before.

    The player knows that the opponent has exchanged, not what was in the bag.  One policy for all contents of
    the bag guarantees what it does against the worst tile that may be there now, `guaranteed`; no policy does
    better than one that knows what was in the bag, `informed`.
    """

    __slots__ = ("_guaranteed", "_informed")

    def __init__(self, guaranteed: Value, informed: Value) -> None:
        self._guaranteed, self._informed = guaranteed, informed

    @property
    def lower(self) -> int:
        """The proven lower bound."""
        return self._guaranteed.lower

    @property
    def upper(self) -> int:
        """The proven upper bound."""
        return self._informed.upper

    def ask(self, least: int, nodes: int) -> bool:
        """Test whether the value is at least `least`; return whether `nodes` were enough."""
        is_done = self._guaranteed.ask(least, nodes)
        if self.lower >= least or self._informed is self._guaranteed:
            return is_done
        return self._informed.ask(least, nodes) and is_done


Value = OpponentToMove | PlayerToMove | Known
