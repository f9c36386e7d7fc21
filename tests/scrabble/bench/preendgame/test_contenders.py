"""Strategies on pre-endgames against the oracle, on small worlds: proofs, choices and queries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bstar.chance.interval_sum import BUDGET, PROVE_BEST, Query
from scrabble.bench.measure import BenchError
from scrabble.bench.preendgame.contenders import USUAL, WAYS, Contender, contenders
from scrabble.bench.preendgame.figures import summary
from scrabble.bench.preendgame.ground_truth import score_trials
from scrabble.bench.preendgame.trial import PROVEN, trial
from scrabble.bench.preendgame_strategies import CHANCE, SPREAD, EvaluationSession, Playouts
from scrabble.solver.preendgame.search import ScenarioEvaluator
from scrabble.solver.preendgame.solution import Range
from tests.oracles.naive import PASS
from tests.worlds.bag_targets import small_target, target

SECONDS = 60.0
SEEDS = range(12)
MORE = [SEEDS, pytest.param(range(60), marks=pytest.mark.slow)]  # the oracle takes seconds for some of these


def never() -> bool:
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_who_proves_something_is_right(seed):
    given, truth = target(seed)
    best = max(truth.values())
    for name in WAYS:
        found = trial(given, Contender(name), SECONDS)
        assert found.limit is None and found.asked <= found.pairs
        assert found.chance == Range(best[0], best[0]), name
        assert found.is_sure and truth[found.move][0] == best[0], name
        if name in ("bstar", "all"):
            assert found.status == PROVEN and truth[found.move] == best, name
            assert found.spread == Range(best[1], best[1]), name


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_asked(seed):
    """All moves are exact then, but for a pass, which is worth more if a play may follow."""
    given, truth = target(seed)
    asking = EvaluationSession(ScenarioEvaluator(given.order))
    Contender("all").run(asking)
    total = asking.judge.unseen.total
    assert all(
        part.queries or not part.is_open(SPREAD) for each in asking.choice.moves for part in each.terms
    )
    for candidate, option in zip(asking.judge.moves, asking.choice.moves, strict=True):
        assert option.is_exact
        worth = Fraction(option.lower[CHANCE], 2 * total), Fraction(option.lower[SPREAD], total)
        if candidate.play.laid:
            assert worth in truth.values()
        else:
            assert worth <= truth.get(PASS, worth)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", [1, 2])
def test_halving_keeps_what_is_proven_true(seed, count):
    given, truth = target(seed, count)
    found = trial(given, Contender("halving:2"), SECONDS)
    if truth:  # with two in the bag the oracle leaves the pass out
        best = max(truth.values())
        assert best[0] <= found.chance.upper
        assert found.chance.lower <= best[0] or found.move == PASS
    if found.move in truth:
        assert found.spread.lower <= truth[found.move][1]
        if found.status == PROVEN:
            assert truth[found.move] == best
    assert found.limit is None


@pytest.mark.parametrize("seeds", MORE, ids=len)
def test_halving_asks_exactly_of_few_and_may_miss_the_best(seeds):
    missed = asked = pairs = 0
    for seed in seeds:
        given, truth = target(seed)
        found = trial(given, Contender("halving:1"), SECONDS)
        asked, pairs = asked + found.asked, pairs + found.pairs
        missed += truth[found.move][0] < max(truth.values())[0] if found.move in truth else 0
    assert asked < 0.5 * pairs
    assert missed > 0  # or it would not be worth comparing


def test_bstar_asks_less_than_everything():
    asked = pairs = 0
    for seed in range(60):
        found = trial(small_target(seed), Contender("bstar"), SECONDS)
        asked, pairs = asked + found.asked, pairs + found.pairs
    assert asked < 0.9 * pairs


@pytest.mark.parametrize("count", [1, 2])
def test_playouts_end_where_a_game_may_end(count):
    """A final spread within the limits of the position, for every move and draw."""
    for seed in SEEDS:
        given = small_target(seed, count)
        judge = ScenarioEvaluator(given.order)
        playouts, (least, most) = Playouts(judge.solver), judge.solver.limits
        for candidate in judge.moves:
            for draw in judge.unseen.draws:
                assert least <= playouts.spread(candidate.play, draw) <= most


@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee(seed):
    given, truth = target(seed)
    best = max(truth.values())
    trials = [trial(given, Contender(name), SECONDS) for name in ("bstar", "all:won", "halving:1")]
    for each in score_trials(given, trials, SECONDS, never):
        if each.move in truth and each.move != PASS:
            assert each.lost == best[0] - truth[each.move][0]
            if each.lost == 0:
                assert each.lost_spread == best[1] - truth[each.move][1]
        assert not each.is_refuted


def test_a_known_answer_that_is_wrong_is_a_disagreement():
    given = small_target(3)
    right = trial(given, Contender("bstar"), SECONDS)
    wrong = replace(right, solver="all", chance=Range(Fraction(7, 5), Fraction(7, 5)))
    found = summary([right, wrong], ["bstar", "all"])
    assert found.disagreements == ["w3: the chance by bstar and by all cannot both be true"]
    refuted = replace(right, lost=Fraction(1, 4))
    assert "none of the best moves" in summary([refuted], ["bstar"]).disagreements[0]
    assert summary([right], ["bstar"]).disagreements == []


def test_a_limit_leaves_true_bounds():
    for seed in range(6):
        given, truth = target(seed)
        for name in (*WAYS, "halving"):
            found = trial(given, Contender(name), 0.000001)
            best = max(truth.values())
            assert found.chance.lower <= best[0] <= found.chance.upper


def test_a_question_is_kept():
    given = small_target(5)
    asking = EvaluationSession(ScenarioEvaluator(given.order))
    part = asking.choice.moves[0].terms[0]
    asking.ask(Query(0, 0, SPREAD, part.upper[SPREAD], BUDGET, PROVE_BEST))
    assert asking.choice.evaluated == asking.choice.queries == 1


def test_names():
    assert [each.name for each in contenders(USUAL)] == USUAL.split(",")
    assert [each.is_estimate for each in contenders("halving:32,all")] == [True, False]
    for wrong in ("nix", "halving:0", "halving:x", "bstar:2D", "bstar,bstar"):
        with pytest.raises(BenchError):
            contenders(wrong)
