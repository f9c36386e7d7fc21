"""Make the corpus of positions by self-play, run by hand: positions/selfplay.jsonl and 20 of the games.

    python -m tests.tools.make_corpus --jobs 2

Games of seed 1 are played until every stratum has its share; a position counts for the rarest of its strata.
Each one is then solved, with a limit, by MTD(f).  Positions and games are always the same; whether a hard
position is proven depends on the machine.  What the file proves already is kept.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from scrabble.answer.interval import to_wire
from scrabble.game import cgp
from scrabble.lexicon import Lexicon
from scrabble.selfplay.generate import Category, GeneratedGame, GenerateTask, generate
from scrabble.solver import SolveOptions, solve
from tests.conftest import POSITIONS

SEED, LEXICON = 1, "ENABLE"
SHARES = {  # the rarest first
    Category.ONE_SIDED: 6,
    Category.STUCK: 90,
    Category.CLOSE: 90,
    Category.BLANK: 90,
    Category.FULL: 90,
}
ANY = 30  # positions of no stratum
GAMES = 20  # that are kept whole
SECONDS = 20.0


def chosen(jobs: int) -> Iterator[tuple[GeneratedGame, bool]]:
    """Games until every stratum has its share: (game, is its position wanted)."""
    left: dict[Any, int] = SHARES | {None: ANY}
    for made in generate(GenerateTask(Lexicon(LEXICON), SEED), 100_000, jobs):
        kind = next((stratum for stratum in SHARES if stratum in made.strata), None)
        is_wanted = made.cgp is not None and left[kind] > 0
        left[kind] -= is_wanted
        yield made, is_wanted
        if not any(left.values()):
            return


def solved(task: tuple[dict[str, Any], float]) -> dict[str, Any]:
    """The record of a position with what can be proven about it in so many seconds."""
    entry, seconds = task
    options = SolveOptions(solver="mtdf", seconds=seconds)
    found = solve(cgp.loads(entry["cgp"]), Lexicon(LEXICON), options)
    return entry | {
        "value": found.value,
        "best": found.text,
        "proven": found.status == "proven",
        "bounds": to_wire(found.bounds),
        "nodes": found.nodes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--out", type=Path, default=POSITIONS)
    options = parser.parse_args()
    folder = options.out / "games" / "selfplay"
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for made, is_wanted in chosen(options.jobs):
        if made.number < GAMES:
            (folder / f"{made.id}.gcg").write_text(made.gcg, "utf-8")
        if is_wanted:
            entries.append(
                {"id": made.id, "cgp": made.cgp, "tiles": made.tiles, "strata": made.strata, "seed": SEED}
            )
    print(f"{len(entries)} positions in {made.number + 1} games")
    file = options.out / "selfplay.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    known = {record["cgp"]: record for record in map(json.loads, lines) if record["proven"]}
    unknown = [(entry, options.seconds) for entry in entries if entry["cgp"] not in known]
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        known |= {record["cgp"]: record for record in pool.map(solved, unknown)}
    records = [known[entry["cgp"]] for entry in entries]
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    print(f"{sum(record['proven'] for record in records)} of {len(records)} proven")


if __name__ == "__main__":
    main()
