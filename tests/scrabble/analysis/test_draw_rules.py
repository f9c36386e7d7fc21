"""Sentences about turns with tiles in the bag, each checked against the oracle on small random worlds."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace as with_fields

from scrabble.analysis.evaluator import turn_of_solution
from scrabble.analysis.explain.draw_rules import reasons_of_turn
from scrabble.analysis.recorded_turn import describe_turn, unseen_position
from scrabble.answer.interval import ANY_CHANCE, UNKNOWN, exactly
from scrabble.answer.moves import MoveResult, Scenario
from scrabble.answer.names import MoveStatus
from scrabble.answer.turns import NOTHING_KNOWN, Evaluation, Turn, position_keys, with_evaluation
from scrabble.game.unseen import UnseenTiles
from scrabble.records.replay import replay
from scrabble.solver import SolveOptions
from scrabble.solver.preendgame.task import PreendgameSearch
from scrabble.solver.solve import solve
from tests.cases import rewritten
from tests.oracles import naive
from tests.oracles.naive_bag import Oracle, minus
from tests.worlds.bags import bag_world, position_of
from tests.worlds.scrabble_games import enable, game, with_found

MEMORY = 32 << 20
PLAY = "1A AB"
QUICK = {1: range(6), 2: range(2)}  # by the number of tiles in the bag
MANY = {1: range(6, 200), 2: range(2, 30)}


class Truth:
    """The true values of the moves of a world, by the oracle."""

    def __init__(self, seed: int, count: int) -> None:
        self.bagged, self.count = bag_world(seed, count), count
        self.oracle = Oracle(self.bagged)
        self.scores = naive.plays(self.bagged.game, self.bagged.board, self.bagged.rack)

    def spread(self, move: str, bag: str) -> int:
        """Return the final spread of a play that empties the bag."""
        bagged = self.bagged
        after, rest = naive.apply(bagged.board, bagged.rack, move)
        his = minus(bagged.unseen, bag)
        return bagged.ahead + self.scores[move] - self.oracle.endgame(after, his, rest + bag)

    def is_sure(self, move: str, won: list[str]) -> bool:
        """Return whether one plan after a pass, or after the first draw, wins with all of these."""
        bagged = self.bagged
        after, rest = naive.apply(bagged.board, bagged.rack, move)
        if move == naive.PASS:
            left = dict.fromkeys(won, Fraction(1))
            state = after, rest, bagged.unseen, bagged.ahead, bagged.zeros + 1
            return any(all(plan[bag] > 0 for bag in won) for plan in self.oracle._plans(*state, left))
        for drawn in won:
            others = minus(bagged.unseen, drawn)
            left = dict.fromkeys(others, Fraction(1))
            state = after, rest + drawn, others, bagged.ahead + self.scores[move], 0
            if not any(min(plan.values()) > 0 for plan in self.oracle._plans(*state, left)):
                return False
        return True


def check_draws(truth: Truth, turn: Turn, facts: Struct) -> None:
    """A play that empties the bag wins with these draws and with no others."""
    assert all(truth.spread(facts.move, bag) > 0 for bag in facts.won)
    assert all(truth.spread(facts.move, bag) <= 0 for bag in facts.not_won)
    bags = {
        turn.found.position.alphabet.rack_text(draw.tiles) for draw in UnseenTiles(turn.found.position).draws
    }
    assert bags == {*facts.won, *facts.not_won}


def check_sure(truth: Truth, turn: Turn, facts: Struct) -> None:
    """A pass, or a play that leaves tiles in the bag, wins with these."""
    assert facts.won and truth.is_sure(facts.move, facts.won)


def check_forced_draw(truth: Truth, turn: Turn, facts: Struct) -> None:
    """With these the play loses, and the pass wins."""
    assert turn.found.best == ("pass",) and truth.is_sure(naive.PASS, facts.tiles)
    assert all(truth.spread(facts.move, bag) < 0 for bag in facts.tiles)


def check_actual_bag(truth: Truth, turn: Turn, text: str) -> None:
    """Check the sentence on the actual content of the bag."""
    for name in {turn.found.best[0], turn.made}:
        if f" {name} is sure to win" in text:
            assert name == "pass" and truth.is_sure(name, [turn.found.actual_bag])
        for word, sign in (("wins", 1), ("draws", 0), ("loses", -1)):
            if f" {name} {word}" in text:
                spread = truth.spread(name, turn.found.actual_bag)
                assert (spread > 0) - (spread < 0) == sign


CHECKS = {"draws": check_draws, "sure": check_sure, "forced_draw": check_forced_draw}


@pytest.mark.parametrize("count", QUICK)
def test_every_sentence_is_true(count):
    check_worlds(count, QUICK[count])


@pytest.mark.slow
@pytest.mark.parametrize("count", MANY)
def test_every_sentence_is_true_in_many_worlds(count):
    check_worlds(count, MANY[count])


def turn_with_a_tile_in_the_bag() -> Turn:
    replayed = replay(game("g0040"))
    return describe_turn(replayed.turns[20], replayed, enable())


def check_worlds(count: int, seeds: range) -> None:
    """Check all reasons for some moves of these worlds against the oracle."""
    on = turn_with_a_tile_in_the_bag()
    kinds: Counter[str] = Counter()
    for seed in seeds:
        truth = Truth(seed, count)
        position, lexicon = position_of(truth.bagged)
        whole = solve(position, lexicon, SolveOptions(memory=MEMORY, settle_ties=True))
        bags = [position.alphabet.rack_text(draw.tiles) for draw in UnseenTiles(position).draws]
        for at, played in enumerate(each.text for each in whole.moves[:: max(1, len(whole.moves) // 4)]):
            move = position.parse_move(played)
            made = dataclasses.replace(on.replayed, position=position, move=move, is_taken_back=False)
            options = SolveOptions(memory=MEMORY, value_of=move)
            solution = PreendgameSearch(position, lexicon, options).result()
            this = with_fields(on, replayed=made, played=played, phonies=(), is_taken_back=False)
            turn = turn_of_solution(this, solution, "ENABLE", bags[at % len(bags)])
            for claim in reasons_of_turn(turn):
                kinds[claim.kind] += 1
                if claim.kind == "actual_bag":
                    check_actual_bag(truth, turn, claim.text)
                else:
                    CHECKS[claim.kind](truth, turn, claim.facts)
    assert kinds["draws"] and kinds["sure"] and kinds["actual_bag"]
    assert kinds["forced_draw"] or count == 2


def known(draws: dict[str, int], text: str = PLAY) -> Turn:
    """A turn whose best move wins (2), draws (1) or loses (0) with each draw; the bag holds as many tiles."""
    on, count = turn_with_a_tile_in_the_bag(), len(next(iter(draws)))
    position = unseen_position(on)
    if count == 2:  # take a tile of the board back
        squares = position.squares.copy()
        squares[tuple(next(zip(*squares.nonzero(), strict=True)))] = 0
        position = dataclasses.replace(position, squares=squares)
    scenarios = tuple(
        Scenario(
            tiles=tiles,
            probability=Fraction(1, len(draws)),
            spread=UNKNOWN,
            win=exactly(Fraction(won, 2)),
            codes=position.alphabet.encode(tiles),
        )
        for tiles, won in draws.items()
    )
    best = MoveResult(
        text=text, score=9, status=MoveStatus.BEST, spread=UNKNOWN, win=ANY_CHANCE, scenarios=scenarios
    )
    known = {"best": (text,), "moves": (best,), "moves_total": 1}
    nothing = {"estimate_after": None, "spread_after": UNKNOWN, "win_after": ANY_CHANCE}
    evaluation = Evaluation(
        **position_keys(position, "ENABLE"),
        **(NOTHING_KNOWN | known),
        **nothing,
        loss=UNKNOWN,
        win_loss=ANY_CHANCE,
    )
    return with_evaluation(on, evaluation, is_proven=False)


@pytest.mark.parametrize(
    ("text", "said"), [(PLAY, []), ("pass", ["Passing is sure to win if the bag holds A."])]
)
def test_nothing_is_said_of_what_is_not_known(text, said):
    turn = known({"A": 2, "B": 2}, text)
    [best] = turn.found.moves
    first, second = best.scenarios
    open_one = with_fields(best, scenarios=(first, with_fields(second, win=ANY_CHANCE)))
    assert [each.text for each in reasons_of_turn(with_found(turn, moves=(open_one,)))] == said


def told(case: str) -> Iterator[str]:
    """What is said of a play or a pass that wins (2), draws (1) or loses (0) with each content of the bag."""
    move, *draws = case.split()
    turn = known({each[:-1]: int(each[-1]) for each in draws}, PLAY if move == "play" else move)
    return (reason.text for reason in reasons_of_turn(turn))


def test_what_is_said_of_draws(golden: Callable[[Path, str], None]) -> None:
    path = Path(__file__).with_name("golden") / "draws.txt"
    golden(path, rewritten(path, told))
