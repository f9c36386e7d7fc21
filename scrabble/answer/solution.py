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
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as kept
from typing import Annotated, Any

from msgspec import Struct, field

from scrabble.answer.decisions import Belief, Decision, MavenRound, MoveInterval
from scrabble.answer.interval import ANY_CHANCE, DRAWN, Interval, Number, outcome_interval
from scrabble.answer.moves import Estimate, MoveResult, Step, Valued, summary
from scrabble.answer.names import LineKind, MoveStatus, Objective, Status, StopReason
from scrabble.answer.plain import means
from scrabble.answer.practical import PracticalChances
from scrabble.game.cgp import has_scores
from scrabble.game.move import Move
from scrabble.game.position import Position


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


@dataclass(frozen=True, slots=True)
class Solution(Valued):
    """The answer of a search; the first of its moves is the best one, or the best found."""

    position: Position
    solver: str
    objective: Objective
    status: Status
    spread: Interval  # of the position: final spread with best play
    win: Interval
    regret: Number  # the most that another move can be better: points, or by chance win probability
    moves: tuple[MoveResult, ...] = kept(repr=False)
    estimate: Estimate | None = None  # None: both numbers are known, or nothing was estimated
    nodes: int = 0
    seconds: float = 0.0
    stopped_by: StopReason | None = None
    evaluated_move: MoveResult | None = None  # the one whose exact value was asked for
    # of endgames
    value: int | None = None  # future spread; None unless the search has proven it, even if `spread` is exact
    line: tuple[Step, ...] = ()
    line_kind: LineKind = LineKind.WHOLE
    final: tuple[int, int] | None = None  # scores after the line if it ends the game, the side to move first
    unresolved_moves: tuple[str, ...] = ()  # moves whose exact value was asked for and not found
    expansions: int = 0
    rounds: tuple[MavenRound, ...] | None = None  # of Maven
    believed: tuple[Belief, ...] | None = None  # by Maven, of each move
    tree: tuple[PlayTree, ...] | None = None  # all best play, if it was asked for
    tree_is_complete: bool = False
    trace: tuple[Decision, ...] | None = kept(default=None, repr=False)
    practical: tuple[PracticalChances, ...] | None = None  # of the moves looked at, if they were asked for
    # of pre-endgames
    preendgame: PreendgameDetails | None = None

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
        from scrabble.report import notebook

        return notebook.solution_dict(self)

    def to_frame(self) -> Any:
        """Return the moves as a table of pandas, one row each.  Raises ImportError without pandas."""
        from scrabble.report import notebook

        return notebook.moves_frame(self)

    def to_html(self) -> str:
        """Return the page that `endgame share` writes."""
        from scrabble.report import notebook

        return notebook.solution_page(self)

    @property
    def lead(self) -> int:
        """The spread before the move."""
        return self.moves[0].lead

    @property
    def move(self) -> Move:
        """The best move, or the best found."""
        return self.position.parse_move(self.text)

    @property
    def text(self) -> str:
        """The best move as text."""
        return self.moves[0].text

    @property
    def outcome(self) -> str | None:
        """The result for the side to move if it is proven: won, drawn or lost.

        With tiles in the bag the result is known only if it is a win or a loss, whatever the bag holds.
        """
        chance = self.win.exact
        if chance == DRAWN and self.preendgame is None:
            return "drawn"
        return "won" if chance == 1 else "lost" if chance == 0 else None

    @property
    def refuted(self) -> int:
        """The number of other moves that are proven not to be better than the chosen one."""
        return sum(move.status.is_refuted or move.status == MoveStatus.BEST for move in self.moves[1:])

    @property
    def best(self) -> list[str]:
        """The moves that are proven to be best, as text; while none is, the best found."""
        return [move.text for move in self.moves if move.status == MoveStatus.BEST] or [self.text]


@dataclass(frozen=True, slots=True)
class Snapshot(Valued):
    """The state of a running search; `text` is the best move found."""

    text: str
    spread: Interval
    win: Interval
    lead: int
    estimate: Estimate | None
    refuted: int  # moves that are proven not to be better
    moves: int  # number of moves
    nodes: int
    seconds: float
    expansions: int = 0  # of endgames
    queries: int | None = None  # of pre-endgames
    is_win_proven: bool = False  # of pre-endgames: no move wins more often
    # with a trace: the most promising moves, the choice first, and the latest decisions, oldest first
    leaders: tuple[MoveInterval, ...] = kept(default=(), repr=False)
    decisions: tuple[Decision, ...] = kept(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Snapshot {self.text} {summary(self)}, {self.nodes:,} nodes>"


def known_outcome(position: Position, spread: Interval) -> Interval:
    """Return the win probability that the final spread allows: any where the scores are not given."""
    return outcome_interval(spread) if has_scores(position) else ANY_CHANCE
