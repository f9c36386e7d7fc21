"""A game in every language with a bundled lexicon: played, solved by two searches, analysed.

`test_many_games` has twenty of each.
"""

from __future__ import annotations

import dataclasses
import functools

import pytest

from scrabble import SolveOptions, analyse, solve, sources
from scrabble.game import cgp
from scrabble.game.move import PASS
from scrabble.game.tiles import BLANK
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.selfplay.best_play import MoveFinder
from scrabble.selfplay.generate import GeneratedGame, new_finder, play_one

LANGUAGES = ("dutch", "english", "french", "german", "polish", "portuguese", "spanish")
SOON = ("dutch", "french", "spanish")  # whose games take the least
SEED, GAMES = 18, 20  # of which one is taken
FEW_TILES = 10  # on both racks
ENDS = {
    "german": (4, None, 7),
    "polish": (4, 6, 7),
    "spanish": (4, 12, 1),
}  # passes, zeros, fewest in the bag


def name_of(language: str) -> str:
    return "ENABLE" if language == "english" else f"free-{language}"


@functools.cache
def finder_of(language: str) -> MoveFinder:
    return new_finder(Lexicon(name_of(language)))


@functools.cache
def first_game(language: str) -> GeneratedGame:
    """Return the first game of the seed with an endgame that is solved quickly."""
    games = (play_one(finder_of(language), SEED, number) for number in range(GAMES))
    return next(game for game in games if game.cgp is not None and sum(game.tiles) <= FEW_TILES)


@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=[pytest.mark.slow] * (each not in SOON)) for each in LANGUAGES]
)
def test_a_game_of_each(language: str) -> None:
    made = first_game(language)
    assert made.cgp is not None
    [entry] = sources.entries([made.cgp])
    reading = sources.resolve(entry)
    assert not reading.warnings and reading.lexicon.name == name_of(language)
    found = [
        solve(reading.position, reading.lexicon, SolveOptions(solver=solver)) for solver in ("bstar", "mtdf")
    ]
    assert [each.status for each in found] == ["proven", "proven"] and found[0].value == found[1].value
    analysis = analyse(gcg.loads(made.gcg), exact=1, max_bag=0)
    assert analysis.lexicon == name_of(language) and not analysis.warnings
    first = next(iter(analysis))
    assert first.evaluation is not None and first.bounds.exact == found[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_the_board_are_words(language: str) -> None:
    last = replay(gcg.loads(first_game(language).gcg)).turns[-1].position
    assert not last.problems(Lexicon(name_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_game_ends(language: str) -> None:
    made = first_game(language)
    position = dataclasses.replace(cgp.loads(made.cgp or ""), scoreless_turns=0)
    passes, zeros, in_the_bag = ENDS.get(language, (None, 6, 7))
    rules = position.rules
    assert (rules.pass_limit, rules.scoreless_limit, rules.exchange_limit) == (passes, zeros, in_the_bag)
    turns = 0
    while not position.is_over:
        position, turns = position.play(PASS), turns + 1
    assert turns == (passes or zeros)
    assert rules.out_gain == 2 and rules.scoreless_loss == 1


def test_digraphs_and_blanks_are_played() -> None:
    """In Spanish games tiles of two letters lie on the board, and some are blanks in some language."""
    made = [play_one(finder_of("spanish"), SEED, number) for number in range(6)]
    alphabet = Lexicon("free-spanish").alphabet
    seen = {int(code) for each in made if each.cgp for code in cgp.loads(each.cgp).squares.ravel()}
    for tile in ("[CH]", "[LL]", "[RR]", "Ñ"):
        assert alphabet.encode(tile)[0] in seen, tile
    assert any(code & BLANK for code in seen)
