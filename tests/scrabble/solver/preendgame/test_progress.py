"""Progress of the search: no query comes again that neither narrowed a bound nor took a node."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bstar.chance.interval_sum import Term
from scrabble.solver import PreendgameSearch, SolveOptions
from scrabble.solver.preendgame import task
from tests.oracles.naive_bag import Bagged
from tests.worlds.bags import bag_world, exchange_world, position_of

MEMORY = 16 << 20
MOST_IN_A_ROW = 2  # idle queries about a term in one objective: a "yes", and one of the highest threshold


def long_world(seed: int) -> Bagged:
    """A world with three tiles in the bag, two of which allow exchanges, and long runs of scoreless turns."""
    bagged = exchange_world(seed, 3, 2, random.Random(seed).choice((5, 7)))
    return bagged._replace(game=replace(bagged.game, scoreless_limit=5, pass_limit=3), zeros=0)


WORLDS = {
    "two in the bag": lambda seed: bag_world(seed, 2),
    "three in the bag": lambda seed: bag_world(seed, 3),
    "exchanges": lambda seed: exchange_world(seed, 3),
    "long": long_world,
}
SPINNING = (1, 13, 22)  # seeds of long worlds in which some terms cannot be bounded from below


@pytest.mark.parametrize("world", WORLDS)
def test_no_idle_query_is_asked_again(world, monkeypatch):
    """Check all terms, those of plans within terms, too."""
    terms: dict[int, Term] = {}  # kept, so that no other one gets the same id
    in_a_row: Counter[tuple[int, int]] = Counter()
    idle: Counter[tuple[int, ...]] = Counter()
    update = Term.update

    def noted(term, answer):
        query, before = answer.query, (term.lower, term.upper)
        update(term, answer)
        terms[id(term)] = term
        at = id(term), query.objective
        is_idle = answer.took_no_node and before == (term.lower, term.upper)
        in_a_row[at] = in_a_row[at] + 1 if is_idle else 0
        idle[(*at, query.gamma, query.budget)] += is_idle
        assert in_a_row[at] <= MOST_IN_A_ROW and idle[(*at, query.gamma, query.budget)] <= 1

    monkeypatch.setattr(Term, "update", noted)
    for seed in SPINNING if world == "long" else range(3):
        bagged = WORLDS[world](seed)
        position, lexicon = position_of(bagged, bagged.known)
        options = SolveOptions(nodes=1_000, memory=MEMORY, settle_ties=True)
        run = PreendgameSearch(position, lexicon, options)
        found = run.result()
        assert found.preendgame.queries < 1_000 and found.nodes <= 1_001
    assert any(idle.values())


def test_the_time_of_choosing_counts(monkeypatch):
    """Check, with a clock that only choosing moves on, what is charged to both objectives."""
    clock, choose = [0.0], PreendgameSearch._next_query

    def chosen(self):
        clock[0] += 1
        return choose(self)

    monkeypatch.setattr(task, "search_clock", SimpleNamespace(now=lambda: clock[0]))
    monkeypatch.setattr(PreendgameSearch, "_next_query", chosen)
    options = SolveOptions(memory=MEMORY, settle_ties=True)
    run = PreendgameSearch(*position_of(bag_world(3, 1)), options)
    assert run.result().status == "proven"
    assert sum(run._spent) == clock[0] - 1 > 5  # the last choice finds no query
