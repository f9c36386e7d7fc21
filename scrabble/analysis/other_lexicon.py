"""The wrong lexicon, noticed: words that stayed on the board are not in it, and another one has them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from scrabble.analysis.turn import Introduced
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon, LexiconError, available, choice

MOST_MISSING = 0.2  # of the words, in a lexicon that is worth naming


class Other(NamedTuple):
    """A lexicon that fits better."""

    name: str
    text: str  # what speaks for it, in a sentence without a full stop


def better_lexicon(turns: Iterable[Introduced], lexicon: Lexicon) -> str:
    """Say that another installed lexicon fits a game better; "" if none does."""
    other = other_of_game(turns, lexicon)
    return "" if other is None else f"{other.text}; try --lexicon {other.name}"


def other_of_game(turns: Iterable[Introduced], lexicon: Lexicon) -> Other | None:
    """Return the installed lexicon that fits a game better; None if none does."""
    odd = [turn.phonies for turn in turns if turn.phonies and not turn.turn.is_taken_back]
    turns_contain = "1 turn contains" if len(odd) == 1 else f"{len(odd)} turns contain"
    return _other({word for phonies in odd for word in phonies}, f"{turns_contain} words that are", lexicon)


def other_of_board(position: Position, lexicon: Lexicon) -> Other | None:
    """Return the installed lexicon that fits the words on a board better; None if none does."""
    words = {position.alphabet.decode(word) for _, word in position.words() if word not in lexicon}
    if len(words) == 1:
        return _other(words, "1 word on the board is", lexicon)
    return _other(words, f"{len(words)} words on the board are", lexicon)


def _other(words: Collection[str], words_are: str, lexicon: Lexicon) -> Other | None:
    if not words:
        return None
    missing = {other.name: sum(word not in other for word in words) for other in _others(lexicon)}
    name = min(missing, key=lambda each: missing[each], default="")
    if not name or missing[name] > MOST_MISSING * len(words):
        return None
    has = f" but in {name}"
    if missing[name]:
        has = f"; {name} has {len(words) - missing[name]} of these {len(words)} words"
    return Other(name, f"{words_are} not in {lexicon.name}{has}")


def _others(lexicon: Lexicon) -> Iterable[Lexicon]:
    """The installed lexicons of the same language."""
    for entry in available():
        if entry.language == lexicon.alphabet.name and entry.words is not None:
            try:
                other = choice.load(entry.name)
            except LexiconError:  # it says why when it is asked for
                continue
            if other.sha256 != lexicon.sha256:
                yield other
