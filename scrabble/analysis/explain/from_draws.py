"""Sentences about a turn with tiles in the bag, from what is proven of its moves with each draw.

A sentence speaks of a move only where its result is known with every draw it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from scrabble.analysis.bag import BagMove, BagTurn
from scrabble.analysis.turn import Claim

MOST_NAMED = 3  # draws in a sentence
RESULTS = {Fraction(0): "loses", Fraction(1, 2): "draws", Fraction(1): "wins"}


def claims_of(turn: BagTurn) -> tuple[Claim, ...]:
    """All sentences about a turn."""
    best = next(each for each in turn.moves if each.text == turn.best[0])
    mine = turn.played
    moves = [best] if mine is None or mine.text in turn.best else [best, mine]
    told = [claim for move in moves for claim in _when(move)]
    return (*told, *_what_happened(turn, mine, best))


def _when(move: BagMove) -> Iterator[Claim]:
    """With which draws a move wins."""
    if not all(chance.is_exact and chance.lower in RESULTS for chance in move.draws.values()):
        return
    won = [tiles for tiles, chance in move.draws.items() if chance.lower == 1]
    rest = [tiles for tiles in move.draws if tiles not in won]
    if not rest:
        text = f"{move.text} wins whatever is in the bag."
    elif not won:
        drawn = any(chance.lower for chance in move.draws.values())
        text = f"{move.text} {'never wins' if drawn else 'loses'} whatever is in the bag."
    elif len(rest) <= MOST_NAMED:
        text = f"{move.text} wins unless the bag holds {_or(rest)}."
    elif len(won) <= MOST_NAMED:
        text = f"{move.text} wins only if the bag holds {_or(won)}."
    else:
        return
    yield Claim("draws", text, {"move": move.text, "won": won, "not_won": rest})


def _what_happened(turn: BagTurn, mine: BagMove | None, best: BagMove) -> Iterator[Claim]:
    """What the bag held, as the record tells, and how the game stood with it."""
    if turn.held is None:
        return
    facts = {"held": turn.held}
    text = f"The bag held {turn.held}, which nobody could know"
    if mine is None or (result := _result(mine, turn.held)) is None:
        yield Claim("held", f"{text}.", facts)
        return
    text += f": {mine.text} {result} with it"
    other = None if mine.text in turn.best else _result(best, turn.held)
    if other is not None:
        same = " too" if other == result else ""
        text += f", {best.text} {other}{same}"
    yield Claim("held", f"{text}.", facts)


def _result(move: BagMove, held: str) -> str | None:
    """Wins, draws or loses with these tiles in the bag, if that is proven."""
    chance = move.draws.get(held)
    return RESULTS.get(chance.lower) if chance is not None and chance.is_exact else None


def _or(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
