"""The rational opponent: win probabilities and mean spreads checked against the oracle, on small worlds."""

from __future__ import annotations

import functools
import random
from fractions import Fraction
from typing import NamedTuple

import pytest

from scrabble.game.move import move_text
from scrabble.movegen.packed_move import PASS as MOVE_PASS
from scrabble.movegen.packed_move import unpack
from scrabble.solver import Solution, SolveOptions, solve
from scrabble.solver.interval import exactly
from scrabble.solver.names import Objective, Opponent
from scrabble.solver.preendgame import search
from scrabble.solver.preendgame.dealt_game import SideTiles
from scrabble.solver.preendgame.evaluator import PreendgameTask, ScenarioEvaluator
from scrabble.solver.preendgame.opponent import OpponentsChoice, OpponentsSolver
from scrabble.solver.preendgame.rational import OpponentsReply
from scrabble.solver.preendgame.replies import StateAfter, scoreless_left
from tests.claims import check_statuses
from tests.oracles.naive import PASS
from tests.oracles.naive_bag import Bagged, Worth, minus
from tests.oracles.naive_exchanges import guaranteed
from tests.oracles.naive_rational import Node, RationalOracle, against_rational
from tests.worlds.bags import bag_world, exchange_world, position_of

MEMORY = 32 << 20


def objective_of(seed: int) -> Objective:
    return random.Random(f"check {seed}").choice((Objective.WIN, Objective.WIN, Objective.SPREAD))


def world(seed: int, count: int, has_exchanges: bool) -> Bagged:
    if has_exchanges:
        return exchange_world(seed, count)
    return bag_world(seed, count, known=seed % 3 == 2)


@functools.cache
def truths(seed: int, count: int, has_exchanges: bool, by_spread: bool) -> tuple[dict[str, Worth], ...]:
    """Return what each move is worth against a rational opponent, and what it guarantees."""
    bagged = world(seed, count, has_exchanges)
    return against_rational(bagged, count, by_spread), guaranteed(bagged, count, by_spread)


def solved(bagged: Bagged, objective: Objective, nodes: int | None = None, threads: int = 1) -> Solution:
    position, lexicon = position_of(bagged, bagged.known)
    options = SolveOptions(
        objective=objective,
        nodes=nodes,
        memory=MEMORY,
        workers=threads,
        settle_ties=objective is not Objective.OUTCOME,
        opponent="rational",
    )
    return solve(position, lexicon, options)


def check(
    seed: int, count: int = 1, has_exchanges: bool = False, nodes: int | None = None, threads: int = 1
) -> Solution:
    """Check a solution against the oracle and return it."""
    objective = objective_of(seed)
    by_spread = objective is Objective.SPREAD
    truth, least = truths(seed, count, has_exchanges, by_spread)
    found = solved(world(seed, count, has_exchanges), objective, nodes, threads)
    moves = {move.text: move for move in found.moves}
    assert set(truth) <= set(moves), seed
    assert all(worth >= least[text] for text, worth in truth.items()), seed
    for text, worth in truth.items():
        chance, spread = worth[::-1] if by_spread else worth
        assert moves[text].win.lower <= chance <= moves[text].win.upper, (seed, text)
        assert moves[text].spread.lower <= spread <= moves[text].spread.upper, (seed, text)
        first = moves[text].spread if by_spread else moves[text].win
        assert first.upper >= least[text][0], (seed, text)
    best = max(truth.values(), default=None)
    if best is not None and found.text in truth:
        if found.status == "proven":
            assert all(truth[text] == best for text in found.best if text in truth), seed
        assert best[0] - truth[found.text][0] <= found.regret, seed
    check_statuses(found, truth)
    if nodes is None and count == 1 and not has_exchanges:
        assert found.status == "proven" and set(truth) == set(moves), seed
        assert found.moves[0].win.is_exact and found.moves[0].spread.is_exact, seed
    return found


@pytest.mark.parametrize("seed", range(24))
def test_one_in_the_bag(seed):
    check(seed)


