"""What is believed of moves and draws while little is proven: a spread each, learned from the answers.

    believed spread of move m with draw b  =  strength of m + luck of b + what all are off

The strength begins as what the score of the move tells, then as what looks at it tell (estimates.py); each
answer, a bound of a spread, moves it, and the luck of the draw, towards what was found.  Nothing is proven by
it: it decides what is asked first, and is shown as an estimate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean

import numpy as np

from bstar.chance.interval_sum import BUDGET, CostEstimate, IntervalSum, Query, Term
from bstar.chance.search import ChanceSearch
from scrabble.game.unseen import BagContents
from scrabble.preendgame.estimates import Looks
from scrabble.solver.preendgame.moves import CandidateMove
from scrabble.solver.preendgame.scenarios import ScenarioSolver
from scrabble.solver.preendgame.values import Objective, ObjectiveBounds, believed_of_all, estimate

SHARE = 0.5  # of what an answer is off that goes to the move, and to the draw
SLOWER = 4  # answers about a draw after which it is trusted twice as much
LATER = 64  # times what another question costs: one about a play that leaves a tile in the bag
OFTEN = 20  # moves for each answer between two times that all moves hear of it
UNKNOWN_BYTES = 900  # of what B* keeps of a part
PER_CENT = 100
PASSES = 3  # to tell strength from luck
SHIFT = 3.0  # points that the luck of a draw has to change by before all moves hear of it


class SpreadEstimates:
    """What is believed of every part of every move."""

    def __init__(
        self, candidates: Sequence[CandidateMove], aims: Sequence[Objective], deals: ScenarioSolver
    ) -> None:
        self._candidates, self._aims, self._deals = candidates, tuple(aims), deals
        self._strength = [candidate.guess for candidate in candidates]
        self._answers: dict[bytes, int] = defaultdict(int)
        self._luck: dict[bytes, float] = defaultdict(float)
        self._told: dict[bytes, float] = defaultdict(float)
        self._efforts: dict[tuple[bool, bool, bytes], CostEstimate] = defaultdict(
            CostEstimate
        )  # by kind and draw
        self._seen: dict[int, dict[bytes, int]] = {}  # by move and bag: how it ends, as looks have told
        self._off: dict[tuple[int, bytes], float] = {}  # what is left of that beside strength and luck
        self._bounds: dict[int, ObjectiveBounds] = {}  # at first, by id of the scenarios
        self._general = 0.0  # what all moves with all draws are off
        self._count, self._told_at, self._told_general = 0, 0, 0.0

    def choice(self) -> ChanceSearch:
        """The moves for B*; a per cent of chance, or a point of spread, is the grain of what is believed."""
        numbers, total = range(len(self._candidates)), self._deals.unseen.total
        grain = [2 * total / PER_CENT if aim is Objective.CHANCE else total for aim in self._aims]
        return ChanceSearch([self.option(number) for number in numbers], grain)

    def option(self, number: int) -> IntervalSum:
        """A move as B* sees it at the beginning: what is proven of its parts, and what is believed."""
        candidate = self._candidates[number]
        bounds, count = self._bounds_at_first(candidate), len(candidate.draws)
        return IntervalSum.later(
            partial(self._unknowns, number), count, bounds, self._expected(number, bounds)
        )

    def _bounds_at_first(self, candidate: CandidateMove) -> ObjectiveBounds:
        """The sums of the bounds of its parts, the same for all moves with these scenarios."""
        if id(candidate.scenarios) not in self._bounds:
            parts, weights, aims = candidate.parts, candidate.weights, range(len(self._aims))
            each = [parts.bounds(at, self._aims) for at in range(len(parts))]
            self._bounds[id(candidate.scenarios)] = ObjectiveBounds(
                *(
                    tuple(sum(w * of[side][aim] for w, of in zip(weights, each, strict=True)) for aim in aims)
                    for side in range(2)
                )
            )
        return self._bounds[id(candidate.scenarios)]

    def _expected(self, number: int, bounds: ObjectiveBounds) -> list[float]:
        """What is believed of a move whose parts are not made."""
        draws = self._candidates[number].scenarios.draws
        weights = np.array([draw.weight for draw in draws])
        spreads = np.array([self._spread(number, draw.tiles) for draw in draws])
        found = [float(weights @ each) for each in believed_of_all(self._aims, spreads)]
        return [min(max(each, low), high) for each, low, high in zip(found, *bounds, strict=True)]

    def _unknowns(self, number: int) -> list[Term]:
        candidate, are_sums = self._candidates[number], self._candidates[number].are_sums
        self._deals.count_bytes(UNKNOWN_BYTES * len(candidate.draws))
        parts = []
        for at, draw in enumerate(candidate.draws):
            lower, upper = candidate.parts.bounds(at, self._aims)
            hopes = estimate(self._aims, self._spread(number, draw.tiles), draw.weight if are_sums else 1)
            budget = BUDGET * (LATER if are_sums else 1)
            effort = self._efforts[are_sums, not candidate.play.laid, draw.tiles]
            parts.append(Term(candidate.weights[at], list(lower), list(upper), hopes, budget, effort))
        return parts

    def look(self, choice: ChanceSearch) -> Iterator[None]:
        """Look at the moves before anything is asked, a pause after each look; then `take_in` what was seen.

        Raises Stopped.
        """
        if not self._deals.has_planner:
            return
        numbers = range(len(self._candidates))

        def promising() -> list[int]:
            self.take_in(choice)
            return sorted(numbers, key=lambda number: self._strength[number], reverse=True)

        def take(number: int, draw: BagContents, spread: int) -> None:
            self._seen.setdefault(number, {})[draw.tiles] = spread

        yield from Looks(self._deals, self._candidates).rounds(promising, take)

    def take_in(self, choice: ChanceSearch) -> None:
        """Believe what looks have told: the strength of each move, the luck of each draw, and what is left.

        The draws are told apart by the moves that were looked at with several of them.  Moves that were not
        looked at are as far off their score as the others in the mean.
        """
        if not self._seen:
            return
        seen = self._seen
        luck = dict.fromkeys({draw for each in seen.values() for draw in each}, 0.0)
        several = [number for number, each in seen.items() if len(each) > 1]

        def strength(number: int) -> float:
            return fmean(spread - luck[draw] for draw, spread in seen[number].items())

        for _ in range(PASSES if several else 0):
            offs: dict[bytes, list[float]] = defaultdict(list)
            for number in several:
                mean = strength(number)
                for draw, spread in seen[number].items():
                    offs[draw].append(spread - mean)
            middle = fmean(fmean(each) for each in offs.values())
            luck.update((draw, fmean(each) - middle) for draw, each in offs.items())
        shift = fmean(strength(number) - self._candidates[number].guess for number in seen)
        for number, candidate in enumerate(self._candidates):
            self._strength[number] = strength(number) if number in seen else candidate.guess + shift
        self._luck.update(luck)
        self._told.update(luck)
        self._off = {
            (number, draw): spread - self._strength[number] - luck[draw]
            for number, each in seen.items()
            for draw, spread in each.items()
        }
        for number in range(len(self._candidates)):
            self._tell(choice, number)

    def learn(self, choice: ChanceSearch, question: Query) -> None:
        """Take what an answer says of the spread, and tell the parts of which nothing was asked."""
        number, candidate = question.option, self._candidates[question.option]
        if candidate.are_sums:
            return
        draw = candidate.draws[question.part].tiles
        spread = choice.options[number].parts[question.part].expected(self._aims.index(Objective.SPREAD))
        off = spread - self._spread(number, draw)
        self._general += off / (2 + self._count / SLOWER)
        off = spread - self._spread(number, draw)
        self._strength[number] += SHARE * off
        self._luck[draw] += SHARE * off / (1 + self._answers[draw] / SLOWER)
        self._answers[draw] += 1
        self._count += 1
        news = max(abs(self._luck[draw] - self._told[draw]), abs(self._general - self._told_general))
        is_time = self._count >= min(2 * self._told_at, self._told_at + len(choice.options) // OFTEN)
        if news > SHIFT and is_time:
            self._told_at, self._told_general = self._count, self._general
            self._told.update(self._luck)
            for each in range(len(choice.options)):
                if choice.may_be_best(each):
                    self._tell(choice, each)
        else:
            self._tell(choice, number)

    def _tell(self, choice: ChanceSearch, number: int) -> None:
        option, candidate = choice.options[number], self._candidates[number]
        if not option.is_made:
            option.expected = self._expected(number, self._bounds_at_first(candidate))
        else:
            for part, draw in zip(option.parts, candidate.draws, strict=True):
                if not part.asked:
                    scale = draw.weight if candidate.are_sums else 1
                    part.believed = estimate(self._aims, self._spread(number, draw.tiles), scale)
        choice.heard(number)

    def _spread(self, number: int, draw: bytes) -> float:
        known = self._off.get((number, draw), 0.0)
        return self._strength[number] + self._luck[draw] + self._general + known
