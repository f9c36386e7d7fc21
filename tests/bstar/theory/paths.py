"""B* for one agent: a path of least cost from a start to any of several goals.

    S --3-- A --2-- G        every node has bounds of the cost from there to the nearest goal,
     \\             /             lower <= cost <= upper,       0 <= 0 <= 0 at a goal
      1--- B --9--/          a step costs its own cost and the cost of the rest

With one agent the pessimistic bound of a step is its upper bound, the optimistic one its lower bound, since
small costs are good.  B* (Berliner 1979) proves which step is best, not what it costs:

    until the upper bound of one step is no more than the lower bound of every other step:
        PROVEBEST       expand below the most promising step, to lower its upper bound
        DISPROVEREST    expand below the second, to raise its lower bound; only while the first also has the
                        least upper bound, and alternating with PROVEBEST
        descend from there, always to the most promising step, to a node that is not expanded
        expand it, and back its bounds up until nothing changes

Then the step is taken and the next one separated on the same graph, up to a goal.  Nodes are expanded once,
however many ways lead to them, and cycles are allowed: a lower bound is raised for all nodes at once that
rely on it, from those that do not (Dijkstra 1959), so that no two nodes raise each other without end.
Invariant: the best steps lead from every node to one that is not expanded or to a goal, if any is left.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)

Successors = Callable[[N], Iterable[tuple[N, float]]]  # (next node, cost of the step > 0)
Bound = Callable[[N], float]


@dataclass(frozen=True, slots=True)
class PathStep(Generic[N]):
    """A step of a path and the proof that no other is better: lower bounds of the others' costs."""

    node: N  # from which it is taken
    to: N
    cost: float  # of the step alone
    rest: float  # of the path from `node` on, this step included
    others: tuple[tuple[N, float], ...]  # (next node, lower bound of the cost by way of it), the least first


@dataclass(frozen=True, slots=True)
class PathProof(Generic[N]):
    """A path and its proof; `path` is () and `cost` infinite if none was found.

    `bounds` are lower bounds of the cost from each node seen to a goal, and can be verified without the
    search: the bound of an expanded node is at most each step's cost plus the bound after it, or it is the
    static bound, as for an unexpanded node.  If the start's bound is the cost of the path, none is cheaper.
    """

    path: tuple[N, ...]
    cost: float
    steps: tuple[PathStep[N], ...]
    bounds: Mapping[N, float]
    expanded: frozenset[N]
    lower: float  # the bound of the start

    @property
    def goal(self) -> N | None:
        """The goal that is reached, or None."""
        return self.path[-1] if self.path else None

    @property
    def is_proven(self) -> bool:
        """Return whether no path is cheaper; without a path, whether none exists."""
        return self.lower >= self.cost

    def holds(
        self, start: N, goals: Iterable[N], successors: Successors[N], lower: Bound[N] = lambda node: 0.0
    ) -> bool:
        """Return whether path and bounds are valid, checked without the search."""
        ends = set(goals)
        for node, bound in self.bounds.items():
            if node in ends:
                is_true = bound <= 0
            elif node in self.expanded and bound > lower(node):
                is_true = all(bound <= cost + self.bounds[to] for to, cost in successors(node))
            else:
                is_true = bound <= lower(node)
            if not is_true:
                return False
        cost = 0.0 if self.path else math.inf
        for node, to in reversed(list(itertools.pairwise(self.path))):
            cost += min((each for after, each in successors(node) if after == to), default=math.inf)
        is_path = not self.path or (self.path[0] == start and self.path[-1] in ends)
        return is_path and cost == self.cost and self.lower == self.bounds[start]


def least_cost_path(
    start: N,
    goals: Iterable[N],
    successors: Successors[N],
    lower: Bound[N] = lambda node: 0.0,
    upper: Bound[N] = lambda node: math.inf,
    expansions: int | None = None,
) -> PathProof[N]:
    """Return a path of least cost from `start` to any of `goals`, with its proof.

    `lower` and `upper` are static bounds of the cost from a node to its nearest goal; the narrower they are,
    the fewer nodes are expanded.  With `expansions` the search ends after as many nodes, with the best path
    found.  Raises ValueError for a step whose cost is not positive, and for bounds that exclude each
    other.
    """
    search = _Search(set(goals), successors, lower, upper, math.inf if expansions is None else expansions)
    search.see(start)
    path = [start]
    while path[-1] not in search.goals and search.lower[start] < math.inf:
        step = search.separate(path)
        if step is None:
            path = search.cheapest(start)
            break
        path.append(step)
    return search.proof(start, path if search.lower[start] < math.inf else [])


