"""The rules of one position as nodes need them, for the writer and the checker of certificates.

The bound "passes" is the most that a side can make if the opponent only passes from now on.  A pass is always
legal, so the side can do no better against other play (bounds/README.md, T2a).  It is the best sequence of
plays, each on the board that the previous ones leave, including the end of the game: going out, or scoreless
turns, which may end it at any time.
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
    """The bound against passes, with a cache."""

    def __init__(self, game: Game, plays: PlayGenerator) -> None:
        self.game, self.plays = game, plays
        self._known: dict[tuple[bytes, bytes, int], int] = {}

    def most(self, board: bytes, rack: bytes, others: int) -> int:
        """Return the most that the side with `rack` makes; `others` is the value of the other rack."""
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
    """A play that goes out, on the board before the move it answers."""

    play: Play
    gain: int  # without what the move leaves
    footprint: frozenset[int]


class Rulebook:
    """The moves, replies and bound against passes of one position."""

    def __init__(self, position: Position, words: Iterable[str]) -> None:
        self.game, self.start = from_position(position, words)
        self.plays = PlayGenerator(self.game)
        self.solitaire = PassBound(self.game, self.plays)
        self.notation = Notation(self.game, position.alphabet)

    def turn(self, state: State, play: Play) -> Turn | None:
        """Return the result of a move, or None if it is illegal."""
        if play.is_pass:
            return turn(self.game, state, PASS, 0)
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.mine, play) is None:
            return None
        return turn(self.game, state, play, score)

    def turns(self, state: State) -> Iterator[tuple[Play, Turn]]:
        """Yield every legal move, including the pass, with its result."""
        yield PASS, turn(self.game, state, PASS, 0)
        for play, score in self.plays.of(state.board, state.mine):
            yield play, turn(self.game, state, play, score)

    def reply(self, state: State, play: Play) -> OutReply | None:
        """Return a play with which the opponent goes out on the present board, or None."""
        score = score_of(self.game, state.board, play)
        if score is None or rack_after(state.other, play) != b"":
            return None
        return OutReply(play, score, footprint(self.game, state.board, play))

    def answers(self, reply: OutReply, play: Play, after: State, needed: int) -> bool:
        """Return whether a reply gains `needed` after a play; an untouched footprint leaves it unchanged."""
        out = self.game.rules.out * self.game.value(after.other)
        if reply.footprint.isdisjoint(play.squares):
            return reply.gain + out >= needed
        score = score_of(self.game, after.board, reply.play)
        return score is not None and score + out >= needed

    def most(self, after: State) -> int:
        """Return the most that the side that has just moved makes if the opponent only passes."""
        return self.solitaire.most(after.board, after.other, self.game.value(after.mine))
