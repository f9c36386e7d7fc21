"""Names of lexicons: how they are written, and which one was probably meant where the named one is not there.

nwl2023 -> NWL23    a known name, as the federations write it
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
# How the names of known lexicons begin, before their edition (NWL23, ODS9, OTCWL2014), and those without one.
FAMILIES = (
    *("NWL", "TWL", "OTCWL", "OWL", "OSPD", "OSW", "OSWI", "CSW", "CEL", "WGPO", "SWL", "DSW"),
    *("ODS", "FRA", "RD", "OSPS", "NSF", "SAOL", "SSL", "DISC", "FISE", "FILE", "LEXIQUE"),
)
ALONE = ("ENABLE", "SOWPODS", "YAWL")
SHORT_YEARS = ("NWL", "TWL", "CSW")  # of which two digits are written
KNOWN = re.compile(rf"({'|'.join(FAMILIES)})[-_ ]?(\d{{1,4}})", re.IGNORECASE)


def written(name: str) -> str:
    """Return the name of a known lexicon as it is usually written, NWL23 for nwl2023; others as they are."""
    match = KNOWN.fullmatch(name)
    if match is None:
        return name.upper() if name.upper() in ALONE else name
    family, edition = match[1].upper(), match[2]
    is_year = len(edition) == 4 and edition.startswith("20")
    return family + (edition[2:] if is_year and family in SHORT_YEARS else edition)


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
