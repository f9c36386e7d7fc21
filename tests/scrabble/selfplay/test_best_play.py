"""The best play of any rack: against the list of all plays, and against the oracle."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from scrabble.game import cgp
from scrabble.game.move import canonical, move_text
from scrabble.selfplay.best_play import TENTHS, MoveFinder
from scrabble.selfplay.evaluation import sub_racks
from scrabble.selfplay.generate import new_finder
from scrabble.solver import legal_moves
from tests.conftest import POSITIONS
from tests.doors.bridge import enable, position_of, samples
from tests.oracles import naive
from tests.worlds.mini import mini_world


@pytest.fixture(scope="module")
def finder():
    """A finder for ENABLE."""
    return new_finder(enable())


def laid(position, move):
    """The tiles of a move as they leave the rack."""
    return bytes(0 if code >= 64 else code for _, _, code in move.placed)


def agree(finder, position):
    """The finder agrees with the list of plays, for both sides."""
    for side in range(2):
        seen = position if side == 0 else dataclasses.replace(position, rack_codes=position.rack_codes[::-1])
        plays = legal_moves(seen, finder.lexicon)
        look = finder.find_best(position, side)
        assert look.plays == len(plays)
        if not plays:
            assert look.best is None
            continue
        best = move_text(canonical(look.best, position.squares), position)
        assert look.score == plays[0].score
        assert best in {play.text for play in plays if play.score == look.score}
        assert look.playable == bytes(sorted({code for play in plays for code in laid(seen, play.move)}))


def test_real_positions(finder):
    for sample in samples():
        agree(finder, cgp.loads(sample["cgp"]))


@pytest.mark.parametrize("name", ["must-pass", "both-stuck", "stuck-q-mover", "one-tile-each-stuck"])
def test_positions_with_stuck_tiles(finder, name):
    agree(finder, cgp.loads((POSITIONS / f"{name}.cgp").read_text().splitlines()[-1]))


def test_the_first_play_covers_the_start(finder):
    agree(finder, cgp.loads("/".join(["15"] * 15) + " AEINRST/QUIZ? 0/0 0"))


@pytest.mark.parametrize("seed", range(15))
def test_the_best_play_of_a_small_world(seed):
    world = mini_world(seed)
    position, lexicon = position_of(world)
    finder = MoveFinder(lexicon, position.layout, position.rules)
    rng = random.Random(seed)
    counts = sub_racks(position.rack_codes[0], position.alphabet.size)
    worth = np.array([rng.randint(-100, 100) for _ in counts], np.int64)
    by_tiles = {tuple(row): int(value) for row, value in zip(counts.tolist(), worth, strict=True)}

    def value(text: str, score: int) -> int:
        _, rest = naive.apply(world.board, world.racks[0], text)
        row = np.bincount(list(position.alphabet.encode(rest)), minlength=counts.shape[1])
        return TENTHS * score + by_tiles[tuple(row.tolist())]

    plays = naive.plays(world.game, world.board, world.racks[0])
    look = finder.find_best(position, worth=worth)
    assert look.plays == len(plays)
    if plays:
        assert look.value == max(value(*play) for play in plays.items())
        assert look.value == value(move_text(look.best, position), look.score)


def test_room_is_made_for_many_plays(finder):
    position = cgp.loads("/".join(["15"] * 15) + " AEINR??/QUIZ 0/0 0")
    small = MoveFinder(enable(), position.layout, position.rules, room=1)
    assert small.find_best(position) == finder.find_best(position)


def test_the_whole_lexicon_can_be_played(finder):
    rng = random.Random(1)
    words = [word for word in enable() if len(word) == 7]
    for word in rng.sample(words, 40):
        position = cgp.loads("/".join(["15"] * 15) + f" {word}/E 0/0 0")
        assert (
            finder.find_best(position).score
            >= 2 * enable().alphabet.value(enable().alphabet.encode(word)) + 50
        )
