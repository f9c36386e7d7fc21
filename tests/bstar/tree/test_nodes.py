"""The tree of B*: back-up in graphs against brute force, widening, room, counters."""

from itertools import pairwise

import pytest

from bstar.games.graphs import Edge, graph
from bstar.tree.nodes import LINKS_USED, NODES_USED, NONE, REFRESHED, ROOT, capacity_for, new_tree
from bstar.tree.rounds import TreeBStar
from tests.worlds.random_graphs import check_tree, line_of_equal_intervals, random_graph, true_values


def test_back_up_through_all_parents_equals_brute_force() -> None:
    joined = 0
    for seed in range(15):
        game = random_graph(seed, 50, 4, 24)
        search = TreeBStar(game, heuristic=True)
        for expansions in range(1, 25):
            verdict = search.run(expansions)
            check_tree(game, search.tree)
            if verdict.limit is None:
                search.widen(1 + seed % 3)
                check_tree(game, search.tree)
        nodes = search.tree.nodes[: search.tree.facts[NODES_USED]]
        parents = [node.parents for node in nodes if node.parents != NONE]
        joined += sum(search.tree.links[link].next_parent != NONE for link in parents)
        assert len({int(node.key) for node in nodes}) == len(nodes)
    assert joined >= 10  # positions with several parents


def test_a_position_reached_twice_is_expanded_once_and_tells_both_parents() -> None:
    # 0 -> 1 -> 3, 0 -> 2 -> 3; 3 -> 4 (over)
    game = graph(
        [
            [Edge(1, 0, -20, 20), Edge(2, 2, -20, 20)],
            [Edge(3, 0, -20, 20)],
            [Edge(3, 0, -20, 20)],
            [Edge(4, 0, -20, 20)],
            7,
        ]
    )
    search = TreeBStar(game)
    verdict = search.run()
    assert verdict.status == "proven"
    assert verdict.expansions == 4
    assert [(each.gain, each.lower, each.upper) for each in verdict.moves] == [(2, -5, -5), (0, -7, -7)]


def test_back_up_stops_where_nothing_changes() -> None:
    """One link a step where the leaf has what its parent had, and not all the way up to the root."""
    search = TreeBStar(line_of_equal_intervals(50), "prove-best")
    for expansions in range(1, 50):
        assert search.run(expansions).limit == "expansions"
        assert search.tree.facts[REFRESHED] == expansions - 1
    search.run(51)
    before = int(search.tree.facts[REFRESHED])
    assert search.run(52).expansions == 52  # the link is new, its position's interval is not
    assert search.tree.facts[REFRESHED] == before + 1


def test_proven_intervals_only_narrow_and_contain_the_truth() -> None:
    for seed in range(8):
        game = random_graph(seed, 80, 4, 30)
        values = true_values(game)
        search = TreeBStar(game, heuristic=True)
        seen: dict[int, list[tuple[int, int]]] = {}
        for expansions in range(1, 30):
            if search.run(expansions).limit is None:
                search.widen(2)
            for node in search.tree.nodes[: search.tree.facts[NODES_USED]]:
                assert node.lower <= values[int(node.key) - 1] <= node.upper
                assert node.lower <= node.pessimistic <= node.realistic <= node.optimistic <= node.upper
                seen.setdefault(int(node.key), []).append((int(node.lower), int(node.upper)))
        for history in seen.values():
            for (low, high), (lower, upper) in pairwise(history):
                assert low <= lower and upper <= high


def test_moves_that_are_left_out_cannot_be_better_than_one_that_stays() -> None:
    left_out = 0
    for seed in range(8):
        game = random_graph(seed, 80, 5, 20)
        search = TreeBStar(game)
        search.run(40)
        for number, node in enumerate(search.tree.nodes[: search.tree.facts[NODES_USED]]):
            at = int(node.key) - 1
            every = set(range(game.first[at], game.first[at] + game.count[at]))
            kept = {int(link.move) for link in search.tree.links[node.first : node.first + node.count]}
            most = max(game.lower[arrow] for arrow in kept)
            assert all(game.upper[arrow] <= most for arrow in every - kept)
            assert kept == every or (kept < every and number != ROOT)
            left_out += len(every - kept)
    assert left_out > 0


@pytest.mark.parametrize("room", [{"nodes": 5}, {"links": 20}])
def test_a_full_tree_is_reported_and_stays_as_it_is(room: dict[str, int]) -> None:
    game = random_graph(1, 80, 4, 30)
    values = true_values(game)
    search = TreeBStar(game, "prove-best", **room)
    verdict = search.run()
    assert verdict.status == "bounded"
    assert verdict.limit == "memory"
    assert verdict.lower <= values[0] <= verdict.upper
    before = (search.tree.nodes.copy(), search.tree.links.copy())
    assert search.run().limit == "memory"
    assert (search.tree.nodes == before[0]).all() and (search.tree.links == before[1]).all()
    assert search.tree.facts[NODES_USED] <= room.get("nodes", 1000)
    assert search.tree.facts[LINKS_USED] <= room.get("links", 1000)
    assert game.ply[0] == 0


def test_a_tree_fits_into_its_memory() -> None:
    for size in (1 << 16, 1 << 20, 100 << 20):
        tree = new_tree(*capacity_for(size))
        used = sum(array.nbytes for array in tree)
        assert 0.6 * size < used < 1.05 * size


def test_trees_that_cannot_be_are_refused() -> None:
    for nodes, links in ((0, 1), (1, 0), (1 << 30, 1), (1, 1 << 31)):
        with pytest.raises(ValueError, match="at least one of each"):
            new_tree(nodes, links)
    with pytest.raises(ValueError, match="a position without moves"):
        graph([[]])
