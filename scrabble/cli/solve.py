"""`endgame solve`.  Arguments and printing only."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

import click

from scrabble.cli import options, preendgame_solve, terminal
from scrabble.cli.certificate import NOT_AS_WISHED, PATH, CertificateWriter
from scrabble.cli.click_parts import Command
from scrabble.cli.options import COMPILING, idle_cores
from scrabble.cli.positions import PositionSelection, are_one, for_each_position, run_with_progress
from scrabble.solver.names import ALONE, ROUNDS, SolverName

if TYPE_CHECKING:
    from pathlib import Path

    from scrabble.game.move import Move
    from scrabble.sources import Entry, ResolvedPosition

TREE = 1_000  # moves in a tree of best play

EPILOG = """\b
Examples:
  endgame solve out-in-two
  endgame solve games.jsonl --time 10 --json > answers.jsonl
  endgame solve out-in-two --outcome
  endgame solve out-in-two --value-of "2F (C)ANAL"
  endgame solve g0010 --turn 26 --lexicon ENABLE
  endgame solve out-in-two --solver maven --trace
  endgame solve preendgame:1 --draws
  endgame solve out-in-two --certificate proof.jsonl.gz
  endgame solve "5O1H3J3/.../1PACKINGS2E3 EM/RT 384/370 0" --lexicon ENABLE

