"""Exchanges with one tile in the bag, slowly: what each move guarantees, written from the rules.

A world is what the bag holds at first; the player on turn knows with which chance it is which.  The opponent
sees everything.  What the player knows later on is, for each world, the tiles that may be in the bag now: the
opponent has had a choice of what to put back.  A strategy of the player is one list of numbers, what it comes
to in each world at the worst; of two lists, one nowhere better than the other is dropped.

    guaranteed(bagged, count)      {move: (chance, spread)}, as in naive_bag; "exchange A" is a move, too

Exchanges and passes count towards `scoreless_limit`, passes in a row towards `pass_limit`; a play ends both
counts, an exchange the second one.  Two tiles in the bag: only plays that leave one, or none.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import NamedTuple

from tests.oracles import naive
from tests.oracles.naive_bag import Bagged, Oracle, Worth, bags, mean, minus

Outcome = frozenset[tuple[str, int]]  # a spread for each world
Belief = tuple[tuple[str, str], ...]  # for each world, the tiles that may be in the bag


class Scene(NamedTuple):
    """One tile in the bag, as the player knows it; racks sorted."""

    board: naive.Board
    own: str
    others: str  # the other rack and the bag
    belief: Belief
    ahead: int
    passes: int
    zeros: int


def worse_dropped(outcomes: Iterable[Outcome]) -> set[Outcome]:
    """The outcomes without those that another one is nowhere below."""
    found = {each: dict(each) for each in outcomes}
    return {
        each
        for each, values in found.items()
        if not any(
            other != each and all(numbers[world] >= value for world, value in values.items())
            for other, numbers in found.items()
        )
    }


def both(first: Iterable[Outcome], second: Iterable[Outcome]) -> set[Outcome]:
    """A strategy for each of two things that the opponent may do, the worse of them in each world."""
    pairs = [(dict(one), dict(other)) for one in first for other in second]
    worlds = [
        frozenset(
            (world, min(part[world] for part in pair if world in part))
            for world in pair[0].keys() | pair[1].keys()
        )
        for pair in pairs
    ]
    return worse_dropped(worlds)


class ExchangeOracle:
    """All there is to know about one position."""

    def __init__(self, bagged: Bagged, by_spread: bool = False) -> None:
        self.bagged, self.by_spread = bagged, by_spread
        self.endgames = Oracle(bagged)
        self.memo: dict[tuple[bool, Scene], set[Outcome]] = {}

    def guaranteed(self, count: int) -> dict[str, Worth]:
        """What each move guarantees: (chance, spread), or the other way round."""
        game, board, rack, unseen, ahead, zeros, known = self.bagged
        chances = bags(minus(unseen, known), count)
        found = {}
        for move, score in naive.plays(game, board, rack).items():
            after, rest = naive.apply(board, rack, move)
            laid = len(rack) - len(rest)
            if laid >= count:
                spreads = {
                    bag: ahead + score - self.endgames.endgame(after, minus(unseen, bag), rest + bag)
                    for bag in chances
                }
                found[move] = mean(spreads, chances, self.by_spread)
            elif count - laid == 1:
                found[move] = self._best(after, rest, ahead + score, 0, chances)
        if count == 1:
            found[naive.PASS] = self._best(board, rack, ahead, zeros + 1, chances)
            for tile in set(rack) if game.exchange_limit <= 1 else ():
                found[f"exchange {tile}"] = self._exchange(tile, chances)
        return found

    def _best(
        self, board: naive.Board, rest: str, ahead: int, zeros: int, chances: dict[str, Fraction]
    ) -> Worth:
        """The best strategy when one tile is left in the bag, for each choice of tiles drawn now."""
        total = Fraction(0), Fraction(0)
        for drawn in {bag[:-1] for bag in chances}:
            left = {bag[-1]: p for bag, p in chances.items() if bag[:-1] == drawn}
            others, share = minus(self.bagged.unseen, drawn), sum(left.values())
            belief = tuple((tile, tile) for tile in sorted(left))
            own = "".join(sorted(rest + drawn))
            strategies = self._opponent(Scene(board, own, others, belief, ahead, zeros, zeros))
            best = max(mean(dict(each), left, self.by_spread) for each in strategies)
            total = total[0] + share * best[0], total[1] + share * best[1]
        return total

    def _exchange(self, tile: str, chances: dict[str, Fraction]) -> Worth:
        """The player exchanges now, and knows everything."""
        _, board, rack, unseen, ahead, zeros, _ = self.bagged
        spreads = {}
        for bag in chances:
            own = "".join(sorted(minus(rack, tile) + bag))
            others = "".join(sorted(minus(unseen, bag) + tile))
            scene = Scene(board, own, others, ((bag, tile),), ahead, 0, zeros + 1)
            spreads[bag] = max(dict(each)[bag] for each in self._opponent(scene))
        return mean(spreads, chances, self.by_spread)

    def _is_over(self, scene: Scene) -> bool:
        game = self.bagged.game
        return any(
            limit is not None and number >= limit
            for number, limit in ((scene.passes, game.pass_limit), (scene.zeros, game.scoreless_limit))
        )

    def _end(self, scene: Scene) -> set[Outcome]:
        """Nobody has played: both lose what they hold."""
        game = self.bagged.game

        def spread(tile: str) -> int:
            return game.scoreless_loss * (game.value(minus(scene.others, tile)) - game.value(scene.own))

        return {
            frozenset(
                (world, scene.ahead + min(spread(tile) for tile in tiles)) for world, tiles in scene.belief
            )
        }

    def _opponent(self, scene: Scene) -> set[Outcome]:
        """What the player's strategies come to with the opponent on turn."""
        if self._is_over(scene):
            return self._end(scene)
        if (True, scene) not in self.memo:
            passed = scene._replace(passes=scene.passes + 1, zeros=scene.zeros + 1)
            found = both(self._player(passed), [self._replies(scene)])
            if self.bagged.game.exchange_limit <= 1:
                belief = tuple(
                    (world, "".join(sorted({new for old in tiles for new in minus(scene.others, old)})))
                    for world, tiles in scene.belief
                )
                changed = scene._replace(belief=belief, passes=0, zeros=scene.zeros + 1)
                found = both(found, self._player(changed))
            self.memo[True, scene] = found
        return self.memo[True, scene]

    def _replies(self, scene: Scene) -> Outcome:
        """What the opponent's plays come to, in the worlds in which there are any."""
        game, found = self.bagged.game, {}
        for world, tiles in scene.belief:
            for tile in tiles:
                other = minus(scene.others, tile)
                for reply, score in naive.plays(game, scene.board, other).items():
                    after, rest = naive.apply(scene.board, other, reply)
                    spread = scene.ahead - score + self.endgames.endgame(after, scene.own, rest + tile)
                    found[world] = min(found.get(world, spread), spread)
        return frozenset(found.items())

    def _player(self, scene: Scene) -> set[Outcome]:
        """What the player's strategies come to with the player on turn."""
        if self._is_over(scene):
            return self._end(scene)
        if (False, scene) not in self.memo:
            game = self.bagged.game
            passed = scene._replace(passes=scene.passes + 1, zeros=scene.zeros + 1)
            found = set(self._opponent(passed))
            for play, score in naive.plays(game, scene.board, scene.own).items():
                after, rest = naive.apply(scene.board, scene.own, play)
                lead = scene.ahead + score
                found.add(
                    frozenset(
                        (
                            world,
                            min(
                                lead - self.endgames.endgame(after, minus(scene.others, tile), rest + tile)
                                for tile in tiles
                            ),
                        )
                        for world, tiles in scene.belief
                    )
                )
            if game.exchange_limit <= 1:
                for given in set(scene.own):
                    found |= self._exchanged(scene, given)
            self.memo[False, scene] = worse_dropped(found)
        return self.memo[False, scene]

    def _exchanged(self, scene: Scene, given: str) -> set[Outcome]:
        """The player puts `given` into the bag and goes on by the tile that was there."""
        strategies = []
        for drawn in {tile for _, tiles in scene.belief for tile in tiles}:
            belief = tuple((world, given) for world, tiles in scene.belief if drawn in tiles)
            own = "".join(sorted(minus(scene.own, given) + drawn))
            others = "".join(sorted(minus(scene.others, drawn) + given))
            after = scene._replace(own=own, others=others, belief=belief, passes=0, zeros=scene.zeros + 1)
            strategies.append(self._opponent(after))
        return reduce(both, strategies)


