"""The moves of an endgame with their static bounds, their estimates, and what a search proves of them.

`StaticMoveBounds` holds what is known of each move without a search:

    at once      scrabble.bounds.score_caps: a microsecond for each move, wide
    by lines     scrabble.bounds.line_packing: some 20 ms, upper bounds of all moves and a lower bound of one:
                 what the opponent scores at most alone on the board after it
    by replies   scrabble.bounds.line_replies: some 0.1 s, closer upper bounds, and as long again for a closer
                 lower bound of one; for the answer of a search that was stopped
    estimates    one evaluation by the planner, some 5 ms: a number for each move; nothing is proven

An estimate is always moved into the proven bounds.  While the value is open, the chosen move is the one with
the best lower bound that the search has proven.  If nothing is proven yet, or some move is estimated to be
worth more than DOUBT points more, it is the move with the highest estimate.  The margin is there because the
highest of many estimates is usually too high: of 14 moves estimated to be 1 to 18 points better than a proven
one, 8 were worse.

Bounds and values in this module are numbers of `bstar`: integer points of future spread for the side to move.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from bstar.game import FAR, INF
from bstar.pv import PvNode
from bstar.root import RootMove
from scrabble.answer.interval import Interval
from scrabble.answer.moves import A_PASS, Estimate, MoveResult, Step
from scrabble.answer.names import MoveStatus
from scrabble.answer.solution import PlayTree, known_outcome
from scrabble.bounds.line_packing import line_totals
from scrabble.bounds.line_replies import ScoredPlay, good_replies, most_of_pass, upper_bounds, value_bound
from scrabble.bounds.score_caps import score_caps
from scrabble.game.move import PASS, move_text
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.movegen.packed_move import unpack
from scrabble.solver.moves import scored_plays
from scrabble.solver.setup import estimates

MoveBounds: TypeAlias = Mapping[int, tuple[int, int]]  # lower and upper bounds by the number of the move


def interval_of(lower: int, upper: int) -> Interval:
    """Return the interval of two bounds of `bstar`, in which a missing bound is a number beyond INF."""
    far = INF // 2
    return Interval(-math.inf if lower < -far else lower, math.inf if upper > far else upper)


def play_out(position: Position, numbers: Sequence[int], is_whole: bool) -> tuple[list[Step], Position]:
    """Return the moves of a line and the position after it; a whole line goes on to the end of the game."""
    steps = []
    for number in numbers:
        move = unpack(number, position)
        after = position.play(move)
        steps.append(Step(move_text(move, position), after.scores[1] - position.scores[0]))
        position = after
    # the search stops after two passes, as more of them do not change the value
    is_passed = [step.text for step in steps[-2:]] == [A_PASS.text] * 2
    while is_whole and is_passed and not position.is_over:
        steps.append(A_PASS)
        position = position.play(PASS)
    return steps, position


def best_play(branches: Sequence[PvNode], position: Position) -> tuple[PlayTree, ...]:
    """Return all best play from a position; below the root, a pass as good as a play may be missing."""
    found = []
    for each in branches:
        move = unpack(each.move, position)
        replies = best_play(each.replies, position.play(move))
        found.append(PlayTree(move_text(move, position), position.score(move), replies))
    return tuple(found)


def final_scores(position: Position, plies: int) -> tuple[int, int]:
    """Return the final scores, those of the side to move `plies` plies before first."""
    first, second = position.final_scores
    return (first, second) if plies % 2 == 0 else (second, first)


def tightest(
    moves: Sequence[RootMove],
    static: MoveBounds,
    estimates: Mapping[int, int] | None = None,
) -> list[RootMove]:
    """Return the moves with the tightest of their proven and static bounds.

    `estimate` is that of the move, within these bounds.
    """
    found = []
    for each in moves:
        least, most = static[each.move]
        lower, upper = max(each.lower, least), min(each.upper, most)
        guess = lower if lower == upper else (estimates or {}).get(each.move)
        estimate = None if guess is None else min(max(guess, lower), upper)
        found.append(RootMove(each.move, each.gain, lower, upper, estimate))
    return found


def move_results(
    moves: Sequence[RootMove],
    tight: Sequence[RootMove],
    position: Position,
    static: StaticMoveBounds,
    lines: Mapping[int, Sequence[int]],
) -> list[MoveResult]:
    """Return the moves of a root, the chosen one first, each with its status; `tight` are the tightest."""
    best, lead = tight[0], position.spread
    is_proven = all(each.upper <= best.lower for each in tight[1:])
    results = []
    for each, bounds in zip(moves, tight, strict=True):
        line = play_out(position, lines[each.move], is_whole=True)[0] if each.move in lines else ()
        if bounds is best:
            status = MoveStatus.BEST if is_proven else MoveStatus.BEST_SO_FAR
        elif is_proven and bounds.lower >= best.upper:
            status = MoveStatus.BEST
        elif bounds.upper < best.lower:
            status = MoveStatus.WORSE
        elif bounds.upper == best.lower:
            status = MoveStatus.NOT_BETTER
        else:
            status = MoveStatus.OPEN
        spread = Interval(bounds.lower + lead, bounds.upper + lead)
        win = known_outcome(position, spread)
        results.append(
            MoveResult(
                text=static.text(each.move),
                score=each.gain,
                status=status,
                value=bounds.lower if spread.is_exact else None,
                spread=spread,
                win=win,
                lead=lead,
                estimate=None if spread.is_exact else estimate_of(bounds.estimate, lead, win),
                line=tuple(line),
                searched=interval_of(each.lower, each.upper),
            )
        )
    return results


def estimate_of(value: int | None, lead: int, win: Interval) -> Estimate | None:
    """Return the estimate of spread and win probability from that of the value; None if there is none."""
    if value is None:
        return None
    spread = value + lead
    result = 1.0 if spread > 0 else 0.5 if spread == 0 else 0.0
    return Estimate(value=value, spread=spread, win=win.clamp(result))


DOUBT = 20  # points


class StaticMoveBounds:
    """Static bounds of all moves, by number: lower <= value <= upper; and their estimates, on first use."""

    def __init__(self, position: Position, lexicon: Lexicon, moves: Sequence[RootMove]) -> None:
        self._position, self._lexicon = position, lexicon
        caps = score_caps(position)
        self._moves = {each.move: unpack(each.move, position) for each in moves}
        self._texts: dict[int, str] = {}
        self.bounds: dict[int, tuple[int, int]] = {
            each.move: caps.of(self._moves[each.move], each.gain) for each in moves
        }
        self._gains = {each.move: each.gain for each in moves}
        self._has_totals = self._has_replies = False
        self._totals: int | None = None
        self._totals_after: dict[int, int | None] = {}  # line totals after moves, of the opponent
        self._lock = threading.Lock()  # two threads that tighten at the same time get the same bounds

    def text(self, number: int) -> str:
        """Return a move as text, which is written once for all answers of a search."""
        if number not in self._texts:
            self._texts[number] = move_text(self._moves[number], self._position)
        return self._texts[number]

    def tighten(self, best: RootMove) -> None:
        """Add the bounds by lines: upper bounds of all moves, and a lower bound of `best`."""
        with self._lock:
            self._add_line_bounds(best)

    def _add_line_bounds(self, best: RootMove) -> None:
        if not self._has_totals:
            self._has_totals = True
            totals = self._totals = line_totals(self._position, self._lexicon)
            if totals is not None:
                self._lower(dict.fromkeys(self.bounds, totals))
        least, most = self.bounds[best.move]
        if best.lower < least and best.move not in self._totals_after:
            totals = self._after(best)
            if totals is not None:
                self.bounds[best.move] = max(least, best.gain - totals), most

    def _after(self, move: RootMove) -> int | None:
        """Return the opponent's line totals after a move; None if it ends the game or has too many words."""
        if move.move not in self._totals_after:
            after = self._position.play(self._moves[move.move])
            self._totals_after[move.move] = None if after.is_over else line_totals(after, self._lexicon)
        return self._totals_after[move.move]

    def tighten_by_replies(self, moves: Sequence[RootMove]) -> None:
        """Add upper bounds of all moves and a lower bound of the first one, by good replies."""
        with self._lock:
            if self._has_replies or self._position.is_over:
                return
            self._has_replies = True
            self._add_guarded_bound(moves[0])
            self._add_reply_bounds(moves)
            self._bound_pass(moves)

    def _add_reply_bounds(self, moves: Sequence[RootMove]) -> None:
        """Bound the moves that no search has bounded more closely, if the regret depends on them."""
        best, others = moves[0], moves[1:]
        goal = max(
            [best.lower, self.bounds[best.move][0], *(each.upper for each in others if self._is_closer(each))]
        )
        if self._totals is None or all(self._upper(each) <= goal for each in others):
            return
        plays = {number: ScoredPlay(move, self._gains[number]) for number, move in self._moves.items()}
        known = good_replies(self._position, self._lexicon, self._replies(self._position))
        self._lower(upper_bounds(self._position, plays, known))

    def _is_closer(self, move: RootMove) -> bool:
        """Return whether a search has bounded a move at least as closely as the lines."""
        return move.upper <= self.bounds[move.move][1]

    def _upper(self, move: RootMove) -> int:
        return min(move.upper, self.bounds[move.move][1])

    def _lower(self, uppers: Mapping[int, int]) -> None:
        """Take over upper bounds that are closer."""
        for number, upper in uppers.items():
            least, most = self.bounds[number]
            self.bounds[number] = least, min(most, upper)

    def _bound_pass(self, moves: Sequence[RootMove]) -> None:
        """Bound the pass by the plays."""
        for move in moves:
            if self._moves[move.move].is_pass:
                plays = [self._upper(each) for each in moves if each is not move]
                most = most_of_pass(self._position, max(plays)) if plays else None
                self._lower({} if most is None else {move.move: most})

    def _add_guarded_bound(self, best: RootMove) -> None:
        """Bound `best` from below, by what the opponent is worth at most after it, unless a search did."""
        least, most = self.bounds[best.move]
        totals = None if best.lower >= least else self._after(best)
        if totals is not None:
            after = self._position.play(self._moves[best.move])
            plays, replies = scored_plays(after, self._lexicon), self._replies(after)
            worth = value_bound(after, self._lexicon, plays, replies, totals)
            self.bounds[best.move] = max(least, best.gain - worth), most

    def _replies(self, position: Position) -> list[ScoredPlay]:
        """Return the plays of the side that is not to move, on the same board."""
        return scored_plays(replace(position, scoreless_turns=0).play(PASS), self._lexicon)

    @cached_property
    def estimates(self) -> dict[int, int]:
        """The planner's estimate of each move, by number."""
        return estimates(self._position, self._lexicon)

    def by_promise(self, moves: Sequence[RootMove]) -> list[RootMove]:
        """Return the moves in the order of their estimates.

        Ties are broken by the proven lower bound, then by the upper bound.
        """
        promise = self._promise(moves)
        return sorted(moves, key=lambda each: promise[each.move], reverse=True)

    def choice(self, moves: Sequence[RootMove]) -> RootMove:
        """Return the chosen move, by proven bounds and estimates."""
        promise = self._promise(moves)
        top = max(moves, key=lambda each: promise[each.move])
        safe = max(moves, key=lambda each: (each.lower, promise[each.move]))
        is_near = promise[top.move][0] - promise[safe.move][0] <= DOUBT
        return safe if safe.lower > -FAR and is_near else top

    def _promise(self, moves: Sequence[RootMove]) -> dict[int, tuple[int, int, int, int]]:
        """Return the sort key of each move, its estimate first."""
        found = {}
        for each, tight in zip(moves, tightest(moves, self.bounds, self.estimates), strict=True):
            expected = tight.lower if tight.estimate is None else tight.estimate
            guess = self.estimates.get(each.move, expected)
            found[each.move] = expected, each.lower, tight.upper, guess
        return found
