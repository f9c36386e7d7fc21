"""Estimates of moves and draws while little is proven: spreads learned from quick looks and from answers.

    estimated spread of move m with draw b  =  strength of m + luck of b + a common offset

The strength of a move begins with its score, then comes from quick looks at it.  Each answer to a query, a
bound of a spread, moves the strength and the luck of the draw towards it.  Estimates prove nothing: they
decide which query comes first, and are shown while a value is open.

A quick look asks the planner how a move with one draw ends, in about a millisecond:

    a play that empties the bag      the planner's value of the opponent's best move in the endgame
    a play that leaves tiles         the minimum over the most promising replies that empty the bag
    a pass, an exchange              the same, or both sides pass to the end

All moves that score well are looked at with one draw, the better ones with more (`FIRST`, `ROUNDS`): the same
draws for all of them, so that luck cancels out.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean

import numpy as np

from bstar.chance.choose import ChanceSearch
from bstar.chance.interval_sum import CostEstimate, IntervalSum, Query, Term
from scrabble.answer.names import Objective
from scrabble.game.unseen import BagContents
from scrabble.solver.preendgame.emptying_replies import EmptyingReplies, state_after
from scrabble.solver.preendgame.endgames import Endgames
from scrabble.solver.preendgame.moves import CandidateMove
from scrabble.solver.preendgame.values import by_objective, estimate, estimate_all, in_each

SHARE = 0.5  # of the error of an estimate that corrects the move, and the draw
SLOWER = 4  # answers about a draw that halve its corrections
OFTEN = 20  # moves per answer between two updates of all moves
TERM_BYTES = 900  # of Python objects that B* keeps for a term
PER_CENT = 100
PASSES = 3  # of the iteration that separates strength and luck
FIRST = 60  # moves that are looked at with one draw
ROUNDS = ((20, 2), (10, 4), (5, 8))  # moves, draws of each
REPLIES = 2  # of the opponent to a play that leaves tiles
SEED = 1
SHIFT = 3.0  # points by which the luck of a draw must change before all moves are updated


class SpreadEstimates:
    """The estimated spread of every term of every move."""

    def __init__(
        self, candidates: Sequence[CandidateMove], objectives: Sequence[Objective], endgames: Endgames
    ) -> None:
        self._candidates, self._objectives, self._endgames = candidates, tuple(objectives), endgames
        self._strength = [candidate.guess for candidate in candidates]
        self._answers: dict[bytes, int] = defaultdict(int)
        self._luck: dict[bytes, float] = defaultdict(float)
        self._published: dict[bytes, float] = defaultdict(float)
        # by kind and draw
        self._costs: dict[tuple[bool, bool, bytes], CostEstimate] = defaultdict(CostEstimate)
        self._looks: dict[int, dict[bytes, int]] = {}  # by move and bag: the spread that a look has found
        self._off: dict[tuple[int, bytes], float] = {}  # what is left of looks besides strength and luck
        self._bounds = self._first_bounds()
        self._general = 0.0  # the common offset
        self._count, self._published_at, self._published_general = 0, 0, 0.0

    def search(self, deciding: int | None = None) -> ChanceSearch:
        """Return the B* search; its estimates are compared in steps of one per cent or one point.

        `deciding` is the number of objectives that decide; None for all.
        """
        numbers, total = range(len(self._candidates)), self._endgames.unseen.total
        grain = [
            2 * total / PER_CENT if objective is Objective.WIN else total for objective in self._objectives
        ]
        options: list[IntervalSum] = []
        for number, expected in zip(numbers, self._expected_in_order(numbers), strict=True):
            candidate = self._candidates[number]
            lower, upper = self._bounds[number].tolist()
            terms, count = partial(self._terms_of, number), len(candidate.draws.each)
            options.append(IntervalSum.lazy(terms, count, (lower, upper), expected))
        return ChanceSearch(options, grain, deciding)

    def _expected_in_order(self, numbers: Sequence[int]) -> list[list[float]]:
        """Return the estimates of moves whose terms are not built."""
        alike: dict[int, list[int]] = defaultdict(list)
        for number in numbers:
            alike[id(self._candidates[number].draws)].append(number)
        found: dict[int, list[float]] = {}
        for group in alike.values():
            found.update(zip(group, self._expected(group), strict=True))
        return [found[number] for number in numbers]

    def _first_bounds(self) -> np.ndarray:
        """Return the sums of the bounds of the terms, int64[moves, 2, objectives]: lower and upper ones.

        They are the same for all moves with the same draws of which no more is known.
        """
        objectives, candidates = self._objectives, self._candidates
        bounds = np.zeros((len(candidates), 2, len(objectives)), np.int64)
        found: dict[int, np.ndarray] = {}  # by id of the draws
        for number, candidate in enumerate(candidates):
            draws = candidate.draws
            if candidate.most is None and id(draws) not in found:
                each = [candidate.bounds(at) for at in range(len(draws.weights))]
                found[id(draws)] = np.tensordot(draws.weights, np.array(each, np.int64), 1)
            if candidate.most is None:
                bounds[number] = found[id(draws)]
        bounded = [number for number, each in enumerate(candidates) if each.most is not None]
        if bounded:  # they empty the bag, so all of them have the same draws
            weights, (least, _) = candidates[bounded[0]].draws.weights, self._endgames.limits
            most = np.array([candidates[number].most for number in bounded])
            bounds[bounded, 0] = sum(weights) * np.array(by_objective(objectives, least, least).lower)
            bounds[bounded, 1] = np.transpose([each @ weights for each in in_each(objectives, most)])
        return bounds

    def _expected(self, numbers: list[int]) -> list[list[float]]:
        """Return the estimates of moves with the same draws whose terms are not built."""
        draws = self._candidates[numbers[0]].draws.each
        weights = np.array([draw.weight for draw in draws], np.float64)
        spreads = np.array([self._luck[draw.tiles] + self._general for draw in draws])[np.newaxis, :]
        spreads = spreads + np.array([self._strength[number] for number in numbers])[:, np.newaxis]
        for row, number in enumerate(numbers):
            if number in self._looks:
                spreads[row] += [self._off.get((number, draw.tiles), 0.0) for draw in draws]
        by_row = [self._candidates[number].most for number in numbers]
        known = [row for row, each in enumerate(by_row) if each is not None]
        most = np.array([by_row[row] for row in known], np.int64).reshape(len(known), len(draws))
        spreads[known] = np.minimum(spreads[known], most)
        found = estimate_all(self._objectives, spreads)
        for each, upper in zip(found, in_each(self._objectives, most), strict=True):
            each[known] = np.minimum(each[known], upper)
        bounds, sums = self._bounds[numbers], [(weights * each).sum(axis=1) for each in found]
        return list(np.clip(np.transpose(sums), bounds[:, 0], bounds[:, 1]).tolist())

    def _terms_of(self, number: int) -> list[Term]:
        candidate, draws = self._candidates[number], self._candidates[number].draws
        self._endgames.count_bytes(TERM_BYTES * len(draws.each))
        terms = []
        for at, (draw, spread) in enumerate(zip(draws.each, self._guesses(number), strict=True)):
            scale = draw.weight if draws.are_sums else 1
            guess = estimate(self._objectives, spread, scale)
            cost = self._costs[draws.are_sums, not candidate.play.laid, draw.tiles]
            terms.append(Term(draws.weights[at], candidate.value(at), guess, cost=cost, scale=scale))
        return terms

    def look(self, search: ChanceSearch) -> Iterator[None]:
        """Look at the moves before the first query, then at the best ones again; then call `take_in`.

        It yields after each look.  Raises SearchStopped.
        """
        if not self._endgames.has_fast_game:
            return
        draws = list(self._endgames.unseen.draws)
        random.Random(SEED).shuffle(draws)
        draws.sort(key=lambda draw: -math.log2(draw.weight) // 1)  # the likelier ones first, about
        for most, count in ((FIRST, 1), *ROUNDS):
            self.take_in(search)
            promising = sorted(range(len(self._strength)), key=self._strength.__getitem__, reverse=True)
            for number in promising[:most]:
                for draw in draws[len(self._looks.get(number, ())) : count]:
                    spread = self._glance(number, draw)
                    self._looks.setdefault(number, {})[draw.tiles] = spread
                    yield

    def _glance(self, number: int, draw: BagContents) -> int:
        """Return the estimated final spread of a move with these tiles in the bag.  Raises SearchStopped."""
        play, endgames = self._candidates[number].play, self._endgames
        taken, tiles = len(play.laid or play.exchanged), list(draw.tiles)
        random.Random(number).shuffle(tiles)
        bag = bytes(tiles[taken:]) + play.exchanged
        after, ahead = state_after(endgames.unseen, play, bytes(tiles[:taken])), endgames.ahead + play.gain
        if not bag:
            return ahead - endgames.glance(after.path, (after.own, after.other_rack(bag)))
        replies, found = EmptyingReplies(endgames, after), []
        for reply in replies.plays(bag)[:REPLIES]:
            racks = after.own, after.other_rack(reply.laid)
            found.append(ahead - reply.gain + endgames.glance((*after.path, reply.number), racks))
        if not play.laid or not found:
            found.append(replies.end(bag).lower)
        return min(found)

    def take_in(self, search: ChanceSearch) -> None:
        """Fit the strength of each move, the luck of each draw and the residuals to what looks have found.

        Luck is fitted to the moves that were looked at with several draws.  Moves that were not looked at are
        shifted by the mean difference of the others from their score.
        """
        if not self._looks:
            return
        seen = self._looks
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
        self._published.update(luck)
        self._off = {
            (number, draw): spread - self._strength[number] - luck[draw]
            for number, each in seen.items()
            for draw, spread in each.items()
        }
        self._update(search, range(len(self._candidates)))

    def learn(self, search: ChanceSearch, queries: Sequence[Query]) -> None:
        """Correct strength and luck by answers about one move, and update the terms that were not queried."""
        number, candidate = queries[0].move, self._candidates[queries[0].move]
        if candidate.draws.are_sums:
            return
        at, news = self._objectives.index(Objective.SPREAD), 0.0
        for query in queries:
            draw = candidate.draws.each[query.term].tiles
            spread = search.moves[number].terms[query.term].expected(at)
            self._general += (spread - self._spread(number, draw)) / (2 + self._count / SLOWER)
            off = spread - self._spread(number, draw)
            self._strength[number] += SHARE * off
            self._luck[draw] += SHARE * off / (1 + self._answers[draw] / SLOWER)
            self._answers[draw] += 1
            self._count += 1
            news = max(news, abs(self._luck[draw] - self._published[draw]))
        news = max(news, abs(self._general - self._published_general))
        is_time = self._count >= min(2 * self._published_at, self._published_at + len(search.moves) // OFTEN)
        if news > SHIFT and is_time:
            self._published_at, self._published_general = self._count, self._general
            self._published.update(self._luck)
            self._update(search, [each for each in range(len(search.moves)) if search.may_be_best(each)])
        else:
            self._update(search, [number])

    def _update(self, search: ChanceSearch, numbers: Sequence[int]) -> None:
        """Bring the estimates of moves up to date, but for the terms that were queried."""
        waiting = [number for number in numbers if not search.moves[number].is_built]
        for number, expected in zip(waiting, self._expected_in_order(waiting), strict=True):
            search.moves[number].expected = expected
        for number in numbers:
            move = search.moves[number]
            if move.is_built:
                self._estimate_terms(number, move.terms)
            search.estimate_changed(number)

    def _estimate_terms(self, number: int, terms: Sequence[Term]) -> None:
        """Bring the estimates of the terms of a move up to date, but for those that were queried."""
        if all(term.queries for term in terms):
            return
        for term, spread in zip(terms, self._guesses(number), strict=True):
            if not term.queries:
                term.estimate = estimate(self._objectives, spread, term.scale)

    def _guesses(self, number: int) -> list[float]:
        """Return the estimated spreads of the terms of a move, within what is known of the most of each."""
        candidate = self._candidates[number]
        spreads = [self._spread(number, draw.tiles) for draw in candidate.draws.each]
        return spreads if candidate.most is None else list(map(min, spreads, candidate.most.tolist()))

    def _spread(self, number: int, draw: bytes) -> float:
        known = self._off.get((number, draw), 0.0)
        return self._strength[number] + self._luck[draw] + self._general + known
