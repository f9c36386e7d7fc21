"""Mutants of B*: each rule of the procedure broken by itself, and the check that detects it.

What is broken runs without numba, in a process of its own, where every search has a limit of nodes: a search
that would never end ends there and fails its check.  The procedure as it is passes all checks.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.conftest import REPOSITORY

NODES = 150  # of a search: none of those below takes half of it
Check = Callable[[], bool]


def checks() -> dict[str, Check]:
    """Return the checks by name; each returns whether it passes."""
    from bstar.game import INF
    from bstar.games.graphs import Edge, GraphGame, IntervalNode, graph, interval_tree
    from bstar.tree.nodes import NONE, REFRESHED
    from bstar.tree.rounds import TreeBStar
    from bstar.tree.search_log import COMPARED, DISPROVE_REST, FORCED, PROVE_BEST, new_search_log
    from tests.worlds.random_graphs import (
        check_tree,
        line_of_equal_intervals,
        random_graph,
        true_values,
    )

    room = {"nodes": 500, "links": 5000}

    def berliner() -> GraphGame:
        replies = (
            IntervalNode(15, 26, (IntervalNode(22, 26),)),
            IntervalNode(19, 25, (IntervalNode(23, 25),)),
            IntervalNode(22, 30),
        )
        moves = (
            IntervalNode(15, 30, replies),
            IntervalNode(8, 22, (IntervalNode(8, 15),)),
            IntervalNode(10, 19, (IntervalNode(10, 14),)),
        )
        return interval_tree(IntervalNode(8, 30, moves))

    def ends_proven() -> bool:
        """Every search ends, with a best move."""
        for seed, strategy in enumerate(["prove-best", "disprove-rest", "alternated", "2D", "AD"] * 3):
            game = random_graph(seed, 30, 4, 25)
            values = true_values(game)
            verdict = TreeBStar(game, strategy, **room).run(nodes=NODES)
            right = game.gain[verdict.move] - values[game.child[verdict.move]] == values[0]
            if verdict.limit is not None or verdict.status != "proven" or not right:
                return False
        return True

    def ends_as_printed() -> bool:
        """Berliner's example takes as many expansions as in the paper, and ends on a tie."""
        expected = {"prove-best": 4, "disprove-rest": 3, "alternated": 4}
        found = {name: TreeBStar(berliner(), name, **room).run(nodes=NODES) for name in expected}
        return all(each.limit is None for each in found.values()) and expected == {
            name: each.expansions for name, each in found.items()
        }

    def descends_to_the_most_promising() -> bool:
        """PROVEBEST looks into a, then into a's reply D, then into E: arrows 0, 3 and 4."""
        search = TreeBStar(berliner(), "prove-best", **room)
        search.run(nodes=NODES)
        links = search.tree.links[: search.tree.facts[1]]
        return [int(link.move) for link in links if link.child != NONE] == [0, 3, 4]

    def chooses_a_legal_strategy() -> bool:
        """While the most promising move has not the best pessimistic bound, only PROVEBEST may be chosen."""
        tree = IntervalNode(
            8,
            15,
            (
                IntervalNode(5, 15, (IntervalNode(9, 15), IntervalNode(6, 14))),
                IntervalNode(8, 12, (IntervalNode(8, 9),)),
            ),
        )
        search = TreeBStar(interval_tree(tree), "disprove-rest", log=new_search_log(10), **room)
        search.run(2, nodes=NODES)
        first = search.log.steps[0]
        return (int(first.strategy), int(first.reason)) == (PROVE_BEST, FORCED)

    def prefers_the_lesser_depth() -> bool:
        """DISPROVEREST exactly if the second move's optimistic bound comes from a lesser depth."""
        decided = {True: 0, False: 0}
        for seed in range(6):
            search = TreeBStar(random_graph(seed, 40, 5, 60), "2D", log=new_search_log(100), **room)
            for expansions in itertools.count(1):
                depths = [int(link.high_depth) for link in search.tree.links[: search.tree.nodes[0].count]]
                before = int(search.log.used[0])
                limit = search.run(expansions, nodes=NODES).limit
                if before < search.log.used[0] and expansions > 1:
                    step = search.log.steps[before]
                    if step.reason == COMPARED:
                        is_less = depths[step.second] < depths[step.best]
                        if (step.strategy == DISPROVE_REST) != is_less:
                            return False
                        decided[is_less] += 1
                if limit != "expansions":
                    break
        return min(decided.values()) >= 3

    def stops_at_an_interval_that_stays() -> bool:
        """To look into a move of the line tells nothing new: one link is refreshed and none above it."""
        search = TreeBStar(line_of_equal_intervals(20), "prove-best", **room)
        verdict = search.run(expansions=20, nodes=NODES)
        return bool(verdict.expansions == 20 and search.tree.facts[REFRESHED] == 19)

    def stops_at_a_position_that_stays() -> bool:
        """What is learned of a move is not news of its position where another move makes its interval."""
        search = TreeBStar(line_of_equal_intervals(20), "prove-best", **room)
        search.run(expansions=21, nodes=NODES)
        before = int(search.tree.facts[REFRESHED])
        verdict = search.run(expansions=22, nodes=NODES)
        return bool(verdict.expansions == 22 and search.tree.facts[REFRESHED] == before + 1)

    def backs_up_everything() -> bool:
        """After each step every interval is what its leaves say."""
        for seed in range(4):
            game = random_graph(seed, 40, 4, 24)
            search = TreeBStar(game, heuristic=True, **room)
            for expansions in range(1, 15):
                search.run(expansions, nodes=NODES)
                try:
                    check_tree(game, search.tree)
                except AssertionError:
                    return False
        return True

    def looks_at_all_moves_before_it_ends() -> bool:
        """The third move is as promising as the second and is not beaten."""
        game = graph([[Edge(1, 0, 5, 9), Edge(2, 0, 0, 5), Edge(3, 0, 0, 8)], -7, -1, -8])
        verdict = TreeBStar(game, "prove-best", **room).run(nodes=NODES)
        return (verdict.move, verdict.status, verdict.limit) == (2, "proven", None) and verdict.lower > -INF

    found: list[Check] = [
        ends_proven,
        ends_as_printed,
        descends_to_the_most_promising,
        chooses_a_legal_strategy,
        prefers_the_lesser_depth,
        stops_at_an_interval_that_stays,
        stops_at_a_position_that_stays,
        backs_up_everything,
        looks_at_all_moves_before_it_ends,
    ]
    return {each.__name__: each for each in found}


