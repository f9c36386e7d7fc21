"""`endgame solve`.  Arguments and printing only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

import click

from scrabble.cli import options, terminal
from scrabble.cli.certificate import NO_PROOF, PATH, CertificateWriter
from scrabble.cli.click_parts import Command, WholeNumber
from scrabble.cli.options import COMPILING, idle_cores
from scrabble.cli.positions import PositionSelection, are_one, for_each_position, run_with_progress
from scrabble.solver.names import ALONE, ROUNDS, SolverName

if TYPE_CHECKING:
    from pathlib import Path

    from scrabble.game.move import Move
    from scrabble.game.position import PositionError
    from scrabble.solver import SolveOptions
    from scrabble.sources import Entry, ResolvedPosition

BAG_LIMIT, MOST_IN_BAG = 2, 4  # tiles in the bag: by default, and at most
TREE = 1_000  # moves in a tree of best play
Decorated = TypeVar("Decorated", bound=Callable[..., object])
OPTION_NAMES = {  # of the fields of SolveOptions, where they differ
    "seconds": "--time",
    "workers": "--threads",
    "value_of": "--value-of",
    "all_best": "--all-best",
    "stable_rounds": "--stable-rounds",
    "settle_ties": "--settle-ties",
    "bag_is_known": "--known-bag",
}


class ObjectiveName(StrEnum):
    """The first criterion by which the moves of a pre-endgame are ranked."""

    WIN = "win"
    SPREAD = "spread"


EPILOG = """\b
Examples:
  endgame solve out-in-two
  endgame solve games.jsonl --time 10 --json > answers.jsonl
  endgame solve out-in-two --outcome
  endgame solve out-in-two --value-of "2F (C)ANAL"
  endgame solve g0010 --turn 26 --lexicon ENABLE
  endgame solve out-in-two --practical
  endgame solve out-in-two --solver maven --trace
  endgame solve preendgame:1 --draws
  endgame solve preendgame:100 --outcome
  endgame solve out-in-two --png board.png
  endgame solve out-in-two --certificate proof.jsonl.gz
  endgame solve "5O1H3J3/.../1PACKINGS2E3 EM/RT 384/370 0" --lexicon ENABLE

