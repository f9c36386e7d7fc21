"""`endgame analyse`: the endgame of saved games as text, JSON, CSV or pages.  Arguments only (`review`)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Argument, Command, WholeNumber
from scrabble.cli.positions import file_of
from scrabble.cli.review import GCG, PAGES, PUZZLES, Execution, OutputOptions, Review
from scrabble.cli.terminal import fail
from scrabble.files import exists, expand_user, file_errors, is_dir, read_bounded
from scrabble.game.tiles import MOST_IN_BAG, quoted
from scrabble.solver.options import SolveOptions

if TYPE_CHECKING:
    from scrabble.analysis.batch.jobs import GameFile

STANDARD_INPUT = "-"
SECONDS = 30.0  # for a position
SEARCHED_WITH = ("lexicon", "seconds", "nodes", "max_bag", "names", "out")  # options to name in a command
MOST_NAMED, MANY_GAMES = 3, "GAMES"  # sources to name in it, and what stands for more

EPILOG = """\b
Examples:
  endgame analyse final.gcg
  endgame analyse final.gcg --html final.html
  endgame analyse final.gcg --puzzles what-would-you-play.html
  endgame analyse final.gcg --annotated-gcg annotated.gcg
  endgame analyse final.gcg --lexicon ENABLE --time 5 --json
  endgame analyse crosstables:54515
  endgame analyse games --jobs 4 --out results
  endgame analyse games --annotated-gcg annotated --names players.txt
  endgame analyse games --html pages --csv > turns.csv
  endgame analyse games --puzzles mine.jsonl --player Ann
  endgame analyse games --cluster cluster.json --out results

Several games (files, or a folder) give one row per game and a summary by player.
With --out, games that are unchanged are not analysed again: repeat the command to go
on. Games that cannot be read are listed at the end, with exit status 2.

A value that is not proven within the time limit is marked `about`. Ctrl-C shows the
results so far."""


SECTIONS = {"For programs": ("as_json", "log", "cluster"), "Research": ("nodes",)}


@click.command(cls=Command, epilog=EPILOG, sections=SECTIONS)
@click.argument(
    "sources",
    cls=Argument,
    metavar="FILE.gcg|DIR",
    nargs=-1,
    help="Saved games (.gcg), folders of them, addresses (https://..., woogles:ID, crosstables:NUMBER), or - "
    "for standard input.",
)
@options.lexicon
@options.search_option("seconds", default=SECONDS)
@click.option(
    "--html",
    metavar="FILE.html|DIR",
    type=PATH,
    help="FILE.html: write the web page of a game. DIR: write a folder of pages, with an index.",
)
@click.option(
    "--puzzles",
    metavar="FILE.html|.jsonl",
    type=PATH,
    help="FILE.html: write a page that asks for the best moves, to solve on screen or on paper. "
    "FILE.jsonl: write the mistakes as puzzles, to practise with endgame train FILE.jsonl.",
)
@click.option("--player", metavar="NAME", help="With --puzzles FILE.jsonl: only the mistakes of this player.")
@click.option(
    "--annotated-gcg",
    metavar="FILE.gcg|DIR",
    type=PATH,
    help="Write a game (GCG) with a note on each turn judged, or all games to a folder.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=PATH,
    help="Keep the results in the folder DIR, where the same command goes on if it was stopped.",
)
@options.jobs
@click.option(
    "--names",
    metavar="FILE",
    type=PATH,
    help="With several games: a file of players with several names, a line 'Name = other name, nick' for "
    "each.",
)
@click.option(
    "--max-bag",
    metavar="N",
    type=WholeNumber(0, MOST_IN_BAG),
    default=1,
    help="Also judge turns with up to N tiles in the bag; 0: none.",
)
@click.option(
    "--practical",
    is_flag=True,
    help="Also name the right replies to the best move, and to the one made.",
)
@click.option(
    "--csv", "as_csv", is_flag=True, help="A table for spreadsheets (CSV), one row per turn judged."
)
@options.as_json
@options.search_option("nodes")
@options.log
@click.option(
    "--cluster",
    metavar="ADDRESS|FILE",
    help="Use the computers of a dask cluster: the address of its scheduler, or the file that it writes.",
)
def analyse(
    sources: tuple[str, ...],
    lexicon: str | None,
    seconds: float,
    nodes: int | None,
    max_bag: int,
    practical: bool,
    jobs: int,
    cluster: str | None,
    **given: Any,
) -> None:
    """Review saved games: the best endgame moves, and what was lost."""
    output = OutputOptions(**given, command=_command(sources))
    if output.as_json and output.as_csv:
        raise click.UsageError("choose one of --json and --csv.")
    is_one, puzzles = _is_one(sources), output.puzzles
    if puzzles is None or puzzles.suffix != PUZZLES:
        options.refuse_given(f"it is for --puzzles FILE{PUZZLES}", "player")
    if is_one:
        options.refuse_given("it is for several games", "names")
        options.refuse_given("one game is analysed in one process", "jobs")
    elif cluster:
        options.refuse_given("the cluster has its own workers", "jobs")
    files = _files(sources, is_one)
    folders = set()
    for path, name, suffixes in (
        (output.out, "--out", ()),
        (output.html, "--html", PAGES),
        (output.annotated_gcg, "--annotated-gcg", GCG),
    ):
        if path is not None:
            is_file = path.suffix.lower() in suffixes
            if is_file and not is_one:
                raise click.UsageError(f"{name} {path} is for one game, expected a folder for several.")
            terminal.refuse_unwritable(path, is_folder=not is_file)
            if not is_file:
                folders.add(expand_user(path))
    if puzzles is not None:
        folder = expand_user(puzzles).parent
        if is_dir(folder) or folder not in folders:
            terminal.refuse_unwritable(puzzles)
    from scrabble.analysis import EXACT
    from scrabble.analysis.batch.jobs import BatchSettings

    settings = BatchSettings(
        lexicon=lexicon,
        options=SolveOptions(
            seconds=seconds, nodes=nodes, memory=options.memory(), exact=EXACT, practical=practical
        ),
        max_bag=max_bag,
    )
    Review(files, is_one, settings, output, Execution(jobs, cluster)).run()


def _command(sources: Sequence[str]) -> list[str]:
    """Return the command that analyses the games in the same way, without the files to write."""
    named = sources if len(sources) <= MOST_NAMED else [MANY_GAMES]
    context, words = click.get_current_context(), ["endgame", "analyse", *named]
    for name in SEARCHED_WITH:
        option = options.given(name)
        if option is not None:
            words += [option, str(context.params[name])]
    return words


def _is_one(sources: Sequence[str]) -> bool:
    """Return whether the sources are one game, and not several or a folder."""
    if len(sources) > 1 and STANDARD_INPUT in sources:
        raise click.BadParameter("standard input is one game; give it alone.", param_hint=STANDARD_INPUT)
    return len(sources) == 1 and not is_dir(expand_user(sources[0]))


def _files(sources: Sequence[str], is_one: bool) -> list[GameFile]:
    """Return the games; one has the name that was given."""
    from scrabble.analysis.batch.jobs import GameFile, collect
    from scrabble.records import gcg

    [first, *_] = sources
    if first == STANDARD_INPUT:
        with file_errors("standard input", click.ClickException):
            return [GameFile("standard input", None, read_bounded(sys.stdin.buffer, gcg.MOST_BYTES))]
    if "\n" in first and not exists(expand_user(first)):
        fail(f"{quoted(first)}: expected the name of a file, or - for a text in standard input")
    files = collect([file_of(each) for each in sources])
    return [files[0]._replace(id=first)] if is_one else files
