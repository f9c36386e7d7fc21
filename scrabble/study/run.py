"""The study: B* and alpha-beta on one set of positions, the searches and the pictures.

    run        all parts of scrabble.study.plan
    pictures   the plots of what came out

The text is made by scrabble.study.text, the file of results by scrabble.study.results.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from scrabble.bench.machine import describe, time_loop
from scrabble.bench.measure import BenchError, Task, chosen, load_set
from scrabble.compare import plots
from scrabble.compare.contenders import contender
from scrabble.compare.convergence import convergence
from scrabble.compare.figures import widenings
from scrabble.compare.record import Trial
from scrabble.compare.run import Terms, compare, get_ready
from scrabble.study.plan import ALPHA_BETA, MAVEN, MEMORY, PARTS, PROOF, SOLVERS, TREES, WIDENINGS, Part
from scrabble.study.results import Results


def run(
    set_name: str,
    sample: int,
    jobs: int,
    stop: threading.Event,
    show: Callable[[str], None] = lambda text: None,
    parts: Sequence[Part] = PARTS,
) -> Results | None:
    """Run the study, on `sample` positions of each part unless that is 0; None if it was stopped."""
    tasks = load_set(set_name)
    before, began = time_loop(), time.monotonic()
    trials = {}
    for part in parts:
        own = chosen(tasks, part.every, sample=sample)
        trials[part.name] = list(_searched(part, own, jobs, stop, show))
        if stop.is_set():
            return None
    minutes = (time.monotonic() - began) / 60
    course = convergence(_telling(tasks, trials[SOLVERS]))
    tiles = {task.id: sum(map(len, task.reading.position.racks)) for task in tasks}
    used = {each.outcome.id for found in trials.values() for each in found}
    return Results(
        set_name=Path(set_name).stem,
        parts=tuple(parts),
        trials=trials,
        tiles={name: count for name, count in tiles.items() if name in used},
        convergence=course,
        machine=describe(before, time_loop()),
        jobs=jobs,
        minutes=minutes,
    )


def _searched(
    part: Part, tasks: Sequence[Task], jobs: int, stop: threading.Event, show: Callable[[str], None]
) -> Generator[Trial, None, None]:
    terms = Terms(tuple(map(contender, part.contenders)), part.seconds, MEMORY)
    if jobs == 1:
        get_ready(tasks[0], terms)
    show(f"{part.name}: 0 of {len(tasks)}")
    with closing(compare(tasks, terms, jobs, stop)) as groups:
        for number, group in enumerate(groups, 1):
            yield from group
            show(f"{part.name}: {number} of {len(tasks)}")


def _telling(tasks: Sequence[Task], trials: Sequence[Trial]) -> Task:
    """The position on which the proof of B* took most."""
    proofs = [each.outcome for each in trials if each.outcome.setting == PROOF and each.outcome.is_proven]
    if not proofs:
        raise BenchError("B* has proven none of the positions")
    hardest = max(proofs, key=lambda each: each.expansions).number
    return next(task for task in tasks if task.number == hardest)


def pictures(results: Results, best: str, folder: Path) -> None:
    """Draw the plots of the study; `best` is the best of the alpha-beta family."""
    part, trials = results.of(SOLVERS)
    outcomes = [each.outcome for each in trials]
    _, trees = results.of(TREES)
    _, grown = results.of(WIDENINGS)
    names = [*results.of(TREES)[0].contenders]
    panels = {
        "solved": plots.solved(outcomes, [*ALPHA_BETA, PROOF], part.seconds),
        "nodes": plots.effort(outcomes, best, PROOF),
        "strategies": plots.solved([each.outcome for each in trees], names, results.of(TREES)[0].seconds),
        "convergence": plots.convergence(results.convergence),
    }
    found = widenings([each for each in grown if each.outcome.setting == MAVEN], range(11))
    if found:
        panels["maven"] = plots.rounds(found)
    for name, panel in panels.items():
        plots.save(folder / f"{name}.svg", [panel])
