"""Reasons for a turn or a next move with tiles in the bag, from the proven values of moves with each draw.

A sentence names a draw only if the result with it is proven.  A play that empties the bag wins or loses: the
endgame is exact.  A pass, or a play that leaves tiles in the bag, has only a guaranteed value, with the plan
that is best overall: it is "sure to win", or there is no sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from scrabble.answer.interval import Interval
from scrabble.answer.moves import MoveResult
from scrabble.answer.names import MoveStatus
from scrabble.answer.reasons import ActualBag, ForcedDraw, KnownTiles, Reason, SureDraws, WinningDraws
from scrabble.answer.turns import Evaluation, NextMove, Searched, Turn
from scrabble.english import capitalized, join_words
from scrabble.records.walk import ShownTiles
from scrabble.wording.chances import RESULTS
from scrabble.wording.verdicts import known_text

MOST_NAMED = 3  # draws in a sentence
PASS = "pass"
KNOWN = "known"  # kind of a reason: what is known of the opponent's rack


def reasons_of_turn(turn: Turn) -> tuple[Reason, ...]:
    """Return all reasons for a turn."""
    choice, mine = turn.found, turn.made_move
    best = choice.best_move
    moves = [best] if mine is None or mine.text in choice.best else [best, mine]
    reasons = [reason for move in moves for reason in when_it_wins(choice, move)]
    return (
        *_known_tiles(choice, turn.replayed.shown, "was"),
        *reasons,
        *_forced_draw(choice, mine, best),
        *_what_happened(turn, mine, best),
    )


def with_reasons_of_next_move(found: NextMove, shown: ShownTiles) -> NextMove:
    """Return the next move with its reasons; `shown` is what the player knows of the opponent's rack."""
    if not found.is_searched:
        return found
    reasons = (*_known_tiles(found, shown, "is"), *when_it_wins(found, found.moves[0]))
    return replace(found, reasons=reasons)


def _known_tiles(choice: Searched, shown: ShownTiles, tense: str) -> Iterator[Reason]:
    """Yield what is known of the opponent's rack, and since when."""
    if not shown.tiles or choice.unseen_tiles.known != shown.tiles:
        return
    numbers = join_words([str(each) for each in shown.turns])
    phonies = "the phony of turn" if len(shown.turns) == 1 else "the phonies of turns"
    were = "was" if len(shown.turns) == 1 else "were"
    text = f"{known_text(choice, tense)}: seen in {phonies} {numbers}, which {were} challenged off."
    facts = KnownTiles(choice.position.alphabet.rack_text(shown.tiles), list(shown.turns))
    yield Reason(KNOWN, capitalized(text), facts)


def draws_of(move: MoveResult) -> dict[str, Interval]:
    """Return the win probability with each content of the bag; tiles drawn in part stand first."""
    return {each.tiles: each.win for each in move.scenarios}


def when_it_wins(choice: Searched, move: MoveResult) -> Iterator[Reason]:
    """Yield the draws with which a move wins."""
    if not _empties(choice, move):
        yield from _when_sure(choice, move)
        return
    draws = draws_of(move)
    if not draws or not all(chance.is_exact and chance.lower in RESULTS for chance in draws.values()):
        return
    won = [tiles for tiles, chance in draws.items() if chance.lower == 1]
    rest = [tiles for tiles in draws if tiles not in won]
    one = None if len(rest) <= MOST_NAMED else _tile_of(choice, rest, won)
    tied = [tiles for tiles in rest if draws[tiles].lower]
    if choice.unseen_tiles.bag_is_known:
        [chance] = draws.values()
        text = f"{move.text} {RESULTS[Fraction(chance.lower)]}."
    elif not rest:
        text = f"{move.text} wins, whatever is in the bag."
    elif not won and not tied:
        text = f"{move.text} loses, whatever is in the bag."
    elif not won:
        text = f"{move.text} cannot win, whatever is in the bag; it draws the game {_with(tied, draws)}."
    elif len(rest) <= MOST_NAMED:
        text = f"{move.text} wins unless the bag holds {_or(rest)}."
    elif one is not None:
        text = f"{move.text} wins unless {one} is in the bag."
    elif len(won) <= MOST_NAMED:
        text = f"{move.text} wins only if the bag holds {_or(won)}."
    else:
        text = f"{move.text} wins with {len(won)} of the {len(draws)} possible draws."
    yield Reason("draws", text, WinningDraws(move.text, won, rest))


