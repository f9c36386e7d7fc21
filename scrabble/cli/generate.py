"""`endgame generate`: positions by self-play.  Arguments, files and printing only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import options, terminal
from scrabble.cli.click_parts import PATH, Command, WholeNumber
from scrabble.cli.terminal import fail
from scrabble.english import counted
from scrabble.files import expand_user, json_line

if TYPE_CHECKING:
    from scrabble.selfplay.generate import GeneratedGame, GenerateTask

TOO_FEW = 1  # exit status
COMPILING = ("getting the move generator ready", "the first run on a machine compiles it")
LEXICON = "ENABLE"
MOST_GAMES = 100_000
ANY = "any"
STRATA = (ANY, "blank", "stuck", "one-sided", "close", "full")  # `scrabble.selfplay.generate.Category`

EPILOG = """\b
Examples:
  endgame generate --positions 100 --out hundred.cgp
  endgame generate --stratum blank --seed 7
  endgame generate --positions 50 --stratum stuck --jobs 2 --out stuck.jsonl
  endgame generate --positions 20 --out set.jsonl --games-out games
  endgame generate --positions 20 --bag 1 --out bag.jsonl

The kinds of positions, for --stratum: blank, a blank on a rack; stuck, a tile that
is in no play; one-sided, one side has no play at all; close, at most 20 points
apart; full, seven tiles on both racks. A seed always gives the same games, whatever
the number of jobs. Exit status 1 if 100,000 games hold fewer than --positions
positions. solve and bench --set read the output. Ctrl-C keeps the positions so far."""


@click.command(cls=Command, epilog=EPILOG)
@click.option(
    "--positions",
    metavar="N",
    type=WholeNumber(min=1),
    default=10,
    help="How many positions, each from a game of its own.",
)
@click.option(
    "--seed",
    metavar="S",
    type=WholeNumber(min=0),
    default=1,
    help="The same seed gives the same games, another one others.",
)
@options.lexicon_option(f"{LEXICON}, so that a seed gives the same games on every computer")
@click.option(
    "--stratum",
    metavar="NAME",
    type=click.Choice(STRATA),
    default=ANY,
    help=f"Only positions of one kind: {', '.join(STRATA)}.",
)
@click.option(
    "--bag",
    metavar="N",
    type=WholeNumber(min=0, max=4),
    default=0,
    help="Positions with N tiles in the bag, where the opponent's rack is unknown; 0: with an empty bag.",
)
@options.jobs
@click.option(
    "--out",
    metavar="FILE",
    type=PATH,
    help="Write to FILE: as JSON, one object per line, if it ends in .jsonl, else as CGP.",
)
@click.option(
    "--games-out",
    metavar="DIR",
    type=PATH,
    help="Also write the games of the positions (GCG) to this folder.",
)
def generate(
    positions: int,
    seed: int,
    lexicon: str | None,
    stratum: str,
    bag: int,
    jobs: int,
    out: Path | None,
    games_out: Path | None,
) -> None:
    """Generate endgame positions by self-play."""
    if bag and stratum != ANY:
        raise click.BadParameter("strata are those of endgames.", param_hint="--stratum")
    if out is not None:
        terminal.refuse_unwritable(out)
    games_out = _folder(games_out)
    as_json = out is not None and out.suffix == ".jsonl"
    stop = threading.Event()
    task = _task(lexicon or LEXICON, seed, bag)
    with terminal.status(*COMPILING):
        _get_ready(task)
    with terminal.progress() as show, terminal.stopped_by_ctrl_c(stop.set):
        made = _of_stratum(task, _Quota(positions, stratum), jobs, stop.is_set, show)
        lines = []
        for each in made:
            lines.append(_line(each, task, as_json))
            if out is None:
                terminal.echo(lines[-1])
            if games_out is not None:
                terminal.write_file(games_out / f"{each.id}.gcg", each.gcg, "")
    if out is not None:
        note = f"wrote {counted(len(lines), 'position')} to {out}"
        terminal.write_file(out, "".join(f"{line}\n" for line in lines), note)
    if stop.is_set():
        raise click.exceptions.Exit(terminal.INTERRUPTED)
    if len(lines) < positions:
        kind = "" if stratum == ANY else f" of the stratum {stratum}"
        terminal.show_message(
            "warning", f"{len(lines)} of {positions} positions{kind} in {MOST_GAMES:,} games"
        )
        raise click.exceptions.Exit(TOO_FEW)


def _task(lexicon: str, seed: int, bag: int) -> GenerateTask:
    """Return the settings of the self-play."""
    from scrabble.lexicon import choice
    from scrabble.selfplay.generate import GenerateTask

    return GenerateTask(choice.load(lexicon), seed, bag=bag)


def _get_ready(task: GenerateTask) -> None:
    """Compile the kernels of the self-play."""
    from scrabble.selfplay.generate import new_finder, play_one

    play_one(new_finder(task.lexicon), task.seed, 0, task.players)


class _Quota(NamedTuple):
    """The positions to keep."""

    positions: int
    stratum: str

    def has(self, made: GeneratedGame) -> bool:
        """Return whether the position of a game is to be kept."""
        return made.cgp is not None and self.stratum in (ANY, *made.strata)


def _of_stratum(
    task: GenerateTask,
    wanted: _Quota,
    jobs: int,
    is_stopped: Callable[[], bool],
    show: Callable[[str], None],
) -> Iterator[GeneratedGame]:
    """Yield the games whose position is kept, until there are enough."""
    from scrabble.selfplay.generate import generate

    found = 0
    with closing(generate(task, MOST_GAMES, jobs, is_stopped)) as playing:
        for made in playing:
            if wanted.has(made):
                found += 1
                yield made
                if found == wanted.positions:
                    return
            show(f"{made.number + 1} games, {found} positions")


def _line(made: GeneratedGame, task: GenerateTask, as_json: bool) -> str:
    if not as_json:
        return str(made.cgp)
    return json_line(
        {
            "id": made.id,
            "cgp": made.cgp,
            "tiles": made.tiles,
            "strata": made.strata,
            "seed": task.seed,
            "game": made.number,
            "players": task.players[0],
        }
    )


def _folder(path: Path | None) -> Path | None:
    """Return a folder to write to; create it if necessary."""
    if path is None:
        return None
    path = expand_user(path)
    try:
        path.mkdir(exist_ok=True)
    except FileNotFoundError:
        fail(f"{path}: there is no folder {path.parent}")
    except FileExistsError:
        fail(f"{path} is a file, expected a folder")
    except OSError as error:
        fail(f"{path}: cannot be made: {error.strerror or error}")
    return path