def mutants() -> dict[str, tuple[Any, str, Callable[..., Any]]]:
    """Return the mutants by name: the module, the function, and its replacement."""
    from bstar.tree import bstar, strategies
    from bstar.tree import nodes as tree
    from bstar.tree.nodes import NONE, REFRESHED, ROOT

    separated, choose, promising = bstar.separated_move, bstar.choose, bstar.promising
    summarise, refresh, squared_depth = tree.summarise, tree.refresh, strategies._squared_depth

    def only_two(kept: Any) -> Any:
        """Separation from the most promising other move alone, by the order of the moves."""
        links = kept.links[: kept.nodes[ROOT].count]
        return (
            np.int64(0) if len(links) < 2 or links[1].optimistic <= links[0].pessimistic else np.int64(NONE)
        )

    def strictly(kept: Any) -> Any:
        best = separated(kept)
        links = kept.links[: kept.nodes[ROOT].count]
        others = [link.optimistic for number, link in enumerate(links) if number != best]
        return best if best == NONE or all(each < links[best].pessimistic for each in others) else NONE

    def least_promising(kept: Any, node: Any, after: Any) -> Any:
        first = int(kept.nodes[node].first)
        links = range(first, first + int(kept.nodes[node].count))
        return np.int64(min(links, key=lambda link: int(kept.links[link].optimistic)))

    def always_second(kept: Any, search: Any, control: Any) -> Any:
        choose(kept, search, control)
        best = promising(kept, np.int64(ROOT), np.int64(NONE))
        second = promising(kept, np.int64(ROOT), best)
        step = search.log.steps[search.log.used[0] - 1]
        step.strategy, step.reason = 1, 1
        return best if second == NONE else second

    def first_move(kept: Any, search: Any, control: Any) -> Any:
        choose(kept, search, control)
        return np.int64(0)

    def to_the_root(kept: Any, start: Any) -> None:
        link = kept.nodes[start].parents
        while link != NONE:
            kept.facts[REFRESHED] += 1
            refresh(kept, np.int64(link))
            summarise(kept, np.int64(kept.links[link].parent))
            link = kept.nodes[kept.links[link].parent].parents

    def half_way_up(kept: Any, start: Any) -> None:
        link = kept.nodes[start].parents
        if link != NONE:
            refresh(kept, np.int64(link))

    return {
        "never separated": (bstar, "separated_move", lambda kept: np.int64(NONE)),
        "always separated": (bstar, "separated_move", lambda kept: np.int64(0)),
        "separated from one other move": (bstar, "separated_move", only_two),
        "a tie does not separate": (bstar, "separated_move", strictly),
        "descends to the least promising": (bstar, "promising", least_promising),
        "always the second move": (bstar, "choose", always_second),
        "always the first move": (bstar, "choose", first_move),
        "the greater depth first": (strategies, "_squared_depth", lambda *of: -squared_depth(*of)),
        "back-up goes on above a position": (tree, "summarise", lambda *of: summarise(*of) or True),
        "back-up never stops": (bstar, "propagate", to_the_root),
        "back-up stops at once": (bstar, "propagate", lambda kept, start: None),
        "back-up goes one move up": (bstar, "propagate", half_way_up),
    }


