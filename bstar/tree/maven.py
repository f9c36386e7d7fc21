"""B* as in Maven, the solver `maven`: estimated intervals, separation, widening, round after round.

    round 0   separate the root's moves by the game's `estimate`
    round k   widen every leaf's interval by `step` at both ends and separate them again, on the same tree

The last round is the one after which the choice has been the same for `stable` widenings, or is proven; see
`bstar.tree.rounds`.  The tree is that of bstar.tree.bstar.  Estimates decide the choice, the bounds
of the root stay proven ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from bstar.engine import Engine
from bstar.game import NO_MOVE
from bstar.pv import BELIEVED
from bstar.regret import regret
from bstar.root import Root
from bstar.task import Limit, Progress, Result, SearchTask
from bstar.tree.nodes import NONE, ROOT, capacity_for
from bstar.tree.rounds import Round, TreeBStar, TreeMove, TreeVerdict
from bstar.tree.search_log import SearchLog

STEP = 3  # points
STABLE = 3  # widenings


class MavenSettings(NamedTuple):
    """Settings of a search in Maven's way."""

    strategy: str = "alternated"
    step: int = STEP
    stable: int = STABLE
    memory: int = 128 << 20  # bytes for the tree
    log: SearchLog | None = None


class MavenSearch(SearchTask):
    """One search in rounds; `engine` provides its stack and its counters, `game` is searched."""

    def __init__(
        self, engine: Engine, game: Any, limit: Limit | None = None, settings: MavenSettings | None = None
    ) -> None:
        super().__init__(engine, self._separate, limit, wants_line=False)
        self.settings = settings = settings or MavenSettings()
        nodes, links = capacity_for(settings.memory)
        self.search = TreeBStar(
            game,
            settings.strategy,
            heuristic=True,
            nodes=nodes,
            links=links,
            stack=engine.stack,
            control=engine.control,
            log=settings.log,
        )
        self.rounds: list[Round] = []
        self.verdict: TreeVerdict | None = None  # the latest, at separation or not

    def _separate(self, engine: Engine, root: Root, top: int) -> None:
        """Run the rounds.  Raises SearchStopped at a limit."""
        settings = self.settings

        def separate() -> TreeVerdict:
            for verdict in self.search.slices(root):
                self.verdict = verdict
            return verdict

        for each in self.search.widenings(separate, settings.step, settings.stable):
            self.rounds.append(each)

    @property
    def choice(self) -> int | None:
        """The move of the last separation, or the most promising one before the first."""
        verdict = self.rounds[-1].verdict if self.rounds else self.verdict
        return None if verdict is None else verdict.move

    @property
    def estimates(self) -> dict[int, TreeMove]:
        """The last estimates of every move; for use after the search."""
        return {each.move: each for each in self.verdict.moves} if self.verdict else {}

    def progress(self) -> Progress:
        """Return what is known now."""
        progress, choice = super().progress(), self.choice
        return progress if choice is None else replace(progress, move=choice)

    def result(self) -> Result:
        """Run to the end, unless that has been done, and return the result."""
        result = super().result()
        verdict, choice = self.verdict, self.choice
        if verdict is None or choice is None:
            return result
        order = {each.move: rank for rank, each in enumerate(verdict.moves)}
        moves = sorted(self.root.moves, key=lambda each: (each.move != choice, order[each.move]))
        loss = int(regret(moves[0].lower, (each.upper for each in moves[1:])))
        status = "proven" if loss == 0 else "estimated" if self.rounds else "bounded"
        return replace(
            result,
            move=choice,
            status=status,
            line=self._line(choice),
            line_kind=BELIEVED,
            moves=moves,
            regret=loss,
            limit=self.stopped_by if loss else None,
        )

    def _line(self, choice: int) -> list[int]:
        """Return the moves with the best estimates for both sides, as far as the tree goes."""
        nodes, links = self.search.tree.nodes, self.search.tree.links
        line, node, wanted = [], ROOT, choice
        while node != NONE and nodes[node].count:
            first = int(nodes[node].first)
            ahead = links[first : first + int(nodes[node].count)]
            link = max(ahead, key=lambda each: (each.move == wanted, each.realistic, each.pessimistic))
            line.append(int(link.move))
            node, wanted = int(link.child), NO_MOVE
        return line