def guaranteed(bagged: Bagged, count: int, by_spread: bool = False) -> dict[str, Worth]:
    """What each move guarantees: (chance, spread), or the other way round."""
    return ExchangeOracle(bagged, by_spread).guaranteed(count)


def upper_bounds(bagged: Bagged, count: int) -> dict[str, Worth]:
    """What exchanges are worth if the best play that empties the bag follows, or the end of the game."""
    game, board, rack, unseen, ahead, zeros, known = bagged
    is_over = game.scoreless_limit is not None and zeros + 1 >= game.scoreless_limit
    oracle, chances, found = Oracle(bagged), bags(minus(unseen, known), count), {}
    given = {"".join(sorted(tiles)) for number in range(1, count + 1) for tiles in combinations(rack, number)}
    for tiles in given if game.exchange_limit <= count else ():
        spreads = {}
        for bag in chances:
            own = minus(rack, tiles) + bag[: len(tiles)]
            left, other = bag[len(tiles) :] + tiles, minus(unseen, bag)
            end = ahead + game.scoreless_loss * (game.value(other) - game.value(own))
            replies = [end] if is_over else []
            for reply, score in ({} if is_over else naive.plays(game, board, other)).items():
                after, rest = naive.apply(board, other, reply)
                if len(other) - len(rest) >= count:
                    replies.append(ahead - score + oracle.endgame(after, own, rest + left))
            spreads[bag] = min(replies, default=None)
        if None not in spreads.values():
            found[f"exchange {naive_rack(tiles)}"] = mean(spreads, chances, by_spread=False)
    return found


def naive_rack(tiles: str) -> str:
    """Tiles in order, blanks last."""
    return "".join(sorted(tiles.replace(naive.BLANK, ""))) + naive.BLANK * tiles.count(naive.BLANK)
