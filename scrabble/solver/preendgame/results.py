"""Results of a pre-endgame search: the moves with their intervals, status, estimate and scenarios.

    results = MoveResults(endgames, objectives, moves, search)
    results.ranked(with_scenarios=True)             all moves, the best one first
    results.result(number, results.leader())        one of them

The bounds are those of B* (`bstar/chance/choose.py`), sums over draws in whole numbers; here they become
probabilities and mean spreads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import IntervalSum
from bstar.regret import regret
from scrabble.answer.interval import Interval, Number
from scrabble.answer.moves import Estimate, MoveResult, Scenario
from scrabble.answer.names import MoveStatus, Objective
from scrabble.game.move import Move, canonical, move_text
from scrabble.movegen.packed_move import unpack
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.moves import CandidateMove


class Leader(NamedTuple):
    """The move to choose now, which the others are compared with."""

    number: int
    is_proven: bool


class MoveResults:
    """The moves of a position with what a search has proven of them so far."""

    def __init__(
        self,
        endgames: Endgames,
        objectives: Sequence[Objective],
        moves: Sequence[CandidateMove],
        search: ChanceSearch,
    ) -> None:
        self._position, self._unseen, self._limits = endgames.position, endgames.unseen, endgames.limits
        self._objectives, self._moves, self._search = objectives, moves, search
        self._is_outcome = search.deciding < len(objectives)
        self._written: dict[int, str] = {}

    def ranked(self, with_scenarios: bool) -> dict[int, MoveResult]:
        """Return the moves by number: the leader, those that are as good, the others by estimate.

        If wanted, with the scenarios of those that were searched.
        """
        search, leader = self._search, self.leader()

        def rank(number: int) -> tuple[bool, tuple[object, ...]]:
            return self._status(number, leader) is MoveStatus.BEST, search.rank_key(number)

        others = [at for at in range(len(self._moves)) if at != leader.number]
        others.sort(key=rank, reverse=True)
        return {
            at: self.result(at, leader, with_scenarios and search.moves[at].is_built)
            for at in [leader.number, *others]
        }

    def of_position(self, objective: Objective, moves: Mapping[int, MoveResult]) -> Interval:
        """Return the chance or the spread of the position."""
        if self.is_proven and not self._is_outcome:
            return Interval(*_of_objective(moves[self._search.best], objective))
        search, count = self._search, self._search.deciding
        least = search.moves[search.incumbent].lower[:count]
        may_be_best = [move for at, move in moves.items() if search.moves[at].upper[:count] >= least]
        return open_interval(may_be_best, objective, self._objectives[0])

    @property
    def is_proven(self) -> bool:
        """Return whether no other move is better; the outcome, only if the win probability is known, too."""
        search = self._search
        if not search.is_proven:
            return False
        best = search.moves[search.best]
        return not self._is_outcome or best.lower[0] == best.upper[0]

    @property
    def is_win_proven(self) -> bool:
        """Return whether no move wins more often than the chosen one; its spread may be open."""
        return self._search.regret(self._objectives.index(Objective.WIN)) == 0

    def regret(self) -> Number:
        """Return the most by which another move can be better in the first objective."""
        search, first = self._search, self._objectives[0]
        whole = self._unseen.total * (2 if first is Objective.WIN else 1)
        least = Fraction(search.moves[search.best].lower[0], whole)
        return Fraction(regret(least, [Fraction(search.other_upper(), whole)]))

    def leader(self) -> Leader:
        """Return the move to choose now."""
        return Leader(self._search.best, self.is_proven)

    def refuted(self, leader: Leader) -> int:
        """Return the number of other moves that are proven not to be better than the leader."""
        others = (at for at in range(len(self._moves)) if at != leader.number)
        return sum(self._status(at, leader) is not MoveStatus.OPEN for at in others)

    def result(self, number: int, leader: Leader, with_scenarios: bool = True) -> MoveResult:
        """Return a move with what is proven of it."""
        win, spread = self.intervals(number)
        return MoveResult(
            text=self.text(number),
            score=self._moves[number].play.gain,
            status=self._status(number, leader),
            spread=spread,
            win=win,
            lead=self._position.spread,
            estimate=self.estimate(number, win, spread),
            scenarios=self._scenarios(number) if with_scenarios else (),
        )

    def _status(self, number: int, leader: Leader) -> MoveStatus:
        """Return the status of a move: what is proven of it, compared with the leader."""
        moves, count = self._search.moves, self._search.deciding
        option, chosen = moves[number], moves[leader.number]
        if option is chosen:
            return MoveStatus.BEST if leader.is_proven else MoveStatus.BEST_SO_FAR
        later = self._later(number)
        rivals = [option, *(each for each in later if each is not chosen)]
        upper, least = max(each.upper[:count] for each in rivals), chosen.lower[:count]
        if upper > least:
            return MoveStatus.OPEN
        if leader.is_proven and option.lower[:count] == chosen.upper[:count]:
            return MoveStatus.BEST
        return MoveStatus.WORSE if upper < least and chosen not in later else MoveStatus.NOT_BETTER

    def estimate(self, number: int, win: Interval, spread: Interval) -> Estimate | None:
        """Return the estimate of a move, within these intervals; None if both are known.

        It is rounded as in JSON, so that an answer that is read from there looks the same.
        """
        if win.is_exact and spread.is_exact:
            return None
        total = self._unseen.total
        known = dict(zip(self._objectives, self._search.moves[number].expected, strict=True))
        found = Estimate(
            spread=known[Objective.SPREAD] / total, win=known[Objective.WIN] / (2 * total)
        ).rounded
        return Estimate(spread=spread.clamp(found.spread), win=win.clamp(found.win))

    def _scenarios(self, number: int) -> tuple[Scenario, ...]:
        """Return the proven value of a move in each scenario; () if it is known only in sum."""
        candidate, option, unseen = self._moves[number], self._search.moves[number], self._unseen
        draws, alphabet = candidate.draws, self._position.alphabet
        if draws.are_sums and candidate.play.is_pass:
            return ()
        is_drawn_in_part = 0 < len(candidate.play.laid) < unseen.count
        text = alphabet.decode if is_drawn_in_part else alphabet.rack_text
        found = []
        for at, draw in enumerate(draws.each):
            term = option.terms[at] if option.is_built else None
            lower, upper = candidate.bounds(at) if term is None else (term.lower, term.upper)
            intervals = {}
            for objective, least, most in zip(self._objectives, lower, upper, strict=True):
                whole = (draw.weight if draws.are_sums else 1) * (2 if objective is Objective.WIN else 1)
                intervals[objective] = _interval(least, most, whole)
            found.append(
                Scenario(
                    tiles=text(draw.tiles),
                    probability=_fraction(draw.weight, unseen.total),
                    spread=intervals[Objective.SPREAD],
                    win=intervals[Objective.WIN],
                    codes=draw.tiles,
                )
            )
        return tuple(sorted(found, key=lambda scenario: scenario.codes))

    def intervals(self, number: int) -> tuple[Interval, Interval]:
        """Return the win probability and the mean spread of a move."""
        option, total = self._search.moves[number], self._unseen.total
        later, least = self._later(number), self._limits[0]
        found = {}
        for at, objective in enumerate(self._objectives):
            whole = total * (2 if objective is Objective.WIN else 1)
            lower, upper = option.lower[at], max([option.upper[at], *(other.upper[at] for other in later)])
            if later and at > 0:  # a play that is better in the first objective may be worse in the second
                lower = min(lower, 0 if objective is Objective.WIN else total * least)
            found[objective] = Interval(Fraction(lower, whole), Fraction(upper, whole))
        return found[Objective.WIN], found[Objective.SPREAD]

    def _later(self, number: int) -> list[IntervalSum]:
        """Return the plays that may follow this move and may be better than it is alone.

        After a pass by both sides the player may still play, which is worth no more than playing at once.
        The opponent does not pass where a reply is better.
        """
        if not self._moves[number].play.is_pass or self._is_bounded_by_replies(number):
            return []
        least = self._search.moves[number].lower
        others = zip(self._moves, self._search.moves, strict=True)
        return [option for candidate, option in others if candidate.play.laid and option.upper > least]

    def _is_bounded_by_replies(self, number: int) -> bool:
        """Return whether a reply is worse for the player than passes to the end, for each content of the bag.

        The initial upper bound of a term is the value of passes to the end.  A lower one is that of a reply,
        and holds for whatever the player would do next.
        """
        option, spread = self._search.moves[number], self._objectives.index(Objective.SPREAD)
        if not option.is_built or self._moves[number].draws.are_sums or option.lower[0] < option.upper[0]:
            return False
        return all(term.upper[spread] < term.initial[1][spread] for term in option.terms)

    def text(self, number: int) -> str:
        """Return a move as text."""
        if number not in self._written:
            self._written[number] = move_text(self.move(number), self._position)
        return self._written[number]

    def move(self, number: int) -> Move:
        """Return a move by its number."""
        play = self._moves[number].play
        return Move(exchanged=play.exchanged) if play.exchanged else unpack(play.number, self._position)

    def number_of(self, move: Move) -> int | None:
        """Return the number of a move; None if it cannot be made."""
        wanted, squares = canonical(move, self._position.squares), self._position.squares
        numbers = range(len(self._moves))
        return next((at for at in numbers if canonical(self.move(at), squares) == wanted), None)


@lru_cache(maxsize=4096)
def _fraction(part: int, whole: int) -> Fraction:
    """Return a fraction, cached: most draws share a few."""
    return Fraction(part, whole)


@lru_cache(maxsize=4096)
def _interval(lower: int, upper: int, whole: int) -> Interval:
    """Return the interval from one part of a whole to another, cached as well."""
    return Interval(_fraction(lower, whole), _fraction(upper, whole))


def open_interval(moves: Iterable[MoveResult], objective: Objective, first: Objective) -> Interval:
    """Return the chance or the spread of a position, by all moves that may be best.

    The second objective is at least that of a move that is sure to be as good as any in the first.
    """
    open_moves = [(_of_objective(move, first), _of_objective(move, objective)) for move in moves]
    most = max(bounds.upper for bounds, _ in open_moves)
    lowers = [second.lower for bounds, second in open_moves if objective is first or bounds.lower == most]
    lower = max(lowers) if lowers else min(second.lower for _, second in open_moves)
    return Interval(lower, max(second.upper for _, second in open_moves))


def _of_objective(found: MoveResult | Estimate, objective: Objective) -> Any:
    """Return the win probability or the spread: an interval, or a number of an estimate."""
    return found.win if objective is Objective.WIN else found.spread
