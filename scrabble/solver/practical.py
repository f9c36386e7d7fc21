"""The search for practical chances: how hard the right reply to a move is (`scrabble.answer.practical`).

Looked at are the moves that are proven best, and the move whose exact value was asked for; in a lost position
all moves that are worth at most NEAR points less than the best, since any of them may turn the game.

The tests are null windows in the memory of the search that proved the value, where most are answered already:

    home  --M-->  replies          is a reply worth V, the value after M?  does it keep the result?

The best move comes first, as its replies are known best, and of the replies to another move those that were
right before.  A game that is proven lost or drawn is looked at even if nobody asks for it
(`practical_if_behind`), with at most MODEST nodes; whole, it takes many times as long as the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from bstar.engine import SearchStopped, run_with_node_budget
from bstar.game import INF
from bstar.root import Root, RootMove
from bstar.solvers import best_moves, find_move_value
from bstar.task import SearchTask
from scrabble.answer.interval import Interval, exactly, outcome_interval
from scrabble.answer.moves import Step
from scrabble.answer.practical import PracticalChances, with_hardest
from scrabble.game.cgp import has_scores
from scrabble.game.move import move_text
from scrabble.game.position import Position
from scrabble.movegen.packed_move import unpack
from scrabble.solver.setup import NullWindowSetup, SearchState

MODEST = 2_000  # nodes, some 0.05 s
NEAR = 10  # points by which a move may be worse than the best and is looked at, in a lost position


class MoveWithReplies(NamedTuple):
    """A move whose exact value is known, with the replies to it and their bounds."""

    move: RootMove
    replies: Sequence[RootMove] | None  # None: the search stopped before they were listed


class PracticalTask(SearchTask):
    """A search that ends with tests of the replies to the moves looked at.

    A limit that stops these tests leaves the answer of the search as it is; replies that were not tested stay
    open.  Unless the tests are `asked_for`, they are made in a lost or drawn game only, within few nodes.
    """

    def __init__(self, position: Position, asked_for: bool, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._asked_for = asked_for
        self._position, self._state = position, SearchState(NullWindowSetup(self.engine, self._driver))
        self._moves: list[MoveWithReplies] = []
        self._has_all_moves = False

    def _work(self) -> None:
        super()._work()
        if self.stopped_by is None and self.root.lower == self.root.upper:
            with suppress(SearchStopped):
                if self._asked_for:
                    self._look_at_replies()
                elif has_scores(self._position) and self._position.spread + self.root.lower <= 0:
                    run_with_node_budget(self.engine, MODEST, self._look_at_replies)

    def _look_at_replies(self) -> None:
        right: set[int] = set()
        self._moves.append(MoveWithReplies(self.root.best, None))
        self._look_at(0, right)
        self._moves += [MoveWithReplies(move, None) for move in self._other_moves(self._moves[0].move)]
        self._has_all_moves = True
        for at in range(1, len(self._moves)):
            self._look_at(at, right)

    def _look_at(self, at: int, right: set[int]) -> None:
        """Test the replies to a move, first those in `right`, and add the right ones to it."""
        move = self._moves[at].move
        after = self._position.play(unpack(move.move, self._position))
        self._state.move_to((move.move,), after.scoreless_turns_left)
        try:
            replies = [] if after.is_over else [RootMove(*each) for each in self.engine.moves()]
            replies.sort(key=lambda reply: reply.move not in right)
            self._moves[at] = MoveWithReplies(move, replies)
            right |= self._test(replies, move.gain - move.lower, -self._position.spread - move.gain)
        finally:
            self._state.move_to((), None)

    def _other_moves(self, chosen: RootMove) -> list[RootMove]:
        """Return the moves to look at beside the chosen one, the best first, each with its exact value."""
        engine, root = self.engine, self.root
        found = [chosen, *(move for move in best_moves(engine, root) if move is not chosen)]
        if has_scores(self._position) and self._position.spread + root.lower < 0:
            least = root.lower - NEAR
            for move in root.moves:
                if move.lower < least <= move.upper:
                    root.narrow(move, engine.move_value(move, least - 1, least), least - 1, least)
                if least <= move.lower and move not in found:
                    find_move_value(engine, root, move)
                    found.append(move)
        asked = (move for move in root.moves if move.move == self.options.value_of and move.is_exact)
        found += [move for move in asked if move not in found]
        return sorted(found[1:], key=lambda move: -move.lower)

    def _test(self, replies: list[RootMove], value: int, lead: int) -> set[int]:
        """Return the replies that keep the result; decide of each, too, whether it keeps the value.

        The opponent has this lead before the reply.
        """
        engine, root = self.engine, Root(replies)
        for reply in replies:
            reply.upper = min(reply.upper, value)

        def test(level: int) -> None:
            for reply in replies:
                if reply.lower < level <= reply.upper:
                    root.narrow(reply, engine.move_value(reply, level - 1, level), level - 1, level)

        of_result = _level_of_result(value, lead)
        test(of_result if lead + value > 0 else value)  # the right replies first
        for reply in _highest_scoring(replies):
            find_move_value(engine, root, reply)
        test(value)
        test(of_result)
        return {reply.move for reply in replies if reply.lower >= of_result}

    @property
    def chances(self) -> tuple[PracticalChances, ...] | None:
        """Facts about each move looked at; None if nobody asked for them, and nothing is known."""
        if not self._asked_for and not self._moves:
            return None
        has_all_moves = self._has_all_moves  # before they are looked at: the search may add some meanwhile
        found = tuple(chances_of(self._position, move, replies) for move, replies in self._moves)
        return with_hardest(found) if has_all_moves else found


def _level_of_result(value: int, lead: int) -> int:
    """Return the least value that keeps the result of a side with this lead; -INF if it loses anyway."""
    if lead + value < 0:
        return -INF
    return 1 - lead if lead + value > 0 else value


def _highest_scoring(replies: Sequence[RootMove]) -> list[RootMove]:
    top = max((reply.gain for reply in replies), default=0)
    return [reply for reply in replies if reply.gain == top]


def chances_of(position: Position, move: RootMove, replies: Sequence[RootMove] | None) -> PracticalChances:
    """Return the facts on a move whose value is known, by the bounds of the replies for the opponent."""
    made, value, lead = unpack(move.move, position), move.gain - move.lower, -position.spread - move.gain
    facts = PracticalChances(move_text(made, position), move.gain, position.spread + move.lower)
    if replies is None:
        return facts
    if not replies:
        nothing = exactly(0)
        return replace(facts, replies=0, keeping_value=nothing, keeping_result=nothing)
    after = position.play(made)
    best = _right(replies, value)
    highest = max(_highest_scoring(replies), key=lambda reply: (reply.lower, reply.upper))
    facts = replace(
        facts,
        replies=len(replies),
        keeping_value=_count(replies, value),
        best_reply=_scored(best[0], after) if best else None,
        best_rank=_rank(replies, value),
        highest=_scored(highest, after),
        cost=Interval(value - min(highest.upper, value), value - highest.lower),
        right=tuple(_scored(reply, after) for reply in best),
    )
    if not has_scores(position):
        return facts
    level = _level_of_result(value, lead)
    if facts.spread < 0:
        facts = replace(facts, right=tuple(_scored(reply, after) for reply in _right(replies, level)))
    return replace(
        facts,
        keeping_result=_count(replies, level),
        result_rank=_rank(replies, level),
        win_after_highest=outcome_interval(Interval(-lead - highest.upper, -lead - highest.lower)),
    )


def _right(replies: Sequence[RootMove], level: int) -> list[RootMove]:
    """Return the replies that are proven to be worth at least `level`, the highest-scoring first."""
    return sorted((reply for reply in replies if reply.lower >= level), key=lambda reply: -reply.gain)


def _count(replies: Sequence[RootMove], level: int) -> Interval:
    """Return the number of replies that are worth at least `level`."""
    return Interval(
        sum(reply.lower >= level for reply in replies), sum(reply.upper >= level for reply in replies)
    )


def _rank(replies: Sequence[RootMove], level: int) -> Interval:
    """Return the rank by score of the highest-scoring reply that is worth at least `level`."""
    possible = [reply.gain for reply in replies if reply.upper >= level]
    proven = [reply.gain for reply in replies if reply.lower >= level]
    lowest = min(reply.gain for reply in replies)
    return Interval(
        1 + sum(reply.gain > max(possible, default=lowest) for reply in replies),
        1 + sum(reply.gain > max(proven, default=lowest) for reply in replies),
    )


def _scored(reply: RootMove, position: Position) -> Step:
    return Step(move_text(unpack(reply.move, position), position), reply.gain)
