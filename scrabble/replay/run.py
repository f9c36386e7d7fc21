"""A recorded game replayed: the position before each turn, with scores and racks checked.

    replayed = replay(gcg.load("final.gcg"))
    for turn in replayed.endgame:             from the first turn with an empty bag
        turn.position                         board, racks, scores; the player on turn first
        turn.move, turn.score                 what was played, and its points by the rules
        turn.missing                          (0, 0): both racks are known in full

While there are tiles in the bag the other rack is empty in a position: nobody at the board knows it.
Scores are those of the record, as the players went by them; where the rules say something else there
is a warning with the right ones.  A game that cannot have happened is the error GcgError.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from scrabble.game.board import Layout
from scrabble.game.position import Position
from scrabble.game.rules import Rules
from scrabble.game.tiles import Alphabet
from scrabble.gcg.record import Game, GcgError, Notice, Notices
from scrabble.replay.ending import check_ending
from scrabble.replay.racks import Racks, find_racks
from scrabble.replay.start import start
from scrabble.replay.turn import Turn, missing_of
from scrabble.replay.walk import walk_through

__all__ = ["Replay", "Turn", "replay"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that has been replayed."""

    game: Game
    turns: tuple[Turn, ...]
    final: Position  # after the last event; the player on turn first
    on_turn: int  # who would move next: 0 or 1
    totals: tuple[int, int]  # final scores as recorded, of player 1 and player 2
    bag: int  # tiles in the bag at the end
    held: tuple[int, int]  # tiles on each rack at the end, the player on turn first
    is_over: bool  # by the rules; otherwise the record breaks off
    warnings: tuple[Notice, ...]

    def __repr__(self) -> str:
        names = " - ".join(self.game.names)
        state = "over" if self.is_over else f"unfinished, {self.bag} in the bag"
        first, second = self.totals
        return f"<Replay {names} {first}-{second}: {len(self.turns)} turns, {state}>"

    @property
    def endgame(self) -> tuple[Turn, ...]:
        """The turns made with an empty bag."""
        return tuple(turn for turn in self.turns if not turn.bag)

    @property
    def missing(self) -> tuple[int, int]:
        """How many tiles of each rack are not known at the end, the player on turn first."""
        return missing_of(self.held, self.final)


def replay(
    game: Game,
    *,
    alphabet: Alphabet | None = None,
    layout: Layout | None = None,
    rules: Rules | None = None,
    strict: bool = False,
) -> Replay:
    """Replay a game; the keywords stand in for what the record says of tiles, board and rules.

    Raises GcgError, when `strict` also for what otherwise is a warning.
    """
    notices = Notices(strict)
    try:
        walk = walk_through(game, start(game, notices, alphabet, layout, rules), notices)
        check_ending(walk)
        racks = find_racks(walk)
    except GcgError as error:
        raise GcgError(error.text, error.line, game.source) from None
    turns = tuple(_with_racks(turn, racks) for turn in walk.turns)
    on_turn = walk.on_turn or 0
    final = dataclasses.replace(
        walk.board,
        racks=racks.position_racks(len(turns), on_turn),
        scores=(walk.totals[on_turn], walk.totals[1 - on_turn]),
        zeros=walk.zeros,
    )
    return Replay(
        game=game,
        turns=turns,
        final=final,
        on_turn=on_turn,
        totals=(walk.totals[0], walk.totals[1]),
        bag=walk.bag,
        held=(walk.held[on_turn], walk.held[1 - on_turn]),
        is_over=walk.is_over,
        warnings=tuple(sorted(notices)),
    )


def _with_racks(turn: Turn, racks: Racks) -> Turn:
    position = dataclasses.replace(turn.position, racks=racks.position_racks(turn.number - 1, turn.player))
    return dataclasses.replace(turn, position=position)
