"""The command line of the mutants.  The exit status is 1 if no test has seen one that has no reason."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from tests.campaign.results import FOLDER
from tests.conftest import REPOSITORY
from tests.mutation.catalogue import MUTANTS
from tests.mutation.mutant import Mutant
from tests.mutation.run import SECONDS, SEEN, SURVIVED, copy_of, run


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("words", nargs="*", help="only mutants whose place or change holds one of them")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    parser.add_argument("--minutes", type=float, help="no new mutant after so long")
    parser.add_argument("--most", type=float, default=SECONDS, help="seconds for one mutant")
    parser.add_argument("--out", type=Path, default=FOLDER / "mutation.jsonl", help="the result file")
    given = parser.parse_args(arguments)
    chosen = [each for each in MUTANTS if not given.words or any(word in each.name for word in given.words)]
    if given.list:
        print("\n".join(f"{each.kind:7} {each.name}\n        {each.tests}" for each in chosen))
        return 0
    seconds = None if given.minutes is None else 60 * given.minutes
    signal.signal(signal.SIGTERM, _end)
    return _run(chosen, given.out, seconds, given.most)


def _end(number: int, _: object) -> NoReturn:
    """Leave as after Ctrl-C: with the copy removed, and the tests in it ended."""
    sys.exit(128 + number)


def _run(chosen: list[Mutant], path: Path, seconds: float | None, most: float) -> int:
    reasons = {each.name: each.reason for each in chosen}
    faults, tried = 0, 0
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder, copy_of(REPOSITORY, Path(folder)) as copy:
        for found in run(chosen, copy, path, seconds, most):
            reason = reasons[found.mutant] if found.verdict == SURVIVED else ""
            faults += found.verdict != SEEN and not reason
            tried += 1
            said = found.test or reason
            print(f"{found.verdict:9} {found.mutant}{f', by {said}' if said else ''}", flush=True)
    print(f"{tried} of {len(chosen)} mutants tried, {faults} that no test has seen")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