Ctrl-C prints the best answer so far, with its bounds."""


max_bag = click.option(
    "--max-bag",
    metavar="N",
    type=WholeNumber(min=0, max=MOST_IN_BAG),
    default=BAG_LIMIT,
    help="Accept positions with up to N tiles in the bag (3 or more is slow).",
)


def preendgame_options(command: Decorated) -> Decorated:
    """Add the options for pre-endgames to a command."""
    for option in (
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


@click.command(cls=Command, epilog=EPILOG)
@options.positions
@options.turn
@options.every
@options.lexicon
@options.solver
@options.seconds
@options.nodes
@options.memory
@options.threads
@click.option("--move-only", is_flag=True, help="Prove only which move is best, not its value (bstar).")
@click.option(
    "--outcome", is_flag=True, help="Prove only who wins, or how often with tiles in the bag (bstar, mtdf)."
)
@options.exact_option(1)
@click.option("--all-best", is_flag=True, help="Find every move that ties with the best.")
@click.option("--tree", is_flag=True, help="Show all lines of best play as a tree.")
@click.option(
    "--value-of",
    metavar="MOVE",
    help="Also compute the exact value of MOVE; of a pass with tiles in the bag, bounds.",
)
@click.option(
    "--practical",
    is_flag=True,
    help="Show how hard the best moves are to answer; in a lost game, the best try.",
)
@click.option(
    "--stable-rounds",
    metavar="N",
    type=WholeNumber(min=0),
    help=f"Stop maven when N widenings in a row leave its choice unchanged; default {ROUNDS}.",
)
@click.option("--trace", is_flag=True, help="Show the search live, then list its decisions (bstar, maven).")
@preendgame_options
@click.option(
    "--certificate",
    metavar="FILE",
    type=PATH,
    help="Write a proof that `endgame verify --certificate` checks (bstar).",
)
@click.option("--svg", metavar="FILE", type=PATH, help="Write a picture of the position with the best move.")
@click.option("--png", metavar="FILE", type=PATH, help="The same as PNG (extra png).")
@options.show_option(10, "moves")
@click.option("--board/--no-board", default=True, help="Draw the board.")
@click.option("--cgp", "with_cgp", is_flag=True, help="Also print the position as CGP.")
@options.as_json
def solve(
    positions: tuple[str, ...],
    turn: int | None,
    every: bool,
    lexicon: str | None,
    solver: SolverName,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    threads: int | None,
    move_only: bool,
    outcome: bool,
    exact: int,
    all_best: bool,
    tree: bool,
    value_of: str | None,
    practical: bool,
    stable_rounds: int | None,
    trace: bool,
    max_bag: int,
    objective: ObjectiveName,
    draws: bool,
    settle_ties: bool,
    known_bag: bool,
    certificate: Path | None,
    svg: Path | None,
    png: Path | None,
    show: int,
    board: bool,
    with_cgp: bool,
    as_json: bool,
) -> None:
    """Find the best move at the end of a game, and prove it."""
    from scrabble.solver.options import SolveOptions

    _refuse_together(move_only, outcome, certificate, solver)
    is_repeatable = options.given("threads") is None and (nodes or trace or solver in ALONE)
    workers = 1 if is_repeatable else threads or idle_cores()
    with _named_options("--move-only" if move_only else "--outcome"):
        endgame = SolveOptions(
            objective="move" if move_only else "outcome" if outcome else None,
            solver=solver,
            seconds=seconds,
            nodes=nodes,
            memory=memory << 20,
            workers=workers,
            exact=exact,
            all_best=all_best,
            value_of=value_of,
            tree=TREE if tree else 0,
            stable_rounds=stable_rounds,
            trace=trace,
            cheap_exact=show or -1,
            practical=practical,
        )
    for path in (svg, png):
        if path is not None:
            terminal.refuse_unwritable(path)
    console, writer = terminal.output(), CertificateWriter(certificate) if certificate else None
    unwritten: list[str] = []

    def draw_position(reading: ResolvedPosition, move: Move) -> None:
        from scrabble.game import cgp
        from scrabble.report import board_text

        position, words = reading.position, reading.lexicon
        if board:
            terminal.write(console, board_text.board_text(position, console, move), "")
        if with_cgp:  # not written as the board is: a terminal must not break its line
            named = dataclasses.replace(position, lexicon_name=position.lexicon_name or words.name)
            terminal.echo(f"{cgp.dumps(named)}\n")

    def check(reading: ResolvedPosition) -> SolveOptions:
        """Return the options for a position.  Raises PositionError for one that cannot be honoured."""
        from scrabble.game import cgp
        from scrabble.game.position import PositionError
        from scrabble.game.unseen import is_preendgame
        from scrabble.solver.options import FOR_ENDGAMES, FOR_PREENDGAMES

        is_in_bag = is_preendgame(reading.position)
        if is_in_bag:
            refused = options.given("move_only", "certificate")
        else:  # among several positions --max-bag may be meant for others
            names = [
                "objective",
                "draws",
                "known_bag",
                "settle_ties",
                *(["max_bag"] if is_only else []),
            ]
            refused = options.given(*names)
        if refused is not None:
            raise PositionError(f"{refused} {FOR_ENDGAMES if is_in_bag else FOR_PREENDGAMES}")
        found = dataclasses.replace(endgame, cheap_exact=0) if is_in_bag else endgame
        with _named_options("--objective", PositionError):
            found.check_for(is_in_bag)
        is_by_spread = is_in_bag and objective is ObjectiveName.SPREAD
        wanting = "--outcome" if outcome else "win probability" if is_in_bag and not is_by_spread else ""
        if wanting and not cgp.has_scores(reading.position):
            instead = ", or take --objective spread" if is_in_bag and not outcome else ""
            add = "add them, as in 'AALNOR/EIU 470/395'"
            raise PositionError(f"{wanting} needs the scores: {add}{instead}")
        if not is_in_bag:
            return found
        return dataclasses.replace(
            found,
            objective="outcome" if outcome else objective.value,
            settle_ties=settle_ties,
            bag_is_known=known_bag,
        )

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.report import decisions
        from scrabble.report.solution import solution_text
        from scrabble.solver.schema import solution_json

        wanted = check(reading)
        if writer is not None:
            writer.register()
        with terminal.status(*COMPILING):
            from scrabble.solver import EndgameSearch, compile_kernels, new_running_search

            search = new_running_search(reading.position, reading.lexicon, wanted)
            compile_kernels(search, reading.lexicon)
        solution = run_with_progress(search, is_drawn=trace)
        draw_results = None
        if draws:
            from scrabble.solver.preendgame.scenario_results import draws_of_answer

            draw_results = draws_of_answer(reading.position, reading.lexicon, solution.move, wanted)
        if svg is not None or png is not None:
            from scrabble.cli.share import write_picture
            from scrabble.report.picture import solution_picture

            for path in filter(None, (svg, png)):
                write_picture(path, solution_picture(solution), is_png=path is png)
        written = None
        if writer is not None and isinstance(search, EndgameSearch):
            written = writer.write(search, solution, reading)
        if as_json:
            found = solution_json(solution, entry.id, reading.warnings, draw_results)
            terminal.write_json(found | (written.as_json if written else {}))
        else:
            draw_position(reading, solution.move)
            has_lines = exact != 1 or all_best or value_of is not None
            terminal.write(console, solution_text(solution, show, has_lines, draw_results or ()))
            for block in decisions.diagnostics_text(solution):
                terminal.write(console, block)
            if written is not None and written.reason is None:
                terminal.echo(f"\n{written.text}")
        if written is not None and written.reason is not None:
            unwritten.append(entry.id)
            terminal.show_message("error", f"{entry.where}: {written.text}")
        if solution.stopped_by == "interrupt" or (written is not None and written.is_stopped):
            raise click.exceptions.Exit(terminal.INTERRUPTED)

    selection = PositionSelection(positions, lexicon, turn, every)
    is_only = are_one(selection)
    if (svg or png) and not is_only:
        raise click.UsageError(f"{'--svg' if svg else '--png'} is for one position.")
    for_each_position(selection, as_json, answer, bag_limit=max_bag, check=check)
    if unwritten:
        raise click.exceptions.Exit(NO_PROOF)


@contextmanager
def _named_options(objective: str, error: type[PositionError] | None = None) -> Iterator[None]:
    """Report an OptionError by the option's name on the command line; as an `error`, or else as bad usage.

    `objective` is the name of the option that sets the objective.
    """
    from scrabble.solver.options import OptionError

    try:
        yield
    except OptionError as refused:
        names = OPTION_NAMES | {"objective": objective}
        name = names.get(refused.option, f"--{refused.option}")
        if error is not None:
            raise error(f"{name} {refused.problem}") from None
        raise click.BadParameter(f"{refused.problem}.", param_hint=name) from None


def _refuse_together(move_only: bool, outcome: bool, certificate: Path | None, solver: SolverName) -> None:
    """Refuse options that do not go together and are no options of the search itself."""
    if outcome and (given := options.given("move_only", "objective", "settle_ties")):
        raise click.UsageError(f"{given} has no effect here: --outcome asks only who wins.")
    if certificate and (outcome or move_only):
        raise click.UsageError("--certificate also proves the value: leave --move-only and --outcome out.")
    if certificate and solver is not SolverName.BSTAR:
        raise click.UsageError("--certificate is for bstar.")
