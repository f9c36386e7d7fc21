"""The command line of the campaigns: run, try, summary.  The exit status is 1 if a fault was found."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import sys
from pathlib import Path
from types import ModuleType

from tests.campaign import CAMPAIGNS
from tests.campaign.results import FOLDER, path_of
from tests.campaign.run import Run, outcome_of, run
from tests.campaign.summary import summary


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the result files")
    commands = parser.add_subparsers(dest="command", required=True)
    each = commands.add_parser("run", help="try cases that have no result yet")
    each.add_argument("names", nargs="+", choices=CAMPAIGNS)
    each.add_argument("--cases", type=int, default=1000, help="the last seed is this one less the first")
    each.add_argument("--first", type=int, default=0, help="the first seed")
    each.add_argument("--part", type=part, default=(0, 1), help="1/2, 2/2: for two processes at a time")
    each.add_argument("--minutes", type=float, help="no new case after so long")
    one = commands.add_parser("try", help="one case, by its seed")
    one.add_argument("name", choices=CAMPAIGNS)
    one.add_argument("seed", type=int)
    told = commands.add_parser("summary", help="what the result files say")
    told.add_argument("--counts", action="store_true", help="all that was counted, too")
    given = parser.parse_args(arguments)
    if given.command == "summary":
        text, failed = summary(given.out, given.counts)
        print(text)
        return 1 if failed else 0
    if given.command == "try":
        outcome = outcome_of(campaign(given.name).try_case, given.seed)
        print("\n".join(f"{count:>9,} {name}" for name, count in sorted(outcome.counts.items())))
        print(outcome.fault or "no fault")
        return 1 if outcome.fault else 0
    return _run(given)


def campaign(name: str) -> ModuleType:
    """The campaign of that name."""
    return importlib.import_module(f"tests.campaign.{name}")


def part(text: str) -> tuple[int, int]:
    """Read a part of the seeds, such as 2/3."""
    number, _, parts = text.partition("/")
    if not (number.isdigit() and parts.isdigit() and 1 <= int(number) <= int(parts)):
        raise argparse.ArgumentTypeError(f"a part of {text!r}, expected such as 2/3")
    return int(number) - 1, int(parts)


def _run(given: argparse.Namespace) -> int:
    status = 0
    for name in given.names:
        module = campaign(name)
        reason = module.missing() if hasattr(module, "missing") else None
        if reason is not None:
            print(f"{name}: left out, {reason}")
            continue
        seconds = None if given.minutes is None else 60 * given.minutes
        seeds = range(given.first, given.first + given.cases)
        print(f"{name}: seeds {seeds.start} to {seeds.stop - 1}, into {path_of(given.out, name)}", flush=True)
        tried, failed = run(name, module.try_case, Run(seeds, given.part, seconds), given.out)
        print(f"{name}: {tried} cases tried, {failed} faults")
        status |= failed > 0
    return status


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(main())
