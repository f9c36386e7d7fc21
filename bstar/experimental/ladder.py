"""B* with an explicit tree whose leaves get their intervals from searched restricted games.

    rungs of a leaf, for the threshold gamma that decides something at the root, each with a node budget:
        L_k >= gamma?   the player on turn keeps k moves in every position, the opponent all
        U_k <  gamma?   the other way round                                   k = 1, 4, 16
        the whole game
    a leaf that stays open is expanded: its moves become leaves

A yes is a proof (`selective`), so all intervals are sound.  All searches share one table, so what is proven
in a restricted game is available to the others.  The remaining work is estimated as in proof-number
search (Allis and others, 1994): a leaf by the nodes spent on it, the player who needs one good move by the
cheapest, the one who needs them all by the sum.  At the root, with `bound` the best lower bound proven:

    PROVEBEST      the expected move reaches its estimate; later, the best move is worth more than `bound`
    DISPROVEREST   no other move is worth more than `bound`

whichever needs less work; below the root the descent goes to the most promising leaf for the side on turn.
Cost: 1.09 times the expansions of `bstar:move`, `budget` 1.13 times (50 positions of the study; each
of the three proves 36).  Gain: it proves more than any other B* with a tree of its own there.

After Berliner (1979); Palay's criticism of that B* was that it lacks an estimate of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bstar.engine import Engine, SearchStopped
from bstar.experimental.selective import ALL, PLAYS, SelectiveGame, guess
from bstar.game import FAR
from bstar.root import Root
from bstar.search_control import FINISHED, NODE_LIMIT, NODES, REASON
from bstar.solvers import Driver

Rungs = Sequence[tuple[int, int]]  # moves kept, budget in nodes
LADDERS: dict[str, Rungs] = {
    "ladder": ((1, 32), (4, 256), (16, 2048), (ALL, 16384)),
    "budget": ((ALL, 2048),),  # without restricted games
}
MARGIN = 4  # PROVEBEST only helps DISPROVEREST: it goes first only if that needs MARGIN times its work
MANY = 1 << 40  # work that cannot be done


@dataclass(slots=True)
class LadderEdge:
    """A move and the proven bounds of its worth."""

    move: int
    gain: int
    lower: int
    upper: int
    child: LadderNode | None = None


@dataclass(slots=True)
class LadderNode:
    """A position and the proven bounds of its value for the player on turn; a leaf until it has links."""

    path: tuple[int, ...]
    lower: int
    upper: int
    links: list[LadderEdge] | None = None
    rung: int = 0
    spent: int = 1
    efforts: dict[int, tuple[int, int]] = field(default_factory=dict)  # gamma: work to prove, to refute it


class Ladder:
    """The tree below the root of an engine."""

    def __init__(self, engine: Engine, root: Root, rungs: Rungs = LADDERS["ladder"]) -> None:
        self.engine, self.root, self.rungs = engine, root, rungs
        self.games = {
            (k, turn): SelectiveGame(engine, *((k, ALL) if turn == 0 else (ALL, k)))
            for k, _ in rungs
            for turn in range(2)
        }
        self.moves = {move.move: move for move in root.moves}
        self.links = [LadderEdge(move.move, move.gain, move.lower, move.upper) for move in root.moves]
        self.expanded = 0

    def prove_best(self) -> None:
        """Grow the tree until one move is proven best.  Raises SearchStopped at a limit."""
        expected = guess(self.engine)
        SelectiveGame(self.engine, PLAYS, PLAYS).ask(expected)  # for the move
        best = next((link for link in self.links if link.move == self.engine.best_move), self.links[0])
        while not self.root.is_proven:
            leader = max(self.links, key=lambda link: link.lower)
            if leader.lower < expected and best.upper >= expected:
                self._pursue(best, expected)
                continue
            if leader.lower <= -FAR:
                best = max(self.links, key=lambda link: min(link.upper, FAR))
                expected = min(expected - 1, best.upper)
                continue
            expected = leader.lower
            gamma = leader.lower + 1
            rest = [link for link in self.links if link is not leader and link.upper >= gamma]
            to_disprove = sum(_refuting(link, gamma) for link in rest)
            if leader.upper >= gamma and MARGIN * _proving(leader, gamma) < to_disprove:
                self._pursue(leader, gamma)
                continue
            new = [link for link in rest if link.child is None]
            for link in new or [min(rest, key=lambda link: _proving(link, gamma))]:
                self._pursue(link, gamma)
                if link.lower >= gamma:
                    break

    def _pursue(self, link: LadderEdge, gamma: int) -> None:
        """Work at one leaf on whether a root move is worth gamma."""
        way: list[tuple[LadderEdge, LadderNode]] = []
        path: tuple[int, ...] = ()
        while True:
            path = (*path, link.move)
            if link.child is None:
                link.child = LadderNode(path, link.gain - link.upper, link.gain - link.lower)
            way.append((link, link.child))
            gamma = link.gain - gamma + 1
            node = link.child
            if node.links is None:
                break
            link = min((each for each in node.links if each.upper >= gamma), key=lambda e: _proving(e, gamma))
        self._climb(node, gamma)
        for link, node in reversed(way):
            node.efforts.clear()
            if node.links:
                node.lower = max(node.lower, max(each.lower for each in node.links))
                node.upper = min(node.upper, max(each.upper for each in node.links))
            link.lower = max(link.lower, link.gain - node.upper)
            link.upper = min(link.upper, link.gain - node.lower)
        top = way[0][0]
        known = self.moves[top.move]
        known.lower, known.upper = max(known.lower, top.lower), min(known.upper, top.upper)

    def _climb(self, node: LadderNode, gamma: int) -> None:
        """Try the next rung on a leaf, or expand it when there is none."""
        before = self.engine.nodes
        if node.rung < len(self.rungs):
            kept, budget = self.rungs[node.rung]
            turn = len(node.path) % 2
            for side in (turn, 1 - turn) if kept < ALL else (turn,):
                if node.lower < gamma <= node.upper:
                    self._test(node, gamma, self.games[kept, side], budget)
            node.rung += 1
        else:
            self.engine.control[NODES] += 1
            self.expanded += 1
            node.links = [LadderEdge(*move) for move in self.engine.moves(node.path)]
            if not node.links:
                node.lower = node.upper = self.engine.final(node.path) or 0
        node.spent += self.engine.nodes - before

    def _test(self, node: LadderNode, gamma: int, game: SelectiveGame, budget: int) -> None:
        control = self.engine.control
        limit, wanted = int(control[NODE_LIMIT]), self.engine.nodes + budget
        control[NODE_LIMIT] = min(limit, wanted) if limit else wanted
        try:
            value, is_proven = game.ask(gamma, node.path)
        except SearchStopped as stopped:
            if str(stopped) != "nodes" or (limit and self.engine.nodes > limit):
                raise
            control[REASON] = FINISHED
            return
        finally:
            control[NODE_LIMIT] = limit
        if is_proven and value >= gamma:
            node.lower = max(node.lower, value)
        elif is_proven:
            node.upper = min(node.upper, value)


def _proving(link: LadderEdge, gamma: int) -> int:
    """Return the work left to prove that a move is worth gamma."""
    if link.lower >= gamma:
        return 0
    if link.upper < gamma:
        return MANY
    return 1 if link.child is None else _efforts(link.child, link.gain - gamma + 1)[1]


def _refuting(link: LadderEdge, gamma: int) -> int:
    """Return the work left to refute that a move is worth gamma."""
    if link.upper < gamma:
        return 0
    if link.lower >= gamma:
        return MANY
    return 1 if link.child is None else _efforts(link.child, link.gain - gamma + 1)[0]


def _efforts(node: LadderNode, gamma: int) -> tuple[int, int]:
    """Return the work left to prove, and to refute, that a position is worth gamma."""
    if node.lower >= gamma:
        return 0, MANY
    if node.upper < gamma:
        return MANY, 0
    if node.links is None:
        return node.spent, node.spent
    if gamma not in node.efforts:
        node.efforts[gamma] = (
            min(_proving(link, gamma) for link in node.links),
            min(MANY, sum(_refuting(link, gamma) for link in node.links)),
        )
    return node.efforts[gamma]


def ladder_driver(name: str) -> Driver:
    """Return the driver that grows such a tree until one move is proven best."""

    def drive(engine: Engine, root: Root, top: int = 1) -> None:
        Ladder(engine, root, LADDERS[name]).prove_best()

    return drive
