"""The value of a move that leaves one tile in the bag against a rational opponent.

    rational opponent     knows their own rack, but not the bag; makes a move that is best on average over
                          what may be there, as the search for the player finds it (`opponent.py`)
    equally good moves    the worst of them for the player, so that the value holds against each of them

With each tile that may be in the bag the opponent has another rack, and so a choice of their own:

    bag   opponent's best moves       value
    A     a play                      the endgame after it
    E     a play                      the endgame after it
    T     a pass                      that of the player's plan, the same for all bags with which they pass
    U     a play, or a pass           the minimum of both

After the opponent's pass the player plays, or passes as well, and the opponent chooses again.  A move that
may be the opponent's best but is not proven to be so counts for the lower bound.  The upper bound is that of
the moves that are proven best; while there are none, the greatest of those that may be.  What follows an
exchange after the move counts as it is guaranteed (`exchanges.py`).

The opponent has fewer replies than one who sees everything.  So the value is at least what the move
guarantees, which bounds it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scrabble.game.unseen import BagContents
from scrabble.solver.names import Objective
from scrabble.solver.preendgame.exchanges import OneTileGame, OpponentsExchange, TileState
from scrabble.solver.preendgame.opponent import OpponentsChoice, OpponentsSolver
from scrabble.solver.preendgame.plans import NEXT
from scrabble.solver.preendgame.replies import PART_BYTES, ScorelessLeft, StateAfter, end, rating
from scrabble.solver.preendgame.values import (
    BestPlan,
    KnownSpread,
    ObjectiveBounds,
    OpponentMin,
    ScenarioTerm,
    SpreadTerm,
    by_objective,
)

SHARE = 8  # one of this many parts of a query's nodes goes to what the move guarantees
LONG = 3  # scoreless turns left from which a choice is the same with more of them


class OpponentsReply:
    """The player's spread after a reply of the opponent in one scenario.

    `sure` are the spreads after moves that are proven best, `possible` those after all that may be.
    """

    __slots__ = ("_possible", "_sure")

    def __init__(self, sure: Sequence[SpreadTerm], possible: Sequence[SpreadTerm]) -> None:
        self._sure, self._possible = sure, possible

    @property
    def lower(self) -> int:
        """The proven lower bound."""
        return min(each.lower for each in self._possible)

    @property
    def upper(self) -> int:
        """The proven upper bound."""
        if self._sure:
            return min(each.upper for each in self._sure)
        return max(each.upper for each in self._possible)

    def ask_spread(self, least: int, nodes: int) -> bool:
        """Test whether the spread is at least `least`; return whether `nodes` were enough."""
        is_done = True
        for each in sorted(self._possible, key=lambda each: each.upper):
            is_done = each.ask_spread(least, nodes) and is_done
            if self.upper < least:
                return True
        return is_done


class OpponentTurn(NamedTuple):
    """A turn of the opponent, after passes only since the move."""

    number: int
    left: ScorelessLeft  # scoreless turns


class RationalValue:
    """The value of a move, summed over the tiles that may be in the bag now; see the module's docstring.

    `guaranteed` is the same sum against an opponent who sees everything; `guess` an estimate of the spread.
    """

    def __init__(
        self,
        objectives: Sequence[Objective],
        game: OneTileGame,
        after: StateAfter,
        bags: Sequence[BagContents],
        guess: float,
        guaranteed: ScenarioTerm,
    ) -> None:
        self._game, self._solver, self._after, self._guess = game, game.solver, after, guess
        self._bags, self._objectives = [bag.tiles for bag in bags], tuple(objectives)
        self._weights = {bag.tiles: bag.weight for bag in bags}
        self._guaranteed = guaranteed
        self._turns = list(self._opponents_turns())
        self._choices: dict[tuple[ScorelessLeft, bytes], OpponentsChoice] = {}
        self._spreads = {bag: KnownSpread(*self._solver.limits) for bag in self._bags}  # bounds, by bag
        self._plan: BestPlan | None = None  # of the player after the opponent's pass
        self._planned: list[bytes] = []  # bags with which the opponent may pass or exchange

    def _opponents_turns(self) -> Iterator[OpponentTurn]:
        """Yield the opponent's turns while both sides pass."""
        number, left = 0, self._after.left
        while not left.is_over:
            yield OpponentTurn(number, left)
            number, left = number + 1, left.after_pass().after_pass()

    def bounds(self, objectives: Sequence[Objective]) -> ObjectiveBounds:
        """Return the proven bounds."""
        lower, upper = self._sums(
            [bag for bag in self._bags if self._plan is None or bag not in self._planned]
        )
        if self._plan is not None:
            more = self._plan.bounds(self._objectives)
            lower = [each + least for each, least in zip(lower, more.lower, strict=True)]
            upper = [each + most for each, most in zip(upper, more.upper, strict=True)]
        first, second = self._guaranteed.bounds(self._objectives).lower
        if first == upper[0]:  # no better in the first objective, so no worse in the second
            lower[1] = max(lower[1], second)
        lower[0] = max(lower[0], first)
        return ObjectiveBounds(tuple(lower), tuple(upper))

    def ask(self, objective: Objective, gamma: int, nodes: int) -> bool:
        """Test whether the value is at least gamma; return whether `nodes` were enough.

        Raises SearchStopped.
        """
        at, spent = self._objectives.index(objective), 0

        def is_known() -> bool:
            lower, upper = self.bounds(self._objectives)
            return lower[at] >= gamma or upper[at] < gamma

        if is_known():
            return True
        self._guaranteed.ask(objective, gamma, max(nodes // SHARE, 1))
        while not is_known() and (found := self._open_choice()) is not None:
            if spent >= nodes:
                return False
            bag, choice = found

            def is_enough(bag: bytes = bag) -> bool:
                self._look_at(bag)
                return is_known()

            spent += choice.advance(nodes - spent, is_enough)
            self._look_at(bag)
        if is_known():
            return True
        if self._plan is None:
            self._make_plan()
        if self._plan is None:
            return True
        fixed = self._sums([bag for bag in self._bags if bag not in self._planned])
        is_done = True
        for level in sorted({fixed[0][at], fixed[1][at]}, reverse=True):
            is_done = is_known() or (self._plan.ask(objective, gamma - level, nodes) and is_done)
        return is_done

    def _sums(self, bags: Sequence[bytes]) -> tuple[list[int], list[int]]:
        """Return the sums of the bounds with some bags, by objective."""
        lower, upper = [0] * len(self._objectives), [0] * len(self._objectives)
        for bag in bags:
            least, most = by_objective(self._objectives, *self._spreads[bag])
            for at in range(len(self._objectives)):
                lower[at] += self._weights[bag] * least[at]
                upper[at] += self._weights[bag] * most[at]
        return lower, upper

    # The opponent's choices

    def _choice(self, turn: OpponentTurn, bag: bytes) -> OpponentsChoice:
        """Return the opponent's choice at a turn with a tile in the bag."""
        left = turn.left
        if not self._game.has_exchanges and min(left) >= LONG:
            left = self._turns[0].left
        if (left, bag) not in self._choices:
            solver = OpponentsSolver(self._solver, self._after, bag)
            like = next((each for (_, other), each in self._choices.items() if other == bag), None)
            self._choices[left, bag] = OpponentsChoice(solver, bag, self._objectives, left, like)
        return self._choices[left, bag]

    def _open_choice(self) -> tuple[bytes, OpponentsChoice] | None:
        """Return the next choice that is not settled, of a turn that the game may come to."""
        for turn in self._turns:
            for bag in self._bags:
                if self._comes_to(turn, bag) and not (choice := self._choice(turn, bag)).is_done:
                    return bag, choice
        return None

    def _comes_to(self, turn: OpponentTurn, bag: bytes) -> bool:
        """Return whether the opponent may have passed at every turn before this one."""
        return all(self._may_pass(before, bag) for before in self._turns[: turn.number])

    def _may_pass(self, turn: OpponentTurn, bag: bytes) -> bool:
        choice = self._choice(turn, bag)
        return choice.pass_number in choice.possible

    def _look_at(self, bag: bytes) -> None:
        """Bound the spread with a bag by what is known of the opponent's first choice."""
        unknown = KnownSpread(*self._solver.limits)
        reply = self._reply(self._turns[0], bag, unknown, lambda _: unknown)
        self._spreads[bag] = KnownSpread(reply.lower, reply.upper)

    def _reply(
        self, turn: OpponentTurn, bag: bytes, after_pass: SpreadTerm, exchanged: Callable[[bytes], SpreadTerm]
    ) -> OpponentsReply:
        """Return the spread after the opponent's choice at a turn.

        `after_pass` is that after a pass, `exchanged` returns that after an exchange of one of some tiles.
        """
        choice = self._choice(turn, bag)

        def spreads(numbers: Sequence[int]) -> list[SpreadTerm]:
            moves = [(number, choice.candidates[number].play) for number in numbers]
            found: list[SpreadTerm] = [choice.reply(number) for number, play in moves if play.laid]
            if any(play.is_pass for _, play in moves):
                found.append(after_pass)
            if given := b"".join(play.exchanged for _, play in moves):
                found.append(exchanged(given))
            return found

        return OpponentsReply(spreads(choice.sure), spreads(choice.possible))

    # The player's plans

    def _make_plan(self) -> None:
        """Set up the player's plans if the opponent may pass or exchange with some of the bags."""
        firsts = {bag: self._choice(self._turns[0], bag) for bag in self._bags}
        self._planned = [
            bag
            for bag, choice in firsts.items()
            if not all(choice.candidates[number].play.laid for number in choice.possible)
        ]
        if not self._planned:
            return
        plans = list(self._plans())
        self._solver.reserve(PART_BYTES * len(plans) * len(self._planned))
        clock = [0]
        self._plan = BestPlan(
            [[OpponentMin([term], self._solver.limits, True, clock) for term in terms] for terms, _ in plans],
            [self._weights[bag] for bag in self._planned],
            self._objectives,
            [self._guess + more for _, more in plans],
            clock,
            lambda: self._solver.nodes,
        )

    def _plans(self) -> Iterator[tuple[list[SpreadTerm], float]]:
        """Yield the plans: their spread with each bag, and the estimated points that they bring."""
        game, last = self._game, self._turns[-1]
        yield (
            [self._after_turns(last, bag, end(self._solver, self._after, bag)) for bag in self._planned],
            -NEXT,
        )
        for turn in self._turns:
            left = turn.left.after_pass()
            bags = [bag for bag in self._planned if self._comes_to(turn, bag) and self._may_pass(turn, bag)]
            if left.is_over or not bags:
                return
            if turn.number == 0 or any(
                self._choice(turn, bag) is not self._choice(self._turns[turn.number - 1], bag) for bag in bags
            ):
                state = self._state(b"".join(bags), left)
                for play in game.plays(state):
                    if play.laid:
                        yield (
                            [
                                self._after_turns(turn, bag, game.endgame(play, state, bag[0]))
                                for bag in self._planned
                            ],
                            rating(play),
                        )
            for given in sorted(set(self._after.own.rack)) if game.has_exchanges else ():
                terms = []
                for bag in self._planned:
                    [state] = self._state(bag, left).after_own_exchange(given, game.rules)
                    terms.append(self._after_turns(turn, bag, game.opponent(state)))
                yield terms, -NEXT

    def _after_turns(self, last: OpponentTurn, bag: bytes, after_pass: SpreadTerm) -> SpreadTerm:
        """Return the spread with a bag if the player passes until a turn; `after_pass` is that after it."""
        found = after_pass
        for turn in reversed(self._turns[: last.number + 1]):
            if self._comes_to(turn, bag):
                exchanged = self._exchanges_at(turn, bag)
                found = self._reply(turn, bag, found, exchanged)
        return found

    def _exchanges_at(self, turn: OpponentTurn, bag: bytes) -> Callable[[bytes], SpreadTerm]:
        """Return a function: the spread after the opponent's exchange of one of some tiles.

        The player knows that the opponent has exchanged, and with which bags that may be.
        """
        game, left = self._game, turn.left.after_exchange(self._game.rules)

        def given_with(other: bytes) -> bytes:
            choice = self._choice(turn, other)
            return b"".join(choice.candidates[at].play.exchanged for at in choice.possible)

        def exchanged(given: bytes) -> SpreadTerm:
            others = [other for other in self._planned if self._comes_to(turn, other)]
            tiles = b"".join(map(given_with, others))
            guaranteed = game.player(self._state(tiles, left))
            return OpponentsExchange(guaranteed, game.player(self._state(given, left)))

        return exchanged

    def _state(self, bag: bytes, left: ScorelessLeft) -> TileState:
        """Return the state in which any of these tiles may be in the bag."""
        return TileState(self._after.own.rack, self._after.others, bytes(sorted(set(bag))), left)
