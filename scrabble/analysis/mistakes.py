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

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from scrabble.analysis.schema import GameData, TurnData
from scrabble.analysis.turn import AnalysedTurn
from scrabble.answer.interval import Interval, exactly
from scrabble.answer.reasons import Allows, Avoids, GoesOut, Reason, SetsUp

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

    kind: Annotated[str, Meta(description="such as `missed block`")]
    turns: Annotated[int, Meta(description="number of turns")]
    loss: Annotated[int, Meta(description="points that they are proven to have lost")]
    undecided: Annotated[int, Meta(description="of these turns, those that may have lost more")] = 0


def kinds_of_turn(turn: AnalysedTurn) -> tuple[str, ...]:
    """Return the kinds of an endgame turn; none if it is no mistake."""
    if not turn.is_endgame or not turn.is_mistake:
        return ()
    highest = turn.choice.highest_scoring
    replies = [step.text for step in turn.choice.replies.get(turn.made, ())]
    return _kinds(turn.reasons, turn.made, highest is not None and highest.text == turn.made, replies)


def kinds_in_record(turn: TurnData) -> tuple[str, ...]:
    """Return the kinds of a turn of a stored analysis; none if it is no mistake of the endgame."""
    if turn.bag or loss_of(turn).lower <= 0:
        return ()
    found = turn.evaluation
    assert found is not None
    made = "pass" if turn.is_taken_back else turn.played
    is_highest = made != "pass" and turn.score == max(each.score for each in found.moves)
    return _kinds(found.reasons, made, is_highest, [step.text for step in found.reply])


def kinds_text(kinds: Iterable[str]) -> str:
    """Return the kinds of a turn, without the one that says nothing."""
    return ", ".join(kind for kind in kinds if kind != OTHER)


def loss_of(turn: TurnData) -> Interval:
    """Return the points that a turn lost, as far as they are in sums; 0 for a phony that stayed.

    With tiles in the bag they are if a mistake lost points and no win probability.
    """
    found = turn.evaluation
    if found is None or found.grade == "phony":
        return exactly(0)
    loss, win_loss = found.loss, found.win_loss
    is_in_points = not turn.bag or win_loss.upper == 0 < loss.lower
    return loss.at_least(0) if is_in_points else exactly(0)


def kind_totals(seats: Iterable[tuple[GameData, int]]) -> list[MistakeKindData]:
    """Return the mistakes of each kind in some games, each with the player (1 or 2) that counts."""
    found = {kind: MistakeKindData(kind, 0, 0) for kind in KINDS}
    for record, player in seats:
        for turn in record.turns:
            if turn.player == player:
                loss = loss_of(turn)
                for kind in kinds_in_record(turn):
                    found[kind].turns += 1
                    found[kind].loss += int(loss.lower)
                    found[kind].undecided += not loss.is_exact
    return list(found.values())


def _kinds(
    reasons: Collection[Reason], made: str, is_highest: bool, replies: Sequence[str]
) -> tuple[str, ...]:
    """Return the kinds of a mistake; `replies` is best play after the move made."""
    if not reasons:
        return ()
    found = {GREEDY} if is_highest else set()
    for reason in reasons:
        match reason.facts:
            case GoesOut("me", 1):
                found.add(OUT_PLAY)
            case Allows(was_legal=was_legal):
                found.add(BLOCK if was_legal else OPENED)
            case Avoids(other=other) if other == made:
                found.add(STUCK)
            case SetsUp(next=following) if following not in replies[1::2]:
                found.add(SET_UP)
    return tuple(kind for kind in KINDS if kind in found) or (OTHER,)