class _Search(Generic[N]):
    """The part of a graph that has been seen, with the bounds of its nodes."""

    def __init__(
        self, goals: set[N], successors: Successors[N], lower: Bound[N], upper: Bound[N], limit: float
    ) -> None:
        self.goals, self.limit = goals, limit
        self._successors, self._static = successors, (lower, upper)
        self.lower: dict[N, float] = {}
        self.upper: dict[N, float] = {}
        self.steps: dict[N, dict[N, float]] = {}  # of the expanded nodes
        self._before: dict[N, list[N]] = {}  # the nodes from which a step leads here
        self._best: dict[N, N] = {}  # the step on which the lower bound of an expanded node rests
        self._way: dict[N, N] = {}  # the step on which an upper bound rests that is not static
        self._disproves = False  # whether DISPROVEREST is next

    def see(self, node: N) -> None:
        """Give a node its static bounds, unless it has bounds."""
        if node not in self.lower:
            lower, upper = self._static
            self.lower[node], self.upper[node] = 0.0, 0.0
            if node not in self.goals:
                self.lower[node], self.upper[node] = max(0.0, float(lower(node))), float(upper(node))
            self._refuse_crossed(node)
            self._before[node] = []

    def separate(self, path: list[N]) -> N | None:
        """Return the next step of a path of best steps; None at the limit or if there is no goal ahead."""
        node = path[-1]
        while True:
            if node in self.steps:
                # no step leads back: the cost from there is higher by what has been paid since
                steps = [(to, cost) for to, cost in self.steps[node].items() if to not in path]
                if not steps or self.lower[node] == math.inf:
                    return None
                known = [(cost + self.lower[to], cost + self.upper[to], to) for to, cost in steps]
                safest = min(known, key=lambda each: each[1::-1])
                if all(safest[1] <= each[0] for each in known if each is not safest):
                    return safest[2]
                leaf = self._chosen(known)
            else:
                leaf = node
            if len(self.steps) >= self.limit:
                return None
            self._expand(leaf)

    def _chosen(self, known: list[tuple[float, float, N]]) -> N:
        """Choose between PROVEBEST and DISPROVEREST; return the node to expand."""
        first, second = sorted(known, key=lambda each: each[:2])[:2]
        is_legal = first[1] < math.inf and all(first[1] <= each[1] for each in known)
        if is_legal and self._disproves:
            leaf = self._descend(second[2])
            if leaf not in self.goals:
                self._disproves = False
                return leaf
        self._disproves = is_legal
        return self._descend(first[2])

    def _descend(self, node: N) -> N:
        """Follow the best steps to a node that is not expanded, or a goal."""
        while node in self._best:
            node = self._best[node]
        return node

    def _expand(self, node: N) -> None:
        """Find the steps of a node, and back its bounds up."""
        steps: dict[N, float] = {}
        for to, cost in self._successors(node):
            if not cost > 0:
                raise ValueError(f"a step from {node!r} to {to!r} costs {cost}, expected more than 0")
            if to != node and cost < steps.get(to, math.inf):
                steps[to] = cost
        self.steps[node] = steps
        for to in steps:
            self.see(to)
            self._before[to].append(node)
        self._raise_lower(node)
        self._reduce_upper(node)

    def _raise_lower(self, node: N) -> None:
        """Raise the lower bounds of a new node and of all that rely on it; stop if its own stays."""
        best = min(self.steps[node], key=lambda to: self.steps[node][to] + self.lower[to], default=None)
        if best is not None and self.steps[node][best] + self.lower[best] <= self.lower[node]:
            self._best[node] = best
            return
        relying, waiting = {node}, [node]
        while waiting:
            at = waiting.pop()
            more = [each for each in self._before[at] if each not in relying and self._best[each] == at]
            relying.update(more)
            waiting += more
        order = itertools.count()
        heap = [
            (max(self.lower[each], cost + self.lower[to]), next(order), each, to)
            for each in relying
            for to, cost in self.steps[each].items()
            if to not in relying
        ]
        heapq.heapify(heap)
        while heap:
            bound, _, at, best = heapq.heappop(heap)
            if at not in relying:
                continue
            relying.remove(at)
            self.lower[at], self._best[at] = bound, best
            self._refuse_crossed(at)
            for each in self._before[at]:
                if each in relying:
                    through = max(self.lower[each], self.steps[each][at] + bound)
                    heapq.heappush(heap, (through, next(order), each, at))
        for each in relying:  # no goal can be reached from there
            self.lower[each] = math.inf
            self._best.pop(each, None)
            self._refuse_crossed(each)

    def _reduce_upper(self, node: N) -> None:
        """Reduce the upper bounds of a new node and of all that gain by it; stop where nothing changes."""
        waiting = [(node, to) for to in self.steps[node]]
        while waiting:
            at, to = waiting.pop()
            bound = self.steps[at][to] + self.upper[to]
            if bound < self.upper[at]:
                self.upper[at], self._way[at] = bound, to
                self._refuse_crossed(at)
                waiting += [(each, at) for each in self._before[at]]

    def _refuse_crossed(self, node: N) -> None:
        lower, upper = self.lower[node], self.upper[node]
        if lower > upper and not math.isclose(lower, upper):
            raise ValueError(f"from {node!r} to a goal it costs at least {lower} and at most {upper}")

    def cheapest(self, start: N) -> list[N]:
        """Return the way on which the start's upper bound rests, [] if that is not a path to a goal."""
        path = [start]
        while path[-1] in self._way:
            path.append(self._way[path[-1]])
        return path if path[-1] in self.goals else []

    def proof(self, start: N, path: list[N]) -> PathProof[N]:
        """Return what is known of a path."""
        steps: list[PathStep[N]] = []
        rest = 0.0 if path else math.inf
        for node, to in reversed(list(itertools.pairwise(path))):
            costs = self.steps[node]
            rest += costs[to]
            others = sorted(
                ((each, cost + self.lower[each]) for each, cost in costs.items() if each != to),
                key=lambda other: other[1],
            )
            steps.insert(0, PathStep(node, to, costs[to], rest, tuple(others)))
        expanded = frozenset(self.steps)
        return PathProof(tuple(path), rest, tuple(steps), self.lower, expanded, self.lower[start])
