"""The wrong lexicon, noticed: words that stayed on the board are not in it, and another one has them."""

from __future__ import annotations

from collections.abc import Iterable

from scrabble.analysis.turn import Introduced
from scrabble.lexicon import Lexicon, LexiconError, available, choice

MOST_MISSING = 0.2  # of the words, in a lexicon that is worth naming


def better_lexicon(turns: Iterable[Introduced], lexicon: Lexicon) -> str:
    """Say that another installed lexicon fits a game better; "" if none does."""
    odd = [turn.phonies for turn in turns if turn.phonies and not turn.turn.is_taken_back]
    words = {word for phonies in odd for word in phonies}
    if not words:
        return ""
    missing = {other.name: sum(word not in other for word in words) for other in _others(lexicon)}
    name = min(missing, key=lambda each: missing[each], default="")
    if not name or missing[name] > MOST_MISSING * len(words):
        return ""
    turns_contain = "1 turn contains" if len(odd) == 1 else f"{len(odd)} turns contain"
    has = f" but in {name}"
    if missing[name]:
        has = f"; {name} has {len(words) - missing[name]} of these {len(words)} words"
    return f"{turns_contain} words that are not in {lexicon.name}{has}; try --lexicon {name}"


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
