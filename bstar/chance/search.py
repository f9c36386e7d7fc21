"""B* over moves and draws: which move is best on average over what chance may bring.

    move     value = sum over its draws of weight x unknown         exact: all numbers are integers
    unknown  lower <= truth <= upper, by aim                        narrowed by questions, each at a cost

                 draw 1    draw 2    draw 3                 value
    move A        [2]       [2]      [0..2]      4..6       the leader: PROVEBEST asks for what is open
    move B       [0..2]     [0]      [0..2]      0..4       cannot beat 4
    move C       [0..2]    [0..2]    [0..2]      0..6       DISPROVEREST: one disappointment may be enough

There are one or several aims, compared in their order: the second one decides between moves that are equal in
the first.  A move is beaten by the leader if its upper value is below the leader's lower one, or equal to it
and the same is true of the next aim (at the last one equal is enough).

First some promising move is made exact in an aim, so that there is a floor (floor.py).  PROVEBEST makes the
leader exact before others are held against it: what they have to beat is then as much as it can be.
DISPROVEREST shares out what a move may still be worth among its open draws, in proportion to what is believed
of them, so that every "no" is enough if all of them come, and asks first where most can be lost for the cost
(sharing.py), which is learned.  As long as another move may be better in the first aim alone, the next aim
waits.  A question is tried with a budget; one that was put off is made easier a few times, then it costs
more, and waits until all that is cheaper has been asked, and so does a rival that has cost too much in vain;
but the leader may always cost as much as the others did.  Of some unknowns nothing can be proven from below;
then `reach` says so.  What is believed (`Term.believed`) only decides what is asked, never what is proven.
After Berliner (1979), whose nodes have one interval; here it is a sum of them.

Invariant: whatever was asked, lower <= value <= upper holds for every move.

Which move is made exact first in an aim, so that all others have something to be held against.

The most promising move may be a dear one: what it is worth with one of the draws may take more than all the
rest together.  And while nothing is known from below there is always another that looks better than the one
that has just disappointed.  So a few of the most promising moves are tried, one at a time: each until it is
exact, or until one of its unknowns has cost more than all have been allowed.  Then they are allowed more.

How moves stand against each other, as far as is proven: sums of intervals, compared aim by aim.

How much each draw of a move has to tell so that the move is worth no more than a level.

What the move may still be worth above the level is shared out among its open draws, in proportion to what is
believed of them: if every draw is shown to be worth its share or less, the move is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from bstar.chance.interval_sum import (
    BUDGET,
    DISPROVE_REST,
    MARGINS,
    PATIENCE,
    PROVE_BEST,
    IntervalSum,
    Query,
    Term,
)
from bstar.chance.ranking import Ranking

FEW = 4  # moves are tried before more is allowed


class IncumbentSearch:
    """The moves that are tried, one at a time, in one aim."""

    def __init__(self, options: Sequence[IntervalSum], aim: int) -> None:
        self._options, self._aim = options, aim
        self._now: int | None = None
        self._tried: set[int] = set()
        self.patience = BUDGET
        self.is_over = False  # a move is exact, or as exact as it can be

    def move(self, floor: Sequence[int], left_out: Collection[int]) -> int | None:
        """The move to ask about, one that may be worth `floor`, by aim, up to this one; None if there is none
        but those left out, or if it is over."""
        while self._now is None or not self._is_fit(self._now, floor, left_out) or self._is_dear(self._now):
            if self._now is not None and self._now not in left_out:
                self._tried.add(self._now)
            self._now = self._most_promising(floor, left_out) if len(self._tried) < FEW else None
            if self._now is None:
                if not self._tried:
                    return None
                self._tried.clear()
                self.patience *= PATIENCE
        self.is_over = not any(part.is_open(self._aim) for part in self._options[self._now].parts)
        return None if self.is_over else self._now

    def _most_promising(self, floor: Sequence[int], left_out: Collection[int]) -> int | None:
        others = (number for number in range(len(self._options)) if number not in self._tried)
        fit = [number for number in others if self._is_fit(number, floor, left_out)]
        return max(fit, key=lambda number: self._options[number].expected[self._aim], default=None)

    def _is_fit(self, number: int, floor: Sequence[int], left_out: Collection[int]) -> bool:
        """May a move be worth the floor?"""
        aims = self._aim + 1
        return number not in left_out and self._options[number].upper[:aims] >= list(floor[:aims])

    def _is_dear(self, number: int) -> bool:
        parts = self._options[number].parts
        return any(part.is_open(self._aim) and part.budget > self.patience for part in parts)


class BoundsTable:
    """Moves with what is proven of them."""

    def __init__(self, options: Sequence[IntervalSum], grain: Sequence[float] = ()) -> None:
        """`grain`: by aim, what is believed of two moves is the same if it differs by less."""
        self.options = list(options)
        self._grain = list(grain)
        self.questions = 0
        self._touched: set[tuple[int, int]] = set()

    @property
    def holder(self) -> int:
        """The move with the best lower value."""
        return max(self._numbers(), key=lambda number: self.options[number].lower)

    @property
    def best(self) -> int:
        """The move to choose if nothing more is asked: one that is proven best, or else believed to be."""
        holder, numbers = self.holder, self._numbers()
        if not any(at != holder and self.may_beat(at, holder) for at in numbers):
            return holder
        floor = self.options[holder].lower[0]
        if all(option.upper[0] <= floor for option in self.options):  # that is all there is
            return max((at for at in numbers if self.options[at].lower[0] == floor), key=self.promise)
        return max(numbers, key=self.promise)

    def promise(self, number: int) -> tuple[list[float], int, list[float], list[int]]:
        """What moves are ranked by while nothing is proven: what is believed, in grains, then the rest."""
        option = self.options[number]
        grain = self._grain or [0.0] * len(option.expected)
        pairs = zip(option.expected, grain, strict=True)
        believed = [round(each / fine) if fine else each for each, fine in pairs]
        return believed, option.lower[0], option.expected, option.lower

    def may_beat(self, rival: int, other: int) -> bool:
        """May one move still be better than another, as far as is proven?"""
        return self.options[rival].upper > self.options[other].lower

    @property
    def is_proven(self) -> bool:
        """Is no other move better than `best`?"""
        best = self.best
        return not any(at != best and self.may_beat(at, best) for at in self._numbers())

    def regret(self, aim: int = 0) -> int:
        """By how much `best` can at most be worse than another move, in an aim."""
        best = self.best
        floor = self.options[best].lower[aim]
        rivals = (at for at in self._numbers() if at != best and self.may_beat(at, best))
        return max(0, max((self.options[at].upper[aim] - floor for at in rivals), default=0))

    @property
    def asked(self) -> int:
        """Of how many unknowns something was asked."""
        return len(self._touched)

    @property
    def unknowns(self) -> int:
        """How many unknowns there are in all."""
        return sum(option.count for option in self.options)

    def note(
        self, question: Query, lower: Sequence[int], upper: Sequence[int], is_done: bool, nodes: int
    ) -> None:
        """Take down an answer, the true bounds by aim."""
        self.options[question.option].parts[question.part].take(question, lower, upper, is_done, nodes)
        self.questions += 1
        self._touched.add((question.option, question.part))

    def _numbers(self) -> range:
        return range(len(self.options))


def open_terms(option: IntervalSum, aim: int, patience: int) -> tuple[list[int], list[int]]:
    """The parts that can still be asked about in an aim: all of them, and those that are cheap enough."""
    waiting = [number for number, part in enumerate(option.parts) if part.is_open(aim)]
    return waiting, [number for number in waiting if option.parts[number].budget <= patience]


def best_disproof_query(option: IntervalSum, rival: int, aim: int, floor: int, patience: int) -> Query | None:
    """Where most can be lost for the cost, asked so that the upper value of a move may come down to `floor`;
    None if it cannot, or not without questions that cost more than `patience`."""
    parts = option.parts
    waiting, open_ones = open_terms(option, aim, patience)
    if not open_ones or option.lower[aim] > floor:
        return None  # it cannot come down so far
    weight = sum(parts[at].weight for at in open_ones)
    fixed = option.upper[aim] - sum(parts[at].weight * parts[at].upper[aim] for at in open_ones)
    least = sum(parts[at].weight * parts[at].expected(aim) for at in open_ones)
    if len(open_ones) < len(waiting) and fixed + least > floor:
        return None  # not without the costly ones

    def easy(part: Term) -> float:
        """What can be shown without much ado, as far as is believed."""
        return min(part.expected(aim) + MARGINS[part.put_off[aim]], part.upper[aim])

    slack = (floor - fixed - sum(parts[at].weight * easy(parts[at]) for at in open_ones)) / weight

    def goal(part: Term) -> int:
        """What the unknown should be at most."""
        least = max(part.lower[aim], part.reach[aim])
        return min(max(int((easy(part) + slack) // 1), least), part.upper[aim] - 1)

    def gain(number: int) -> float:
        part = parts[number]
        return part.weight * (part.upper[aim] - max(part.expected(aim), goal(part))) / part.price(aim)

    chosen = max(open_ones, key=lambda number: (gain(number), -number))
    part = parts[chosen]
    return Query(rival, chosen, aim, goal(part) + 1, part.budget, DISPROVE_REST)


LEAD = 2  # nodes that the leader may cost for each that was spent on others in vain
WASTE = 4  # patiences that a rival may cost in vain before it waits


class ChanceSearch(BoundsTable):
    """Moves to choose from; ask what `question` says and hand the answer to `take`, until there is none."""

    def __init__(self, options: Sequence[IntervalSum], grain: Sequence[float] = ()) -> None:
        super().__init__(options, grain)
        self._holder = max(self._numbers(), key=lambda at: self.options[at].lower)
        self._floor = list(self.options[self._holder].lower)  # the value of the best move is not less
        self._leader = self._holder
        self._patience, self._is_costly = BUDGET, False
        self._in_vain = 0  # nodes of questions about others than the leader that were put off
        self._ranking = Ranking(self.options, self.may_be_best)
        by_promise = sorted(self._numbers(), key=lambda at: self.options[at].expected, reverse=True)
        self._ahead = deque(by_promise)  # may be better in the first aim alone
        self._held_back: list[int] = []  # those of them that are too costly yet
        self._trials = [IncumbentSearch(self.options, aim) for aim in range(len(self._floor))]
        self._ties = deque(by_promise)  # may be equal in the aims before, while the next one is dear
        self._settled, self._better = 0, 0  # aims; a move that may be better in one more
        self._wasted = [0] * len(self.options)  # nodes of questions about a move that were put off
        self._waits = False  # is anything of them under way, or held back?
        self._has_costly = False  # is there one at rest that is too costly yet?
        self._beaten: dict[int, list[int]] = {}  # by number of aims: no move is better than that

    # What to ask

    def question(self, busy: Collection[tuple[int, int]] = ()) -> Query | None:
        """What to ask next; None when nothing need be asked, or all that need be is `busy`."""
        while True:
            self._is_costly = self._has_costly
            self._leader = self._most_promising()
            found = self._find_floor(busy) or self._prove_best(busy) or self._ask_others(busy)
            if found is not None or not self._is_costly:
                return found
            self._patience *= PATIENCE
            self._wake()

    def question_for(self, option: int, most: int | None = None) -> Query | None:
        """What to ask for the exact value of an option; None: not more can be proven with `most` nodes."""
        nodes = most or max(part.budget for part in self.options[option].parts)
        asked = (self._prove(option, aim, (), nodes) for aim in range(len(self.options[option].lower)))
        return next((question for question in asked if question is not None), None)

    def take(
        self,
        question: Query,
        lower: Sequence[int],
        upper: Sequence[int],
        is_done: bool,
        nodes: int | None = None,
    ) -> None:
        """Take an answer: the bounds by aim, true ones; `is_done` = the budget was enough for it, of which so
        many nodes were needed (None: all)."""
        spent = question.budget if nodes is None else nodes
        self.note(question, lower, upper, is_done, spent)
        if question.option != self._leader and not is_done:
            self._in_vain += spent
            self._wasted[question.option] += spent
        self.changed(question.option)

    def changed(self, number: int) -> None:
        """Take note of what has been proven of a move."""
        option = self.options[number]
        option.add_up()
        if option.lower > self._floor:
            self._floor, self._holder = list(option.lower), number
            self._wake()
        self._ranking.changed(number)

    def heard(self, number: int) -> None:
        """Take note of what is newly believed of a move."""
        self.options[number].believe()
        self._ranking.changed(number)

    def may_be_best(self, number: int) -> bool:
        """May a move be better than all others?  Once it may not, it never will."""
        return self.options[number].upper > self._floor or number == self._holder

    def _most_promising(self) -> int:
        """The move believed to be best, as far as what is proven allows."""
        while (number := self._ranking.first()) is None:
            self._wake()
        return number

    def _wake(self) -> None:
        """Look again at the moves of which nothing could be asked."""
        self._ranking.wake()
        self._has_costly = False
        self._ahead.extend(self._held_back)
        self._held_back.clear()

    def _find_floor(self, busy: Collection[tuple[int, int]]) -> Query | None:
        """Ask for what some move is worth, in the first aim that is still needed where none is exact."""
        for aim, trials in enumerate(self._trials):
            if trials.is_over:
                continue
            if not self._is_settled(aim):
                return None
            left_out: set[int] = set()
            while (number := trials.move(self._floor, left_out)) is not None:
                is_dear = aim > 0 and trials.patience > BUDGET
                found = self._undo_ties(aim, busy) if is_dear else None
                found = found or self._prove(number, aim, busy, trials.patience)
                if found is not None:
                    return found
                left_out.add(number)  # answers are under way
        return None

    def _is_settled(self, aims: int) -> bool:
        """Is it proven how much can be had in the first aims, so many?  Once it is, it stays so."""

        def may_be_better(number: int) -> bool:
            return self.options[number].upper[:aims] > self._floor[:aims]

        if self._settled < aims and not may_be_better(self._better):
            self._better = next(filter(may_be_better, self._numbers()), self._better)
            if not may_be_better(self._better):
                self._settled = aims
        return self._settled >= aims

    def _prove_best(self, busy: Collection[tuple[int, int]]) -> Query | None:
        """Ask for what is open of the leader in the first aim that is still needed."""
        option = self.options[self._leader]
        for aim in range(len(option.lower)):
            most = max(self._patience * PATIENCE, LEAD * self._in_vain if aim == 0 else 0)
            found = self._prove(self._leader, aim, busy, most)
            if found is not None:
                return found
            if option.lower[aim] < option.upper[aim] or self._has_rivals(aim + 1):
                return None  # an answer is under way, or others have to be held against this aim
        return None

    def _prove(self, number: int, aim: int, busy: Collection[tuple[int, int]], most: int = 0) -> Query | None:
        """Ask for what is open of a move in an aim, if that does not cost more than `most`, or than the
        patience of now."""
        parts = self.options[number].parts
        waiting = [at for at, part in enumerate(parts) if part.is_open(aim) and (number, at) not in busy]
        cheap = [at for at in waiting if parts[at].budget <= (most or self._patience)]
        self._is_costly |= len(cheap) < len(waiting)
        if not cheap:
            return None
        chosen = max(cheap, key=lambda at: parts[at].promise(aim))
        part = parts[chosen]
        return Query(number, chosen, aim, part.next_level(aim), part.budget, PROVE_BEST)

    def _has_rivals(self, aims: int) -> bool:
        """May another move be better in the first aims, so many?  What no move can be stays so."""
        level = self.options[self._leader].lower[:aims]
        beaten = self._beaten.get(aims)
        if beaten is not None and level >= beaten:
            return False
        for at in self._numbers():
            if at != self._leader and self.options[at].upper[:aims] > level and self.may_be_best(at):
                return True
        if self.options[self._leader].upper[:aims] <= level:
            self._beaten[aims] = level
        return False

    def _ask_others(self, busy: Collection[tuple[int, int]]) -> Query | None:
        """Ask of the most promising other move that has not been beaten: for its value if it is believed to
        be more than what is proven, while the leader's is costly, and else whether it can be beaten."""
        taken = {option for option, _ in busy}
        if len(self._floor) > 1:
            found = self._ask_ahead(busy, taken)
            if found is not None or self._waits:
                return found
        for at in self._ranking.others(self._leader):
            if at in taken or self.options[at].upper <= self._floor:
                continue
            before, self._is_costly = self._is_costly, False
            found = self._prove_rival(at, busy) or self._disprove(at, busy)
            if found is not None:
                self._is_costly = before
                return found
            self._ranking.rest(at)
            self._has_costly |= self._is_costly
            self._is_costly |= before
        return None

    def _ask_ahead(self, busy: Collection[tuple[int, int]], taken: set[int]) -> Query | None:
        """Ask of another move that may be better in the first aim alone, until none may: what is asked in the
        next aim is in vain where they are not equal.  None, too, if all have to wait (`_waits`)."""
        found, passed, is_busy = None, [], False
        while found is None and self._ahead:
            number = self._ahead.popleft()
            option, floor = self.options[number], self._floor[0]
            if option.upper[0] <= floor:
                continue  # for good
            if number == self._leader or number in taken:
                is_busy |= number in taken
                passed.append(number)
                continue
            before, self._is_costly = self._is_costly, False
            if option.expected[0] >= floor:
                found = self._prove(number, 0, busy)
            found = found or self._lower(number, 0, floor)
            if found is not None:
                passed.append(number)
            elif self._is_costly:
                self._held_back.append(number)
            self._is_costly |= before
        self._ahead.extendleft(reversed(passed))
        self._waits = is_busy or bool(self._held_back)
        self._is_costly |= bool(self._held_back)
        return found

    def _prove_rival(self, rival: int, busy: Collection[tuple[int, int]]) -> Query | None:
        """Ask for the value of a move that is believed to be better than what is proven."""
        option = self.options[rival]
        for aim, floor in enumerate(self._floor):
            if option.expected[aim] < floor:
                return None
            found = self._prove(rival, aim, busy)
            if found is not None or option.lower[aim] < option.upper[aim] or option.lower[aim] > floor:
                return found
        return None

    def _disprove(self, rival: int, busy: Collection[tuple[int, int]]) -> Query | None:
        """Ask for the draw of a rival where most can be lost for the cost."""
        option, floor = self.options[rival], self._floor
        for aim in range(len(floor)):
            if aim > 0 and (found := self._prove(self._holder, aim, busy)) is not None:
                return found  # or there is nothing to be held against
            if option.upper[aim] > floor[aim] or aim == len(floor) - 1:
                found = self._lower(rival, aim, floor[aim])
                return found if found is not None or self._is_costly else self._undo_tie(rival, aim)
            # equal at most: one disappointment here is enough, too
            if any(part.is_believed_low(aim) for part in option.parts):
                return self._lower(rival, aim, floor[aim] - 1)
        return None

    def _undo_ties(self, aims: int, busy: Collection[tuple[int, int]]) -> Query | None:
        """Where the next aim is dear: ask of rivals that are the equals of what is proven at most, and
        believed to be less, once."""
        taken = {option for option, _ in busy}
        while self._ties:
            rival = self._ties[0]
            option, floor = self.options[rival], self._floor
            if rival not in taken and option.lower[:aims] < option.upper[:aims] == floor[:aims]:
                for aim in range(aims):
                    if any(part.is_believed_low(aim) for part in option.parts):
                        found = self._lower(rival, aim, floor[aim] - 1)
                        if found is not None:
                            return found
            self._ties.popleft()
        return None

    def _undo_tie(self, rival: int, aims: int) -> Query | None:
        """Ask in an aim before, where a rival is the equal of what is proven at most: is it?"""
        for aim in range(aims):
            found = self._lower(rival, aim, self._floor[aim] - 1)
            if found is not None:
                return found
        return None

    def _lower(self, rival: int, aim: int, floor: int) -> Query | None:
        """Ask so that the upper value of a rival may come down to `floor`."""
        if self._wasted[rival] > WASTE * self._patience:
            self._is_costly = True
            return None
        option = self.options[rival]
        waiting, cheap = open_terms(option, aim, self._patience)
        self._is_costly |= len(cheap) < len(waiting)
        return best_disproof_query(option, rival, aim, floor, self._patience)
