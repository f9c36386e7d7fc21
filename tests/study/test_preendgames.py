"""Strategies with tiles in the bag against the oracle, on small worlds: proofs, choices and queries."""

from __future__ import annotations

from fractions import Fraction

import pytest

from positions.study import preendgames
from positions.study.preendgames import STRATEGIES, chances, playout, searched
from positions.study.queries import SPREAD, WIN, Asking
from scrabble.bench.measure import BenchPosition
from tests.oracles.naive import PASS
from tests.worlds.bag_targets import MEMORY, small_target, target

SECONDS = 60.0
SEEDS = range(12)
MORE = [SEEDS, pytest.param(range(60), marks=pytest.mark.slow)]  # the oracle takes seconds for some of these


def asking_of(given: BenchPosition) -> Asking:
    return Asking(given.reading.position, given.reading.lexicon, MEMORY)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_proves_something_is_right(seed: int) -> None:
    given, truth = target(seed)
    best = max(truth.values())
    for name in STRATEGIES:
        found = searched(given, name, SECONDS)
        assert found["stopped_by"] is None and found["evaluated"] <= found["pairs"]
        if found["is_win_proven"] and found["move"] in truth:
            assert truth[found["move"]][0] == best[0], name
        if found["is_proven"] and found["move"] in truth:
            assert truth[found["move"]] == best, name
        assert found["is_win_proven"] or name == "halving"
        assert found["is_proven"] or name not in ("bstar", "all")


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_asked(seed: int) -> None:
    """All moves are exact then, but for a pass, which is worth more if a play may follow."""
    given, truth = target(seed)
    asking = asking_of(given)
    preendgames.exhaustive(asking)
    total = asking.unseen.total
    assert all(
        part.queries or not part.is_open(SPREAD) for each in asking.search.moves for part in each.terms
    )
    for candidate, option in zip(asking.moves, asking.search.moves, strict=True):
        assert option.lower == option.upper
        worth = Fraction(option.lower[WIN], 2 * total), Fraction(option.lower[SPREAD], total)
        if candidate.play.laid:
            assert worth in truth.values()
        else:
            assert worth <= truth.get(PASS, worth)
    for move, win in chances(given, asking.texts, SECONDS).items():
        if move in truth and move != PASS:
            assert win == truth[move][0]


@pytest.mark.parametrize("seeds", MORE, ids=len)
def test_halving_asks_exactly_of_few_and_may_miss_the_best(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preendgames, "SURVIVORS", 1)
    missed = asked = pairs = 0
    for seed in seeds:
        given, truth = target(seed)
        found = searched(given, "halving", SECONDS)
        asked, pairs = asked + found["evaluated"], pairs + found["pairs"]
        missed += truth[found["move"]][0] < max(truth.values())[0] if found["move"] in truth else 0
    assert asked < 0.5 * pairs
    assert missed > 0  # or it would not be worth comparing


def test_bstar_asks_less_than_everything() -> None:
    found = [searched(small_target(seed), "bstar", SECONDS) for seed in range(60)]
    assert sum(each["evaluated"] for each in found) < 0.9 * sum(each["pairs"] for each in found)


@pytest.mark.parametrize("count", [1, 2])
def test_playouts_end_where_a_game_may_end(count: int) -> None:
    """A final spread within the limits of the position, for every move and draw."""
    for seed in SEEDS:
        asking = asking_of(small_target(seed, count))
        least, most = asking.solver.limits
        for candidate in asking.moves:
            for draw in asking.unseen.draws:
                assert least <= playout(asking, candidate.play, draw) <= most


def test_a_limit_leaves_true_bounds() -> None:
    for seed in range(6):
        given, truth = target(seed)
        for name in STRATEGIES:
            asking = asking_of(given)
            asking.run(lambda name=name, asking=asking: STRATEGIES[name](asking), 0.000001)
            upper = max(each.upper[WIN] for each in asking.search.moves)
            lower = max(each.lower[WIN] for each in asking.search.moves)
            best = max(truth.values())[0] * 2 * asking.unseen.total
            assert lower <= best <= upper
