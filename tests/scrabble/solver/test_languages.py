"""Small endgames of every language that words come along for, against the oracle from the rules.

The last turns of games by self-play: all plays and their points, the value, the best move, and every bound
of three searches.  More of them:

    python -m pytest -m slow tests/scrabble/solver/test_languages.py
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.records import gcg
from scrabble.records.replay import replay
from scrabble.selfplay.generate import new_finder, play_one
from scrabble.solver import SolveOptions, solve
from scrabble.solver.moves import legal_moves
from tests.doors import languages
from tests.oracles import naive
from tests.oracles.naive_game import STANDARD_BOARD
from tests.scrabble.selfplay.test_languages import LANGUAGES, name_of

SEED = 20
GAMES = 100  # as many of them as it takes
FEW, MANY = (1, 3), (20, 4)  # positions, and tiles on both racks together
MEMORY = 16 << 20


def small_positions(lexicon: Lexicon, games: int, tiles: int) -> Iterator[Position]:
    """The positions of games with an empty bag and at most so many tiles left."""
    finder = new_finder(lexicon)
    for number in range(games):
        turns = replay(gcg.loads(play_one(finder, SEED, number).gcg)).turns
        yield from (turn.position for turn in turns if not turn.bag and sum(turn.held) <= tiles)


def check(position: Position, lexicon: Lexicon) -> None:
    """Plays, points, value, best moves and bounds are those of the oracle."""
    game = languages.game_for(position, lexicon)
    board, racks = languages.board_of(position), languages.racks_of(position)
    where = (board, racks)
    found = {languages.move_of(step.text): step.score for step in legal_moves(position, lexicon)}
    assert found == naive.plays(game, board, racks[0]), where
    values = naive.value_of_moves(game, board, racks, position.scoreless_turns)
    best = max(values.values())
    for solver in ("bstar", "mtdf", "alphabeta"):
        solution = solve(position, lexicon, SolveOptions(solver=solver, memory=MEMORY))
        assert (solution.status, solution.value) == ("proven", best), where
        for move in solution.moves:
            worth = values[languages.move_of(move.text)]
            assert move.searched.lower <= worth <= move.searched.upper, (where, move)
            assert move.lower <= worth <= move.upper, (where, move)
        assert values[languages.move_of(solution.text)] == best, where


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("count", "tiles"), [FEW, pytest.param(*MANY, marks=pytest.mark.slow)])
def test_small_endgames(language: str, count: int, tiles: int) -> None:
    lexicon = Lexicon(name_of(language))
    positions = list(islice(small_positions(lexicon, GAMES, tiles), count))
    assert len(positions) == count
    for position in positions:
        check(position, lexicon)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_up_is_that_of_the_oracle(language: str) -> None:
    """Tiles, points and premium squares, each written down twice."""
    alphabet = Lexicon(name_of(language)).alphabet
    game = languages.game_of(language, frozenset())
    signs = [languages.sign(alphabet, code) for code in range(1, alphabet.size + 1)]
    assert game.counts == dict(zip([naive.BLANK, *signs], alphabet.counts, strict=True))
    assert game.values == dict(zip(signs, alphabet.values[1:], strict=True))
    assert game.premiums == STANDARD_BOARD
