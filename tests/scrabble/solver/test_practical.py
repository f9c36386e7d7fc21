"""Practical chances, compared with a count over every reply by the oracle that is written from the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest
from msgspec.structs import replace as with_fields

from scrabble.answer.interval import Interval, outcome_interval
from scrabble.answer.practical import PracticalChances, hardest
from scrabble.answer.solution import Solution, solution_json
from scrabble.game import cgp
from scrabble.game.position import Position
from scrabble.lexicon import Lexicon
from scrabble.solver import SMALLEST_MEMORY, EndgameSearch, SolveOptions
from scrabble.solver.practical import MODEST, NEAR
from scrabble.solver.session import AnalysisSession
from tests.doors.bridge import enable, position_of
from tests.oracles import naive
from tests.worlds.bundled_positions import first_empty_bag, records
from tests.worlds.mini import END_RULES, World, mini_world

ENOUGH = 20  # moves whose replies were counted, in lost positions and in others
PARTLY_KNOWN = (48, 54, 60)  # seeds beyond the first 20 where an interrupted search has counted some replies
DEAREST = {72, 81, 99, 102}  # seeds that take the oracle longer than all others
ROWS = records("first-empty-bag")


class Place(NamedTuple):
    """A small position with scores."""

    world: World
    zeros: int
    position: Position
    lexicon: Lexicon

    @property
    def state(self) -> naive.State:
        racks = ("".join(sorted(rack)) for rack in self.world.racks)
        return naive.State(self.world.board, *racks, self.zeros, self.zeros)


def places(seeds: Iterable[int]) -> Iterator[Place]:
    for seed in seeds:
        rules = END_RULES[seed % len(END_RULES)]
        world = mini_world(seed, tiles=3 if seed % 3 == 0 else 2, **rules)
        zeros = seed // len(END_RULES) % rules.get("scoreless_limit", 6)
        position, lexicon = position_of(world, zeros)
        lead = random.Random(seed).randint(-25, 15)
        yield Place(world, zeros, replace(position, scores=(100 + lead, 100), extra=()), lexicon)


def solved(place: Place, nodes: int | None = None, **more: object) -> Solution:
    options = SolveOptions(practical=True, memory=SMALLEST_MEMORY, nodes=nodes, **more)
    return EndgameSearch(place.position, place.lexicon, options).result()


def replies_of(place: Place, move: str) -> dict[str, tuple[int, int]]:
    """Return score and value of each reply, for the opponent; none if the game is over."""
    game, state = place.world.game, place.state
    scores = {**naive.plays(game, state.board, state.mine), naive.PASS: 0}
    after, _ = naive.after(game, state, move, scores[move])
    if naive.is_over(game, after):
        return {}
    values = naive._values(game, after, naive.memo_of(game))
    points = {**naive.plays(game, after.board, after.mine), naive.PASS: 0}
    return {reply: (points[reply], value) for reply, value in values.items()}


def rank(replies: dict[str, tuple[int, int]], right: list[str]) -> int:
    most = max(replies[reply][0] for reply in right)
    return 1 + sum(score > most for score, _ in replies.values())


def result(spread: int) -> int:
    return (spread > 0) - (spread < 0)


def check(place: Place, found: PracticalChances, worth: int) -> bool:
    """Compare the facts on a move with a count; return whether any reply was counted."""
    assert found.spread == place.position.spread + worth
    replies = replies_of(place, found.text)
    if found.replies is None:
        return False
    assert found.replies == len(replies)
    if not replies:
        return False
    value = max(value for _, value in replies.values())
    lead = -place.position.spread - found.score
    best = [reply for reply, (_, own) in replies.items() if own == value]
    kept = [reply for reply, (_, own) in replies.items() if result(lead + own) >= result(lead + value)]
    top = max(score for score, _ in replies.values())
    cost = min(value - own for score, own in replies.values() if score == top)
    assert found.keeping_result is not None
    assert holds(found.keeping_value, len(best)) and holds(found.keeping_result, len(kept))
    assert holds(found.best_rank, rank(replies, best)) and holds(found.result_rank, rank(replies, kept))
    assert found.highest is not None and found.highest.score == top
    own = replies[found.highest.text][1]
    assert holds(found.cost, value - own)
    outcome = outcome_interval(Interval(-lead - own, -lead - own))
    assert holds(found.win_after_highest, outcome.lower)
    if found.best_reply is not None:
        assert found.best_reply.text in best
    named = {reply.text: reply.score for reply in found.right}
    right = kept if found.is_lost else best
    assert named.items() <= {(reply, replies[reply][0]) for reply in right}
    assert list(named.values()) == sorted(named.values(), reverse=True)
    if found.is_known:
        assert len(named) == len(right)
        assert found.cost.exact == cost and found.best_reply is not None
        assert found.best_reply.score == max(replies[reply][0] for reply in best)
    return True


def holds(interval: Interval, number: object) -> bool:
    return interval.lower <= number <= interval.upper


@pytest.mark.parametrize(
    "seeds", [{*range(120)} - DEAREST, pytest.param({*range(120, 250)} | DEAREST, marks=pytest.mark.slow)]
)
def test_every_number_is_the_count_of_the_oracle(seeds: set[int]) -> None:
    counted = {True: 0, False: 0}
    for place in places(seeds):
        worths = naive._values(place.world.game, place.state, naive.memo_of(place.world.game))
        value = max(worths.values())
        is_lost = place.position.spread + value < 0
        solution = solved(place)
        assert solution.practical is not None and solution.value == value
        expected = {
            move for move, worth in worths.items() if worth == value or (is_lost and worth >= value - NEAR)
        }
        assert {each.text for each in solution.practical} == expected
        for each in solution.practical:
            assert each.is_known
            counted[is_lost] += check(place, each, worths[each.text])
    assert min(counted.values()) > ENOUGH, counted


def test_a_game_that_is_not_won_is_looked_at_within_few_nodes() -> None:
    looked_at = {True: 0, False: 0}
    for row in [*ROWS[2:6], *ROWS[7:12]]:
        position = cgp.loads(row["cgp"])
        plain = SolveOptions(memory=SMALLEST_MEMORY, nodes=20_000)
        search = EndgameSearch(position, enable(), replace(plain, practical_if_behind=True))
        solution = search.result()
        if solution.value is None:
            continue
        assert search._run.engine.nodes - solution.nodes <= 1 + MODEST
        assert solution.practical is None or solution.practical[0].replies is not None
        assert solution.practical is None or not position.spread + solution.value > 0
        looked_at[solution.practical is not None] += 1
        if solution.practical is not None and all(each.is_known for each in solution.practical):
            whole = EndgameSearch(position, enable(), replace(plain, practical=True)).result()
            assert whole.practical == solution.practical
    assert min(looked_at.values()) >= 3, looked_at


@pytest.mark.parametrize(
    "seeds", [[*range(20), *PARTLY_KNOWN], pytest.param(range(70), marks=pytest.mark.slow)]
)
def test_what_an_interrupted_search_says_is_true(seeds: Iterable[int]) -> None:
    partly = 0
    for seed, place in zip(seeds, places(seeds), strict=True):
        worths = naive._values(place.world.game, place.state, naive.memo_of(place.world.game))
        for nodes in range(1 + seed % 6, 40, 6):
            solution = solved(place, nodes)
            assert solution.value in (None, max(worths.values()))
            for each in solution.practical or ():
                check(place, each, worths[each.text])
                partly += not each.is_known
    assert partly > ENOUGH


def test_the_search_itself_is_the_same_with_and_without() -> None:
    for row in ROWS[2:5]:
        position = cgp.loads(row["cgp"])
        plain = EndgameSearch(position, enable(), SolveOptions(memory=64 << 20)).result()
        found = EndgameSearch(position, enable(), SolveOptions(memory=64 << 20, practical=True)).result()
        assert (found.nodes, found.value, found.text) == (plain.nodes, plain.value, plain.text)
        assert [step.text for step in found.line] == [step.text for step in plain.line]
        assert plain.practical is None and found.practical


def test_a_session_searches_on_as_if_nothing_had_been_looked_at() -> None:
    position = first_empty_bag("g0004")
    walk = AnalysisSession(position, enable(), 64 << 20)
    solution = walk.search(walk.home, SolveOptions(practical=True)).result()
    assert solution.practical
    place = walk.after(walk.home, solution.move)
    assert place is not None
    found = walk.search(place, SolveOptions(practical=True)).result()
    alone = EndgameSearch(place.position, enable(), SolveOptions(practical=True, memory=64 << 20)).result()
    assert found.value == alone.value
    one, other = ({each.text: each for each in answer.practical or ()} for answer in (found, alone))
    assert one == other


def test_the_move_asked_about_is_looked_at() -> None:
    for place in places(range(20)):
        solution = solved(place, value_of="pass")
        assert solution.practical is not None and naive.PASS in {each.text for each in solution.practical}


def test_without_scores_no_result_is_claimed() -> None:
    for place in places(range(10)):
        unknown = replace(place.position, scores=(0, 0), extra=(cgp.UNKNOWN_SCORES,))
        solution = EndgameSearch(unknown, place.lexicon, SolveOptions(practical=True)).result()
        for each in solution.practical or ():
            assert each.keeping_result is None or not each.replies
            assert not each.is_lost


def facts(right: int, rank: int, cost: int, replies: int = 10, spread: int = -5) -> PracticalChances:
    return PracticalChances(
        "8D FOO",
        10,
        spread,
        replies,
        keeping_value=Interval(right, right),
        keeping_result=Interval(right, right),
        best_rank=Interval(rank, rank),
        result_rank=Interval(rank, rank),
        cost=Interval(cost, cost),
    )


def test_the_hardest_to_answer() -> None:
    in_order = [
        PracticalChances("8D OUT", 10, -5, 0, Interval(0, 0), Interval(0, 0)),
        facts(9, 1, 0),
        facts(1, 1, 0),
        facts(9, 2, 1),
        facts(3, 2, 1),
        facts(3, 4, 1),
        facts(3, 4, 9),
        facts(3, 4, 1, replies=40),
    ]
    for at, each in enumerate(in_order):
        assert hardest(in_order[: at + 1]) == [each]
    assert hardest([in_order[3], in_order[3]]) == [in_order[3]] * 2
    assert hardest([]) == [] and hardest([*in_order, with_fields(in_order[1], cost=Interval(0, 4))]) == []


def test_json() -> None:
    place = next(places(range(3, 4)))
    data = solution_json(solved(place))
    assert data["practical"] and {"move", "keeping_value", "is_hardest"} <= set(data["practical"][0])
    assert json.loads(json.dumps(data)) == data
