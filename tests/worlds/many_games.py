"""Games by the folder, for the tests of `analyse` on many of them: in one process, in several, on a cluster.

    copy_games(folder, *QUICK)    game records that take less than a second each; HARD ones take seconds
    different_games(folder, 1000) games that differ in passes and in names, each with an endgame that is easy
    serial_results(folder)        what one process finds
    plain(records)                results without what depends on the speed of the machine

Whatever way many games are run, the results are those of one process.
"""

from __future__ import annotations

import itertools
import json
import shutil
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

from scrabble.analysis import EXACT
from scrabble.analysis.batch.jobs import SECONDS, BatchSettings, collect
from scrabble.analysis.batch.run import BatchAnalysis, run_serially
from scrabble.answer.plain import as_plain
from scrabble.solver.options import SolveOptions
from tests.worlds.scrabble_games import GAMES

QUICK = ("g0006", "g0010", "g0014", "g0018", "g0020", "g0046")
EASY = ("g0006", "g0018", "g0046")  # solved in less than 100 nodes
WITH_BAG, PASSES = 12, 4  # turns that begin with tiles in the bag, and so many of them after passes
HARD = ("g0028", "g0048")  # seconds each with NODES
NODES = 20_000
SEARCH = SolveOptions(seconds=SECONDS, nodes=NODES, exact=EXACT)
SETTINGS = BatchSettings("ENABLE", SEARCH, max_bag=0)  # turns with tiles in the bag would cost seconds
OPTIONS = ("--lexicon", "ENABLE", "--nodes", str(NODES), "--max-bag", "0")


def copy_games(folder: Path, *names: str) -> Path:
    """A folder with these games; their order is that of the names."""
    folder.mkdir()
    for at, name in enumerate(names):
        shutil.copy(GAMES / f"{name}.gcg", folder / f"{at:02}-{name}.gcg")
    return folder


def different_games(folder: Path, count: int) -> Path:
    """A folder with so many games: those of EASY, with passes before the bag is empty, and other players."""
    folder.mkdir()
    places = itertools.combinations(range(WITH_BAG), PASSES)
    for at, (where, name) in enumerate(itertools.islice(itertools.product(places, EASY), count)):
        text = (GAMES / f"{name}.gcg").read_text("utf-8")
        text = text.replace("alpha Alpha", f"alpha Ann {at % 40}").replace("beta Beta", f"beta Bob {at % 25}")
        (folder / f"{at:04}-{name}.gcg").write_text("".join(_with_passes(text, where)), "utf-8")
    return folder


def _with_passes(text: str, where: Collection[int]) -> Iterator[str]:
    """Yield the lines of a record, before some of its turns with a pass of either side."""
    totals: dict[str, str] = {}
    lines = text.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line[0] == ">")
    for at, line in enumerate(lines):
        if at - first in where:
            for side, rack, *_ in map(str.split, lines[at : at + 2]):
                yield f"{side} {rack} - +0 {totals.get(side, '0')}\n"
        yield line
        side, *_, total = line.split()
        totals[side] = total


def plain(records):
    """Records without what the speed of a machine changes, in the order of their files."""
    found = json.loads(json.dumps([as_plain(record) for record in records]))
    found.sort(key=lambda record: record["id"])
    for record in found:
        for turn in record["turns"]:
            if turn["evaluation"]:
                del turn["evaluation"]["seconds"]
    return found


def read(folder: Path):
    """The results in a folder."""
    return [json.loads(line) for line in (folder / "results.jsonl").read_text("utf-8").splitlines()]


def batch_of(folder: Path, *arguments, **options) -> BatchAnalysis:
    """The batch of a folder."""
    return BatchAnalysis(collect([str(folder)]), SETTINGS, *arguments, **options)


def run(batch: BatchAnalysis, runner, stop: threading.Event | None = None):
    """Run a batch to its end; the outcomes."""
    return list(batch.run(runner, stop or threading.Event()))


def serial_results(folder: Path):
    """The results of a folder, one game after the other."""
    batch = batch_of(folder)
    with run_serially("mtdf") as runner:
        run(batch, runner)
    return plain(batch.records)
