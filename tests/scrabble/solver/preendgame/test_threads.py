"""Several threads with tiles in the bag: the same answer, limits and faults that hold for all."""

from __future__ import annotations

import gc
import json
import threading
import weakref

import pytest

from bstar.depth_first.transposition_table import MASK
from bstar.engine import SearchStopped
from bstar.options import Limit
from scrabble.game import cgp
from scrabble.solver import PreendgameSearch, SolveOptions, solve
from scrabble.solver.preendgame import scenarios, task
from scrabble.solver.preendgame.evaluator import ScenarioEvaluator
from scrabble.solver.preendgame.scenarios import ScenarioSolver
from tests.conftest import POSITIONS
from tests.doors.bridge import enable
from tests.worlds.bags import exchange_world, position_of

MEMORY = 64 << 20
EASY = "b1s21g00080"


@pytest.fixture(autouse=True)
def all_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "HEAD_START", 0)


def corpus(name: str) -> PreendgameSearch:
    """Return the search of a position of the corpus in three threads."""
    lines = (POSITIONS / "preendgame.jsonl").read_text().splitlines()
    [text] = [record["cgp"] for record in map(json.loads, lines) if record["id"] == name]
    return PreendgameSearch(
        cgp.loads(text), enable(), SolveOptions(memory=MEMORY, workers=3, settle_ties=True)
    )


def test_several_threads_prove_what_one_proves(monkeypatch):
    """Check, too, that no pair of move and draw is asked about by two threads at a time."""
    asking: set[tuple[int, int]] = set()
    lock, most = threading.Lock(), [0]
    answer = ScenarioEvaluator.answer

    def checked(self, query):
        with lock:
            assert query[:2] not in asking
            asking.add(query[:2])
            most[0] = max(most[0], len(asking))
        found = answer(self, query)
        with lock:
            asking.remove(query[:2])
        return found

    found = corpus(EASY)
    with monkeypatch.context() as patch:
        patch.setattr(ScenarioEvaluator, "answer", checked)
        three = found.result()
    assert most[0] > 1
    one = solve(found.position, enable(), SolveOptions(memory=MEMORY, settle_ties=True))
    assert three.status == one.status == "proven"
    assert (three.text, three.win, three.spread) == (one.text, one.win, one.spread)
    solver = found._evaluator.solver
    nodes = [game.engine.nodes for game in solver._games]
    assert three.nodes == sum(nodes) == solver.all_nodes and sum(map(bool, nodes)) > 1


def test_a_node_limit_holds_for_all_together():
    run = corpus("b1s21g00250")
    run.go_on(Limit(nodes=3_000))
    found = run.result()
    assert found.stopped_by == "nodes" and 3_000 <= found.nodes <= 3_010
    run.go_on(Limit(nodes=4_000))
    found = run.result()
    assert found.stopped_by == "nodes" and 4_000 <= found.nodes <= 4_010


def test_threads_pause_while_their_table_grows(monkeypatch):
    monkeypatch.setattr(scenarios, "LEAST_SHARED", 1 << 14)
    sizes, prepare = [], ScenarioSolver.prepare_threads

    def noted(solver):
        prepare(solver)
        sizes.append(int(solver.engine.memory.size[MASK]) + 1)

    monkeypatch.setattr(ScenarioSolver, "prepare_threads", noted)
    run = corpus("b1s21g00250")
    run.go_on(Limit(nodes=4_000))
    assert run.result().stopped_by == "nodes"
    assert len(sizes) > 2 and sizes == sorted(set(sizes))


def test_a_fault_in_one_thread_ends_the_others(monkeypatch):
    answer, count = ScenarioEvaluator.answer, [0]

    def failing(self, query):
        count[0] += 1
        if count[0] == 20:
            raise ZeroDivisionError
        return answer(self, query)

    monkeypatch.setattr(ScenarioEvaluator, "answer", failing)
    with pytest.raises(ZeroDivisionError):
        corpus("b1s21g00250").result()
    assert not [each for each in threading.enumerate() if each.name.startswith("query")]


def test_the_reason_of_the_first_thread_that_stops_counts(monkeypatch):
    answer, count = ScenarioEvaluator.answer, [0]

    def full(self, query):
        count[0] += 1
        if count[0] == 20:
            raise SearchStopped("memory")
        return answer(self, query)

    monkeypatch.setattr(ScenarioEvaluator, "answer", full)
    found = corpus("b1s21g00250").result()
    assert (found.status, found.stopped_by) == ("bounded", "memory")


def test_moves_with_replies_in_common_are_asked_about_one_at_a_time():
    """Check that a pass and all exchanges count as one, and the draws of a play as several."""
    run = PreendgameSearch(*position_of(exchange_world(3, 1)), SolveOptions(memory=MEMORY, workers=2))
    evaluator, busy = run._evaluator, set()
    passing = next(at for at, move in enumerate(evaluator.moves) if move.play.is_pass)
    while (query := run._search.next_query(busy)) is not None:
        pairs = evaluator.pairs_of([query])
        assert not busy & pairs
        busy |= pairs
        if query.move == passing:
            exchanges = {at for at, move in enumerate(evaluator.moves) if move.play.exchanged}
            assert {at for at, _ in pairs} == {passing, *exchanges} and exchanges
    assert passing in {at for at, _ in busy}


def test_the_memory_of_all_threads_is_freed_with_the_search():
    """Check that no reference cycle keeps the tables of a search until a collection."""
    run = corpus("b1s21g00250")
    run.go_on(Limit(nodes=3_000))
    run.result()
    kept = [weakref.ref(game) for game in run._evaluator.solver._games]
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        del run
        assert [each() for each in kept] == [None] * 3
    finally:
        if was_enabled:
            gc.enable()
