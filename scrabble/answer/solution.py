"""The answer of a search: the moves of a position, and what is proven about each of them.

An endgame is a pre-endgame with one scenario: nothing is in the bag, with probability 1.  So one model serves
both.  For each move and for the position:

    spread      final spread of the side to move: its final score minus that of the opponent; with tiles in
                the bag the mean over all scenarios                       lower <= truth <= upper
    win         its win probability; a draw counts one half                 the same
    value       future spread, as endgame players count it: the spread without the scores to date

The numbers are what the move guarantees, with best play of both sides.  With tiles in the bag the opponent
answers as if it knew what was drawn (see the page of `scrabble.solver.preendgame`).

While a number is open, `estimate` says what it probably is: the planner's evaluation in an endgame, quick
looks at each scenario in a pre-endgame.  It lies within the proven bounds and proves nothing itself.

These types are JSON (`solution_json`), and the tables of its keys are generated from them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Struct, field
from msgspec.structs import force_setattr, replace

from scrabble.answer.decisions import Belief, Decision, MavenRound
from scrabble.answer.interval import ANY_CHANCE, DRAWN, Interval, outcome_interval
from scrabble.answer.moves import (
    NOT_IN_JSON,
    Estimate,
    MoveResult,
    Scenario,
    Step,
    Valued,
    as_written,
    summary,
    with_position,
)
from scrabble.answer.names import LineKind, MoveStatus, Objective, Status, StopReason
from scrabble.answer.plain import Cgp, Real, as_plain, documented, means
from scrabble.answer.practical import PracticalChances
from scrabble.files import VERSION, with_version
from scrabble.game.cgp import dumps, has_scores
from scrabble.game.move import Move
from scrabble.game.position import Position

if TYPE_CHECKING:
    from scrabble.certificate.file import Certificate
    from scrabble.lexicon import Lexicon


class PlayTree(Struct, frozen=True):
    """A best move and all best replies to it."""

    text: Annotated[str, means("the move")] = field(name="move")
    score: Annotated[int, means("its points")]
    replies: Annotated[tuple[PlayTree, ...], means("all best replies, of the same form")]


class PreendgameDetails(Struct, frozen=True, kw_only=True):
    """Details that only the solution of a pre-endgame has."""

    bag_count: Annotated[int, means("tiles in the bag")] = field(name="count")
    unseen: Annotated[str, means("the tiles in the bag and on the opponent's rack")]
    bag_is_known: Annotated[
        bool, means("whether the side to move is assumed to know the bag (`bag_is_known` in Python)")
    ] = field(name="is_known")
    is_win_proven: Annotated[
        bool, means("whether it is proven that no move wins more often; the best spread may be open then")
    ] = False
    evaluated: Annotated[int, means("pairs of a move and a content of the bag that were searched")]
    scenario_pairs: Annotated[int, means("all such pairs")]
    queries: Annotated[int, means("questions put to the search of endgames")]


@documented()
class Solution(Valued, Struct, frozen=True, kw_only=True):
    """The answer of a search; the first of its moves is the best one, or the best found."""

    version: Annotated[int, means("of the keys: 3")] = VERSION
    id: Annotated[str, means("the name of the position")] = ""
    position: Annotated[Cgp, means("the position, completed")] = field(name="cgp")
    kind: Annotated[str, means("`endgame`, or `preendgame`: with tiles in the bag")] = ""
    solver: Annotated[str, means("`bstar`, `mtdf`, ...")]
    objective: Annotated[
        Objective, means("`value`, `move`, `outcome`; with tiles in the bag `win`, `spread`, `outcome`")
    ]
    status: Annotated[
        Status,
        means("`proven`; `bounded`: stopped early, the bounds hold; `estimated`: by a heuristic search"),
    ]
    best: Annotated[list[str], means("all moves proven best; while none is, the best found")] = []
    value: Annotated[
        int | None, means("future spread of an endgame, if the search has proven it, or null")
    ] = None
    spread: Annotated[Interval, means("final spread with best play")]
    win: Annotated[Interval, means("win probability; a draw is one half")]
    outcome: Annotated[
        str | None,
        means("`won`, `drawn` or `lost`, if that is proven; with tiles in the bag: whatever it holds"),
    ] = None
    regret: Annotated[
        Real,
        means(
            "the most by which another move may be better: points, or with tiles in the bag and by objective "
            "`win` or `outcome` win probability"
        ),
    ]
    estimate: Annotated[Estimate | None, means("while one of these is open, or null")] = None
    moves: Annotated[tuple[MoveResult, ...], means("every move, best first")]
    refuted: Annotated[int, means("other moves that are proven not to be better")] = 0
    line: Annotated[tuple[Step, ...], means("best play of both sides, in an endgame")] = ()
    line_kind: Annotated[
        LineKind,
        means(
            "`whole`; `part`: cut off; `guarded`: keeps the lower bound of an open value; `believed`: Maven's"
        ),
    ] = LineKind.WHOLE
    final: Annotated[
        tuple[int, int] | None,
        means("final scores, the side to move first; null if the line ends before the game"),
    ] = None
    unresolved_moves: Annotated[
        tuple[str, ...], means("moves whose exact value was asked for and not found before the limit")
    ] = ()
    is_complete: Annotated[
        bool, means("whether all that was asked for is known: `proven`, and no move is in `unresolved_moves`")
    ] = False
    preendgame: Annotated[PreendgameDetails | None, means("with tiles in the bag: more about it")] = field(
        name="bag", default=None
    )
    draws: Annotated[
        tuple[Scenario, ...] | None, means("with `--lines`: the result of each draw after the best move")
    ] = None
    nodes: Annotated[int, means("nodes searched")] = 0
    expansions: Annotated[int, means("how often moves were listed, in an endgame")] = 0
    looks: Annotated[int, means("moves looked at in tables of a reply instead, in an endgame")] = 0
    seconds: Annotated[float, means("time taken")] = 0.0
    stopped_by: Annotated[
        StopReason | None,
        means("`time`, `nodes`, `memory`, `interrupt`, `ties` (the tie-break took its share), or null"),
    ] = None
    warnings: Annotated[
        tuple[str, ...], means("phonies on the board, a rack that was completed, and the like")
    ] = ()
    evaluated_move: Annotated[MoveResult | None, means("with `--value-of`: that move")] = None
    tree: Annotated[tuple[PlayTree, ...] | None, means("with `--lines`: all lines of best play")] = None
    tree_is_complete: Annotated[bool | None, means("with `--lines`: whether there was room for all")] = None
    rounds: Annotated[tuple[MavenRound, ...] | None, means("of Maven")] = None
    believed: Annotated[tuple[Belief, ...] | None, means("by Maven, of each move")] = None
    trace: Annotated[tuple[Decision, ...] | None, means("with `--trace`: the decisions at the root")] = None
    practical: Annotated[
        tuple[PracticalChances, ...] | None, means("with `--practical`: the moves looked at, best first")
    ] = None

    def __post_init__(self) -> None:
        """Fill in what follows from the moves, the win probability and, for moves, the position."""
        if isinstance(self.position, Position) and self.moves[0].lead is NOT_IN_JSON:
            force_setattr(self, "moves", with_position(self.moves, self.position))
            if self.evaluated_move:
                [evaluated] = with_position([self.evaluated_move], self.position)
                force_setattr(self, "evaluated_move", evaluated)
        best = [move.text for move in self.moves if move.status == MoveStatus.BEST]
        force_setattr(self, "kind", "endgame" if self.preendgame is None else "preendgame")
        force_setattr(self, "best", best or [self.text])
        force_setattr(self, "outcome", self._outcome())
        is_complete = self.status == Status.PROVEN and not self.unresolved_moves
        force_setattr(self, "is_complete", is_complete)
        others = (move.status for move in self.moves[1:])
        force_setattr(self, "refuted", sum(each.is_refuted or each == MoveStatus.BEST for each in others))

    def _outcome(self) -> str | None:
        """Return the result for the side to move if it is proven.

        With tiles in the bag the result is known only if it is a win or a loss, whatever the bag holds.
        """
        chance = self.win.exact
        if chance == DRAWN and self.preendgame is None:
            return "drawn"
        return "won" if chance == 1 else "lost" if chance == 0 else None

    def __repr__(self) -> str:
        return f"<Solution {self.text} {summary(self)} {self.status}>"

    def __str__(self) -> str:
        """The answer as `endgame solve` prints it, without the board."""
        from scrabble.report import notebook

        return notebook.solution_text(self)

    def _repr_html_(self) -> str:
        """The board, the answer and the best moves, in a notebook."""
        from scrabble.report import notebook

        return notebook.solution_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `endgame solve --json` writes it."""
        return with_version(solution_json(self))

    def to_frame(self) -> Any:
        """Return the moves as a table of pandas, one row each.  Raises ImportError without pandas."""
        from scrabble.report import notebook

        return notebook.moves_frame(self)

    def to_html(self) -> str:
        """Return the page that `endgame share` writes."""
        from scrabble.report import notebook

        return notebook.solution_page(self)

    def certificate(self, lexicon: Lexicon | str | Path | None = None) -> Certificate:
        """Return a proof of the value and the best move of an endgame, which `scrabble.check` checks.

        It is found by a new search.  The lexicon is the one that the position names, unless another is given.
        Raises ProofNotFoundError if the value is not proven, or another one with this lexicon, or if the
        proof takes too many nodes.
        """
        from scrabble import api

        return api.certificate_of(self, lexicon)

    @property
    def lead(self) -> int:
        """The spread before the move."""
        return self.position.spread

    @property
    def move(self) -> Move:
        """The best move, or the best found."""
        return self.position.parse_move(self.text)

    @property
    def text(self) -> str:
        """The best move as text."""
        return self.moves[0].text


