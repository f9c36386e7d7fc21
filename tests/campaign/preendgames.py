"""Small positions with one or two tiles in the bag, any rules and limits, against the oracles in Python.

A case is one position: with or without exchanges, nothing, some or all of the other rack known, searched for
any objective, to its end, stopped, or stopped and continued.  Compared are the bounds of every move, its
status, what `best`, `proven` and the regret say, and the ranges of the position.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from bstar.options import Limit
from scrabble.answer.names import Objective
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.solver import SMALLEST_MEMORY, PreendgameSearch, SolveOptions
from tests.campaign.case import Outcome
from tests.claims import check_statuses
from tests.oracles import naive_bag, naive_exchanges
from tests.oracles.naive import PASS
from tests.oracles.naive_bag import Bagged, Worth
from tests.worlds.bags import bag_world, exchange_world, position_of

FIRST = 100_000  # other worlds than those of the tests
MOST_NODES = 400  # of a search that is stopped


class Case(NamedTuple):
    """A position and how it is searched."""

    bagged: Bagged
    count: int  # tiles in the bag
    has_exchanges: bool
    options: SolveOptions
    goes_on: bool  # after the limit, to the end


def case_of(seed: int) -> Case:
    """Return the case of a seed."""
    rng = random.Random(f"preendgames {seed}")
    count, has_exchanges = rng.choice((1, 1, 1, 2)), rng.random() < 0.5
    if has_exchanges:
        bagged = exchange_world(FIRST + seed, count, rng.randint(1, count))
    else:
        bagged = bag_world(FIRST + seed, count)
    rack_size = len(bagged.unseen) - count
    known = rng.choice((0, 0, rng.randint(0, rack_size), rack_size))
    bagged = bagged._replace(known="".join(sorted(rng.sample(bagged.unseen, known))))
    nodes = rng.choice((None, None, int(MOST_NODES ** rng.random())))
    objective = rng.choice((Objective.WIN, Objective.WIN, Objective.SPREAD, Objective.OUTCOME))
    options = SolveOptions(
        objective=objective,
        nodes=nodes,
        memory=SMALLEST_MEMORY,
        settle_ties=objective is not Objective.OUTCOME and rng.random() < 0.7,
        bag_is_known=known == rack_size,
    )
    return Case(bagged, count, has_exchanges, options, nodes is not None and rng.random() < 0.3)


def try_case(seed: int) -> Outcome:
    """One position."""
    case = case_of(seed)
    position, lexicon = position_of(case.bagged, case.bagged.known)
    search = PreendgameSearch(position, lexicon, case.options)
    found = [search.result()]
    if case.goes_on:
        search.go_on(Limit())
        found.append(search.result())
    truth = truth_of(case)
    try:
        for each in found:
            check(each, truth, case)
    except AssertionError as error:
        return Outcome({}, f"{cgp.dumps(position)} {case.options} {case.bagged} {error}")
    last = found[-1]
    return Outcome(
        {
            "searches": len(found),
            "moves": sum(len(each.moves) for each in found),
            f"status {last.status}": 1,
            "with exchanges": case.has_exchanges,
            "known bag": case.options.bag_is_known,
            "known in part": len(case.bagged.known) > 0 and not case.options.bag_is_known,
            "stopped": found[0].stopped_by is not None,
            "continued": case.goes_on,
            **{f"said {status}": sum(move.status == status for move in last.moves) for status in STATUSES},
        }
    )


STATUSES = ("best", "best so far", "not better", "worse", "open")


def truth_of(case: Case) -> dict[str, Worth]:
    """Return the chance and the mean spread that each move guarantees, by an oracle."""
    by_spread = case.options.objective is Objective.SPREAD
    oracle = naive_exchanges if case.has_exchanges else naive_bag
    found = oracle.guaranteed(case.bagged, case.count, by_spread)
    return {text: worth[::-1] if by_spread else worth for text, worth in found.items()}


def check(found: Solution, truth: Mapping[str, Worth], case: Case) -> None:
    """Check an answer."""
    moves = {move.text: move for move in found.moves}
    assert set(truth) <= set(moves), set(truth) - set(moves)
    others = set(moves) - set(truth)
    assert all(text == PASS or text.startswith("exchange ") for text in others), others
    assert not case.has_exchanges or case.count > 1 or not others, others
    bounds = dict(truth)
    if case.has_exchanges and case.count > 1:  # other exchanges are bounded from above only
        bounds |= naive_exchanges.upper_bounds(case.bagged, case.count)
    for text, (chance, spread) in bounds.items():
        assert moves[text].win.lower <= chance <= moves[text].win.upper, (text, chance, moves[text].win)
        assert moves[text].spread.lower <= spread <= moves[text].spread.upper, (text, spread)
    by_spread = case.options.objective is Objective.SPREAD
    is_outcome = case.options.objective is Objective.OUTCOME
    compared = slice(None, None, -1) if by_spread else slice(1 if is_outcome else 2)
    worths: dict[str, tuple[Fraction, ...]] = {text: worth[compared] for text, worth in truth.items()}
    check_statuses(found, worths)
    best = max(worths.values(), default=None)
    if best is None or found.text not in worths:
        return
    assert best[0] - worths[found.text][0] <= found.regret, (best, found.regret)
    if found.status == "proven":
        assert all(worths[text] == best for text in found.best if text in worths), (found.best, best)
    if not others:
        ranges = (found.spread, found.win) if by_spread else (found.win, found.spread)
        for interval, each in zip(ranges, best, strict=False):
            assert interval.lower <= each <= interval.upper, (interval, each)
