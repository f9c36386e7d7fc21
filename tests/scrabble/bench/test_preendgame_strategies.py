"""Strategies on pre-endgames against the oracle, on small worlds: proofs, choices and queries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bstar.chance.interval_sum import BUDGET, PROVE_BEST, Query
from scrabble.bench.compare import score_trials
from scrabble.bench.compare_figures import summary
from scrabble.bench.compare_text import claims_text, disagreement_lines, move_quality_text
from scrabble.bench.contenders import (
    PREENDGAME_PROOFS,
    USUAL_PREENDGAME,
    contenders,
    preendgame_contender,
)
from scrabble.bench.measure import BenchError, BenchPosition
from scrabble.bench.preendgame_strategies import SPREAD, WIN, EvaluationSession, Playouts, new_session
from scrabble.bench.trial import PROVEN, PreendgameFigures, Trial
from scrabble.bench.trial import trial as run_trial
from scrabble.solver.interval import exactly
from tests.oracles.naive import PASS
from tests.worlds.bag_targets import MEMORY, small_target, target

SECONDS = 60.0
SEEDS = range(12)
MORE = [SEEDS, pytest.param(range(60), marks=pytest.mark.slow)]  # the oracle takes seconds for some of these


def trial(given: BenchPosition, name: str, seconds: float = SECONDS) -> tuple[Trial, PreendgameFigures]:
    """Run a strategy."""
    found = run_trial(given, preendgame_contender(name), seconds, MEMORY)
    assert found.preendgame is not None
    return found, found.preendgame


def session_of(given: BenchPosition) -> EvaluationSession:
    return new_session(given.reading.position, given.reading.lexicon, MEMORY)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_proves_something_is_right(seed):
    given, truth = target(seed)
    best = max(truth.values())
    for name in PREENDGAME_PROOFS:
        found, only = trial(given, name)
        outcome = found.outcome
        assert outcome.has_ended and only.evaluated <= only.scenario_pairs
        assert only.win == exactly(best[0]), name
        assert only.is_win_proven and truth[outcome.move][0] == best[0], name
        if name in ("bstar", "all"):
            assert outcome.status == PROVEN and truth[outcome.move] == best, name
            assert outcome.value == best[1] - given.reading.position.spread, name
        assert outcome.bounds.lower <= best[1] - given.reading.position.spread <= outcome.bounds.upper


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_asked(seed):
    """All moves are exact then, but for a pass, which is worth more if a play may follow."""
    given, truth = target(seed)
    asking = session_of(given)
    preendgame_contender("all").evaluate(asking)
    total = asking.evaluator.unseen.total
    assert all(
        part.queries or not part.is_open(SPREAD) for each in asking.choice.moves for part in each.terms
    )
    for candidate, option in zip(asking.evaluator.moves, asking.choice.moves, strict=True):
        assert option.is_exact
        worth = Fraction(option.lower[WIN], 2 * total), Fraction(option.lower[SPREAD], total)
        if candidate.play.laid:
            assert worth in truth.values()
        else:
            assert worth <= truth.get(PASS, worth)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("count", [1, 2])
def test_halving_keeps_what_is_proven_true(seed, count):
    given, truth = target(seed, count)
    found, only = trial(given, "halving:2")
    outcome = found.outcome
    if truth:  # with two in the bag the oracle leaves the pass out
        best = max(truth.values())
        assert best[0] <= only.win.upper
        assert only.win.lower <= best[0] or outcome.move == PASS
    if outcome.move in truth and outcome.status == PROVEN:
        assert truth[outcome.move] == best
        assert outcome.bounds.lower <= best[1] - given.reading.position.spread <= outcome.bounds.upper
    assert outcome.has_ended


@pytest.mark.parametrize("seeds", MORE, ids=len)
def test_halving_asks_exactly_of_few_and_may_miss_the_best(seeds):
    missed = asked = pairs = 0
    for seed in seeds:
        given, truth = target(seed)
        found, only = trial(given, "halving:1")
        move = found.outcome.move
        asked, pairs = asked + only.evaluated, pairs + only.scenario_pairs
        missed += truth[move][0] < max(truth.values())[0] if move in truth else 0
    assert asked < 0.5 * pairs
    assert missed > 0  # or it would not be worth comparing


def test_bstar_asks_less_than_everything():
    asked = pairs = 0
    for seed in range(60):
        _, only = trial(small_target(seed), "bstar")
        asked, pairs = asked + only.evaluated, pairs + only.scenario_pairs
    assert asked < 0.9 * pairs


@pytest.mark.parametrize("count", [1, 2])
def test_playouts_end_where_a_game_may_end(count):
    """A final spread within the limits of the position, for every move and draw."""
    for seed in SEEDS:
        given = small_target(seed, count)
        evaluator = session_of(given).evaluator
        playouts, (least, most) = Playouts(evaluator.solver), evaluator.solver.limits
        for candidate in evaluator.moves:
            for draw in evaluator.unseen.draws:
                assert least <= playouts.spread(candidate.play, draw) <= most


@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee(seed):
    given, truth = target(seed)
    best = max(truth.values())
    trials = [trial(given, name)[0] for name in ("bstar", "all:won", "halving:1")]
    for each in score_trials(given, trials, SECONDS, MEMORY):
        move = each.outcome.move
        if move in truth and move != PASS:
            assert each.lost_win == best[0] - truth[move][0]
            assert each.lost == (None if each.lost_win else best[1] - truth[move][1])
        assert not each.is_refuted


def test_a_known_answer_that_is_wrong_is_a_disagreement():
    given = small_target(3)
    right, only = trial(given, "bstar")
    assert summary([right], ["bstar"], SECONDS).is_agreed
    outcome = replace(right.outcome, setting="all")
    wrong = replace(right, outcome=outcome, preendgame=replace(only, win=exactly(Fraction(7, 5))))
    [found] = summary([right, wrong], ["bstar", "all"], SECONDS).disagreements
    assert (found.id, found.about) == ("w3", "win") and "all 7/5 (140 %)" in claims_text(found)
    refuted = replace(right, preendgame=replace(only, lost_win=Fraction(1, 4)))
    [line] = disagreement_lines(summary([refuted], ["bstar"], SECONDS))
    assert line.startswith("DISAGREEMENT on w3: bstar chose ") and "wins 25 % less often" in line


def test_verdicts():
    found, only = trial(small_target(3), "bstar")
    assert move_quality_text(found) == "proven"
    assert move_quality_text(replace(found, lost=Fraction(0))) == "proven, best"
    assert move_quality_text(replace(found, lost=Fraction(3, 2))) == "proven, loses 1.5"
    stopped = replace(found.outcome, status="bounded", stopped_by="time")
    often = replace(only, lost_win=Fraction(0))
    for is_proven, said in ((True, "chance proven, stopped (time)"), (False, "stopped (time)")):
        each = replace(found, outcome=stopped, preendgame=replace(often, is_win_proven=is_proven))
        assert move_quality_text(each) == f"{said}, wins as often"


def test_a_limit_leaves_true_bounds():
    for seed in range(6):
        given, truth = target(seed)
        for name in (*PREENDGAME_PROOFS, "halving"):
            _, only = trial(given, name, 0.000001)
            best = max(truth.values())
            assert only.win.lower <= best[0] <= only.win.upper


def test_a_question_is_kept():
    given = small_target(5)
    asking = session_of(given)
    part = asking.choice.moves[0].terms[0]
    asking.ask(Query(0, 0, SPREAD, part.upper[SPREAD], BUDGET, PROVE_BEST))
    assert asking.choice.evaluated == asking.choice.queries == 1


def test_names():
    assert [each.name for each in contenders(USUAL_PREENDGAME, True)] == USUAL_PREENDGAME.split(",")
    assert [each.is_estimate for each in contenders("halving:32,all", True)] == [True, False]
    for wrong in ("nix", "halving:0", "halving:x", "bstar:2D", "bstar,bstar"):
        with pytest.raises(BenchError):
            contenders(wrong, preendgames=True)
