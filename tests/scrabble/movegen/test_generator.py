"""The move generator against the oracle written from the rules: the same plays, the same scores."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import legal_moves
from tests.doors.bridge import enable, enable_game, position_alone, position_of, samples
from tests.oracles import naive
from tests.worlds.mini import mini_world, real_world

SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(80, 140)]


def generated(position: Position, lexicon: Lexicon) -> dict[str, int]:
    """What the project generates for the player on turn, by text."""
    return {step.text: step.score for step in legal_moves(position, lexicon)}


def differences(ours: dict[str, int], oracle: dict[str, int]) -> dict[str, tuple[Any, Any]]:
    """Plays that one side lacks or scores otherwise."""
    return {
        text: (ours.get(text), oracle.get(text))
        for text in ours.keys() | oracle.keys()
        if ours.get(text) != oracle.get(text)
    }


@pytest.mark.parametrize("sample", samples()[::2], ids=lambda sample: sample["id"])
def test_real_position_has_the_plays_of_the_rules(sample: dict[str, Any]) -> None:
    """Both sides of real endgames, blanks on board and racks included."""
    record = naive.read_cgp(sample["cgp"], enable_game())
    for turned in (False, True):
        fields = sample["cgp"].split()
        if turned:
            fields[1] = "/".join(reversed(fields[1].split("/")))
        position = cgp.loads(" ".join(fields))
        oracle = naive.plays(enable_game(), record.board, record.racks[turned])
        assert differences(generated(position, enable()), oracle) == {}


@pytest.mark.parametrize("seed", [*range(80), *SLOW])
def test_mini_world_has_the_plays_of_the_rules(seed: int) -> None:
    """Random small worlds: invented words, premiums, phonies, stuck tiles, short bingos, empty boards."""
    world = mini_world(seed, size=5 + 2 * (seed % 2), tiles=4, phonies=seed % 3 == 0)
    position, lexicon = position_of(world)
    assert (
        differences(generated(position, lexicon), naive.plays(world.game, world.board, world.racks[0])) == {}
    )


@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5))])
def test_random_game_has_the_plays_of_the_rules(seed: int) -> None:
    """Standard boards after random legal plays, from the first turn on."""
    world = real_world(seed, enable_game(), turns=2 * seed + 1)
    position = position_alone(world)
    assert (
        differences(generated(position, enable()), naive.plays(world.game, world.board, world.racks[0])) == {}
    )


@pytest.mark.parametrize("seed", [*range(15), *SLOW])
def test_plays_after_random_plays(seed: int) -> None:
    """Play on at random, and compare after every turn."""
    rng = random.Random(seed)
    world = mini_world(1000 + seed, size=7, tiles=4)
    position, lexicon = position_of(world)
    board, racks = world.board, list(world.racks)
    while not position.is_over and racks[0] and racks[1]:
        oracle = naive.plays(world.game, board, racks[0])
        ours = legal_moves(position, lexicon)
        assert differences({step.text: step.score for step in ours}, oracle) == {}
        if not ours:
            break
        step = rng.choice(ours)
        board, racks[0] = naive.apply(board, racks[0], step.text)
        racks.reverse()
        position = position.play(step.move)


def test_no_tiles_no_plays() -> None:
    """A side without tiles has no play."""
    position = cgp.loads(samples()[0]["cgp"])
    assert legal_moves(position, enable())
    empty = cgp.loads(samples()[0]["cgp"])
    object.__setattr__(empty, "rack_codes", (b"", position.rack_codes[1]))
    assert legal_moves(empty, enable()) == []
