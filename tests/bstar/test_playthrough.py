"""A B* search step by step, held against a stored one: the tree after every expansion, choices, rounds.

    printed    Berliner's example of 1979 on proven intervals, the strategies taking turns
    believed   a graph with transpositions on believed intervals, widened round by round as Maven does

The file holds the games as well, so that nothing but the search decides what it says.  After a change that is
meant to alter it:

    python -m tests.bstar.test_playthrough    writes tests/data/playthroughs/tree.json anew
"""

from __future__ import annotations

from typing import Any

import pytest

from bstar.games.graphs import Edge, GraphGame, graph, interval_tree
from bstar.tree.interval import INTERVAL
from bstar.tree.nodes import LINKS_USED, NODES_USED
from bstar.tree.rounds import TreeBStar, TreeVerdict
from bstar.tree.search_log import CHANGES, REASONS, STEPS, STRATEGIES_USED, new_search_log
from tests.bstar.tree.test_rounds import BERLINER
from tests.doors.stored import store, stored
from tests.worlds.random_graphs import random_graph

BOUNDS = [name for name, _ in INTERVAL]
NODE = ["first", "count", "parents", *BOUNDS]
LINK = ["move", "gain", "parent", "child", "next_parent", *BOUNDS]
STEP = ["expansions", "left", "right", "best", "second", "pessimistic", "optimistic", "rival", "depth"]
VERDICT = ["status", "move", "lower", "upper", "pessimistic", "optimistic", "regret", "limit"]
WAYS: dict[str, dict[str, Any]] = {
    "printed": {"strategy": "alternated"},
    "believed": {"strategy": "2D", "heuristic": True},
}
ROUNDS = {"step": 4, "stable": 2}


def positions_of(game: GraphGame) -> list[list[Edge] | int]:
    """Return the positions that a graph was made of."""
    columns = game.child, game.gain, game.lower, game.upper, game.pessimistic, game.optimistic, game.realistic
    arrows = [Edge(*map(int, arrow)) for arrow in zip(*columns, strict=True)]
    return [
        arrows[first : first + count] if count else int(value)
        for first, count, value in zip(game.first, game.count, game.value, strict=True)
    ]


def graph_of(positions: list[Any]) -> GraphGame:
    """Return the graph of positions in their stored form."""
    return graph([each if isinstance(each, int) else [Edge(*arrow) for arrow in each] for each in positions])


def tree_of(search: TreeBStar) -> dict[str, Any]:
    """Every node and every link of a tree."""
    facts, tree = search.tree.facts, search.tree
    nodes, links = tree.nodes[: facts[NODES_USED]], tree.links[: facts[LINKS_USED]]
    return {
        "nodes": [[int(node[name]) for name in NODE] for node in nodes],
        "links": [[int(link[name]) for name in LINK] for link in links],
    }


def verdict_of(verdict: TreeVerdict) -> dict[str, Any]:
    """Return the state of a search, its root moves best first."""
    moves = [[each.move, each.lower, each.upper, each.pessimistic, each.optimistic] for each in verdict.moves]
    return {name: getattr(verdict, name) for name in VERDICT} | {"moves": moves}


def played(positions: list[Any], way: dict[str, Any]) -> dict[str, Any]:
    """Search a game in one go by rounds, and another time expansion by expansion."""
    search, log = TreeBStar(graph_of(positions), **way), new_search_log(256, 1024)
    rounds = [
        {"round": each.number, "widened": each.widened, "is_new": each.is_new, **verdict_of(each.verdict)}
        for each in search.rounds(**ROUNDS)
    ]
    slow = TreeBStar(graph_of(positions), log=log, **way)
    steps, limit = [], "expansions"
    while limit == "expansions":
        verdict = slow.run(expansions=len(steps) + 1)
        steps.append(verdict_of(verdict) | tree_of(slow))
        limit = str(verdict.limit)
    decisions = [
        [STRATEGIES_USED[step.strategy], REASONS[step.reason], *(step[name].item() for name in STEP)]
        for step in log.steps[: int(log.used[STEPS])]
    ]
    return {
        "decisions": decisions,
        "changes": int(log.used[CHANGES]),
        "rounds": rounds,
        "widened tree": tree_of(search),
        "steps": steps,
    }


@pytest.mark.parametrize("name", WAYS)
def test_a_search_is_the_stored_one(name: str) -> None:
    told = stored("tree")[name]
    found = played(told["positions"], WAYS[name])
    for part in found:
        assert found[part] == told[part], part


def test_what_is_stored_shows_enough() -> None:
    """Both strategies, a position with two ways to it, rounds, a change of mind, a proof at the end."""
    told = stored("tree")
    decisions = [decision for name in WAYS for decision in told[name]["decisions"]]
    assert {strategy for strategy, *_ in decisions} >= {"PROVEBEST", "DISPROVEREST"}
    joined = LINK.index("next_parent")
    assert any(link[joined] >= 0 for link in told["believed"]["widened tree"]["links"])
    rounds = told["believed"]["rounds"]
    assert len(rounds) > 2 and any(each["is_new"] for each in rounds) and rounds[-1]["status"] == "proven"
    assert all(len(told[name]["steps"]) >= 3 for name in WAYS)


def main() -> None:
    """Write the file again."""
    games = {"printed": interval_tree(BERLINER), "believed": random_graph(5, 30, 4, 40)}
    columns = {"node": NODE, "link": LINK, "decision": ["strategy", "reason", *STEP], "arrow": Edge._fields}
    found: dict[str, Any] = {"columns": columns}
    for name, game in games.items():
        positions = [[*each] if isinstance(each, list) else each for each in positions_of(game)]
        found[name] = {"positions": positions, **played(positions, WAYS[name])}
    store("tree", found)


if __name__ == "__main__":
    main()
