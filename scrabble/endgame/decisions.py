"""The decisions of B* at the root, from the records of a search to moves as text.

DISPROVEREST  12D R(E)IC  worth 8?  no: at most 5        null-window tests: proven intervals
PROVEBEST     13D FOX     its turn  8D WORD +3 to +9     descents in Maven's way: believed ones
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bstar.bstar import RootTest
from bstar.maven import MavenRun
from bstar.trace import CHANGES, COMPARED, DISPROVE_REST, REASONS, STEPS, STRATEGIES_USED, Trace, new_trace
from scrabble.endgame.solution import Decision, Interval, known

MOST_STEPS, MOST_CHANGES = 1 << 16, 1 << 18
Name = Callable[[int], str]  # a move by its number


def room() -> Trace:
    """A trace with room for any search that a reader would want to follow."""
    return new_trace(MOST_STEPS, MOST_CHANGES)


def of_tests(tests: Sequence[RootTest], name: Name) -> list[Decision]:
    """The decisions of a proof."""
    return [
        Decision(
            strategy=test.strategy,
            reason=test.reason,
            text=name(test.move),
            goal=test.gamma,
            expansions=test.expansions,
            changes=[Interval(name(test.move), known(test.lower), known(test.upper))],
        )
        for test in tests
    ]


def of_rounds(run: MavenRun, name: Name) -> list[Decision]:
    """The decisions of a search in rounds; the first stands for the look at the root's moves."""
    trace, moves = run.search.trace, run.search.moves
    names = [name(each.move) for each in moves]
    steps = trace.steps[: min(int(trace.used[STEPS]), len(trace.steps) - 1)]
    changes = list(_changes(trace, names))
    starts = [0, *(int(step.expansions) for step in steps)]
    ends = [*starts[1:], starts[-1] + 1]
    decisions, at = [], 0
    for number, end in enumerate(ends):
        seen = []
        while at < len(changes) and (changes[at][0] <= end or number == len(ends) - 1):
            seen.append(changes[at][1])
            at += 1
        if number == 0:
            decisions.append(Decision("", "the root's moves", "", None, starts[min(1, len(steps))], seen))
            continue
        step = steps[number - 1]
        reason = REASONS[step.reason]
        if step.reason == COMPARED:
            reason += f": {step.left:g} and {step.right:g}"
        pursued = step.second if step.strategy == DISPROVE_REST else step.best
        decisions.append(
            Decision(STRATEGIES_USED[step.strategy], reason, names[pursued], None, starts[number], seen)
        )
    return decisions


def _changes(trace: Trace, names: Sequence[str]) -> Iterator[tuple[int, Interval]]:
    """When which move's believed interval became what."""
    for change in trace.changes[: min(int(trace.used[CHANGES]), len(trace.changes) - 1)]:
        believed = known(int(change.pessimistic)), known(int(change.optimistic))
        yield int(change.expansions), Interval(names[change.move], *believed)
