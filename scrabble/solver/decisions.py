"""The decisions of a search at the root (`scrabble.answer.decisions`), read off its tests or its log."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from bstar.game import INF
from bstar.root_proof import NullWindowTest
from bstar.tree.maven import MavenSearch
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
from scrabble.answer.decisions import Decision, MoveInterval
from scrabble.answer.interval import Interval


def interval_of(lower: int, upper: int) -> Interval:
    """Return the interval of two bounds of `bstar`, in which a missing bound is a number beyond INF."""
    far = INF // 2
    return Interval(-math.inf if lower < -far else lower, math.inf if upper > far else upper)


MOST_STEPS, MOST_CHANGES = 1 << 16, 1 << 18
Name = Callable[[int], str]  # the text of a move, by its number


def new_log() -> SearchLog:
    """Return an empty log, with room for any search that a reader would want to follow."""
    return new_search_log(MOST_STEPS, MOST_CHANGES)


def from_null_window_tests(tests: Sequence[NullWindowTest], name: Name) -> list[Decision]:
    """Return the decisions of a proof."""
    return [
        Decision(
            strategy=test.strategy,
            reason=test.reason,
            text=name(test.move),
            goal=test.gamma,
            expansions=test.expansions,
            changes=[MoveInterval(name(test.move), interval_of(test.lower, test.upper))],
        )
        for test in tests
    ]


def from_rounds(run: MavenSearch, name: Name) -> list[Decision]:
    """Return the decisions of a search in rounds; the first stands for the evaluation of the root."""
    log, moves = run.search.log, run.search.moves
    names = [name(each.move) for each in moves]
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
