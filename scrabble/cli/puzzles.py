"""`endgame puzzles`: make puzzles with proven answers, write them as a page.

Arguments, files and printing only.
"""

from __future__ import annotations

import threading
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, Command, LazyGroup, WholeNumber
from scrabble.cli.options import COMPILING
from scrabble.cli.terminal import fail
from scrabble.english import counted
from scrabble.files import expand_user

if TYPE_CHECKING:
    from scrabble.puzzles.candidates import Candidate, Person
    from scrabble.puzzles.maker import MakeOptions

SECONDS = 10.0  # for a position
MOVES = 5  # times the limit for one position: for all the moves of a puzzle


@click.group(cls=LazyGroup)
@click.pass_context
def puzzles(context: click.Context) -> None:
    """Make puzzles from games, and pages of them to print."""
    if context.invoked_subcommand is None:
        terminal.echo(context.get_help())


MAKE_EPILOG = """\b
Examples:
  endgame puzzles make final.gcg games --out mine.jsonl
  endgame puzzles make late:17 --out one.jsonl
  endgame generate --positions 100 --games-out own
  endgame puzzles make own --out own.jsonl
  endgame puzzles make preendgame --bag 1 --time 60 --out chances.jsonl

A position becomes a puzzle if one move is proven to be the only one that wins, the only
one that draws, or the best by --min-gap points, and that move is not trivial to find;
with tiles in the bag if it is proven to be the only one that wins most often.
Rerun the command to resume; FILE.tried has what was tried. Ctrl-C keeps the puzzles so
far."""


@puzzles.command(cls=Command, epilog=MAKE_EPILOG)
@click.argument(
    "sources",
    cls=Argument,
    metavar="SOURCE",
    nargs=-1,
    help="Saved games (.gcg), folders of them, files of positions, names of bundled positions (late:17), or "
    "a position in CGP, in quotes.",
)
@options.lexicon
@click.option(
    "--bag",
    metavar="N|N-N",
    callback=options.number_range(0, 2, "0-1"),
    default="0",
    help="Use positions with this number of tiles in the bag, at most 2, or with a range such as 0-1.",
)
@options.search_option("seconds", default=SECONDS)
@click.option(
    "--min-gap",
    metavar="N",
    type=WholeNumber(min=1),
    default=3,
    help="By how many points the best move must be better than the next one (empty bag).",
)
@click.option(
    "--max-lead",
    metavar="N",
    type=WholeNumber(min=0),
    help="Leave out positions where one side leads by more than N points.",
)
@click.option("--count", metavar="N", type=WholeNumber(min=1), help="Stop after N new puzzles.")
@options.jobs
@click.option(
    "--out",
    metavar="FILE.jsonl",
    type=PATH,
    required=True,
    help="Append the puzzles to this file; rerun to resume.",
)
def make(
    sources: tuple[str, ...],
    lexicon: str | None,
    bag: tuple[int, int],
    seconds: float,
    min_gap: int,
    max_lead: int | None,
    count: int | None,
    jobs: int,
    out: Path,
) -> None:
    """Make puzzles from games and positions, each with a proven, unique answer."""
    terminal.refuse_unwritable(out)
    failed: list[str] = []

    def report(text: str) -> None:
        failed.append(text)
        terminal.show_message("error", text)

    def note(text: str) -> None:
        terminal.show_message("note", text)

    with terminal.status(*COMPILING):
        from scrabble.puzzles.candidates import from_sources
        from scrabble.puzzles.maker import MakeOptions

        wanted = MakeOptions(seconds, min_gap, memory=options.memory(), max_lead=max_lead)
        in_bag = range(bag[0], bag[1] + 1)
        candidates = list(from_sources(sources, lexicon, report, in_bag, note))
    stopped = make_into(out, candidates, wanted, jobs, count)
    if stopped:
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if failed:
        raise click.exceptions.Exit(terminal.BAD_INPUT)


