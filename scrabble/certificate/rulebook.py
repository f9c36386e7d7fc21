"""The rulebook of one position: all that nodes ask of the rules, for who writes them and who checks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scrabble.certificate.game import PASS, Play, State, Turn, footprint, left, score_of, turn
from scrabble.certificate.notation import Notation
from scrabble.certificate.passes import AgainstPasses
from scrabble.certificate.plays import Plays
from scrabble.certificate.start import start
from scrabble.game.position import Position


class Reply(NamedTuple):
    """A play that goes out, on the board before the move that it answers."""

    play: Play
    gain: int  # without what the move leaves
    footprint: frozenset[int]


class Rulebook:
    """A position's game as both sides of a certificate need it: moves, replies, the bound against passes."""

    def __init__(self, position: Position, words: Iterable[str]) -> None:
        self.game, self.start = start(position, words)
        self.plays = Plays(self.game)
        self.solitaire = AgainstPasses(self.game, self.plays)
        self.notation = Notation(self.game, position.alphabet)

    def turn(self, state: State, play: Play) -> Turn | None:
        """What a move leads to, None if it is not legal."""
        if play.is_pass:
            return turn(self.game, state, PASS, 0)
        score = score_of(self.game, state.board, play)
        if score is None or left(state.mine, play) is None:
            return None
        return turn(self.game, state, play, score)

    def turns(self, state: State) -> Iterator[tuple[Play, Turn]]:
        """Every legal move, the pass among them, and what it leads to."""
        yield PASS, turn(self.game, state, PASS, 0)
        for play, score in self.plays.of(state.board, state.mine):
            yield play, turn(self.game, state, play, score)

    def reply(self, state: State, play: Play) -> Reply | None:
        """A play by which the side that is not on turn goes out on the board as it is, else None."""
        score = score_of(self.game, state.board, play)
        if score is None or left(state.other, play) != b"":
            return None
        return Reply(play, score, footprint(self.game, state.board, play))

    def answers(self, reply: Reply, play: Play, after: State, needed: int) -> bool:
        """Does a reply bring `needed` after a play?  It is what it was if the play touches nothing of it."""
        out = self.game.rules.out * self.game.value(after.other)
        if reply.footprint.isdisjoint(play.squares):
            return reply.gain + out >= needed
        score = score_of(self.game, after.board, reply.play)
        return score is not None and score + out >= needed

    def most(self, after: State) -> int:
        """What the side that has just moved makes at most if the other one only passes."""
        return self.solitaire.most(after.board, after.other, self.game.value(after.mine))
