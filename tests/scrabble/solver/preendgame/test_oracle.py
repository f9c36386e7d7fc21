"""Chances and mean spreads checked against the oracle, on small random worlds."""

from __future__ import annotations

import functools
import random
from fractions import Fraction

import pytest

from scrabble.answer.interval import exactly
from scrabble.answer.names import Objective
from scrabble.answer.solution import MoveResult
from scrabble.game.move import PASS as PASSING
from scrabble.game.position import Position
from scrabble.solver import SolveOptions, solve
from tests.claims import check_statuses
from tests.oracles import naive
from tests.oracles.naive import PASS
from tests.oracles.naive_bag import Oracle, bags, minus, outcome
from tests.worlds.bags import bag_world, position_of

MEMORY = 16 << 20
ENOUGH = 5  # passes that are known, of 24 worlds; with each of two objectives twice as many
SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(24, 40)]


@functools.cache
def oracle_of(seed: int, count: int, by_spread: bool) -> Oracle:
    """Return the oracle of a world, which keeps the endgames that it has solved."""
    return Oracle(bag_world(seed, count), by_spread)


@functools.cache
def truth_of(seed: int, count: int, by_spread: bool) -> dict[str, tuple[Fraction, Fraction]]:
    """Return what each move of a world guarantees, by the oracle."""
    return oracle_of(seed, count, by_spread).guaranteed(count)


def check_draws(move: MoveResult, position: Position, oracle: Oracle, count: int) -> None:
    """Check the draws of a move: how likely each is, the endgame after it, and what they come to together."""
    bagged, chances = oracle.bagged, bags(oracle.bagged.unseen, count)
    for draw in move.scenarios:
        tiles = draw.tiles
        likely = [p for bag, p in chances.items() if sorted(bag[: len(tiles)]) == sorted(tiles)]
        assert draw.probability == sum(likely), (move.text, tiles)
        if len(position.parse_move(move.text).placed) >= count:
            after, rest = naive.apply(bagged.board, bagged.rack, move.text)
            worth = oracle.endgame(after, minus(bagged.unseen, tiles), rest + tiles)
            spread = bagged.ahead + move.score - worth
            assert draw.spread.lower <= spread <= draw.spread.upper, (move.text, tiles)
            assert draw.win.lower <= outcome(spread) <= draw.win.upper, (move.text, tiles)
    if move.scenarios and move.win.is_exact and move.spread.is_exact:
        assert move.win == exactly(sum(each.probability * each.win.exact for each in move.scenarios))
        assert move.spread == exactly(sum(each.probability * each.spread.exact for each in move.scenarios))


def objective_of(seed: int) -> Objective:
    """What is compared first in a world; by one world in three the mean spread."""
    return random.Random(f"check {seed}").choice((Objective.WIN, Objective.WIN, Objective.SPREAD))


def check(seed: int, count: int, nodes: int | None = None) -> str:
    """Check a solution against the oracle and return its status."""
    objective = objective_of(seed)
    position, lexicon = position_of(bag_world(seed, count))
    truth = truth_of(seed, count, objective is Objective.SPREAD)
    options = SolveOptions(objective=objective, nodes=nodes, memory=MEMORY, settle_ties=True)
    found = solve(position, lexicon, options)
    moves = {move.text: move for move in found.moves}
    assert set(truth) <= set(moves) and set(moves) - set(truth) <= {PASS}, seed
    worths = {text: worth if objective is Objective.WIN else worth[::-1] for text, worth in truth.items()}
    for text, (chance, spread) in worths.items():
        assert moves[text].win.lower <= chance <= moves[text].win.upper, (seed, text)
        assert moves[text].spread.lower <= spread <= moves[text].spread.upper, (seed, text)
    for move in found.moves:
        check_draws(move, position, oracle_of(seed, count, objective is Objective.SPREAD), count)
    best = max(truth.values(), default=(Fraction(-1000), Fraction(-1000)))
    check_statuses(found, truth)
    if found.text in truth:
        ranges = (found.win, found.spread) if objective is Objective.WIN else (found.spread, found.win)
        assert all(each.lower <= worth <= each.upper for each, worth in zip(ranges, best, strict=True)), seed
    if found.status == "proven" and found.text in truth:
        assert truth[found.text] == best, (seed, found.text)
        assert all(truth[text] == best for text in found.best), seed
        if nodes is None and count == 1:  # with two, the second objective of a plan may stay open
            assert found.moves[0].win.is_exact and found.moves[0].spread.is_exact, seed
    if found.text in truth:
        worst = best[0] - truth[found.text][0]
        assert worst <= found.regret, (seed, objective)
    if nodes is None and count == 1:
        assert found.status == "proven", seed
    return found.status


