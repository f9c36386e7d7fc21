"""The rational opponent once more, slowly: what each move is worth against it, written from the definition.

The opponent knows their own rack and what has been played.  Any of the tiles that they do not see may be in
the bag.  The opponent makes a move that guarantees most on average, by `naive_exchanges`; of several such
moves the one that is worst for the player.  This holds until somebody exchanges after the first move:
from then on the opponent sees everything.

A world is what the bag holds after the first move and its draw.  A strategy of the player is one list of
numbers, the spread in each world at the worst.

    against_rational(bagged, count)      {move: (chance, spread)}, as in naive_bag
"""

from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from tests.oracles import naive
from tests.oracles.naive_bag import Bagged, Worth, bags, mean, minus
from tests.oracles.naive_exchanges import ExchangeOracle, Outcome, Scene, both, worse_dropped


class Node(NamedTuple):
    """One tile in the bag, and only passes since it is the only one; racks sorted."""

    board: naive.Board
    own: str
    others: str  # the other rack and the bag
    worlds: tuple[str, ...]  # tiles that may be in the bag
    ahead: int
    passes: int
    zeros: int


class RationalOracle:
    """All there is to know about one position."""

    def __init__(self, bagged: Bagged, by_spread: bool = False) -> None:
        self.bagged, self.by_spread = bagged, by_spread
        self.informed = ExchangeOracle(bagged, by_spread)
        self.choices: dict[tuple[object, ...], set[str]] = {}

    def worths(self, count: int) -> dict[str, Worth]:
        """What each move is worth: (chance, spread), or the other way round."""
        game, board, rack, unseen, ahead, zeros, known = self.bagged
        chances = bags(minus(unseen, known), count)
        found = {}
        for move, score in naive.plays(game, board, rack).items():
            after, rest = naive.apply(board, rack, move)
            laid = len(rack) - len(rest)
            if laid >= count:
                spreads = {
                    bag: ahead + score - self._endgame(after, minus(unseen, bag), rest + bag)
                    for bag in chances
                }
                found[move] = mean(spreads, chances, self.by_spread)
            elif count - laid == 1:
                found[move] = self._one_left(after, rest, ahead + score, (0, 0), chances)
        if count == 1:
            found[naive.PASS] = self._one_left(board, rack, ahead, (zeros + 1, zeros + 1), chances)
            for tile in set(rack) if game.exchange_limit <= 1 else ():
                spreads = {}
                for bag in chances:
                    own = "".join(sorted(minus(rack, tile) + bag))
                    others = "".join(sorted(minus(unseen, bag) + tile))
                    node = Node(board, own, others, (tile,), ahead, 0, zeros + 1)
                    spreads[bag] = max(dict(each)[tile] for each in self._opponent(node))
                found[f"exchange {tile}"] = mean(spreads, chances, self.by_spread)
        return found

    def _one_left(
        self,
        board: naive.Board,
        rest: str,
        ahead: int,
        counts: tuple[int, int],
        chances: dict[str, Fraction],
    ) -> Worth:
        """The best strategy when one tile is left, for each choice of tiles drawn now."""
        total = Fraction(0), Fraction(0)
        for drawn in {bag[:-1] for bag in chances}:
            left = {bag[-1]: p for bag, p in chances.items() if bag[:-1] == drawn}
            own, others = "".join(sorted(rest + drawn)), minus(self.bagged.unseen, drawn)
            strategies = self._opponent(Node(board, own, others, tuple(sorted(left)), ahead, *counts))
            best = max(mean(dict(each), left, self.by_spread) for each in strategies)
            share = sum(left.values())
            total = total[0] + share * best[0], total[1] + share * best[1]
        return total

    def _endgame(self, board: naive.Board, mine: str, his: str) -> int:
        return self.informed.endgames.endgame(board, mine, his)

    def _is_over(self, node: Node) -> bool:
        game = self.bagged.game
        limits = (node.passes, game.pass_limit), (node.zeros, game.scoreless_limit)
        return any(limit is not None and number >= limit for number, limit in limits)

    def _end(self, node: Node) -> set[Outcome]:
        game = self.bagged.game
        left = {tile: game.value(minus(node.others, tile)) - game.value(node.own) for tile in node.worlds}
        return {frozenset((tile, node.ahead + game.scoreless_loss * left[tile]) for tile in node.worlds)}

    def _choice(self, node: Node, tile: str) -> set[str]:
        """The opponent's best moves with this tile in the bag, which the opponent does not see."""
        rack, unseen = minus(node.others, tile), "".join(sorted(node.own + tile))
        key = node.board, rack, unseen, node.ahead, node.passes, node.zeros
        if key not in self.choices:
            seen = Bagged(self.bagged.game, node.board, rack, unseen, -node.ahead, node.zeros)
            oracle = ExchangeOracle(seen, self.by_spread, node.passes)
            oracle.endgames.memo = self.informed.endgames.memo
            worths = oracle.guaranteed(1)
            best = max(worths.values())
            self.choices[key] = {move for move, worth in worths.items() if worth == best}
        return self.choices[key]

    def _opponent(self, node: Node) -> set[Outcome]:
        """What the player's strategies come to with the opponent on turn."""
        if self._is_over(node):
            return self._end(node)
        game, played = self.bagged.game, {}
        passing, exchanging = [], []
        for tile in node.worlds:
            rack, choice = minus(node.others, tile), self._choice(node, tile)
            scores = naive.plays(game, node.board, rack)
            spreads = []
            for reply in choice & scores.keys():
                after, rest = naive.apply(node.board, rack, reply)
                spreads.append(node.ahead - scores[reply] + self._endgame(after, node.own, rest + tile))
            if spreads:
                played[tile] = min(spreads)
            if naive.PASS in choice:
                passing.append(tile)
            if given := "".join(sorted(move[-1] for move in choice if move.startswith("exchange "))):
                exchanging.append((tile, given))
        found: set[Outcome] = {frozenset(played.items())}
        if passing:
            passed = node._replace(worlds=tuple(passing), passes=node.passes + 1, zeros=node.zeros + 1)
            found = both(found, self._player(passed))
        if exchanging:
            scene = Scene(node.board, node.own, node.others, tuple(exchanging), node.ahead, 0, node.zeros + 1)
            found = both(found, self.informed._player(scene))
        return found

    def _player(self, node: Node) -> set[Outcome]:
        """What the player's strategies come to after a pass by the opponent."""
        if self._is_over(node):
            return self._end(node)
        game = self.bagged.game
        found = set(self._opponent(node._replace(passes=node.passes + 1, zeros=node.zeros + 1)))
        for play, score in naive.plays(game, node.board, node.own).items():
            after, rest = naive.apply(node.board, node.own, play)
            lead = node.ahead + score
            found.add(
                frozenset(
                    (tile, lead - self._endgame(after, minus(node.others, tile), rest + tile))
                    for tile in node.worlds
                )
            )
        for given in set(node.own) if game.exchange_limit <= 1 else ():
            strategies = []
            for tile in node.worlds:
                own = "".join(sorted(minus(node.own, given) + tile))
                others = "".join(sorted(minus(node.others, tile) + given))
                scene = Scene(node.board, own, others, ((tile, given),), node.ahead, 0, node.zeros + 1)
                strategies.append(self.informed._opponent(scene))
            found |= reduce(both, strategies)
        return worse_dropped(found)


def against_rational(bagged: Bagged, count: int, by_spread: bool = False) -> dict[str, Worth]:
    """What each move is worth: (chance, spread), or the other way round."""
    return RationalOracle(bagged, by_spread).worths(count)
