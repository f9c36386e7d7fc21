"""The rulebook of one position: all that nodes ask of the rules, for who writes them and who checks them.

The bound "passes": what a side makes at most if the other one only passes from now on.

A pass is always legal, so it can do no better against other play (bounds/README.md, T2a): the best that any
row of plays brings, each on the board that the ones before have left, with the end of the game: going out, or
the end by scoreless turns, which may come at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scrabble.certificate.game import (
    PASS,
    Game,
    Notation,
    Play,
    State,
    Turn,
    board_after,
    footprint,
    from_position,
    rack_after,
    score_of,
    turn,
)
from scrabble.certificate.plays import PlayGenerator
from scrabble.game.position import Position

MOST_KEPT = 1 << 18
MOST_TILES = 3  # of the side that plays


class PassBound:
    """The bound, and what was found."""

    def __init__(self, game: Game, plays: PlayGenerator) -> None:
        self.game, self.plays = game, plays
        self._known: dict[tuple[bytes, bytes, int], int] = {}

    def most(self, board: bytes, rack: bytes, others: int) -> int:
        """What the side with `rack` makes at most; `others` is the value of the other rack."""
        key = board, rack, others
        best = self._known.get(key)
        if best is not None:
            return best
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        rules = self.game.rules
        best = rules.loss * (others - self.game.value(rack))
        for play, score in self.plays.of(board, rack):
            rest = rack_after(rack, play)
            if rest:
                best = max(best, score + self.most(board_after(board, play), rest, others))
            else:
                best = max(best, score + rules.out * others)
        self._known[key] = best
        return best


class OutReply(NamedTuple):
    """A play that goes out, on the board before the move that it answers."""

    play: Play
    gain: int  # without what the move leaves
    footprint: frozenset[int]


class Rulebook:
    """A position's game as both sides of a certificate need it: moves, replies, the bound against passes."""

    def __init__(self, position: Position, words: Iterable[str]) -> None:
        self.game, self.start = from_position(position, words)
        self.plays = PlayGenerator(self.game)
        self.solitaire = PassBound(self.game, self.plays)
        self.notation = Notation(self.game, position.alphabet)

    def turn(self, state: State, play: Play) -> Turn | None:
        """What a move leads to, None if it is not legal."""
        if play.is_pass:
            return turn(self.game, state, PASS, 0)
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.mine, play) is None:
            return None
        return turn(self.game, state, play, score)

    def turns(self, state: State) -> Iterator[tuple[Play, Turn]]:
        """Every legal move, the pass among them, and what it leads to."""
        yield PASS, turn(self.game, state, PASS, 0)
        for play, score in self.plays.of(state.board, state.mine):
            yield play, turn(self.game, state, play, score)

    def reply(self, state: State, play: Play) -> OutReply | None:
        """A play by which the side that is not on turn goes out on the board as it is, else None."""
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.other, play) != b"":
            return None
        return OutReply(play, score, footprint(self.game, state.board, play))

    def answers(self, reply: OutReply, play: Play, after: State, needed: int) -> bool:
        """Does a reply bring `needed` after a play?  It is what it was if the play touches nothing of it."""
        out = self.game.rules.out * self.game.value(after.other)
        if reply.footprint.isdisjoint(play.squares):
            return reply.gain + out >= needed
        score = score_of(self.game, after.board, reply.play)
        return score is not None and score + out >= needed

    def most(self, after: State) -> int:
        """What the side that has just moved makes at most if the other one only passes."""
        return self.solitaire.most(after.board, after.other, self.game.value(after.mine))
