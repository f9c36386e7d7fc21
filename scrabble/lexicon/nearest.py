"""The lexicon that was probably meant, or would do, where the one that is named is not there.

NWL18 -> NWL23      the same family, the edition nearest to it
ENABEL -> ENABLE    nearly the same name
NWL23 -> ENABLE     else the only one of its language
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from scrabble.game.tiles import Alphabet

CUTOFF = 0.6  # of difflib


def nearest(name: str, there: Iterable[tuple[str, str]]) -> str | None:
    """The nearest of the lexicons there are, each a name and a language, or None."""
    languages = dict(there)
    family = [each for each in languages if _family(each) and _family(each) == _family(name)]
    if family:
        return min(family, key=lambda each: (abs(_edition(each) - _edition(name)), -_edition(each)))
    folded = {each.casefold(): each for each in languages}
    close = difflib.get_close_matches(name.casefold(), folded, 1, CUTOFF)
    if close:
        return folded[close[0]]
    alphabet = Alphabet.of_lexicon(name)
    same = [each for each, language in languages.items() if alphabet and language == alphabet.name]
    return same[0] if len(same) == 1 else None


def _family(name: str) -> str:
    """What stands before the year."""
    return re.split(r"\d", name.casefold(), maxsplit=1)[0].strip("-_. ")


def _edition(name: str) -> int:
    """The year in a name, of two digits or four; 0 when there is none."""
    found = re.search(r"\d+", name)
    return int(found[0][-2:]) if found else 0
