"""An entry read: where a position and its lexicon meet."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from scrabble import cgp
from scrabble.game.position import Position, PositionError, refuse
from scrabble.game.tiles import Alphabet
from scrabble.game.unseen import MOST_IN_BAG, is_before_the_end, refuse_unless_few, tiles_in_bag
from scrabble.lexicon import Lexicon, choice
from scrabble.lexicon.choice import Chosen
from scrabble.sources.position_lines import Entry

IN_BAG = ("an empty rack", "the bag is not empty")  # how problems begin that are none with tiles in the bag


class Reading(NamedTuple):
    """A position to be answered."""

    position: Position
    lexicon: Lexicon
    warnings: list[str]
    note: str = ""  # which lexicon, and why, when nobody named one


def read(
    entry: Entry, lexicon: Lexicon | None = None, is_endgame: bool = True, bag_limit: int = 0
) -> Reading:
    """Read an entry; the words and the tiles are those of `lexicon` if it is given.

    Endgames only, if `is_endgame`; with `bag_limit` there may be so many tiles in the bag as well.

    Raises SourceError, CgpError, LexiconError, and PositionError for what is not asked for: no endgame,
    a game that is over.
    """
    position, warnings = read_position(entry, lexicon.alphabet if lexicon else None)
    is_full = len(position.racks[0]) == position.rules.rack_size
    if (
        is_endgame
        and bag_limit
        and is_before_the_end(position)
        and (is_full or tiles_in_bag(position) <= MOST_IN_BAG)
    ):
        if tiles_in_bag(position) > MOST_IN_BAG:
            raise PositionError(_many_in_the_bag(position), "endgame moves lists plays")
        refuse_unless_few(position, bag_limit)
    elif is_endgame:
        refuse(position)
    if position.is_over:
        raise PositionError("the game is over: there is no move to find")
    words, _, note = Chosen(lexicon, "", "") if lexicon else _chosen(position, entry.words)
    if position.alphabet != words.alphabet:
        raise PositionError(
            f"the position has {position.alphabet.name} tiles, "
            f"the lexicon {words.name} is made for {words.alphabet.name} ones"
        )
    odd = [each for each in position.problems(words) if not (bag_limit and each.startswith(IN_BAG))]
    return Reading(position, words, [*warnings, *odd], note)


def read_position(entry: Entry, alphabet: Alphabet | None = None) -> tuple[Position, list[str]]:
    """The position of an entry, whatever it is, and notes on it.  Raises SourceError, CgpError."""
    if entry.error is not None:
        raise entry.error
    position, notes = cgp.read(entry.text, alphabet=alphabet)
    return position, [*entry.notes, *notes]


def _many_in_the_bag(position: Position) -> str:
    """Why a position is too early in the game."""
    unseen, count = len(position.unseen), tiles_in_bag(position)
    return (
        f"{unseen} tiles are unseen, so {count} are in the bag; "
        f"positions with at most {MOST_IN_BAG} in the bag can be solved"
    )


def with_both_racks(position: Position, is_other_on_turn: bool = False) -> Position:
    """The position for listing plays, the other side on turn if asked for.

    With tiles in the bag the game goes on, and whoever has no tiles here has some that we do not know.
    """
    (rack, other), (score, other_score) = position.racks, position.scores
    if is_other_on_turn:
        rack, other, score, other_score = other, rack, other_score, score
    if not rack:
        raise PositionError("the rack to list the plays of is empty")
    racks = (rack, other or position.unseen[-1:])
    return dataclasses.replace(position, racks=racks, scores=(score, other_score))


def lexicon_of(position: Position) -> Lexicon:
    """The lexicon that a position names, or the default for its tiles.  Raises LexiconError."""
    return _chosen(position).lexicon


def load_lexicon(name: str | Path) -> Lexicon:
    """The lexicon of this name or path, loaded once.  Raises LexiconError."""
    return choice.load(name)


def _chosen(position: Position, others: Collection[bytes] = ()) -> Chosen:
    """The lexicon of a position, by the words on its board and others of the same game."""
    words = {*others, *(word for _, word in position.words())}
    return choice.choose(None, position.lexicon_name, position.alphabet.name, "the position", words)
