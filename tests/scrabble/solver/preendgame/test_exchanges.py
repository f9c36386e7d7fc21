"""Exchanges with few tiles in the bag: chances and mean spreads checked against the oracle."""

from __future__ import annotations

import dataclasses
import functools
import random
from fractions import Fraction

import pytest

from scrabble.answer.interval import exactly
from scrabble.answer.names import Objective
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.game.move import IllegalMoveError, Move
from scrabble.game.position import PositionError
from scrabble.game.rules import Rules
from scrabble.game.unseen import may_exchange
from scrabble.lexicon import choice
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.solver.preendgame.emptying_replies import (
    ScorelessLeft,
    scoreless_left,
    scoreless_left_after_play,
)
from tests.claims import check_statuses
from tests.oracles.naive import PASS
from tests.oracles.naive_bag import Bagged, Worth
from tests.oracles.naive_exchanges import guaranteed, upper_bounds
from tests.worlds.bags import exchange_world, moves_of, position_of

MEMORY = 16 << 20
SPANISH = (
    "R1MALSINE1ANDES/E[RR]ES4HER4/O1SEN2P7/C2E2JI7/TA4UN7/AX4G8/v2A1TU8/ACEZARES7/2NO1I9/1OTO1[LL]9/1TU2E9/"
    "LIBE1SUYO6/ALa4OH6/DAD2[CH]A1ME5/O1ODIADO7 BCCFÑQV/ 340/300 0 lex free-spanish;"
)


@functools.cache
def truth_of(seed: int, count: int, limit: int, by_spread: bool) -> dict[str, Worth]:
    """Return what each move of a world guarantees, by the oracle: what counts first in front."""
    found = guaranteed(exchange_world(seed, count, limit), count, by_spread)
    return {text: worth[::-1] if by_spread else worth for text, worth in found.items()}


def solved(bagged: Bagged, objective: Objective, nodes: int | None = None) -> Solution:
    position, lexicon = position_of(bagged, bagged.known)
    options = SolveOptions(objective=objective, nodes=nodes, memory=MEMORY, settle_ties=True)
    return solve(position, lexicon, options)


def check(seed: int, count: int = 1, limit: int = 1, nodes: int | None = None) -> Solution:
    """Check a solution against the oracle and return it."""
    objective = random.Random(f"check {seed}").choice((Objective.WIN, Objective.WIN, Objective.SPREAD))
    truth = truth_of(seed, count, limit, objective is Objective.SPREAD)
    bagged = exchange_world(seed, count, limit)
    found = solved(bagged, objective, nodes)
    moves = {move.text: move for move in found.moves}
    assert set(truth) <= set(moves), seed
    for text, (chance, spread) in truth.items():
        assert moves[text].win.lower <= chance <= moves[text].win.upper, (seed, text)
        assert moves[text].spread.lower <= spread <= moves[text].spread.upper, (seed, text)
    others = set(moves) - set(truth)
    if count == 1:
        assert not others, seed
    else:  # bounded from above only
        assert all(text == PASS or text.startswith("exchange ") for text in others), seed
        for text, (chance, spread) in upper_bounds(bagged, count).items():
            assert moves[text].win.lower <= chance <= moves[text].win.upper, (seed, text)
            assert moves[text].spread.lower <= spread <= moves[text].spread.upper, (seed, text)

    def worth(text: str) -> tuple[Fraction, Fraction]:
        return truth[text] if objective is Objective.WIN else truth[text][::-1]

    best = max(map(worth, truth), default=None)
    if best is not None and found.text in truth:
        if found.status == "proven":
            assert all(worth(text) == best for text in found.best), seed
        assert best[0] - worth(found.text)[0] <= found.regret, seed
    check_statuses(found, {text: worth(text) for text in truth})
    if count == 1 and nodes is None and found.status != "proven":
        # a pass may keep a range where a tile in the bag is the only one of its kind;
        # beside it only moves may be open whose value may lie in that range
        still_open = [move for move in found.moves if move.status == "open" and not move.is_pass]
        assert found.moves[0].win.is_exact or found.move.is_pass, seed
        assert not still_open or found.move.is_pass, seed
        for move in still_open:
            for each, bounds in ((move.win, moves[PASS].win), (move.spread, moves[PASS].spread)):
                assert each.lower <= bounds.upper and bounds.lower <= each.upper, (seed, move.text)
    return found


