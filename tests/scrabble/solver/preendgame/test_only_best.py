"""Whether one move alone wins most often, on small random worlds against the oracle."""

from __future__ import annotations

import pytest

from scrabble.solver.options import SolveOptions
from scrabble.solver.preendgame.only_best import OnlyBestSearch
from tests.oracles.naive_bag import guaranteed
from tests.worlds.bags import bag_world, position_of

SECONDS = 60.0


def search_of(seed: int) -> tuple[OnlyBestSearch, dict[str, object]]:
    """A search of a small world with a tile in the bag, and what each of its moves wins."""
    bagged = bag_world(seed, 1)
    truth = {text: chance for text, (chance, _) in guaranteed(bagged, 1).items()}
    return OnlyBestSearch(*position_of(bagged), SolveOptions(memory=16 << 20)), truth


@pytest.mark.parametrize("seed", range(12))
def test_the_greatest_win_probability_and_whether_one_move_alone_has_it(seed):
    search, truth = search_of(seed)
    best = search.prove_best(SECONDS)
    assert best is not None and best.win.exact == max(truth.values()) == truth[best.text]
    others = [chance for text, chance in truth.items() if text not in (best.text, "pass")]
    assert search.prove_only(SECONDS) is (max(others, default=-1) < best.win.lower)
    search.narrow([], SECONDS)
    for move in search.by_move().values():
        assert move.is_pass or move.win.lower <= truth[move.text] <= move.win.upper, move.text


@pytest.mark.parametrize("seed", [10, 26])
def test_moves_are_narrowed_to_what_they_win(seed):
    search, truth = search_of(seed)
    search.prove_best(SECONDS)
    search.narrow([move for move in search.by_move() if not move.is_pass], SECONDS)
    for move in search.by_move().values():
        assert move.is_pass or move.win.exact == truth[move.text], move.text


def test_nothing_is_claimed_before_anything_is_answered():
    search, _ = search_of(10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OnlyBestSearch, "_next_query", lambda search: None)
        assert search.prove_best(SECONDS) is None and search.prove_only(SECONDS) is None
    assert search.prove_best(SECONDS) is not None and search.prove_only(SECONDS) is True
