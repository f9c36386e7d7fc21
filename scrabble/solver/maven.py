"""The solver `maven`: B* in Maven's way (`bstar.tree.maven`), whose rounds and beliefs an answer tells.

Imported when this solver is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bstar.root import RootMove
from bstar.tree.maven import MavenSearch, MavenSettings
from bstar.tree.rounds import TreeMove
from bstar.tree.search_log import (
    CHANGES,
    COMPARED,
    DISPROVE_REST,
    REASONS,
    STEPS,
    STRATEGIES_USED,
    SearchLog,
    new_search_log,
)
from scrabble.answer.decisions import Belief, Decision, MavenRound, MoveInterval
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver.move_bounds import interval_of
from scrabble.solver.names import STABLE_ROUNDS
from scrabble.solver.options import SolveOptions
from scrabble.solver.setup import new_tree_search

Name = Callable[[int], str]  # the text of a move, by its number
MOST_STEPS, MOST_CHANGES = 1 << 16, 1 << 18  # of a log: any search that a reader would want to follow


class MavenRun(MavenSearch):
    """A search whose rounds, beliefs and decisions can be named."""

    def rounds_by_name(self, name: Name) -> tuple[MavenRound, ...]:
        """Return the rounds."""
        return tuple(
            MavenRound(
                each.number,
                each.widened,
                name(each.verdict.move),
                each.verdict.pessimistic,
                each.verdict.optimistic,
                each.verdict.expansions,
                each.is_new,
            )
            for each in self.rounds
        )

    def beliefs(self, moves: Sequence[RootMove], name: Name) -> tuple[Belief, ...]:
        """Return what is believed of some moves of the root, in their order."""
        return beliefs_of(moves, self.estimates, name)

    def decisions(self, name: Name) -> list[Decision]:
        """Return the decisions."""
        return from_log(self.search.log, [name(each.move) for each in self.search.moves])


def beliefs_of(
    moves: Sequence[RootMove], estimates: Mapping[int, TreeMove], name: Name
) -> tuple[Belief, ...]:
    """Return what is believed of some moves, by estimates by number, in their order."""
    found = [(name(each.move), estimates[each.move]) for each in moves if each.move in estimates]
    return tuple(Belief(text, each.pessimistic, each.realistic, each.optimistic) for text, each in found)


def new_maven_run(position: Position, lexicon: Lexicon, options: SolveOptions) -> MavenRun:
    """Set up the search."""
    engine, game, tree_bytes = new_tree_search(position, lexicon, options.memory)
    log = new_search_log(MOST_STEPS, MOST_CHANGES) if options.trace else None
    stable = STABLE_ROUNDS if options.stable_rounds is None else options.stable_rounds
    return MavenRun(engine, game, options.limit, MavenSettings(stable=stable, memory=tree_bytes, log=log))


def from_log(log: SearchLog, names: Sequence[str]) -> list[Decision]:
    """Return the decisions of a search in rounds; the first stands for the evaluation of the root."""
    steps = log.steps[: min(int(log.used[STEPS]), len(log.steps) - 1)]
    changes = list(_changes(log, names))
    starts = [0, *(int(step.expansions) for step in steps)]
    ends = [*starts[1:], starts[-1] + 1]
    decisions, at = [], 0
    for number, end in enumerate(ends):
        changed = []
        while at < len(changes) and (changes[at][0] <= end or number == len(ends) - 1):
            changed.append(changes[at][1])
            at += 1
        if number == 0:
            decisions.append(Decision("", "the root's moves", "", None, starts[min(1, len(steps))], changed))
            continue
        step = steps[number - 1]
        reason = REASONS[step.reason]
        if step.reason == COMPARED:
            reason += f": {step.left:g} and {step.right:g}"
        pursued = step.second if step.strategy == DISPROVE_REST else step.best
        decisions.append(
            Decision(STRATEGIES_USED[step.strategy], reason, names[pursued], None, starts[number], changed)
        )
    return decisions


def _changes(log: SearchLog, names: Sequence[str]) -> Iterator[tuple[int, MoveInterval]]:
    """Yield the changes of believed intervals, each with the expansions before it."""
    for change in log.changes[: min(int(log.used[CHANGES]), len(log.changes) - 1)]:
        believed = interval_of(int(change.pessimistic), int(change.optimistic))
        yield int(change.expansions), MoveInterval(names[change.move], believed)
