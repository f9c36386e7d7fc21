"""Setting up a pre-endgame: nothing is built before it is queried, and all within the limits."""

from __future__ import annotations

import gc
import random
import weakref
from collections import Counter

import pytest

from bstar.engine import SearchStopped
from scrabble.analysis.evaluator import PositionEvaluator
from scrabble.game import cgp
from scrabble.game.unseen import holds
from scrabble.solver import SolveOptions
from scrabble.solver.preendgame import dealer
from scrabble.solver.preendgame.moves import FEW
from scrabble.solver.preendgame.task import PreendgameSearch
from tests.doors.bridge import enable
from tests.worlds.bags import bag_world, moves_of, position_of

MEMORY = 32 << 20
FOUR_IN_BAG = (
    "15/15/15/15/10C4/5J3HERTZ1/4BUT3N2OS/2PEERIE2T2AH/1QAT1Y1G1ER3I/2W1K2G1FA2MA/TON1L2Y2L2It/WOE1O6V2S/"
    "ORE1N3DOLED1U/1I1AGUE2BINOCS/FEUDS1TAXI1D3 EIIMNOR/ 280/312 0 lex ENABLE;"
)
THREE_IN_BAG = (
    "7W6N/7h5AE/2JUNGLIER3BE/3N3Z5OP/3C1I7m1/3ARF1GIBE2A1/3PI2ATONIES1/4TIVY5UT/4U8SO/1V1RACEMOSE3R/"
    "1A2L3NIXED1E/KUDOS9R/ALEF10O/1T13/MYOID10 DEEHLNT/ 308/437 0 lex ENABLE;"
)
BLANK_IN_BAG = (  # the opponent's best plays lay the blank, which may be in the bag
    "BLARE2D7/YIN1FIQUES5/7C1T5/GAGE3T1I5/3FIARS1R5/5Z9/5O2I6/3TWILLS6/5C2O6/8L4G1/2WHOM1JAPAN1R1/"
    "BRAINY2T2EAUX/2I4DE4N1/2V4U5T1/uNEVADED1RAMOSE EHIOOOU/ 292/356 0 lex ENABLE;"
)


def new_search(text, **given):
    return PreendgameSearch(cgp.loads(text), enable(), SolveOptions(memory=MEMORY, **given))


@pytest.mark.parametrize("text", [THREE_IN_BAG, FOUR_IN_BAG])
def test_nothing_is_built_before_it_is_queried(text):
    search = new_search(text)
    assert search._search.term_count > 30_000
    assert not any(option.is_built for option in search._search.moves)


def test_a_quick_bound_has_replies_for_each_tile_in_the_bag():
    _, moves = moves_of(cgp.loads(BLANK_IN_BAG), enable())
    move = next(each for each in moves if each.draws.are_sums and each.play.laid)
    quick = move.value(0).built._make_quick()
    assert {len(replies) for replies in quick._answers} == {FEW}


@pytest.mark.parametrize(("text", "reason"), [(FOUR_IN_BAG, "interrupt"), (THREE_IN_BAG, "nodes")])
def test_a_stopped_search_answers_with_a_legal_move_and_true_bounds(text, reason):
    search = new_search(text, nodes=1)
    if reason == "interrupt":
        search.stop()
    found = search.result()
    assert found.stopped_by == reason and found.status == "bounded"
    assert found.position.check(found.move) is None
    assert 0 <= found.win.lower <= found.win.upper <= 1
    assert found.preendgame.evaluated < 10 and found.preendgame.scenario_pairs > 30_000


def test_a_game_that_is_interrupted_while_a_position_is_set_up():
    """Check that a position set up after the interrupt is not searched, and says so."""
    evaluator = PositionEvaluator(enable(), SolveOptions(memory=MEMORY))
    evaluator.stop()
    found = evaluator.solution_with_bag(cgp.loads(THREE_IN_BAG), None)
    assert found.stopped_by == "interrupt" and found.preendgame.queries == 0


def test_terms_not_yet_built_are_as_wide_as_built_ones():
    """Check that bounds and estimates of a move before its terms are built are the sums of theirs."""
    search = new_search(FOUR_IN_BAG)
    laid = {len(each.play.laid): number for number, each in enumerate(search._moves)}
    assert set(laid) >= {0, 1, 2, 3, 4}
    for number in laid.values():
        option = search._search.moves[number]
        lower, upper, expected = list(option.lower), list(option.upper), list(option.expected)
        assert len(option.terms) == option.count == len(search._moves[number].draws.each)
        option.add_up()
        assert (option.lower, option.upper) == (lower, upper)
        assert option.expected == pytest.approx(expected)


def test_a_value_is_not_built_by_a_stopped_search():
    solver, moves = moves_of(cgp.loads(THREE_IN_BAG), enable())
    [value] = [each.value(0) for each in moves if not each.play.laid]
    solver.stop()
    with pytest.raises(SearchStopped, match="interrupt"):
        _ = value.built
    solver.engine.resume()
    assert value.built is value.built


def test_objects_count_against_the_memory():
    search = PreendgameSearch(*position_of(bag_world(4, 3)), SolveOptions(memory=MEMORY))
    assert search._endgames._room >= MEMORY // 8
    search._endgames._room = 20_000  # for the draws of some moves
    found = search.result()
    assert found.stopped_by == "memory" and found.status == "bounded"
    assert search._endgames._room >= 0
    assert sum(option.is_built for option in search._search.moves) < 20


def test_tiles_that_are_there():
    rng = random.Random(1)
    for _ in range(500):
        tiles, wanted = (bytes(rng.choices(range(4), k=rng.randrange(8))) for _ in range(2))
        assert holds(tiles, wanted) == (not Counter(wanted) - Counter(tiles))


def test_the_planner_is_compiled_with_the_rest(monkeypatch):
    calls: list[int] = []
    monkeypatch.setattr(dealer, "quick_estimates", lambda *arguments: calls.append(len(arguments[2])))
    new_search(THREE_IN_BAG).warm_up()
    assert calls == [0]


def test_the_memory_of_a_search_is_freed_with_it():
    """Check that no reference cycle keeps the tables of a search until a collection."""
    search = PreendgameSearch(*position_of(bag_world(4, 1)), SolveOptions(memory=MEMORY, nodes=100))
    found = search.result()
    solver, engine = search._endgames, search._endgames.engine
    kept = weakref.ref(solver), weakref.ref(engine)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        del search, solver, engine
        assert [each() for each in kept] == [None, None] and found.nodes
    finally:
        if was_enabled:
            gc.enable()
