"""`endgame solve`.  Arguments and printing only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from scrabble.answer.names import Objective, Status, StopReason
from scrabble.cli import options, terminal
from scrabble.cli.certificate import NO_PROOF, PATH, CertificateReport, CertificateWriter
from scrabble.cli.click_parts import Command, NumberOrAll, WholeNumber
from scrabble.cli.options import COMPILING, idle_cores
from scrabble.cli.positions import PositionSelection, are_one, for_each_position, run_with_progress
from scrabble.game.tiles import MOST_IN_BAG
from scrabble.solver.names import BSTAR, ONE_THREAD_ONLY, SolverName
from scrabble.solver.options import FOR_ENDGAMES, FOR_PREENDGAMES, OPTIONS, OptionError, SolveOptions

if TYPE_CHECKING:
    from scrabble.answer.moves import Scenario
    from scrabble.answer.solution import Solution
    from scrabble.game.position import PositionError
    from scrabble.solver.running import RunningSearch
    from scrabble.sources import Entry, ResolvedPosition

BAG_LIMIT = 2  # tiles in the bag, by default
TREE = 1_000  # moves in a tree of best play
SOLVERS = (SolverName.BSTAR, SolverName.MTDF, SolverName.ALPHABETA, SolverName.MAVEN)
PICTURES = (".svg", ".png")
GO_ON: dict[str, str] = {  # what to do where a search has stopped early
    StopReason.TIME: "the time limit ended the search; a longer --time goes on",
    StopReason.NODES: "the node limit ended the search; more --nodes go on",
    StopReason.MEMORY: "the memory is full; `endgame config memory` gives more",
    StopReason.TIES: "moves that tie were searched as long as the rest; --lines 1 searches them to the end",
}
OF_LINES = ("all_best", "tree", "settle_ties")  # options of a search that --lines stands for
EPILOG = """\b
Examples:
  endgame solve out-in-two
  endgame solve games.jsonl --time 10 --json > answers.jsonl
  endgame solve out-in-two --objective outcome
  endgame solve out-in-two --value-of "2F (C)ANAL"
  endgame solve g0010 --turn 26 --lexicon ENABLE
  endgame solve out-in-two --lines all
  endgame solve out-in-two --practical
  endgame solve out-in-two --solver maven --trace
  endgame solve preendgame:1 --lines all
  endgame solve preendgame:100 --objective outcome
  endgame solve out-in-two --picture board.png
  endgame solve out-in-two --certificate proof.jsonl.gz
  endgame solve "5O1H3J3/.../1PACKINGS2E3 EM/RT 384/370 0" --lexicon ENABLE

Ctrl-C prints the best answer so far, with its bounds."""


class SolverChoice(click.Choice[str]):
    """The names in SOLVERS; the refusal of another solver points to the command that runs it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> SolverName:
        """Return the solver."""
        if value in [*SolverName] and value not in SOLVERS:
            how = f"`endgame compare POSITION --solvers {value}`"
            self.fail(f"expected {', '.join(SOLVERS)}, got {value!r}, which {how} runs.", param, ctx)
        return SolverName(super().convert(value, param, ctx))


class SolveCommand(NamedTuple):
    """The options of the command: what to search in each position, and how the answer is shown."""

    search: dict[str, Any]  # the options of a search that are given
    lines: int | None  # of best play, 0: all; None: not asked for
    certificate: Path | None
    picture: Path | None
    show: int
    board: bool
    as_json: bool

    def search_options(self) -> SolveOptions:
        """Return what all positions have in common.  Raises OptionError for options that exclude others."""
        given = SolveOptions(**(self.search | {"workers": 1}), memory=options.memory())
        is_repeatable = given.nodes or given.trace or given.solver in ONE_THREAD_ONLY
        if is_repeatable and options.given("workers") is None:
            return given
        return replace(given, workers=self.search["workers"] or idle_cores())

    def options_for(self, is_in_bag: bool, common: SolveOptions) -> SolveOptions:
        """Return the options for a position.  Raises OptionError for one that cannot be honoured."""
        asks_lines = self.lines is not None
        if is_in_bag:
            settles_ties = asks_lines and common.objective is not Objective.OUTCOME
            wanted = replace(common, settle_ties=settles_ties)
        else:
            wanted = replace(
                common,
                all_best=asks_lines,
                tree=TREE if asks_lines else 0,
                cheap_exact=self.show or -1,
                practical_if_behind=_proves_value(common) and not self.as_json,
            )
        wanted.check_for(is_in_bag)
        return wanted