def check_outcome(seed: int, count: int, nodes: int | None = None) -> str:
    """Check a proof of the win probability alone against the oracle and return its status."""
    position, lexicon = position_of(bag_world(seed, count))
    truth = truth_of(seed, count, False)
    options = SolveOptions(objective=Objective.OUTCOME, nodes=nodes, memory=MEMORY)
    found = solve(position, lexicon, options)
    moves = {move.text: move for move in found.moves}
    for text, (chance, _) in truth.items():
        assert moves[text].win.lower <= chance <= moves[text].win.upper, (seed, text)
    best = max(truth.values(), default=None)
    if best is None or found.text not in truth:
        return found.status
    assert found.win.lower <= best[0] <= found.win.upper, seed
    assert found.spread.lower <= best[1] <= found.spread.upper, seed
    assert best[0] - truth[found.text][0] <= found.regret, seed
    check_statuses(found, {text: chance for text, (chance, _) in truth.items()})
    if found.status == "proven":
        assert found.win == exactly(best[0]) and found.preendgame.is_win_proven and not found.regret, seed
        assert found.outcome == {0: "lost", 1: "won"}.get(best[0]), seed
        assert all(truth[text][0] == best[0] for text in found.best if text in truth), seed
    assert found.stopped_by != "ties" and (nodes is not None or count > 1 or found.status == "proven"), seed
    return found.status


@pytest.mark.parametrize("seed", [seed for seed in range(24) if objective_of(seed) is Objective.WIN])
def test_the_outcome_with_one_in_the_bag(seed):
    check_outcome(seed, 1)


def test_the_outcome_with_two_in_the_bag():
    assert [check_outcome(seed, 2) for seed in range(8)].count("proven") > 5


@pytest.mark.parametrize("seed", [*range(24), *SLOW])
def test_one_in_the_bag(seed):
    check(seed, 1)


@pytest.mark.parametrize("seed", range(9))
def test_two_in_the_bag(seed):
    check(seed, 2)


of_each_question = pytest.mark.parametrize("checked", [check, check_outcome])


@of_each_question
@pytest.mark.parametrize("seed", range(12))
def test_stopped_early_the_bounds_are_true(checked, seed):
    checked(seed, 1 + seed % 2, nodes=1 + 7 * seed)


@pytest.mark.parametrize("nodes", [16, 366, None])
def test_a_pass_may_end_the_game_with_two_in_the_bag(nodes):
    """Check a world in which it does, and is better than all plays."""
    assert PASS in truth_of(1855, 2, True)
    check(1855, 2, nodes)


def test_a_pass_may_be_as_good_as_the_best_move():
    """Check a world in which it is, by spread: the same move follows the opponent's pass."""
    check(1722, 1)


def test_a_pass_is_open_while_another_move_is():
    """Check that a pass stays open: the other move may still follow the opponent's pass."""
    position, lexicon = position_of(bag_world(2740, 1))
    found = solve(position, lexicon, SolveOptions(nodes=200, memory=MEMORY))
    [passing] = [move for move in found.moves if move.text == PASS]
    assert (found.status, passing.status) == ("bounded", "open") and found.text != PASS


@pytest.mark.slow
@pytest.mark.parametrize("nodes", range(20, 420, 20))
def test_a_pass_is_as_good_as_what_may_follow_it(nodes):
    check(2740, 1, nodes)


@pytest.mark.slow
@of_each_question
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_worlds(checked, hundred):
    for seed in range(1_000 + 100 * hundred, 1_100 + 100 * hundred):
        checked(seed, 2 if seed % 4 == 3 else 1, 1 + 3 * seed % 400 if seed % 5 == 0 else None)


BOTH = [(seed, objective) for seed in range(24) for objective in (Objective.WIN, Objective.SPREAD)]


@pytest.mark.parametrize(
    "asked",
    [[(seed, objective_of(seed)) for seed in range(24)], pytest.param(BOTH, marks=pytest.mark.slow)],
    ids=["one objective", "both"],
)
def test_the_value_of_a_pass_is_that_of_the_best_replies(asked: list[tuple[int, Objective]]) -> None:
    """A pass that a reply refutes with each content of the bag is known, whatever might follow it."""
    known = 0
    for seed, objective in asked:
        truth = truth_of(seed, 1, objective is Objective.SPREAD).get(PASS)
        position, lexicon = position_of(bag_world(seed, 1))
        options = SolveOptions(objective=objective, memory=MEMORY, value_of=PASSING)
        found = solve(position, lexicon, options).evaluated_move
        assert found is not None
        if truth is not None:
            chance, spread = truth if objective is Objective.WIN else truth[::-1]
            assert found.win.lower <= chance <= found.win.upper, seed
            assert found.spread.lower <= spread <= found.spread.upper, seed
            known += found.win.is_exact and found.spread.is_exact and found.status == "worse"
    assert known >= ENOUGH * len(asked) / 24
