"""Positions with tiles in the bag once more, slowly: what each move guarantees, written from the definition.

The player on turn sees his rack and the board.  The unseen tiles are the other rack and the bag, every order
of the bag as likely as any other.  The opponent sees everything.  A strategy of the player says what he does
with what he has seen; its worth is the mean, over all bags, of the worst that the opponent can do to it.  A
move guarantees the best worth of a strategy that begins with it, by the win probability (a drawn game is one
half), then by mean spread, or the other way round.

    guaranteed(Bagged(game, board, rack, unseen, ahead), count)     {move: (chance, spread)}, Fractions

Nothing is imported from the project.  For one tile in the bag; for two without the pass.  Plays of no points
are no scoreless turns here.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.oracles import naive

Worth = tuple[Fraction, Fraction]


class Bagged(NamedTuple):
    """What the player on turn sees."""

    game: naive.Game
    board: naive.Board
    rack: str
    unseen: str  # the other rack and the bag
    ahead: int = 0  # points
    zeros: int = 0
    known: str = ""  # tiles of the unseen ones that are on the other rack for sure


def minus(tiles: str, taken: str) -> str:
    """Tiles that are left."""
    return "".join(sorted((Counter(tiles) - Counter(taken)).elements()))


def bags(unseen: str, count: int) -> dict[str, Fraction]:
    """Every order of the bag with its probability."""
    found = Counter("".join(unseen[at] for at in order) for order in permutations(range(len(unseen)), count))
    total = sum(found.values())
    return {bag: Fraction(times, total) for bag, times in found.items()}


def outcome(spread: int) -> Fraction:
    """A win, a draw, a loss."""
    return Fraction((spread > 0) * 2 + (spread == 0), 2)


def mean(spreads: dict[str, int], chances: dict[str, Fraction], by_spread: bool) -> Worth:
    """Chance and mean spread of what comes of each bag, what counts first in front."""
    whole = sum(chances.values())
    chance = sum((p * outcome(spreads[bag]) for bag, p in chances.items()), Fraction(0)) / whole
    spread = sum((p * spreads[bag] for bag, p in chances.items()), Fraction(0)) / whole
    return (spread, chance) if by_spread else (chance, spread)


class Oracle:
    """All there is to know about one position."""

    def __init__(self, bagged: Bagged, by_spread: bool = False) -> None:
        self.bagged, self.by_spread = bagged, by_spread
        self.memo: dict[naive.State, int] = {}

    def endgame(self, board: naive.Board, mine: str, his: str) -> int:
        """The value for the side on turn, rack `mine`, when the bag is empty; no scoreless turns yet."""
        state = naive.State(board, "".join(sorted(mine)), "".join(sorted(his)), 0, 0)
        return naive._value(self.bagged.game, state, self.memo)

    def guaranteed(self, count: int) -> dict[str, Worth]:
        """What each move guarantees: (chance, spread), or the other way round."""
        game, board, rack, unseen, ahead, zeros, known = self.bagged
        chances, limit = bags(minus(unseen, known), count), game.scoreless_limit
        found = {}
        for move, score in {**naive.plays(game, board, rack), naive.PASS: 0}.items():
            after, rest = naive.apply(board, rack, move)
            laid = len(rack) - len(rest)
            if laid >= count:
                spreads = {
                    bag: ahead + score - self.endgame(after, minus(unseen, bag), rest + bag)
                    for bag in chances
                }
                found[move] = mean(spreads, chances, self.by_spread)
            elif count - laid == 1:
                found[move] = self._waiting(move, score, chances)
            elif move == naive.PASS and limit is not None and zeros + 1 >= limit:  # the game is over
                theirs = {bag: game.value(minus(unseen, bag)) for bag in chances}
                loss, mine = game.scoreless_loss, game.value(rack)
                ends = {bag: ahead + loss * (value - mine) for bag, value in theirs.items()}
                found[move] = mean(ends, chances, self.by_spread)
        return found

    def _waiting(self, move: str, score: int, chances: dict[str, Fraction]) -> Worth:
        """A move that leaves one tile in the bag: the best plan for each tile that is drawn now."""
        _, board, rack, unseen, ahead, zeros, _ = self.bagged
        after, rest = naive.apply(board, rack, move)
        total = Fraction(0), Fraction(0)
        for drawn in {bag[:-1] for bag in chances}:
            left = {bag[-1]: p for bag, p in chances.items() if bag[:-1] == drawn}
            share = sum(left.values())
            plans = self._plans(
                after,
                rest + drawn,
                minus(unseen, drawn),
                ahead + score,
                zeros + 1 if move == naive.PASS else 0,
                left,
            )
            best = max(mean(plan, left, self.by_spread) for plan in plans)
            total = total[0] + share * best[0], total[1] + share * best[1]
        return total

    def _plans(
        self, board: naive.Board, own: str, others: str, ahead: int, zeros: int, left: dict[str, Fraction]
    ) -> Sequence[dict[str, int]]:
        """One tile is in the bag, the opponent on turn: what each plan comes to, by that tile."""
        game = self.bagged.game
        limit = game.scoreless_limit
        assert limit is not None
        loss, own_value = game.scoreless_loss, game.value(own)
        end = {bag: ahead + loss * (game.value(minus(others, bag)) - own_value) for bag in left}
        if zeros >= limit:
            return [end]
        answers = {}
        for bag in left:
            his = minus(others, bag)
            for reply, score in naive.plays(game, board, his).items():
                after, rest = naive.apply(board, his, reply)
                spread = ahead - score + self.endgame(after, own, rest + bag)
                answers[bag] = min(answers.get(bag, spread), spread)

        def with_answers(plan: dict[str, int]) -> dict[str, int]:
            return {bag: min(spread, answers.get(bag, spread)) for bag, spread in plan.items()}

        if zeros + 1 >= limit:
            return [with_answers(end)]
        plans = []
        for play, score in naive.plays(game, board, own).items():
            after, rest = naive.apply(board, own, play)
            lead = ahead + score
            plans.append({bag: lead - self.endgame(after, minus(others, bag), rest + bag) for bag in left})
        plans += self._plans(board, own, others, ahead, zeros + 2, left)
        return [with_answers(plan) for plan in plans]


def guaranteed(bagged: Bagged, count: int, by_spread: bool = False) -> dict[str, Worth]:
    """What each move guarantees: (chance, spread), or the other way round."""
    return Oracle(bagged, by_spread).guaranteed(count)
