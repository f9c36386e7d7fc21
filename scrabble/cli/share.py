"""`endgame share`: a page of one position with its answer.  Arguments and files only."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Command
from scrabble.cli.options import COMPILING
from scrabble.cli.positions import PositionSelection, are_one, for_each_position, run_with_progress

if TYPE_CHECKING:
    from scrabble.sources import Entry, ResolvedPosition

BAG_LIMIT = 4  # tiles
EPILOG = """\b
Examples:
  endgame share out-in-two --out position.html
  endgame share game.gcg --turn 26 --time 30 --out position.html

The page opens from disk, on a telephone too, and needs no network."""


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.lexicon
@options.search_option("seconds")
@click.option("--title", metavar="TEXT", default="A Scrabble endgame", help="The title of the page.")
@click.option("--out", metavar="FILE.html", type=PATH, required=True, help="The file to write.")
def share(
    positions: tuple[str, ...],
    turn: int | None,
    lexicon: str | None,
    seconds: float | None,
    title: str,
    out: Path,
) -> None:
    """Write a page of one position with its answer, to send to others."""
    from scrabble.solver.options import SolveOptions

    terminal.refuse_unwritable(out)
    selection = PositionSelection(positions, lexicon, turn)
    if not are_one(selection):
        terminal.fail("expected one position; --turn N, or a name such as late:17, chooses it")

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.analysis.explain.explain import best_move_reasons
        from scrabble.game.unseen import is_preendgame
        from scrabble.report.pages.positions import SIDES, share_page

        wanted = SolveOptions(seconds=seconds, memory=options.memory(), workers=options.threads_set())
        if not is_preendgame(reading.position):
            wanted = dataclasses.replace(wanted, cheap_exact=-1)
        with terminal.status(*COMPILING):
            from scrabble.solver import compile_kernels, new_running_search

            search = new_running_search(reading.position, reading.lexicon, wanted)
            compile_kernels(search, reading.lexicon)
        solution, names = run_with_progress(search), entry.players or SIDES
        reasons = best_move_reasons(solution, reading.lexicon, names)
        page = share_page(solution, names, title, lexicon=reading.lexicon.name, reasons=reasons)
        terminal.write_file(out, page)

    for_each_position(selection, False, answer, bag_limit=BAG_LIMIT)
