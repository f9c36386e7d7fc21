"""The results of the study, and the file that keeps them: a line of JSON about all, then one a search."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scrabble.bench.machine import Machine
from scrabble.bench.measure import BenchError
from scrabble.compare.convergence import Convergence, Stage
from scrabble.compare.record import Trial, from_data
from scrabble.datafiles import read_file, write_whole
from scrabble.report.json_line import json_line
from scrabble.study.plan import Part

MOST_BYTES = 1 << 28  # of a file
LEFT_OUT = ("memory", "set_up")  # of each search in the file


@dataclass(frozen=True, slots=True)
class Results:
    """All searches of the study, by part."""

    set_name: str
    parts: tuple[Part, ...]
    trials: dict[str, list[Trial]]
    tiles: dict[str, int]  # on both racks, by position
    convergence: Convergence
    machine: Machine
    jobs: int
    minutes: float  # it took in all

    def of(self, name: str) -> tuple[Part, list[Trial]]:
        """A part and its searches."""
        [part] = [part for part in self.parts if part.name == name]
        return part, self.trials[name]


def save(results: Results, path: Path) -> None:
    """Write the results, one search a line; a kill leaves the old ones or these."""
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
    write_whole(path, "".join(f"{json_line(line)}\n" for line in lines).encode())


def load(path: Path) -> Results:
    """Read what `save` has written; raises BenchError for anything else."""
    try:
        head, *lines = map(json.loads, read_file(path, MOST_BYTES).decode().splitlines())
        parts = tuple(Part(**part | {"contenders": tuple(part["contenders"])}) for part in head["parts"])
        trials: dict[str, list[Trial]] = {part.name: [] for part in parts}
        for line in lines:
            trials[line["part"]].append(from_data(dict.fromkeys(LEFT_OUT, 0) | line))
        course = head["convergence"]
        stages = [Stage(*stage) for stage in course["stages"]]
        return Results(
            set_name=head["set"],
            parts=parts,
            trials=trials,
            tiles=head["tiles"],
            convergence=Convergence(**course | {"stages": stages}),
            machine=Machine(**head["machine"]),
            jobs=head["jobs"],
            minutes=head["minutes"],
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BenchError(f"{path}: no results of a study: {type(error).__name__}: {error}") from None
    except OSError as error:
        raise BenchError(f"{path}: {error.strerror or error}") from None
