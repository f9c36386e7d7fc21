"""Puzzles of one's own mistakes: the endgame turns of analysed games in which a player lost points.

    for candidate in mistakes_of(analysis, "ENABLE", "g0010", Person("Ann", names)): ...

A puzzle of them has the move that was made first among the refutations.  Nothing is too easy for a player who
has missed it: MISTAKES asks for one best move, by at least one point, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scrabble.analysis import Analysis
from scrabble.analysis.batch.players import same_name
from scrabble.analysis.turn import AnalysedTurn
from scrabble.puzzles.candidates import Candidate, of_turn
from scrabble.puzzles.conditions import MakeOptions

MISTAKES = MakeOptions(min_gap=1, min_moves=2, keeps_trivial=True)


@dataclass(slots=True)
class Person:
    """The player whose mistakes are wanted; None for both players of every game."""

    name: str | None = None
    called: Mapping[str, str] = field(default_factory=dict)  # name in a record -> name of the player
    turns: int = 0  # endgame turns of the player that were seen
    others: set[str] = field(default_factory=set)  # names of the other players

    def plays_as(self, name: str, nick: str) -> bool:
        """Return whether a player of a record is the one; note the name if not."""
        known = (name, nick, self.called.get(name, name))
        if self.name is None or any(same_name(self.name, each) for each in known):
            return True
        self.others.add(known[2])
        return False


def mistakes_of(analysis: Analysis, lexicon: str, source: str, person: Person) -> Iterator[Candidate]:
    """Yield the endgame turns in which the player provably lost points."""
    players = analysis.record.players
    for turn in analysis.endgame:
        who = turn.turn.player
        if not person.plays_as(analysis.names[who], players[who].nick):
            continue
        person.turns += 1
        if isinstance(turn, AnalysedTurn) and turn.is_mistake:
            yield of_turn(turn, analysis.names, lexicon, source)


def options_for(seconds: float, memory: int) -> MakeOptions:
    """Return the conditions for puzzles of mistakes, with these limits."""
    return replace(MISTAKES, seconds=seconds, memory=memory)