def _when_sure(choice: Searched, move: MoveResult) -> Iterator[Reason]:
    """Yield the draws with which a move that leaves tiles in the bag is sure to win.

    It may win with others as well, as the opponent does not see the bag: there is no sentence about those.
    """
    laid, draws = _laid(choice, move), draws_of(move)
    if any(len(each.codes) != (laid or choice.position.bag_count) for each in move.scenarios):
        return
    won = [tiles for tiles, chance in draws.items() if chance.lower == 1]
    rest = [tiles for tiles in draws if tiles not in won]
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
        text = f"with {len(won)} of the {len(draws)} possible draws"
    yield Reason("sure", f"{name} is sure to win {text}.", SureDraws(move.text, won, rest))


def _forced_draw(choice: Searched, mine: MoveResult | None, best: MoveResult) -> Iterator[Reason]:
    """Yield that passing is better than a play as it makes the opponent draw the last tile."""
    if best.text != PASS or best.status != MoveStatus.BEST or choice.position.bag_count != 1:
        return
    other = next((each for each in choice.moves if _empties(choice, each)), None)
    if mine is not None and _empties(choice, mine):
        other = mine
    if other is None:
        return
    draws = draws_of(other)
    tiles = [
        tile
        for tile, chance in draws_of(best).items()
        if chance.lower == 1 and tile in draws and draws[tile].upper == 0
    ]
    if tiles and len(tiles) <= MOST_NAMED:
        text = f"If {_or(tiles)} is in the bag, {other.text} draws it and loses"
        text += "; passing wins, as the opponent has to draw it or pass."
        yield Reason("forced_draw", text, ForcedDraw(other.text, tiles))


def _what_happened(turn: Turn, mine: MoveResult | None, best: MoveResult) -> Iterator[Reason]:
    """Yield the actual content of the bag, if recorded, and the result of the moves with it."""
    held = turn.found.actual_bag
    if held is None or turn.found.unseen_tiles.bag_is_known:
        return
    facts = ActualBag(held)
    text = f"The bag actually held {held}"
    if mine is None or (result := _result(turn.found, mine)) is None:
        yield Reason("actual_bag", f"{text}.", facts)
        return
    text += f"; {mine.text} {result} with it"
    other = None if mine.text in turn.found.best else _result(turn.found, best)
    if other is not None:
        same = " too" if other == result else ""
        text += f", {best.text} {other}{same}"
    yield Reason("actual_bag", f"{text}.", facts)


def _result(found: Evaluation, move: MoveResult) -> str | None:
    """Return "wins", "draws" or "loses" with the actual bag, if that is proven."""
    chance = draws_of(move).get(found.actual_bag or "")
    if chance is None or not chance.is_exact:
        return None
    if _empties(found, move):
        return RESULTS.get(Fraction(chance.lower))
    return "is sure to win" if chance.lower == 1 and not _laid(found, move) else None


def _laid(choice: Searched, move: MoveResult) -> int:
    """Return how many tiles a move lays."""
    return len(choice.position.parse_move(move.text).placed)


def _empties(choice: Searched, move: MoveResult) -> bool:
    return _laid(choice, move) >= choice.position.bag_count


def _tile_of(choice: Searched, rest: Sequence[str], won: Sequence[str]) -> str | None:
    """Return a tile that is in all draws of `rest` and in none of `won`, or None."""
    alphabet = choice.position.alphabet
    common = set(alphabet.encode(rest[0])).intersection(*map(alphabet.encode, rest))
    common.difference_update(*map(alphabet.encode, won))
    return alphabet.decode([min(common)]) if common else None


def _with(some: list[str], draws: Collection[str]) -> str:
    """Return a clause that names some of the draws, or counts them."""
    if len(some) > MOST_NAMED:
        return f"in {len(some)} of {len(draws)} cases"
    return f"if the bag holds {_or(some)}"


def _or(names: list[str]) -> str:
    return join_words(names, "or")
