"""JSON of a solution: the types of its keys, with what each means, and the conversion of a solution.

    solution_data(solution)      a SolutionData; `as_plain` makes plain data of it

These types are the schema: the tables of the pages are generated from them.  An interval is `[lower, upper]`:
each bound an integer, text such as "7/8" where it is a fraction, or null where there is none.  All of it is
from the point of view of the side to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from scrabble.answer.decisions import Belief, Decision, MavenRound
from scrabble.answer.interval import Interval, WireNumber, number_to_wire
from scrabble.answer.moves import Estimate, MoveResult, Scenario, Step, as_written
from scrabble.answer.plain import as_plain, means
from scrabble.answer.practical import PracticalChances
from scrabble.answer.solution import PlayTree, PreendgameDetails, Solution
from scrabble.files import VERSION
from scrabble.game import cgp

FractionText: TypeAlias = Annotated[str, Meta(pattern=r"^-?[0-9]+/[1-9][0-9]*$")]


class SolutionData(Struct):
    """The answer of `endgame solve --json` for one position; `cli/solve.py` adds `certificate`."""

    version: Annotated[int, means("of the keys: 3")]
    id: Annotated[str, means("the name of the position")]
    cgp: Annotated[str, means("the position, completed")]
    kind: Annotated[str, means("`endgame`, or `preendgame`: with tiles in the bag")]
    solver: Annotated[str, means("`bstar`, `mtdf`, ...")]
    objective: Annotated[
        str, means("`value`, `move`, `outcome`; with tiles in the bag `win`, `spread`, `outcome`")
    ]
    status: Annotated[
        str, means("`proven`; `bounded`: stopped early, the bounds hold; `estimated`: by a heuristic search")
    ]
    best: Annotated[list[str], means("all moves proven best; while none is, the best found")]
    value: Annotated[int | None, means("future spread of an endgame, if the search has proven it, or null")]
    spread: Annotated[Interval, means("final spread with best play")]
    win: Annotated[Interval, means("win probability; a draw is one half")]
    outcome: Annotated[
        str | None,
        means("`won`, `drawn` or `lost`, if that is proven; with tiles in the bag: whatever it holds"),
    ]
    regret: Annotated[
        WireNumber,
        means(
            "the most by which another move may be better: points, or with tiles in the bag and by objective "
            "`win` or `outcome` win probability"
        ),
    ]
    estimate: Annotated[Estimate | None, means("while one of these is open, or null")]
    moves: Annotated[tuple[MoveResult, ...], means("every move, best first")]
    refuted: Annotated[int, means("other moves that are proven not to be better")]
    line: Annotated[tuple[Step, ...], means("best play of both sides, in an endgame")]
    line_kind: Annotated[
        str,
        means(
            "`whole`; `part`: cut off; `guarded`: keeps the lower bound of an open value; `believed`: Maven's"
        ),
    ]
    final: Annotated[
        list[int] | None,
        means("final scores, the side to move first; null if the line ends before the game"),
    ]
    unresolved_moves: Annotated[
        list[str], means("moves whose exact value was asked for and not found before the limit")
    ]
    bag: Annotated[PreendgameDetails | None, means("with tiles in the bag: more about it")]
    draws: Annotated[
        list[Scenario] | None, means("with `--lines`: the result of each draw after the best move")
    ]
    nodes: Annotated[int, means("nodes searched")]
    expansions: Annotated[int, means("of them expanded, in an endgame")]
    seconds: Annotated[float, means("time taken")]
    stopped_by: Annotated[
        str | None,
        means("`time`, `nodes`, `memory`, `interrupt`, `ties` (the tie-break took its share), or null"),
    ]
    warnings: Annotated[list[str], means("phonies on the board, a rack that was completed, and the like")]
    evaluated_move: Annotated[MoveResult | None, means("with `--value-of`: that move")] = None
    tree: Annotated[tuple[PlayTree, ...] | None, means("with `--lines`: all lines of best play")] = None
    tree_is_complete: Annotated[bool | None, means("with `--lines`: whether there was room for all")] = None
    rounds: Annotated[tuple[MavenRound, ...] | None, means("of Maven")] = None
    believed: Annotated[tuple[Belief, ...] | None, means("by Maven, of each move")] = None
    trace: Annotated[tuple[Decision, ...] | None, means("with `--trace`: the decisions at the root")] = None
    practical: Annotated[
        tuple[PracticalChances, ...] | None, means("with `--practical`: the moves looked at, best first")
    ] = None


ONLY_IF_ASKED = ("practical", "evaluated_move", "tree", "tree_is_complete", "rounds", "believed", "trace")


def solution_data(
    solution: Solution,
    name: str = "",
    warnings: Sequence[str] = (),
    draws: Sequence[Scenario] | None = None,
) -> SolutionData:
    """Return a solution as data."""
    position, tree = solution.position, solution.tree
    evaluated = solution.evaluated_move
    return SolutionData(
        version=VERSION,
        id=name,
        cgp=cgp.dumps(position),
        kind="endgame" if solution.preendgame is None else "preendgame",
        solver=str(solution.solver),
        objective=str(solution.objective),
        status=str(solution.status),
        best=solution.best,
        value=solution.value,
        spread=solution.spread,
        win=solution.win,
        outcome=solution.outcome,
        regret=number_to_wire(solution.regret),
        estimate=solution.estimate and solution.estimate.rounded,
        moves=tuple(map(as_written, solution.moves)),
        refuted=solution.refuted,
        line=solution.line,
        line_kind=solution.line_kind,
        final=list(solution.final) if solution.final and cgp.has_scores(position) else None,
        unresolved_moves=list(solution.unresolved_moves),
        bag=solution.preendgame,
        draws=None if draws is None else [replace(each, codes=UNSET) for each in draws],
        nodes=solution.nodes,
        expansions=solution.expansions,
        seconds=round(solution.seconds, 4),
        stopped_by=None if solution.stopped_by is None else str(solution.stopped_by),
        warnings=list(warnings),
        evaluated_move=None if evaluated is None else as_written(evaluated),
        tree=tree,
        tree_is_complete=None if tree is None else solution.tree_is_complete,
        rounds=solution.rounds,
        believed=solution.believed,
        trace=solution.trace,
        practical=solution.practical,
    )


def solution_json(
    solution: Solution,
    name: str = "",
    warnings: Sequence[str] = (),
    draws: Sequence[Scenario] | None = None,
) -> dict[str, Any]:
    """Return a solution as plain data, without the keys of what was not asked for."""
    found = as_plain(solution_data(solution, name, warnings, draws))
    return {key: value for key, value in found.items() if value is not None or key not in ONLY_IF_ASKED}
