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
then `reach` says so.  What is believed (`Unknown.believed`) only decides what is asked, never what is proven.
After Berliner (1979), whose nodes have one interval; here it is a sum of them.

Invariant: whatever was asked, lower <= value <= upper holds for every move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from bstar.floor import Trials
from bstar.ranking import Ranking
from bstar.sharing import open_parts, share
from bstar.standing import Standing
from bstar.unknown import BUDGET, PATIENCE, PROVE_BEST, Option, Question

LEAD = 2  # nodes that the leader may cost for each that was spent on others in vain
WASTE = 4  # patiences that a rival may cost in vain before it waits


class Choice(Standing):
    """Moves to choose from; ask what `question` says and hand the answer to `take`, until there is none."""

    def __init__(self, options: Sequence[Option], grain: Sequence[float] = ()) -> None:
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
        self._trials = [Trials(self.options, aim) for aim in range(len(self._floor))]
        self._ties = deque(by_promise)  # may be equal in the aims before, while the next one is dear
        self._settled, self._better = 0, 0  # aims; a move that may be better in one more
        self._wasted = [0] * len(self.options)  # nodes of questions about a move that were put off
        self._waits = False  # is anything of them under way, or held back?
        self._has_costly = False  # is there one at rest that is too costly yet?
        self._beaten: dict[int, list[int]] = {}  # by number of aims: no move is better than that

    # What to ask

    def question(self, busy: Collection[tuple[int, int]] = ()) -> Question | None:
        """What to ask next; None when nothing need be asked, or all that need be is `busy`."""
        while True:
            self._is_costly = self._has_costly
            self._leader = self._most_promising()
            found = self._find_floor(busy) or self._prove_best(busy) or self._ask_others(busy)
            if found is not None or not self._is_costly:
                return found
            self._patience *= PATIENCE
            self._wake()

    def question_for(self, option: int, most: int | None = None) -> Question | None:
        """What to ask for the exact value of an option; None: not more can be proven with `most` nodes."""
        nodes = most or max(part.budget for part in self.options[option].parts)
        asked = (self._prove(option, aim, (), nodes) for aim in range(len(self.options[option].lower)))
        return next((question for question in asked if question is not None), None)

    def take(
        self,
        question: Question,
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

    def _find_floor(self, busy: Collection[tuple[int, int]]) -> Question | None:
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

    def _prove_best(self, busy: Collection[tuple[int, int]]) -> Question | None:
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

    def _prove(
        self, number: int, aim: int, busy: Collection[tuple[int, int]], most: int = 0
    ) -> Question | None:
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
        return Question(number, chosen, aim, part.next_level(aim), part.budget, PROVE_BEST)

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

    def _ask_others(self, busy: Collection[tuple[int, int]]) -> Question | None:
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

    def _ask_ahead(self, busy: Collection[tuple[int, int]], taken: set[int]) -> Question | None:
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

    def _prove_rival(self, rival: int, busy: Collection[tuple[int, int]]) -> Question | None:
        """Ask for the value of a move that is believed to be better than what is proven."""
        option = self.options[rival]
        for aim, floor in enumerate(self._floor):
            if option.expected[aim] < floor:
                return None
            found = self._prove(rival, aim, busy)
            if found is not None or option.lower[aim] < option.upper[aim] or option.lower[aim] > floor:
                return found
        return None

    def _disprove(self, rival: int, busy: Collection[tuple[int, int]]) -> Question | None:
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

    def _undo_ties(self, aims: int, busy: Collection[tuple[int, int]]) -> Question | None:
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

    def _undo_tie(self, rival: int, aims: int) -> Question | None:
        """Ask in an aim before, where a rival is the equal of what is proven at most: is it?"""
        for aim in range(aims):
            found = self._lower(rival, aim, self._floor[aim] - 1)
            if found is not None:
                return found
        return None

    def _lower(self, rival: int, aim: int, floor: int) -> Question | None:
        """Ask so that the upper value of a rival may come down to `floor`."""
        if self._wasted[rival] > WASTE * self._patience:
            self._is_costly = True
            return None
        option = self.options[rival]
        waiting, cheap = open_parts(option, aim, self._patience)
        self._is_costly |= len(cheap) < len(waiting)
        return share(option, rival, aim, floor, self._patience)
