"""The study of B* and alpha-beta on one set of positions: its searches, its file of results, its plots.

`PARTS` are the contenders, positions and limits.  `run` carries them out; `save` and `load` keep the results
as a line of JSON about the whole study, then one for each search; `draw_plots` draws them.  `study.text`
writes the page.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bstar.tree.strategies import STRATEGIES
from scrabble.bench import plots
from scrabble.bench.compare import CompareSettings, compare, prepare_position
from scrabble.bench.compare_figures import widenings
from scrabble.bench.contenders import contender
from scrabble.bench.convergence import Convergence, ConvergencePoint, convergence
from scrabble.bench.machine import Machine, describe, time_loop
from scrabble.bench.measure import BenchError, BenchPosition, load_set, select
from scrabble.bench.trial import Trial, from_data
from scrabble.files import atomic_write, json_line, read_file
from scrabble.records.gcg_reader import as_utf8

ALPHA_BETA = ("alphabeta", "negascout", "mtdf", "sss", "dual")
PROOF, PROOF_OF_MOVE, MAVEN = "bstar", "bstar:move", "maven:10"
ROUNDS = (0, 1, 2, 3, 5, 10)  # widenings
MINUTES = 25  # on two idle cores, at most
MEMORY = 512 << 20  # bytes for a search
SOLVERS, TREES, WIDENINGS = "solvers", "strategies", "maven"


class StudyPart(NamedTuple):
    """Some contenders on each `every`-th position of the set, with `seconds` of CPU time a search."""

    name: str
    contenders: tuple[str, ...]
    every: int
    seconds: float


PARTS = (
    StudyPart(SOLVERS, (*ALPHA_BETA, PROOF, PROOF_OF_MOVE), 2, 2.0),
    StudyPart(TREES, (PROOF_OF_MOVE, *(f"bstar:{name}" for name in STRATEGIES)), 8, 1.0),
    StudyPart(WIDENINGS, (MAVEN,), 1, 1.0),
)


MOST_BYTES = 1 << 28  # of a file
LEFT_OUT = ("memory", "set_up")  # of each search in the file


@dataclass(frozen=True, slots=True)
class StudyResults:
    """All searches of the study, by part."""

    set_name: str
    parts: tuple[StudyPart, ...]
    trials: dict[str, list[Trial]]
    tiles: dict[str, int]  # on both racks, by position
    convergence: Convergence
    machine: Machine
    jobs: int
    minutes: float  # in all

    def of(self, name: str) -> tuple[StudyPart, list[Trial]]:
        """Return a part and its searches."""
        [part] = [part for part in self.parts if part.name == name]
        return part, self.trials[name]


def save(results: StudyResults, path: Path) -> None:
    """Write the results, one search a line; an interruption leaves the old file or this one."""
    head = {
        "set": results.set_name,
        "parts": [part._asdict() for part in results.parts],
        "tiles": results.tiles,
        "convergence": asdict(results.convergence),
        "machine": asdict(results.machine),
        "jobs": results.jobs,
        "minutes": round(results.minutes, 1),
    }
    lines: list[dict[str, Any]] = [head]
    for name, trials in results.trials.items():
        for each in trials:
            found = each.as_data()
            lines.append({"part": name} | {key: found[key] for key in found if key not in LEFT_OUT})
    atomic_write(path, "".join(f"{json_line(line)}\n" for line in lines).encode())


def load(path: Path) -> StudyResults:
    """Read a file that `save` wrote; raises BenchError for anything else."""
    try:
        head, *lines = map(json.loads, as_utf8(read_file(path, MOST_BYTES)).decode("utf-8-sig").splitlines())
        parts = tuple(StudyPart(**part | {"contenders": tuple(part["contenders"])}) for part in head["parts"])
        trials: dict[str, list[Trial]] = {part.name: [] for part in parts}
        for line in lines:
            trials[line["part"]].append(from_data(dict.fromkeys(LEFT_OUT, 0) | line))
        course = head["convergence"]
        stages = [ConvergencePoint(*stage) for stage in course["stages"]]
        return StudyResults(
            set_name=head["set"],
            parts=parts,
            trials=trials,
            tiles=head["tiles"],
            convergence=Convergence(**course | {"stages": stages}),
            machine=Machine(**head["machine"]),
            jobs=head["jobs"],
            minutes=head["minutes"],
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BenchError(f"{path}: no results of a study") from None
    except OSError as error:
        raise BenchError(f"{path}: {error.strerror or error}") from None


def run(
    set_name: str,
    sample: int,
    jobs: int,
    stop: threading.Event,
    show: Callable[[str], None] = lambda text: None,
    parts: Sequence[StudyPart] = PARTS,
) -> StudyResults | None:
    """Run the study, on `sample` positions of each part unless that is 0; None if it was stopped."""
    tasks = load_set(set_name)
    before, began = time_loop(), time.monotonic()
    trials = {}
    for part in parts:
        own = select(tasks, part.every, sample=sample)
        trials[part.name] = list(_searched(part, own, jobs, stop, show))
        if stop.is_set():
            return None
    minutes = (time.monotonic() - began) / 60
    course = convergence(_hardest(tasks, trials[SOLVERS]))
    tiles = {task.id: sum(map(len, task.reading.position.rack_codes)) for task in tasks}
    used = {each.outcome.id for found in trials.values() for each in found}
    return StudyResults(
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
    part: StudyPart,
    tasks: Sequence[BenchPosition],
    jobs: int,
    stop: threading.Event,
    show: Callable[[str], None],
) -> Generator[Trial, None, None]:
    terms = CompareSettings(tuple(map(contender, part.contenders)), part.seconds, MEMORY)
    if jobs == 1:
        prepare_position(tasks[0], terms)
    show(f"{part.name}: 0 of {len(tasks)}")
    with closing(compare(tasks, terms, jobs, stop)) as groups:
        for number, group in enumerate(groups, 1):
            yield from group
            show(f"{part.name}: {number} of {len(tasks)}")


def _hardest(tasks: Sequence[BenchPosition], trials: Sequence[Trial]) -> BenchPosition:
    """Return the position whose proof took B* the most expansions."""
    proofs = [each.outcome for each in trials if each.outcome.setting == PROOF and each.outcome.is_proven]
    if not proofs:
        raise BenchError("B* has proven none of the positions")
    hardest = max(proofs, key=lambda each: each.expansions).number
    return next(task for task in tasks if task.number == hardest)


def draw_plots(results: StudyResults, best: str, folder: Path) -> None:
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
