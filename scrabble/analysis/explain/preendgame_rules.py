"""Reasons for a turn with tiles in the bag, from the proven values of its moves with each draw.

A sentence names a draw only if the result with it is proven.  A play that empties the bag wins or loses: the
endgame is exact.  A pass, or a play that leaves tiles in the bag, has only a guaranteed value, with the plan
that is best overall: it is "sure to win", or there is no sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from scrabble.analysis.preendgame_turn import BagMove, BagToPlay, BagTurn
from scrabble.analysis.turn import Reason

MOST_NAMED = 3  # draws in a sentence
PASS = "pass"
RESULTS = {Fraction(0): "loses", Fraction(1, 2): "draws", Fraction(1): "wins"}


def claims_of(turn: BagTurn) -> tuple[Reason, ...]:
    """Return all reasons for a turn."""
    best = next(each for each in turn.moves if each.text == turn.best[0])
    mine = turn.played
    moves = [best] if mine is None or mine.text in turn.best else [best, mine]
    reasons = [reason for move in moves for reason in _when(turn, move)]
    return (*reasons, *_forced_draw(turn, best), *_what_happened(turn, mine, best))


def claims_to_play(now: BagToPlay) -> tuple[Reason, ...]:
    """Return the reasons for the best next move."""
    return tuple(reason for each in now.moves[:1] for reason in _when(now, each))


def _when(turn: BagTurn | BagToPlay, move: BagMove) -> Iterator[Reason]:
    """Yield the draws with which a move wins."""
    if not _empties(turn, move):
        yield from _when_sure(turn, move)
        return
    if not all(chance.is_exact and chance.lower in RESULTS for chance in move.draws.values()):
        return
    won = [tiles for tiles, chance in move.draws.items() if chance.lower == 1]
    rest = [tiles for tiles in move.draws if tiles not in won]
    one = None if len(rest) <= MOST_NAMED else _tile_of(turn, rest, won)
    if not rest:
        text = f"{move.text} wins whatever is in the bag."
    elif not won:
        drawn = any(chance.lower for chance in move.draws.values())
        text = f"{move.text} {'never wins' if drawn else 'loses'} whatever is in the bag."
    elif len(rest) <= MOST_NAMED:
        text = f"{move.text} wins unless the bag holds {_or(rest)}."
    elif one is not None:
        text = f"{move.text} wins unless {one} is in the bag."
    elif len(won) <= MOST_NAMED:
        text = f"{move.text} wins only if the bag holds {_or(won)}."
    else:
        text = f"{move.text} wins with {len(won)} of {len(move.draws)} possible draws."
    yield Reason("draws", text, {"move": move.text, "won": won, "not_won": rest})


def _when_sure(turn: BagTurn | BagToPlay, move: BagMove) -> Iterator[Reason]:
    """Yield the draws with which a move that leaves tiles in the bag is sure to win.

    It may win with others as well, as the opponent does not see the bag: there is no sentence about those.
    """
    laid = _tiles_laid(turn, move)
    if any(_count(turn, tiles) != (laid or turn.count) for tiles in move.draws):
        return
    won = [tiles for tiles, chance in move.draws.items() if chance.lower == 1]
    rest = [tiles for tiles in move.draws if tiles not in won]
    name = "Passing" if not laid else move.text
    if not won:
        return
    if not rest:
        text = f"whatever is {'drawn' if laid else 'in the bag'}"
    elif len(won) <= MOST_NAMED:
        text = f"if {_or(won)} is drawn" if laid else f"if the bag holds {_or(won)}"
    elif len(rest) <= MOST_NAMED:
        text = f"except perhaps if {_or(rest)} is drawn"
        if not laid:
            text = f"except perhaps if the bag holds {_or(rest)}"
    else:
        text = f"with {len(won)} of {len(move.draws)} possible draws"
    facts = {"move": move.text, "won": won, "not_sure": rest}
    yield Reason("sure", f"{name} is sure to win {text}.", facts)


def _forced_draw(turn: BagTurn, best: BagMove) -> Iterator[Reason]:
    """Yield that passing is better than a play as it makes the opponent draw the last tile."""
    if best.text != PASS or best.status != "best" or turn.count != 1:
        return
    other = next((each for each in turn.moves if _empties(turn, each)), None)
    if turn.played is not None and _empties(turn, turn.played):
        other = turn.played
    if other is None:
        return
    tiles = [
        tile
        for tile, chance in best.draws.items()
        if chance.lower == 1 and tile in other.draws and other.draws[tile].upper == 0
    ]
    if tiles and len(tiles) <= MOST_NAMED:
        text = f"If {_or(tiles)} is in the bag, {other.text} draws it and loses"
        text += "; passing wins, as the opponent has to draw it or pass."
        yield Reason("drawn by", text, {"move": other.text, "tiles": tiles})


def _what_happened(turn: BagTurn, mine: BagMove | None, best: BagMove) -> Iterator[Reason]:
    """Yield the actual content of the bag, if recorded, and the result of the moves with it."""
    if turn.held is None:
        return
    facts = {"held": turn.held}
    text = f"The bag actually held {turn.held}"
    if mine is None or (result := _result(turn, mine)) is None:
        yield Reason("held", f"{text}.", facts)
        return
    text += f"; {mine.text} {result} with it"
    other = None if mine.text in turn.best else _result(turn, best)
    if other is not None:
        same = " too" if other == result else ""
        text += f", {best.text} {other}{same}"
    yield Reason("held", f"{text}.", facts)


def _result(turn: BagTurn, move: BagMove) -> str | None:
    """Return "wins", "draws" or "loses" with the actual bag, if that is proven."""
    chance = move.draws.get(turn.held or "")
    if chance is None or not chance.is_exact:
        return None
    if _empties(turn, move):
        return RESULTS.get(chance.lower)
    return "is sure to win" if chance.lower == 1 and not _tiles_laid(turn, move) else None


def _tiles_laid(turn: BagTurn | BagToPlay, move: BagMove) -> int:
    """Return the number of tiles that a move lays."""
    return len(turn.position.parse_move(move.text).placed)


def _empties(turn: BagTurn | BagToPlay, move: BagMove) -> bool:
    """Return whether a move empties the bag."""
    return _tiles_laid(turn, move) >= turn.count


def _count(turn: BagTurn | BagToPlay, tiles: str) -> int:
    return len(turn.position.alphabet.encode(tiles))


def _tile_of(turn: BagTurn | BagToPlay, rest: Sequence[str], won: Sequence[str]) -> str | None:
    """Return a tile that is in all draws of `rest` and in none of `won`, or None."""
    alphabet = turn.position.alphabet
    common = set(alphabet.encode(rest[0])).intersection(*map(alphabet.encode, rest))
    common.difference_update(*map(alphabet.encode, won))
    return alphabet.decode([min(common)]) if common else None


def _or(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