@pytest.mark.parametrize("seed", range(12))
def test_exchanges(seed):
    check(seed, has_exchanges=True)


@pytest.mark.parametrize("seed", range(8))
def test_two_in_the_bag(seed):
    check(seed, 2)


@pytest.mark.parametrize("seed", range(30))
def test_stopped_early_the_bounds_are_true(seed):
    check(seed, 1 + (seed % 5 == 4), seed % 3 == 0, nodes=1 + 11 * seed)


@pytest.mark.parametrize("seed", range(3))
def test_threads_answer_the_same(seed, monkeypatch):
    monkeypatch.setattr(search, "HEAD_START", 0)
    one, two = (check(seed, threads=threads) for threads in (1, 2))
    assert (one.best, one.win, one.spread) == (two.best, two.win, two.spread)


@pytest.mark.parametrize("seed", range(12))
def test_the_outcome_has_the_same_chance(seed):
    truth, _ = truths(seed, 1, False, False)
    found = solved(world(seed, 1, False), Objective.OUTCOME)
    assert found.status == "proven" and found.win == exactly(max(chance for chance, _ in truth.values()))
    for move in found.moves:
        assert move.win.lower <= truth[move.text][0] <= move.win.upper, (seed, move.text)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_worlds(hundred):
    for seed in range(1_000 + 100 * hundred, 1_100 + 100 * hundred):
        nodes = 1 + 7 * seed % 900 if seed % 5 == 0 else None
        check(seed, 2 if seed % 20 == 3 else 1, seed % 4 == 1, nodes)


def test_the_opponents_differ():
    """Check a board with TNt, NO against EOT, 9 points behind, three scoreless turns to the end of the game.

    A play wins with one tile of three.  A pass loses to a good reply with two of them, but with each tile the
    opponent, who does not see it, makes another move that is better on average, and loses.
    """
    bagged = bag_world(332, 1)
    position, lexicon = position_of(bagged)
    informed = solve(position, lexicon, SolveOptions(memory=MEMORY, settle_ties=True))
    assert informed.text == "A3 (T)O" and informed.preendgame.opponent is Opponent.INFORMED
    assert (informed.status, informed.win) == ("proven", exactly(Fraction(1, 3)))
    rational = solved(bagged, Objective.WIN)
    assert rational.best == [PASS] and rational.preendgame.opponent is Opponent.RATIONAL
    assert (rational.status, rational.win) == ("proven", exactly(1))
    assert rational.moves[0].spread == exactly(Fraction(11, 3))
    assert guaranteed(bagged, 1)[PASS] == (Fraction(1, 3), Fraction(-34, 3))


@pytest.mark.parametrize("seed", [89, 90, pytest.param(225, marks=pytest.mark.slow)])
def test_an_opponent_who_passes_may_choose_otherwise_later(seed):
    """Check worlds in which a pass is as good as a play for the opponent until a pass ends the game."""
    bagged = bag_world(seed, 1)
    truth = against_rational(bagged, 1, objective_of(seed) is Objective.SPREAD)
    found = solved(bagged, objective_of(seed))
    [passing] = [move for move in found.moves if move.text == PASS]
    worth = passing.win.lower, passing.spread.lower
    assert passing.spread.is_exact
    assert worth == (truth[PASS][::-1] if objective_of(seed) is Objective.SPREAD else truth[PASS])


@pytest.mark.parametrize("seed", range(6))
def test_a_known_bag(seed):
    """Check a player who knows the bag against an opponent who does not."""
    bagged = bag_world(seed, 1)
    other = minus(bagged.unseen, bagged.unseen[-1])
    truth = against_rational(bagged._replace(known=other), 1)
    position, lexicon = position_of(bagged, other)
    options = SolveOptions(memory=MEMORY, settle_ties=True, bag_is_known=True, opponent="rational")
    found = solve(position, lexicon, options)
    assert found.status == "proven" and (found.win.lower, found.spread.lower) == max(truth.values())
    assert all(move.win.lower <= truth[move.text][0] <= move.win.upper for move in found.moves)


