"""Random graphs and the values of games, and what a B* tree must say: computed slowly, in Python."""

from __future__ import annotations

import numpy as np

import bstar.games.trees
from bstar.game import INF
from bstar.games.graphs import Edge, GraphGame, graph
from bstar.tree.nodes import LINKS_USED, NODES_USED, NONE, WIDENED, Tree


def random_graph(seed: int, positions: int, width: int, slack: int) -> GraphGame:
    """A random graph without cycles; proven intervals contain the truth, believed ones need not."""
    rng = np.random.default_rng(seed)
    values = {0: 0}
    arrows: list[list[Edge] | int] = []
    for number in range(positions - 1, -1, -1):
        count = int(rng.integers(1, width + 1)) if number < positions * 2 // 3 else 0
        if count == 0:
            values[number] = int(rng.integers(-30, 31))
            arrows.append(values[number])
            continue
        children = rng.integers(number + 1, min(positions, number + width + 2), count)
        moves = []
        for child in map(int, children):
            gain = int(rng.integers(-9, 10))
            worth = gain - values[child]
            below, above, off = (int(each) for each in rng.integers(0, slack + 1, 3))
            guess = worth + off - slack // 2
            moves.append(
                Edge(child, gain, worth - below, worth + above, guess - below // 2, guess + above // 2, guess)
            )
        values[number] = max(move.gain - values[move.child] for move in moves)
        arrows.append(moves)
    return graph(arrows[::-1])


def line_of_equal_intervals(length: int) -> GraphGame:
    """A line of `length` forced moves with the same interval; a second move at the root promises less.

    At its end there are two moves, the first with that interval, the second with one of 5 to 19; to look into
    the first only tells that it is worth 0 at least.
    """
    end = length + 3
    root = [Edge(1, 0, -20, 20), Edge(end, 0, -21, 19)]
    line: list[list[Edge] | int] = [[Edge(at + 1, 0, -20, 20)] for at in range(1, length)]
    fork = [Edge(length + 1, 0, -20, 20), Edge(end, 0, 5, 19)]
    return graph([root, *line, fork, [Edge(length + 2, 0, -20, 0)], [Edge(end, 0, 0, 20)], -10])


def true_values(game: GraphGame) -> list[int]:
    """Minimax of every position, children first."""
    values = [int(value) for value in game.value]
    for number in range(len(values) - 1, -1, -1):
        if game.count[number]:
            links = range(game.first[number], game.first[number] + game.count[number])
            values[number] = max(int(game.gain[link]) - values[game.child[link]] for link in links)
    return values


def check_tree(game: GraphGame, tree: Tree) -> None:
    """Compare every interval of a tree with what its leaves say, computed afresh."""
    nodes, links = tree.nodes[: tree.facts[NODES_USED]], tree.links[: tree.facts[LINKS_USED]]
    widened = int(tree.facts[WIDENED])
    proven: dict[int, tuple[int, int]] = {}
    believed: dict[int, tuple[int, ...]] = {}

    def leaf(number: int) -> tuple[int, int]:
        arrow = links[number].move
        return int(game.lower[arrow]), int(game.upper[arrow])

    def clamp(bounds: tuple[int, int], *guesses: int) -> tuple[int, ...]:
        return tuple(min(max(guess, bounds[0]), bounds[1]) for guess in guesses)

    def turned(gain: int, low: int, *rest: int) -> tuple[int, ...]:
        return tuple(gain - each for each in (low, *rest)[::-1])

    def look_at_link(number: int) -> tuple[tuple[int, int], tuple[int, ...]]:
        link, arrow = links[number], links[number].move
        low, high = leaf(number)
        if link.child != NONE:
            look_at_node(int(link.child))
            after = turned(int(link.gain), *proven[link.child])
            bounds = (max(low, after[0]), min(high, after[1]))
            return bounds, clamp(bounds, *turned(int(link.gain), *believed[link.child]))
        child = game.child[arrow]
        if game.count[child] == 0 and link.lower == link.upper:
            worth = int(link.gain - game.value[child])
            return (worth, worth), (worth, worth, worth)
        guesses = map(int, (game.pessimistic[arrow], game.realistic[arrow], game.optimistic[arrow]))
        pessimistic, realistic, optimistic = clamp((low, high), *guesses)
        return (low, high), clamp((low, high), pessimistic - widened, realistic, optimistic + widened)

    def look_at_node(number: int) -> None:
        if number in proven:
            return
        node = nodes[number]
        low, high = -INF, INF
        parent = node.parents
        while parent != NONE:
            from_above = leaf(parent)
            gain = int(links[parent].gain)
            shifted = [gain - each for each in from_above][::-1]
            low, high = max(low, shifted[0]), min(high, shifted[1])
            parent = links[parent].next_parent
        known = [look_at_link(number) for number in range(node.first, node.first + node.count)]
        bounds = (
            max(low, max(each[0][0] for each in known)),
            min(high, max(each[0][1] for each in known)),
        )
        proven[number] = bounds
        believed[number] = clamp(bounds, *(max(each[1][at] for each in known) for at in range(3)))

    for number in range(len(nodes)):
        look_at_node(number)
        node = nodes[number]
        assert (node.lower, node.upper) == proven[number]
        assert (node.pessimistic, node.realistic, node.optimistic) == believed[number]
    for number, link in enumerate(links):
        bounds, guesses = look_at_link(number)
        assert (link.lower, link.upper) == bounds
        assert (link.pessimistic, link.realistic, link.optimistic) == guesses


def tree_values(tree: bstar.games.trees.TreeGame) -> np.ndarray:
    """The value of every node of an explicit tree for the player on turn, by minimax."""
    values = tree.value.copy()
    for node in range(len(values) - 1, -1, -1):
        if tree.children[node]:
            children = slice(tree.first_child[node], tree.first_child[node] + tree.children[node])
            values[node] = (tree.gain[children] - values[children]).max()
    return values