def make_into(
    out: Path, candidates: list[Candidate], wanted: MakeOptions, jobs: int, count: int | None = None
) -> bool:
    """Make puzzles of candidates, append them to a file and report; return whether Ctrl-C stopped it."""
    from scrabble.puzzles.collection import puzzles_in
    from scrabble.puzzles.make import make_many
    from scrabble.puzzles.puzzle import Puzzle

    if not candidates:
        terminal.show_message("note", "no position to make a puzzle of")
        return False
    stop, verdicts, made_count = threading.Event(), Counter[str](), 0
    with puzzles_in(expand_user(out)) as file:
        due = [each for each in candidates if file.is_due(each, wanted)]
        if len(due) < len(candidates):
            text = f"{len(candidates) - len(due)} of {len(candidates)} positions are already done"
            terminal.show_message("note", text)
        with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
            for done, (candidate, made) in enumerate(make_many(due, wanted, jobs, stop.is_set), 1):
                verdict = file.add(candidate, wanted, made)
                if isinstance(verdict, Puzzle):
                    made_count += 1
                else:
                    verdicts[verdict] += 1
                show(f"{done} of {len(due)} positions, {made_count} puzzles")
                if made_count == count:
                    break
    for reason, number in verdicts.most_common():
        terminal.show_message("note", f"{number} without a puzzle: {reason}")
    new = counted(made_count, "new puzzle")
    terminal.show_message("note", f"{new}, {len(file.collection.puzzles)} in {out}")
    return stop.is_set()


def make_mistakes(
    out: Path, candidates: list[Candidate], person: Person, seconds: float, memory: int, jobs: int
) -> None:
    """Make puzzles of mistakes and append them to a file; exit status 130 after Ctrl-C."""
    from scrabble.game.tiles import quoted
    from scrabble.puzzles.maker import options_for_mistakes

    if person.name is not None and not person.turns:
        others = ", ".join(sorted(person.others)) or "nobody"
        fail(f"--player {quoted(person.name)}: no endgame turn of this player; the players are {others}")
    if make_into(out, candidates, options_for_mistakes(MOVES * seconds, memory), jobs):
        raise click.exceptions.Exit(terminal.INTERRUPTED)


PAGE_EPILOG = """\b
Examples:
  endgame puzzles page mine.jsonl --out mine.html
  endgame puzzles page mine.jsonl --theme block --limit 20 --out blocks.html
  endgame analyse tournament --puzzles all.jsonl
  endgame puzzles page all.jsonl --limit 8 --out sheet.html

The page opens from disk and needs no network. Print it for a sheet of puzzles with
answers at the end."""


@puzzles.command(cls=Command, epilog=PAGE_EPILOG)
@click.argument("name", cls=Argument, metavar="SET", help="A file of puzzles, or the name of a bundled set.")
@options.theme
@options.difficulty
@click.option(
    "--limit", metavar="N", type=WholeNumber(min=0), default=0, help="How many: the N best of them; 0: all."
)
@click.option("--title", metavar="TEXT", default="What would you play?", help="The title of the page.")
@click.option("--out", metavar="FILE.html", type=PATH, required=True, help="The file to write.")
def page(
    name: str, themes: tuple[str, ...], difficulty: tuple[int, int], limit: int, title: str, out: Path
) -> None:
    """Write puzzles as a page to solve in a browser, or to print."""
    from scrabble.report.pages.puzzle_page import from_record, puzzle_page
    from scrabble.training import selection
    from scrabble.training.selection import Filters, load_set, themes_named

    terminal.refuse_unwritable(out)
    wanted = frozenset(theme for text in themes for theme in themes_named(text))
    chosen = selection.select(load_set(name), {}, Filters(wanted, difficulty), datetime.now())
    if limit:
        chosen = selection.best(chosen, limit)
    if not chosen:
        terminal.fail(f"{name}: no puzzle fits these filters")
    terminal.write_file(out, puzzle_page((from_record(each.puzzle) for each in chosen), title))