def _proves_value(wanted: SolveOptions) -> bool:
    return wanted.solver is SolverName.BSTAR and wanted.objective in (None, Objective.VALUE)


SECTIONS = {"For programs": ("as_json",), "Research": ("certificate", *options.RESEARCH)}


@click.command(cls=Command, epilog=EPILOG, sections=SECTIONS)
@options.positions
@options.turn
@options.lexicon
@options.search_options(
    solver={
        "metavar": "|".join(SOLVERS),
        "type": SolverChoice([each.value for each in SOLVERS]),
        "callback": None,
        "default": BSTAR.value,
    }
)
@options.show
@click.option("--board/--no-board", default=True, help="Draw the board.")
@click.option(
    "--lines",
    metavar="N|all",
    type=NumberOrAll(),
    help="Also show up to N lines of best play, with all moves that tie; with tiles in the bag, a line for "
    "each draw.",
)
@click.option(
    "--picture",
    metavar="FILE.svg|.png",
    type=PATH,
    help="Draw the position with the best move (.png: pip install 'scrabble-endgame[png]').",
)
@click.option(
    "--max-bag",
    metavar="N",
    type=WholeNumber(min=0, max=MOST_IN_BAG),
    default=BAG_LIMIT,
    help="Take positions with up to N tiles in the bag (3 or 4 take long).",
)
@options.as_json
@click.option(
    "--certificate",
    metavar="FILE",
    type=PATH,
    help="Write a proof, which `endgame verify FILE` checks without a search.",
)
def solve(
    positions: tuple[str, ...],
    turn: int | None,
    lexicon: str | None,
    max_bag: int,
    **given: Any,
) -> None:
    """Find the best move at the end of a game, and prove it."""
    wanted = SolveCommand({name: given.pop(name) for name in options.OF_SEARCH}, **given)
    common = _common_options(wanted)
    selection = PositionSelection(positions, lexicon, turn)
    is_only = are_one(selection)
    if wanted.picture is not None and not is_only:
        raise click.UsageError("--picture is for one position.")
    answers = Answers(wanted, common, is_only)
    for_each_position(selection, wanted.as_json, answers.write, bag_limit=max_bag, check=answers.check)
    if answers.unproven:
        raise click.exceptions.Exit(NO_PROOF)


def _common_options(wanted: SolveCommand) -> SolveOptions:
    """Return what all positions have in common; refuse options that go with no position."""
    with _named_options():
        common = wanted.search_options()
    if wanted.certificate and common.objective not in (None, Objective.VALUE):
        raise click.UsageError("--certificate proves the value: leave --objective out.")
    if wanted.certificate and common.solver is not SolverName.BSTAR:
        raise click.UsageError("--certificate is for bstar.")
    if wanted.picture is not None:
        if wanted.picture.suffix not in PICTURES:
            raise click.UsageError(f"--picture: expected FILE.svg or FILE.png, got {str(wanted.picture)!r}.")
        terminal.refuse_unwritable(wanted.picture)
    return common


