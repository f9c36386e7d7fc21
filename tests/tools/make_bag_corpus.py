"""Make the corpus of positions with tiles in the bag, run by hand: positions/preendgame.jsonl.

    python -m tests.tools.make_bag_corpus --seconds 60

The first 100 positions with one tile in the bag of the games of seed 21, and the first 50 with two of those
of seed 22, whatever they are.  Each is solved with a limit; what the file proves already is kept.  Positions
are always the same; whether a hard one is proven depends on the machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from scrabble.answer.interval import to_wire
from scrabble.answer.solution import Solution
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.selfplay.generate import GenerateTask, generate
from scrabble.solver import SolveOptions, solve
from tests.conftest import POSITIONS

LEXICON = "ENABLE"
SETS = ((1, 21, 100), (2, 22, 50))  # tiles in the bag, seed, positions
SECONDS = 60.0
MEMORY = 400 << 20  # bytes
FILE = POSITIONS / "preendgame.jsonl"


def positions() -> Iterator[dict[str, Any]]:
    """The positions of all sets."""
    for bag, seed, count in SETS:
        games = generate(GenerateTask(Lexicon(LEXICON), seed, bag=bag), 100_000)
        for made in islice((each for each in games if each.cgp is not None), count):
            yield {"id": f"b{bag}{made.id}", "cgp": made.cgp, "bag": bag}


def solved(entry: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The record of a position with what can be proven about it in so many seconds."""
    options = SolveOptions(seconds=seconds, memory=MEMORY, settle_ties=True)
    return record_of(entry, solve(cgp.loads(entry["cgp"]), Lexicon(LEXICON), options))


def record_of(entry: dict[str, Any], found: Solution) -> dict[str, Any]:
    """A position with what is proven about it."""
    assert found.preendgame is not None
    return entry | {
        "best": found.text,
        "proven": found.status == "proven",
        "win": to_wire(found.win),
        "spread": to_wire(found.spread),
        "evaluated": found.preendgame.evaluated,
        "scenario_pairs": found.preendgame.scenario_pairs,
        "seconds": round(found.seconds, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    lines = options.out.read_text("utf-8").splitlines() if options.out.exists() else []
    kept = {entry["id"]: entry for entry in map(json.loads, lines) if entry["proven"]}
    found = [kept.pop(entry["id"], None) or solved(entry, options.seconds) for entry in positions()]
    found += kept.values()  # of other games
    options.out.write_text("".join(f"{json.dumps(entry)}\n" for entry in found), "utf-8")


if __name__ == "__main__":
    main()
