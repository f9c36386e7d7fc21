"""`endgame solve` for positions with tiles in the bag.  Options and printing only."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from scrabble.cli import options, terminal
from scrabble.cli.options import COMPILING

if TYPE_CHECKING:
    from scrabble.solver.preendgame.search import PreendgameSearch
    from scrabble.solver.preendgame.solution import BagSolution, ScenarioLine
    from scrabble.sources import ResolvedPosition

BAG_LIMIT, MOST = 2, 4  # tiles in the bag: by default, and at most
DRAW_SECONDS = 10.0  # for the line after each draw, at most
Command = TypeVar("Command", bound=Callable[..., object])


class ObjectiveName(StrEnum):
    """The first criterion by which moves are ranked."""

    WIN = "win"
    SPREAD = "spread"


class BagOptions(NamedTuple):
    """Options of the search of a pre-endgame."""

    objective: ObjectiveName
    draws: bool
    known_bag: bool
    jobs: int
    seconds: float | None
    nodes: int | None
    memory: int
    settle_ties: bool


max_bag = click.option(
    "--max-bag",
    metavar="N",
    type=click.IntRange(min=0, max=MOST),
    default=BAG_LIMIT,
    help="Accept positions with up to N tiles in the bag (3 or more is slow).",
)


def preendgame_options(command: Command) -> Command:
    """Add the options for pre-endgames to a command."""
    for option in (
        click.option(
            "--jobs",
            metavar="N",
            type=click.IntRange(min=1),
            default=1,
            help="Pre-endgame: number of processes.",
        ),
        click.option(
            "--settle-ties",
            is_flag=True,
            help="Pre-endgame: search until the best spread among ties is proven.",
        ),
        click.option(
            "--known-bag", is_flag=True, help="Pre-endgame: assume the player knows the tiles in the bag."
        ),
        click.option("--draws", is_flag=True, help="Pre-endgame: show the result for each draw."),
        click.option(
            "--objective",
            metavar="win|spread",
            **options.enum_choice(ObjectiveName),
            default=ObjectiveName.WIN.value,
            help="Pre-endgame: rank moves by win probability or by mean spread.",
        ),
        max_bag,
    ):
        command = option(command)
    return command


def new_search(reading: ResolvedPosition, wanted: BagOptions) -> PreendgameSearch:
    """Set up the search of a position and compile its kernels."""
    with terminal.status(*COMPILING):
        from bstar.options import Limit
        from scrabble.solver.preendgame import values
        from scrabble.solver.preendgame.search import PreendgameSearch, PreendgameTask

        aims = (
            (values.Objective.CHANCE, values.Objective.SPREAD)
            if wanted.objective is ObjectiveName.WIN
            else (values.Objective.SPREAD, values.Objective.CHANCE)
        )
        order = PreendgameTask(reading.position, reading.lexicon, wanted.memory << 20, aims, wanted.known_bag)
        limit, ties = Limit(wanted.seconds, wanted.nodes), wanted.settle_ties
        search = PreendgameSearch(order, limit, wanted.jobs, settle_ties=ties)
        search.warm_up()
        return search


def refuse_options(given: dict[str, bool]) -> None:
    """Refuse options for endgames only, naming the first one given."""
    from scrabble.game.position import PositionError

    for name, is_given in given.items():
        if is_given:
            raise PositionError(f"{name} is for endgames only: there are tiles in the bag")


def refuse_for_endgames(is_only: bool) -> None:
    """Refuse options for pre-endgames only.

    Among several positions `--max-bag` may be meant for others, so it is refused only for a single one.
    """
    from scrabble.game.position import PositionError

    name = options.given("objective", "draws", "known_bag", "jobs", *(["max_bag"] if is_only else []))
    if name is not None:
        raise PositionError(f"{name} is for positions with tiles in the bag: here the bag is empty")


def watched(search: PreendgameSearch) -> BagSolution:
    """Run a search with progress on a terminal; the first Ctrl-C stops it."""
    from scrabble.report.preendgame_solution import snapshot_text

    with terminal.stopped_by_ctrl_c(search.stop), terminal.progress() as show:
        for snapshot in search:
            show(snapshot_text(snapshot))
        return search.result()


def lines(reading: ResolvedPosition, solution: BagSolution, wanted: BagOptions) -> list[ScenarioLine]:
    """Return the result of each draw after the best move if `--draws` is given."""
    if not wanted.draws:
        return []
    from scrabble.solver.preendgame.solution import draw_lines

    seconds = min(wanted.seconds or DRAW_SECONDS, DRAW_SECONDS)
    found = draw_lines(reading.position, reading.lexicon, solution.move, wanted.known_bag, seconds)
    return list(found)
