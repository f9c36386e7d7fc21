"""Kinds of mistakes, by the reasons that explain a turn.

    missed out-play   the best move goes out at once, the one made does not
    missed block      the opponent's reply was legal before, and the best move prevents it
    opened spot       the opponent's reply became legal by the move made
    stuck tile        tiles that best play gets rid of stay on the rack to the end
    greedy play       the highest-scoring play, though it is not best
    missed set-up     the best move makes the player's own next play possible
    other             none of these

A turn has every kind that applies.  The opponent's reply is the one of best play after the move made; a
set-up is not missed if that play is made later all the same.  Each kind rests on a reason
(`scrabble.analysis.explain`) and claims no more than it does; turns analysed without reasons have no kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct

from scrabble.answer.analysis import Analysis
from scrabble.answer.plain import means
from scrabble.answer.reasons import Allows, Avoids, GoesOut, SetsUp
from scrabble.answer.turns import Turn

OUT_PLAY, BLOCK, OPENED = "missed out-play", "missed block", "opened spot"
STUCK, GREEDY, SET_UP, OTHER = "stuck tile", "greedy play", "missed set-up", "other"
MEANINGS = {
    OUT_PLAY: "the best move goes out at once, the one made does not",
    BLOCK: "the best move prevents the opponent's reply, which was legal before",
    OPENED: "the move made allows the opponent a reply that was not legal before",
    STUCK: "tiles stay on the rack to the end that best play gets rid of",
    GREEDY: "the highest-scoring play was made, though it is not best",
    SET_UP: "the best move makes the player's next play possible",
    OTHER: "a mistake of no kind above",
}
KINDS = tuple(MEANINGS)


class MistakeKindData(Struct):
    """The mistakes of one kind; a turn may be of several."""

    kind: Annotated[str, means("such as `missed block`")]
    turns: Annotated[int, means("number of turns")]
    loss: Annotated[int, means("points that they are proven to have lost")]
    undecided: Annotated[int, means("of these turns, those that may have lost more")] = 0


def kinds_of_turn(turn: Turn) -> tuple[str, ...]:
    """Return the kinds of an endgame turn; none if it is no mistake, or was not explained."""
    if not turn.is_endgame or not turn.is_mistake or not turn.reasons:
        return ()
    mine, highest = turn.made_move, turn.found.highest_scoring
    line = turn.found.reply if mine is None else mine.line[1:]
    is_greedy = mine is not None and mine.is_play and highest is not None and mine.score == highest.score
    kinds = {GREEDY} if is_greedy else set()
    for reason in turn.reasons:
        match reason.facts:
            case GoesOut("me", 1):
                kinds.add(OUT_PLAY)
            case Allows(was_legal=was_legal):
                kinds.add(BLOCK if was_legal else OPENED)
            case Avoids(other=turn.made):
                kinds.add(STUCK)
            case SetsUp(next=following) if following not in [step.text for step in line[1::2]]:
                kinds.add(SET_UP)
    return tuple(kind for kind in KINDS if kind in kinds) or (OTHER,)


def kinds_text(kinds: Iterable[str]) -> str:
    """Return the kinds of a turn, without the one that says nothing."""
    return ", ".join(kind for kind in kinds if kind != OTHER)


def key_turns(analysis: Analysis) -> list[Turn]:
    """Return the turns to stop at: mistakes, and turning points and phonies of the endgame."""
    return [
        turn
        for turn in analysis
        if turn.evaluation is not None
        and (turn.is_mistake or turn.result_change or (turn.phonies and turn.is_endgame))
    ]


def kind_totals(seats: Iterable[tuple[Analysis, int]]) -> list[MistakeKindData]:
    """Return the mistakes of each kind in some games, each with the player (1 or 2) that counts."""
    found = {kind: MistakeKindData(kind, 0, 0) for kind in KINDS}
    for record, player in seats:
        for turn in record.turns:
            if turn.player == player:
                loss = turn.counted_loss
                for kind in kinds_of_turn(turn):
                    found[kind].turns += 1
                    found[kind].loss += int(loss.lower)
                    found[kind].undecided += not loss.is_exact
    return list(found.values())