def run_all() -> dict[str, list[str]]:
    """Return what fails: by the name "" the checks of the procedure as it is, of a mutant its own check."""
    found = {"": [name for name, check in checks().items() if not check()]}
    for name, (module, function, broken) in mutants().items():
        kept, expected = getattr(module, function), EXPECTED[name]
        setattr(module, function, broken)
        try:
            found[name] = [] if _passes(checks()[expected]) else [expected]
        finally:
            setattr(module, function, kept)
    return found


def _passes(check: Check) -> bool:
    try:
        return check()
    except (AssertionError, ValueError, IndexError):
        return False


EXPECTED = {  # the check that has to fail
    "never separated": "ends_proven",
    "always separated": "ends_proven",
    "separated from one other move": "looks_at_all_moves_before_it_ends",
    "a tie does not separate": "ends_as_printed",
    "descends to the least promising": "descends_to_the_most_promising",
    "always the second move": "chooses_a_legal_strategy",
    "always the first move": "ends_proven",
    "the greater depth first": "prefers_the_lesser_depth",
    "back-up goes on above a position": "stops_at_a_position_that_stays",
    "back-up never stops": "stops_at_an_interval_that_stays",
    "back-up stops at once": "backs_up_everything",
    "back-up goes one move up": "backs_up_everything",
}


@pytest.fixture(scope="module")
def failed() -> dict[str, list[str]]:
    process = subprocess.run(
        [sys.executable, "-m", "tests.bstar.test_mutants"],
        check=True,
        capture_output=True,
        cwd=REPOSITORY,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=300,
    )
    found: dict[str, list[str]] = json.loads(process.stdout)
    return found


def test_the_procedure_as_it_is_passes_all_checks(failed: dict[str, list[str]]) -> None:
    assert failed[""] == []


@pytest.mark.parametrize("mutant", EXPECTED)
def test_what_is_broken_is_seen(mutant: str, failed: dict[str, list[str]]) -> None:
    assert EXPECTED[mutant] in failed[mutant]


def test_every_check_sees_something(failed: dict[str, list[str]]) -> None:
    assert set().union(*failed.values()) == set(checks())
    assert set(failed) == {"", *EXPECTED}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run_all(), indent=1))
