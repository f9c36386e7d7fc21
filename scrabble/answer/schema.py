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

from scrabble.answer.decisions import Decision
from scrabble.answer.interval import Interval, WireNumber, number_to_wire
from scrabble.answer.moves import Estimate, MoveResult, Scenario, Step, as_written
from scrabble.answer.plain import as_plain, means
from scrabble.answer.practical import PracticalChances, hardest
from scrabble.answer.solution import PlayTree, Solution
from scrabble.files import VERSION
from scrabble.game import cgp

FractionText: TypeAlias = Annotated[str, Meta(pattern=r"^-?[0-9]+/[1-9][0-9]*$")]


class BagData(Struct):
    """Details that only the solution of a pre-endgame has."""

    count: Annotated[int, means("tiles in the bag")]
    unseen: Annotated[str, means("the tiles in the bag and on the opponent's rack")]
    is_known: Annotated[
        bool, means("whether the side to move is assumed to know the bag (`bag_is_known` in Python)")
    ]
    is_win_proven: Annotated[
        bool,
        means("whether it is proven that no move wins more often; the best spread may be open then"),
    ]
    evaluated: Annotated[int, means("pairs of a move and a content of the bag that were searched")]
    scenario_pairs: Annotated[int, means("all such pairs")]
    queries: Annotated[int, means("questions put to the search of endgames")]


class TreeData(Struct):
    """A best move and all best replies to it."""

    move: Annotated[str, means("the move")]
    score: Annotated[int, means("its points")]
    replies: Annotated[list[TreeData], means("all best replies, of the same form")]


class PracticalData(Struct):
    """Difficulty of the reply to a move: counts of replies, ranks by score, and points."""

    move: Annotated[str, means("the move")]
    score: Annotated[int, means("its points")]
    spread: Annotated[int, means("final spread with best play after it")]
    replies: Annotated[
        int | None, means("legal replies, the pass included; null if the search stopped before")
    ]
    keeping_value: Annotated[Interval, means("how many of them are best")]
    keeping_result: Annotated[
        Interval | None, means("how many keep the result of the best one; null without scores")
    ]
    best_reply: Annotated[Step | None, means("the highest-scoring one proven best")]
    best_rank: Annotated[Interval, means("its rank by score; 1 for a highest-scoring reply")]
    result_rank: Annotated[Interval, means("rank of the highest-scoring reply that keeps the result")]
    highest: Annotated[Step | None, means("the highest-scoring reply")]
    cost: Annotated[Interval, means("points of final spread that it costs the opponent")]
    right: Annotated[
        tuple[Step, ...],
        means("the replies proven best, in a lost position those that keep the win; highest score first"),
    ]
    win_after_highest: Annotated[
        Interval, means("win probability of the side to move after it; a draw is one half")
    ]
    is_hardest: Annotated[
        bool, means("whether no move looked at is harder to answer; false while anything is open")
    ]


class RoundData(Struct):
    """A round of Maven."""

    round: Annotated[int, means("its number")]
    widened: Annotated[int, means("points by which every believed interval is wider at both ends")]
    move: Annotated[str, means("the choice")]
    pessimistic: Annotated[int, means("the believed interval of its value")]
    optimistic: Annotated[int, means("the same")]
    expansions: Annotated[int, means("since the start")]
    changed: Annotated[bool, means("whether the round before had another choice")]


class BelievedData(Struct):
    """The interval that Maven believes of a move."""

    move: Annotated[str, means("the move")]
    pessimistic: Annotated[int, means("points of future spread")]
    realistic: Annotated[int, means("points of future spread")]
    optimistic: Annotated[int, means("points of future spread")]


class ChangeData(Struct):
    """An interval that a decision has changed."""

    move: Annotated[str, means("the move")]
    bounds: Annotated[Interval, means("the bounds of its value")]


class DecisionData(Struct):
    """A decision at the root; the first one has the intervals of all moves at the start."""

    strategy: Annotated[str, means("PROVEBEST or DISPROVEREST; empty for the start")]
    reason: Annotated[str, means("why it was taken")]
    move: Annotated[str, means("the move it is about")]
    goal: Annotated[int | None, means("the value to reach; null with Maven")]
    expansions: Annotated[int, means("before it")]
    changes: Annotated[list[ChangeData], means("the intervals that changed")]


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
    bag: Annotated[BagData | None, means("with tiles in the bag: more about it")]
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
    tree: Annotated[list[TreeData] | None, means("with `--lines`: all lines of best play")] = None
    tree_is_complete: Annotated[bool | None, means("with `--lines`: whether there was room for all")] = None
    rounds: Annotated[list[RoundData] | None, means("of Maven")] = None
    believed: Annotated[list[BelievedData] | None, means("by Maven, of each move")] = None
    trace: Annotated[list[DecisionData] | None, means("with `--trace`: the decisions at the root")] = None
    practical: Annotated[
        list[PracticalData] | None, means("with `--practical`: the moves looked at, best first")
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
    believed = [
        BelievedData(each.text, *each.believed) for each in solution.moves if each.believed is not None
    ]
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
        bag=_bag_data(solution),
        draws=None if draws is None else [replace(each, codes=UNSET) for each in draws],
        nodes=solution.nodes,
        expansions=solution.expansions,
        seconds=round(solution.seconds, 4),
        stopped_by=None if solution.stopped_by is None else str(solution.stopped_by),
        warnings=list(warnings),
        evaluated_move=None if evaluated is None else as_written(evaluated),
        tree=None if tree is None else _tree_data(tree),
        tree_is_complete=None if tree is None else solution.tree_is_complete,
        rounds=None if solution.rounds is None else [RoundData(*each) for each in solution.rounds],
        believed=believed if solution.rounds is not None else None,
        trace=None if solution.trace is None else [_decision_data(each) for each in solution.trace],
        practical=None if solution.practical is None else practical_data(solution.practical),
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


def _bag_data(solution: Solution) -> BagData | None:
    details = solution.preendgame
    if details is None:
        return None
    return BagData(
        count=details.bag_count,
        unseen=solution.position.alphabet.rack_text(details.unseen),
        is_known=details.bag_is_known,
        is_win_proven=details.is_win_proven,
        evaluated=details.evaluated,
        scenario_pairs=details.scenario_pairs,
        queries=details.queries,
    )


def practical_data(chances: Sequence[PracticalChances]) -> list[PracticalData]:
    """Return the practical chances of the moves of a position as data."""
    most = hardest(chances)
    return [_practical_data(each, each in most) for each in chances]


def _practical_data(each: PracticalChances, is_hardest: bool) -> PracticalData:
    return PracticalData(
        move=each.text,
        score=each.score,
        spread=each.spread,
        replies=each.replies,
        keeping_value=each.keeping_value,
        keeping_result=each.keeping_result,
        best_reply=each.best_reply,
        best_rank=each.best_rank,
        result_rank=each.result_rank,
        highest=each.highest,
        cost=each.cost,
        right=each.right,
        win_after_highest=each.win_after_highest,
        is_hardest=is_hardest,
    )


def _tree_data(branches: Sequence[PlayTree]) -> list[TreeData]:
    return [TreeData(each.text, each.score, _tree_data(each.replies)) for each in branches]


def _decision_data(each: Decision) -> DecisionData:
    changes = [ChangeData(change.text, change.bounds) for change in each.changes]
    return DecisionData(each.strategy, each.reason, each.text, each.goal, each.expansions, changes)