class Answers:
    """Answers for one position after the other."""

    def __init__(self, wanted: SolveCommand, common: SolveOptions, is_only: bool) -> None:
        self.unproven: list[str] = []  # positions whose certificate could not be written
        self._wanted, self._common, self._is_only = wanted, common, is_only
        self._writer = CertificateWriter(wanted.certificate) if wanted.certificate else None

    def check(self, reading: ResolvedPosition) -> SolveOptions:
        """Return the options for a position.  Raises PositionError for one that cannot be honoured."""
        from scrabble.game import cgp
        from scrabble.game.position import PositionError
        from scrabble.game.unseen import is_preendgame

        is_in_bag, objective = is_preendgame(reading.position), self._common.objective
        if is_in_bag:
            refused = options.given("certificate")
        else:  # among several positions --max-bag may be meant for others
            refused = options.given("max_bag") if self._is_only else None
        if refused is not None:
            raise PositionError(f"{refused} {FOR_ENDGAMES if is_in_bag else FOR_PREENDGAMES}")
        with _named_options(PositionError):
            found = self._wanted.options_for(is_in_bag, self._common)
        if cgp.has_scores(reading.position):
            return found
        add = "add them, as in 'AALNOR/EIU 470/395'"
        if objective is Objective.OUTCOME:
            raise PositionError(f"--objective outcome needs the scores: {add}")
        if is_in_bag and objective is not Objective.SPREAD:
            raise PositionError(f"win probability needs the scores: {add}, or take --objective spread")
        return found

    def write(self, entry: Entry, reading: ResolvedPosition) -> None:
        """Solve a position and write the answer."""
        wanted = self._wanted
        search_options = self.check(reading)
        if self._writer is not None:
            self._writer.register()
        with terminal.status(*COMPILING):
            from scrabble.solver import compile_kernels, new_running_search

            search = new_running_search(reading.position, reading.lexicon, search_options)
            compile_kernels(search, reading.lexicon)
        solution = run_with_progress(search)
        draws = None
        if wanted.lines is not None and solution.preendgame is not None:
            from scrabble.solver.preendgame.draw_lines import draw_lines

            draws = draw_lines(reading.position, reading.lexicon, solution.move, search_options)
        if wanted.picture is not None:
            from scrabble.report.picture import solution_picture

            _write_picture(wanted.picture, solution_picture(solution))
        certificate = self._certificate(search, solution, reading)
        if wanted.as_json:
            from scrabble.answer.solution import solution_json

            found = solution_json(solution, entry.id, reading.warnings, draws)
            terminal.write_json(found | (certificate.as_json if certificate else {}))
        else:
            self._print(solution, draws or ())
            if certificate is not None and certificate.reason is None:
                terminal.echo(f"\n{certificate.text}")
        if certificate is not None and certificate.reason is not None:
            self.unproven.append(entry.id)
            terminal.show_message("error", f"{entry.where}: {certificate.text}")
        if solution.stopped_by == "interrupt" or (certificate is not None and certificate.is_stopped):
            raise click.exceptions.Exit(terminal.INTERRUPTED)

    def _certificate(
        self, search: RunningSearch, solution: Solution, reading: ResolvedPosition
    ) -> CertificateReport | None:
        from scrabble.solver import EndgameSearch

        if self._writer is None or not isinstance(search, EndgameSearch):
            return None
        return self._writer.write(search, solution, reading)

    def _print(self, solution: Solution, draws: Sequence[Scenario]) -> None:
        from scrabble.report import board_text
        from scrabble.report.solution import diagnostics_text, solution_text

        wanted, common, console = self._wanted, self._common, terminal.output()
        if wanted.board:
            board = board_text.board_text(solution.position, console, solution.move)
            terminal.write(console, board, "")
        has_lines = common.exact != 1 or wanted.lines is not None or common.value_of is not None
        is_brief = not common.practical
        text = solution_text(solution, wanted.show, has_lines, draws, wanted.lines or 0, is_brief)
        terminal.write(console, text)
        for block in diagnostics_text(solution):
            terminal.write(console, block)
        if note := go_on_note(solution):
            terminal.show_message("note", note)


def go_on_note(solution: Solution) -> str:
    """Return what to do to have more proven; "" if nothing helps."""
    is_open = solution.status != Status.PROVEN
    if solution.stopped_by == StopReason.TIES:  # if the chance is open then, no query can narrow it
        is_open = is_open and solution.regret == 0
    return GO_ON.get(solution.stopped_by or "", "") if is_open else ""


@contextmanager
def _named_options(error: type[PositionError] | None = None) -> Iterator[None]:
    """Report an OptionError by the option's name on the command line; as an `error`, or else as bad usage."""
    try:
        yield
    except OptionError as refused:
        name = "--lines" if refused.option in OF_LINES else OPTIONS[refused.option].flag.partition(" ")[0]
        if refused.option == "objective":
            name = f"{name} {click.get_current_context().params['objective']}"
        if error is not None:
            raise error(f"{name}{refused.separator}{refused.problem}") from None
        raise click.BadParameter(f"{refused.problem}.", param_hint=name) from None


def _write_picture(path: Path, svg: str) -> None:
    """Write a picture as SVG or PNG, by the name of the file, or say why that cannot be."""
    from scrabble.report.picture import png_of

    with terminal.about(path):
        content = png_of(svg) if path.suffix == ".png" else svg.encode()
    terminal.write_file(path, content)