Ctrl-C prints the best answer so far, with its bounds."""


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
@click.option("--outcome", is_flag=True, help="Prove only who wins, with a winning move (bstar, mtdf).")
@options.multipv_option(1)
@click.option("--all-best", is_flag=True, help="Find every move that ties with the best.")
@click.option("--tree", is_flag=True, help="Show all lines of best play as a tree.")
@click.option("--value-of", metavar="MOVE", help="Also compute the exact value of MOVE.")
@click.option(
    "--stable-rounds",
    metavar="N",
    type=click.IntRange(min=0),
    default=ROUNDS,
    help="Stop maven when N widenings in a row leave its choice unchanged.",
)
@click.option("--trace", is_flag=True, help="Show the search live, then list its decisions (bstar, maven).")
@preendgame_solve.preendgame_options
@click.option(
    "--certificate",
    metavar="FILE",
    type=PATH,
    help="Write a proof that `endgame verify --certificate` checks (bstar).",
)
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
    stable_rounds: int,
    trace: bool,
    max_bag: int,
    objective: preendgame_solve.ObjectiveName,
    draws: bool,
    settle_ties: bool,
    known_bag: bool,
    jobs: int,
    certificate: Path | None,
    show: int,
    board: bool,
    with_cgp: bool,
    as_json: bool,
) -> None:
    """Solve endgames and pre-endgames: find the best move and prove it."""
    is_shared = threads is not None and threads > 1
    if threads is None:  # a search by nodes or step by step is one that can be repeated
        threads = 1 if nodes or trace or solver in ALONE else idle_cores()
    _check(_Asked(solver, threads, move_only, outcome, exact, all_best, tree, value_of, trace, certificate))
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

    def answer_bag(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.report.preendgame_solution import preendgame_json, preendgame_text

        preendgame_solve.refuse_options(
            {
                f"--solver {solver}": solver is not SolverName.BSTAR,
                "--threads": is_shared,
                "--move-only": move_only,
                "--outcome": outcome,
                "--exact": exact != 1,
                "--all-best": all_best,
                "--tree": tree,
                "--value-of": value_of is not None,
                "--trace": trace,
                "--certificate": certificate is not None,
            }
        )
        if objective is preendgame_solve.ObjectiveName.WIN:
            refuse_without_scores(reading, "a chance to win", ", or take --objective spread")
        wanted = preendgame_solve.BagOptions(
            objective, draws, known_bag, jobs, seconds, nodes, memory, settle_ties
        )
        solution = preendgame_solve.watched(preendgame_solve.new_search(reading, wanted))
        told = preendgame_solve.lines(reading, solution, wanted)
        if as_json:
            terminal.write_json(preendgame_json(solution, entry.id, reading.warnings, told))
        else:
            draw_position(reading, solution.move)
            terminal.write(console, preendgame_text(solution, show, told))
        if solution.limit == "interrupt":
            raise click.exceptions.Exit(terminal.INTERRUPTED)

    def refuse_without_scores(reading: ResolvedPosition, what: str, instead: str = "") -> None:
        from scrabble.game import cgp
        from scrabble.game.position import PositionError

        if not cgp.has_scores(reading.position):
            raise PositionError(f"{what} needs the scores: add them, as in 'AALNOR/EIU 470/395'{instead}")

    def answer(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.game.unseen import is_preendgame

        if is_preendgame(reading.position):
            answer_bag(entry, reading)
        else:
            answer_endgame(entry, reading)

    def answer_endgame(entry: Entry, reading: ResolvedPosition) -> None:
        from scrabble.report import decisions
        from scrabble.report.solution import solution_json, solution_text

        if outcome:
            refuse_without_scores(reading, "--outcome")
        position, words, warnings, _ = reading
        preendgame_solve.refuse_for_endgames(is_only)
        if writer is not None:
            writer.take_up()
        with terminal.status(*COMPILING):
            from bstar.options import Limit
            from scrabble.solver import EndgameSearch, SolveOptions
            from scrabble.solver.moves import find_move
            from scrabble.solver.setup import warm_up

            asked = None if value_of is None else find_move(value_of, position, words)
            wants = SolveOptions(
                value=not move_only,
                top=exact,
                all_best=all_best,
                worth_of=asked,
                tree=TREE if tree else 0,
                outcome=outcome,
                shown=show or -1,
                rounds=stable_rounds,
                trace=trace,
            )
            warm_up(position, words, solver, threads)
            search = EndgameSearch(
                position, words, solver, Limit(seconds, nodes), memory << 20, exact, wants, threads
            )
        solution = run_with_progress(search, is_drawn=trace)
        written = None if writer is None else writer.write(search, solution, reading)
        if as_json:
            found = solution_json(solution, entry.id, warnings) | decisions.diagnostics_json(solution)
            terminal.write_json(found | (written.as_json if written else {}))
        else:
            draw_position(reading, solution.move)
            has_lines = exact != 1 or all_best or asked is not None
            terminal.write(console, solution_text(solution, show, has_lines))
            for block in decisions.diagnostics_text(solution):
                terminal.write(console, block)
            if written is not None and written.reason is None:
                terminal.echo(f"\n{written.text}")
        if written is not None and written.reason is not None:
            unwritten.append(entry.id)
            terminal.show_message("error", f"{entry.where}: {written.text}")
        if solution.limit == "interrupt" or (written is not None and written.is_stopped):
            raise click.exceptions.Exit(terminal.INTERRUPTED)

    asked = PositionSelection(positions, lexicon, turn, every)
    is_only = are_one(asked)
    for_each_position(asked, as_json, answer, bag_limit=max_bag)
    if unwritten:
        raise click.exceptions.Exit(NOT_AS_WISHED)


class _Asked(NamedTuple):
    """The options that do not all go together."""

    solver: SolverName
    threads: int
    move_only: bool
    outcome: bool
    exact: int
    all_best: bool
    tree: bool
    value_of: str | None
    trace: bool
    certificate: Path | None


def _check(asked: _Asked) -> None:
    """Refuse options that do not go together."""
    solver, are_several = asked.solver, asked.exact != 1
    more = {
        "--exact": are_several,
        "--all-best": asked.all_best,
        "--tree": asked.tree,
        "--value-of": asked.value_of is not None,
    }
    option = next((name for name, is_asked in more.items() if is_asked), None)
    if solver is SolverName.MAVEN and option:
        raise click.BadParameter("an estimate has no exact values.", param_hint=option)
    if asked.move_only and option not in (None, "--value-of"):
        raise click.BadParameter(
            "it needs the value, but --move-only proves only the move.", param_hint=option
        )
    if asked.move_only and solver is not SolverName.BSTAR:
        raise click.BadParameter("only bstar can do that.", param_hint="--move-only")
    if asked.outcome and (option or asked.move_only):
        raise click.BadParameter("--outcome asks only who wins.", param_hint=option or "--move-only")
    if asked.outcome and solver not in (SolverName.BSTAR, SolverName.MTDF):
        raise click.BadParameter("only bstar and mtdf can do that.", param_hint="--outcome")
    if asked.certificate and (asked.outcome or asked.move_only):
        raise click.BadParameter("a certificate also proves the value.", param_hint="--certificate")
    if asked.certificate and solver is not SolverName.BSTAR:
        raise click.BadParameter("only bstar can do that.", param_hint="--certificate")
    if asked.threads > 1 and solver in ALONE:
        raise click.BadParameter(f"{solver} searches in one thread only.", param_hint="--threads")
    if options.given("stable_rounds") and solver is not SolverName.MAVEN:
        raise click.BadParameter("only maven has rounds.", param_hint="--stable-rounds")
    if asked.trace and solver not in (SolverName.BSTAR, SolverName.MAVEN):
        raise click.BadParameter("only bstar and maven have decisions to show.", param_hint="--trace")
