"""B* as in Maven, run like any other search: believed intervals, separation, widening, round after round.

    round 0   separate the root's moves by what the game's `estimate` believes
    round k   widen every leaf's interval by `step` at both ends and separate them again, on the same tree

The last round is the one after which the choice has been the same for `stable` widenings, or is proven; see
`bstar.rounds`.  What is believed decides the choice, the bounds of the root stay proven ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from bstar.engine import Engine, Stopped
from bstar.root import Root
from bstar.rounds import SLICE, BStar, RootChoice, Round, Verdict
from bstar.search import Limit, Progress, Result, Run
from bstar.trace import Trace
from bstar.tree import NONE, ROOT, WIDENED, fitting

STEP = 3  # points
STABLE = 3  # widenings


class Way(NamedTuple):
    """How to search in Maven's way."""

    strategy: str = "alternated"
    step: int = STEP
    stable: int = STABLE
    memory: int = 128 << 20  # bytes for the tree
    trace: Trace | None = None


class MavenRun(Run):
    """One search in rounds; `engine` lends its stack and its counters, `game` is what is searched."""

    def __init__(self, engine: Engine, game: Any, limit: Limit | None = None, way: Way | None = None) -> None:
        super().__init__(engine, self._separate, limit, wants_line=False)
        way = way or Way()
        nodes, links = fitting(way.memory)
        self.way = way
        self.search = BStar(
            game,
            way.strategy,
            heuristic=True,
            nodes=nodes,
            links=links,
            stack=engine.stack,
            control=engine.control,
            trace=way.trace,
        )
        self.rounds: list[Round] = []
        self.verdict: Verdict | None = None  # the latest, at separation or not

    def _separate(self, engine: Engine, root: Root, top: int) -> None:
        """Go through the rounds; raises Stopped at a limit."""
        same = 0
        while True:
            verdict = self._round(engine, root)
            is_new = bool(self.rounds) and verdict.move != self.rounds[-1].verdict.move
            same = 0 if is_new or not self.rounds else same + 1
            widened = int(self.search.tree.facts[WIDENED])
            self.rounds.append(Round(len(self.rounds), widened, verdict, is_new))
            if verdict.status == "proven" or same >= self.way.stable:
                return
            self.search.widen(self.way.step)

    def _round(self, engine: Engine, root: Root) -> Verdict:
        """Search to separation, in slices so that others can look on."""
        moves = {each.move: each for each in root.moves}
        while True:
            verdict = self.verdict = self.search.run(expansions=engine.expansions + SLICE)
            for known in verdict.moves:
                move = moves[known.move]
                move.lower, move.upper = max(move.lower, known.lower), min(move.upper, known.upper)
            if verdict.limit is None:
                return verdict
            if verdict.limit != "expansions":
                raise Stopped(verdict.limit)

    @property
    def choice(self) -> int | None:
        """The move of the last separation, or while there was none the most promising one."""
        verdict = self.rounds[-1].verdict if self.rounds else self.verdict
        return None if verdict is None else verdict.move

    @property
    def beliefs(self) -> dict[int, RootChoice]:
        """What was last believed of every move; call it after the search."""
        return {each.move: each for each in self.verdict.moves} if self.verdict else {}

    def progress(self) -> Progress:
        """What is known now."""
        progress, choice = super().progress(), self.choice
        return progress if choice is None else replace(progress, move=choice)

    def result(self) -> Result:
        """Run to the end, if that has not been done, and say what was found."""
        result = super().result()
        verdict, choice = self.verdict, self.choice
        if verdict is None or choice is None:
            return result
        order = {each.move: rank for rank, each in enumerate(verdict.moves)}
        moves = sorted(self.root.moves, key=lambda each: (each.move != choice, order[each.move]))
        regret = max(0, max((each.upper for each in moves[1:]), default=moves[0].lower) - moves[0].lower)
        status = "proven" if regret == 0 else "estimated" if self.rounds else "bounded"
        return replace(
            result,
            move=choice,
            status=status,
            line=self._line(choice),
            moves=moves,
            regret=regret,
            limit=self.stopped_by if regret else None,
        )

    def _line(self, choice: int) -> list[int]:
        """The moves that look best to both sides, as far as the tree goes."""
        nodes, links = self.search.tree.nodes, self.search.tree.links
        line, node, wanted = [], ROOT, choice
        while node != NONE and nodes[node].count:
            first = int(nodes[node].first)
            ahead = links[first : first + int(nodes[node].count)]
            link = max(ahead, key=lambda each: (each.move == wanted, each.realistic, each.pessimistic))
            line.append(int(link.move))
            node, wanted = int(link.child), NONE
        return line