def test_plays_that_empty_the_bag_are_worth_the_same():
    for seed in range(3):
        position, lexicon = position_of(bag_world(seed, 1))
        both = [
            solve(position, lexicon, SolveOptions(memory=MEMORY, settle_ties=True, opponent=opponent))
            for opponent in Opponent
        ]
        known = {move.text: move for move in both[0].moves}
        for move in both[1].moves:
            if move.move.placed:
                spreads = move.spread, known[move.text].spread
                assert max(each.lower for each in spreads) <= min(each.upper for each in spreads)


def test_moves_that_leave_more_than_one_tile_count_as_they_are_guaranteed():
    """Check that an upper bound of such a move is that against an informed opponent."""
    position, lexicon = position_of(bag_world(2, 2))
    tasks = [PreendgameTask(position, lexicon, MEMORY, opponent=opponent) for opponent in Opponent]
    kinds = []
    for task in tasks:
        [passing] = [each for each in ScenarioEvaluator(task).moves if each.play.is_pass]
        assert not passing.is_whole and not passing.are_sums
        kinds.append([type(part) for part in passing.parts])
    assert kinds[0] == kinds[1]


def test_the_oracle_knows_a_choice():
    """Check the opponent's choices: a pass is as good as a play only while the play may follow it."""
    oracle = RationalOracle(bag_world(89, 1))
    assert oracle.worths(1)[PASS] == (1, 24)
    choices = {(key[4], tuple(sorted(choice))) for key, choice in oracle.choices.items()}
    assert {(1, ("C2 Na", PASS)), (3, ("C2 Na",)), (1, (PASS,))} <= choices


class Known(NamedTuple):
    """A spread within bounds."""

    lower: int
    upper: int

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Return that nothing more is known."""
        return False


def test_bounds_of_a_reply():
    """Check that moves that may be best count for the lower bound, proven ones alone for the upper one."""
    one, other = Known(3, 9), Known(-5, 20)
    assert (OpponentsReply([one], [one, other]).lower, OpponentsReply([one], [one, other]).upper) == (-5, 9)
    assert OpponentsReply([], [one, other]).upper == 20
    assert OpponentsReply([one], [one, other]).ask_spread(10, 5)  # the proven one refutes it
    assert not OpponentsReply([], [one, other]).ask_spread(10, 5)


@pytest.mark.parametrize("seed", [*range(6), 89, 90])
def test_the_choice_is_between_the_sure_and_the_possible_moves_at_any_time(seed):
    bagged = bag_world(seed, 1)
    position, lexicon = position_of(bagged)
    solver = ScenarioEvaluator(PreendgameTask(position, lexicon, MEMORY)).solver
    left, rack = scoreless_left(position).after_pass(), position.rack_codes[0]
    if left.is_over:
        return
    after = StateAfter((MOVE_PASS,), 0, SideTiles(rack, rack), solver.unseen.tiles, 1, left)
    oracle, zeros = RationalOracle(bagged), bagged.zeros + 1
    node = Node(bagged.board, minus(bagged.rack, ""), bagged.unseen, (), bagged.ahead, zeros, zeros)
    objectives = Objective.WIN, Objective.SPREAD
    for draw in solver.unseen.draws:
        seen = OpponentsSolver(solver, after, draw.tiles)
        choice = OpponentsChoice(seen, draw.tiles, objectives, left)
        truth = oracle._choice(node, position.alphabet.rack_text(draw.tiles))

        def texts(numbers, choice=choice, seen=seen):
            plays = [choice.candidates[number].play.number for number in numbers]
            return {move_text(unpack(each, seen.position), seen.position) for each in plays}

        while not choice.is_done:
            assert texts(choice.sure) <= truth <= texts(choice.possible), (seed, draw.tiles)
            choice.advance(1, lambda: False)
        assert texts(choice.sure) == truth == texts(choice.possible), (seed, draw.tiles)
        assert PASS in truth or len(choice.candidates) == len(truth)  # the others are forgotten