ONLY_IF_ASKED = ("practical", "evaluated_move", "tree", "tree_is_complete", "rounds", "believed", "trace")


def solution_as_written(
    solution: Solution,
    name: str = "",
    warnings: Sequence[str] = (),
    draws: Sequence[Scenario] | None = None,
) -> Solution:
    """Return a solution as it is in JSON, with the name, the warnings and the draws of its position."""
    evaluated = solution.evaluated_move
    asked = {key: getattr(solution, key) for key in ONLY_IF_ASKED}
    asked["evaluated_move"] = None if evaluated is None else as_written(evaluated, has_searched=True)
    return replace(
        solution,
        id=name,
        position=dumps(solution.position),
        moves=tuple(as_written(each, has_searched=True) for each in solution.moves),
        estimate=solution.estimate and solution.estimate.rounded,
        final=solution.final if has_scores(solution.position) else None,
        draws=None if draws is None else tuple(replace(each, codes=UNSET) for each in draws),
        seconds=round(solution.seconds, 4),
        warnings=tuple(warnings),
        **{key: UNSET if value is None else value for key, value in asked.items()},
    )


def solution_json(
    solution: Solution,
    name: str = "",
    warnings: Sequence[str] = (),
    draws: Sequence[Scenario] | None = None,
) -> dict[str, Any]:
    """Return a solution as plain data, without the keys of what was not asked for."""
    found: dict[str, Any] = as_plain(solution_as_written(solution, name, warnings, draws))
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Snapshot(Valued):
    """The state of a running search.

    Attributes:
        text: The best move found.
        spread, win: Bounds of final spread and win probability.
        lead: The spread before the move.
        estimate: What is probable while one of these is open, or None.
        refuted: The number of moves that are proven not to be better.
        moves: The number of moves.
        nodes, seconds: The work so far.
        expansions: Nodes expanded, in an endgame.
        queries: Questions put to the search of endgames, with tiles in the bag, else None.
        is_win_proven: With tiles in the bag: whether no move wins more often.
    """

    text: str
    spread: Interval
    win: Interval
    lead: int
    estimate: Estimate | None
    refuted: int
    moves: int
    nodes: int
    seconds: float
    expansions: int = 0
    queries: int | None = None
    is_win_proven: bool = False

    def __repr__(self) -> str:
        return f"<Snapshot {self.text} {summary(self)}, {self.nodes:,} nodes>"


def known_outcome(position: Position, spread: Interval) -> Interval:
    """Return the win probability that the final spread allows: any where the scores are not given."""
    return outcome_interval(spread) if has_scores(position) else ANY_CHANCE