def half(count: int) -> list:
    """Return seeds, the second half of them for the night."""
    return [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= count // 2)) for seed in range(count)]


@pytest.mark.parametrize("seed", half(24))
def test_one_in_the_bag(seed):
    check(seed)


@pytest.mark.parametrize("seed", half(6))
def test_two_in_the_bag(seed):
    check(seed, 2, limit=1 + seed % 2)


@pytest.mark.parametrize("seed", range(12))
def test_stopped_early_the_bounds_are_true(seed):
    check(seed, nodes=1 + 7 * seed)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_worlds(hundred):
    for seed in range(1_000 + 100 * hundred, 1_100 + 100 * hundred):
        count = 2 if seed % 20 == 3 else 1
        check(
            seed,
            count,
            1 + seed // 20 % 2 if count == 2 else 1,
            1 + 3 * seed % 400 if seed % 5 == 0 else None,
        )


def test_a_pass_that_is_refuted_keeps_a_range():
    """Check a world in which the opponent may put back each tile, but not the one that was in the bag."""
    found = check(2038)
    assert found.status == "proven" and found.move.exchanged and found.moves[0].win.is_exact
    [passing] = [move for move in found.moves if move.text == PASS]
    assert not passing.win.is_exact and passing.status == "worse"


def test_a_move_may_stay_open_beside_a_pass():
    """Check a world in which an exchange is better than a pass, and lies within the range of the pass."""
    found = check(2802)
    assert found.status == "bounded" and found.move.is_pass
    assert [move.text for move in found.moves if move.status == "open"] == ["exchange I"]


def test_an_exchange_may_be_best():
    """Check that plays, passes and exchanges are all best in some of these worlds."""
    kinds = {check(seed).text.partition(" ")[0][:4] for seed in range(12)}
    assert "exch" in kinds and len(kinds) > 2


def test_an_exchange_in_every_form():
    """Check a best exchange: its text, its draws, its value when asked for."""
    seed = next(seed for seed in range(12) if check(seed).move.exchanged)
    found = check(seed)
    best, position = found.moves[0], found.position
    assert found.move == position.parse_move(best.text) and best.score == 0
    assert sum(each.probability for each in best.scenarios) == 1
    assert sum(each.probability * each.win.lower for each in best.scenarios) == best.win.lower
    data = found.to_dict()
    assert data["best"][0] == best.text
    assert best.text in str(found)
    rest = position.play(best.text)
    assert len(rest.rack_codes[1]) == len(position.rack_codes[0]) - 1
    lexicon = position_of(exchange_world(seed, 1))[1]
    wanted = solve(position, lexicon, SolveOptions(memory=MEMORY, value_of=best.text))
    assert wanted.evaluated_move.text == best.text


def test_no_exchange_where_the_bag_is_too_small():
    position, lexicon = position_of(exchange_world(1, 1, limit=2))
    assert not may_exchange(position)
    found = solve(position, lexicon, SolveOptions(memory=MEMORY))
    assert not any(move.text.startswith("exchange") for move in found.moves)
    exchange = Move(exchanged=position.rack_codes[0][:1])
    with pytest.raises(IllegalMoveError, match="1 in the bag, expected at least 2"):
        position.check(exchange)
    with pytest.raises(PositionError, match=r"exchange . cannot be played here"):
        PreendgameSearch(position, lexicon, SolveOptions(value_of=exchange))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_exchanges_of_several_tiles(count):
    """Check the number of candidates, and that their weights are those of all draws."""
    position, lexicon = position_of(exchange_world(4, count))
    solver, moves = moves_of(position, lexicon)
    exchanges = [each for each in moves if each.play.exchanged]
    first, second = position.rack_codes[0]
    assert len(exchanges) == (3 if first != second else 2)
    assert all(sum(each.draws.weights) == solver.unseen.total for each in exchanges)


def test_scoreless_turns_left():
    spanish = Rules.load("spanish")
    start = scoreless_left_after_play(spanish)
    assert start == (4, 12) and start.after_pass() == (3, 11)
    assert start.after_pass().after_exchange(spanish) == (4, 10)
    assert ScorelessLeft(4, 0).is_over and ScorelessLeft(0, 3).is_over and not ScorelessLeft(1, 1).is_over
    position, _ = position_of(exchange_world(0, 1))
    rules = dataclasses.replace(spanish, rack_size=position.rules.rack_size)
    assert scoreless_left(dataclasses.replace(position, rules=rules, scoreless_turns=3)) == (1, 9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("known", "chance"),
    [
        pytest.param("GILPRU", Fraction(1, 2), id="six tiles of the other rack known"),
        pytest.param("", Fraction(3, 8), id="none known"),
    ],
)
def test_an_exchange_is_best_in_spanish(known, chance):
    """Check a position in which no play scores much and the opponent can hardly use the Q."""
    position = cgp.loads(SPANISH.replace("QV/", f"QV/{known}"))
    found = solve(position, choice.load("free-spanish"), SolveOptions(objective="outcome", memory=256 << 20))
    assert (found.status, found.best, found.win) == ("proven", ["exchange Q"], exactly(chance))
    assert all(each.win.upper <= chance for each in found.moves[1:])
