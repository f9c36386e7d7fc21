"""`endgame verify`.  Arguments and printing only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import options, terminal
from scrabble.cli.certificate import is_certificate
from scrabble.cli.certificate import verify as verify_certificate
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import PositionSelection, for_each_position, run_with_progress

if TYPE_CHECKING:
    from scrabble.report.tables import Table
    from scrabble.solver.options import SolveOptions
    from scrabble.solver.verify import Verification
    from scrabble.sources import Entry, ResolvedPosition

DISAGREEMENT = 1  # exit status
EPILOG = """\b
Examples:
  endgame verify zeros-4-pass-ties
  endgame verify late --time 5 --json
  endgame verify proof.jsonl.gz
  endgame verify out-in-two proof.jsonl.gz

A proof, written by solve --certificate, is checked by the rules alone, without a
search; beside a position, also that it is a proof of this position.

Exit status 1 if two solvers disagree, or if a step of a proof does not hold by the
rules. Solvers that are stopped by the time limit do not count."""


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.lexicon
@options.search_option("seconds")
@options.as_json
def verify(
    positions: tuple[str, ...],
    turn: int | None,
    lexicon: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Check positions with several solvers, or check a proof."""
    proofs = [each for each in positions if is_certificate(each)]
    selection = PositionSelection([each for each in positions if each not in proofs], lexicon, turn)
    if proofs:
        options.refuse_given("nothing is searched", "seconds")
        if not selection.positions:
            options.refuse_given("no position is given to compare with", "turn")
        if len(proofs) > 1:
            terminal.fail(f"expected one proof at a time, got {proofs[0]} and {proofs[1]}")
        verify_certificate(Path(proofs[0]), selection, as_json)
        return
    console, disagreements, memory = terminal.output(), [], options.memory()

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.solver.options import SolveOptions

        found = _verified(reading, SolveOptions(seconds=seconds, memory=memory))
        if as_json:
            terminal.write_json(_json(found, entry.id, reading.warnings))
        else:
            terminal.write(console, _table(found), _verdict(found))
        if found.disagreement is not None:
            disagreements.append(entry.id)
            terminal.show_message("error", f"{entry.where}: DISAGREEMENT: {found.disagreement}")
        if any(check.stopped_by == "interrupt" for check in found.checks):
            raise click.exceptions.Exit(terminal.INTERRUPTED)

    for_each_position(selection, as_json, answer)
    if disagreements:
        raise click.exceptions.Exit(DISAGREEMENT)


def _verified(reading: ResolvedPosition, solve_options: SolveOptions) -> Verification:
    """Run every solver with progress on a terminal; the first Ctrl-C ends the comparison."""
    with terminal.status(*COMPILING):
        from scrabble.solver.setup import warm_up
        from scrabble.solver.verify import Verification, checked, searches, solvers_for

        for solver in solvers_for(reading.position):
            warm_up(reading.position, reading.lexicon, solver)
    checks = []
    for search in searches(reading.position, reading.lexicon, solve_options):
        run_with_progress(search)
        checks.append(checked(search))
        if checks[-1].stopped_by == "interrupt":
            break
    return Verification(reading.position, checks)


def _table(found: Verification) -> Table:
    from scrabble.report.tables import new_table

    numbers = ("value", "nodes", "seconds")
    table = new_table(("solver", *numbers, "best moves"), right=numbers, whole=("solver", *numbers))
    for check in found.checks:
        value = "open" if check.value is None else f"{check.value:+}"
        best = ", ".join(check.best) or f"stopped: {check.stopped_by}"
        table.add_row(check.solver, value, f"{check.nodes:,}", f"{check.seconds:.2f}", best)
    return table


def _verdict(found: Verification) -> str:
    if found.disagreement is not None:
        return f"DISAGREEMENT: {found.disagreement}"
    proven = sum(check.value is not None for check in found.checks)
    if proven < 2:
        return "nothing to compare: fewer than two solvers finished"
    return f"{proven} of {len(found.checks)} solvers agree" if not found.is_complete else "all solvers agree"


def _json(found: Verification, name: str, warnings: list[str]) -> dict[str, Any]:
    from scrabble.answer.plain import as_builtins
    from scrabble.game import cgp

    return {
        "id": name,
        "cgp": cgp.dumps(found.position),
        "agree": found.disagreement is None,
        "complete": found.is_complete,
        "disagreement": found.disagreement,
        "solvers": as_builtins(found.checks),
        "warnings": warnings,
    }
