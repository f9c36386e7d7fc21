"""The solution tree that SSS* ends with: a strategy whose worst outcome is the value.

             MAX              one move at every node of the player whose strategy it is,
              |               all moves at every node of the opponent
             MIN
            / | \\
        MAX  MAX  MAX         value = the worst of the leaves, for that player
         |    |    |

The strategy is that of MAX, who is on turn at the root, after SSS*, and that of MIN after DUAL*.  It proves
one side of the minimax value: whatever the opponent does, the player gets at least that.  That no other
strategy gets more is what the search has shown by taking the best state first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bstar.game import NO_MOVE
from bstar.open_list.tree import NONE, ROOT, SIZE, GameTree


@dataclass(frozen=True, slots=True)
class SolutionTree:
    """A node of a solution tree; all points are MAX's, counted from the root."""

    move: int  # the move to this node; NO_MOVE at the root
    is_max: bool  # MAX is to move here
    value: int
    children: tuple[SolutionTree, ...] = ()  # () at a leaf

    @property
    def leaves(self) -> Iterator[SolutionTree]:
        """The leaves from left to right."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves

    @property
    def line(self) -> list[int]:
        """The line of best play by both sides: it leads to a leaf with the value."""
        line, node = [], self
        while node.children:
            node = next(child for child in node.children if child.value == node.value)
            line.append(node.move)
        return line


def solution_tree(tree: GameTree, is_dual: bool = False) -> SolutionTree:
    """Return the solution tree of the last search by SSS*, or DUAL*, that went to its end.

    With a start bound its value may be better than what the search returned, which is the bound then.
    Raises ValueError if no search has been finished.
    """
    if tree.now[SIZE] == 0:
        raise ValueError("nothing has been searched: there is no solution tree")
    return _grown(tree, ROOT, is_dual)


def _grown(tree: GameTree, number: int, is_dual: bool) -> SolutionTree:
    """Return the solution tree below a node that has been solved."""
    node = tree.nodes[number]
    move = NO_MOVE if number == ROOT else int(node["move"])
    is_max = int(node["depth"]) % 2 == 0
    if node["children"] == 0:
        return SolutionTree(move, is_max, int(node["lower"]))
    if is_max != is_dual:  # a node of the player whose strategy it is
        numbers = [int(node["choice"])]
    else:
        numbers = list(range(int(node["first_child"]), int(node["first_child"]) + int(node["children"])))
    if NONE in numbers or not numbers:
        raise ValueError("the search has not been finished: there is no solution tree")
    children = tuple(_grown(tree, child, is_dual) for child in numbers)
    best = max if is_max else min
    return SolutionTree(move, is_max, best(child.value for child in children), children)
