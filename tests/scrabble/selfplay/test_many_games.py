"""Twenty games of every language with a bundled lexicon: two searches agree on every turn of each endgame.

python -m pytest -m slow -rP tests/scrabble/selfplay/test_many_games.py        prints what it has counted

The lexicon is found from the record alone.  Where both searches come to an end the values are equal, and so
are the sets of best moves; where one is stopped its interval overlaps that of the other.
"""

from __future__ import annotations

from collections import Counter

import pytest

from scrabble import analyse
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.selfplay.generate import new_finder, play_one
from tests.scrabble.selfplay.test_languages import LANGUAGES, name_of

SEED, GAMES = 19, 20
SECONDS = 10  # for each position and search
ENOUGH = 0.9  # of the turns have values from both


def compared(record: str, language: str) -> Counter[str]:
    """Return the number of turns of the endgame, and of those on which both searches agree."""
    game = gcg.loads(record)
    one, other = (
        analyse(game, solver=way, seconds=SECONDS, exact=1, reasons=False, max_bag=0)
        for way in ("bstar", "mtdf")
    )
    assert one.lexicon.name == other.lexicon.name == name_of(language)
    assert not one.warnings and not other.warnings
    counts: Counter[str] = Counter()
    for first, second in zip(one, other, strict=True):
        assert first.evaluation is not None and second.evaluation is not None
        where = f"{game.title}, turn {first.number}"
        for mine, his in ((first.spread, second.spread), (first.spread_after, second.spread_after)):
            both = mine.meet(his)
            assert both.lower <= both.upper, where
        counts["turns"] += 1
        counts["proven by bstar"] += first.spread.is_exact
        counts["proven by mtdf"] += second.spread.is_exact
        if first.spread.is_exact and second.spread.is_exact:
            assert first.spread == second.spread, where
            counts["equal values"] += 1
        if first.found.best_is_complete and second.found.best_is_complete:
            assert set(first.found.best) == set(second.found.best), where
            counts["equal best moves"] += 1
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_searches_agree_on_every_turn(language: str) -> None:
    finder = new_finder(Lexicon(name_of(language)))
    counts: Counter[str] = Counter()
    for number in range(GAMES):
        counts += compared(play_one(finder, SEED, number).gcg, language)
        counts["games"] += 1
    print(f"{language}: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    assert counts["turns"] >= 2 * GAMES
    assert counts["equal values"] >= ENOUGH * counts["turns"]
