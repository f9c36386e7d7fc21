"""Running searches: limits, Ctrl-C, errors, and the result."""

import math
import threading
import time

import pytest

from bstar.background import LONGEST_PAUSE, POLL_SECONDS
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.domineering import new_domineering
from bstar.games.random_trees import incremental, uniform
from bstar.games.tictactoe import new_tictactoe
from bstar.games.trees import new_tree
from bstar.pv import GUARDED
from bstar.solvers import SOLVERS, solve_root
from bstar.task import Limit, SearchTask
from tests.conftest import under_load
from tests.oracles import searching
from tests.oracles.searching import small_engine, with_transpositions

ALL = sorted(SOLVERS)


def long_run(limit=None):
    """A search of hours: Domineering 8 x 7 without memory."""
    return SearchTask(Engine(new_domineering(8, 7), "memoryless"), solve_root, limit)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"seconds": 0}, "a time limit of 0 seconds, expected more than 0"),
        ({"seconds": -1.5}, "a time limit of -1.5 seconds"),
        ({"seconds": float("nan")}, "a time limit of nan seconds"),
        ({"nodes": 0}, "a limit of 0 nodes, expected at least 1"),
    ],
)
def test_limits_that_make_no_sense(limits, message):
    with pytest.raises(ValueError, match=message):
        Limit(**limits)


@pytest.mark.parametrize("solver", ALL)
def test_the_line_leads_to_the_end_and_is_worth_the_value(solver):
    transposing = with_transpositions(uniform(3, 6, seed=5, different=3))
    for game in (uniform(3, 4, seed=5), incremental(3, 4, 9, seed=5), transposing):
        engine = Engine(game, SOLVERS[solver].algorithm, 64 << 20)
        result = SearchTask(engine, SOLVERS[solver].driver).result()
        assert result.status == "proven" and result.limit is None and result.regret == 0
        assert result.line[0] == result.move == result.moves[0].move
        value, sign, path = 0, 1, []
        for move in result.line:
            gains = {each: gain for each, gain, _, _ in engine.moves(path)}
            value, sign = value + sign * gains[move], -sign
            path.append(move)
        assert value + sign * engine.final(path) == result.value


def test_the_line_can_be_left_out():
    long, short = (
        SearchTask(small_engine(new_tictactoe()), solve_root, wants_line=wants) for wants in (True, False)
    )
    assert long.result().nodes > short.result().nodes and short.result().line == []


def test_the_moves_of_a_result_are_best_first():
    tree = new_tree([[1], [5], [3]])
    result = SearchTask(small_engine(tree), solve_root, top=3).result()
    assert [(move.move, move.lower, move.upper) for move in result.moves] == [(1, 5, 5), (2, 3, 3), (0, 1, 1)]


def test_a_game_that_is_over_has_nothing_to_search():
    with pytest.raises(ValueError, match="the game is over: there is nothing to search"):
        SearchTask(small_engine(new_tree(3)), solve_root)


def test_a_node_limit():
    result = long_run(Limit(nodes=5000)).result()
    assert (result.status, result.limit, result.value) == ("bounded", "nodes", None)
    assert (result.line[0], result.line_kind) == (result.move, GUARDED)
    assert result.nodes == 5001 and result.lower <= 1 and result.upper >= -1


def test_a_time_limit():
    began = time.monotonic()
    result = long_run(Limit(seconds=0.05)).result()
    assert (result.status, result.limit) == ("bounded", "time")
    assert 0.05 < result.seconds < time.monotonic() - began < under_load(5)


class LongAfterwards(SearchTask):
    """A search that does more once it has its answer."""

    def _work(self):
        super()._work()
        time.sleep(0.2)


@pytest.mark.parametrize("nodes", [None, 10])
def test_nodes_and_seconds_are_those_of_what_was_requested(nodes):
    task = LongAfterwards(small_engine(new_tictactoe()), solve_root, Limit(nodes=nodes))
    result = task.result()
    assert result.limit == (None if nodes is None else "nodes")
    assert task.engine.nodes >= result.nodes and task.seconds >= result.seconds + 0.2


def test_a_full_memory_says_so():
    engine = Engine(uniform(8, 5, seed=1), "stockman", 1 << 14)
    result = SearchTask(engine, SOLVERS["stockman"].driver).result()
    assert (result.status, result.limit, result.value) == ("bounded", "memory", None)


def test_an_engine_can_run_again_after_a_stop():
    engine = small_engine(new_tictactoe())
    assert SearchTask(engine, solve_root, Limit(nodes=10)).result().limit == "nodes"
    assert SearchTask(engine, solve_root).result().value == 0


def test_progress_is_reported_and_its_root_stays_as_it_was():
    run = long_run()
    reports = []
    for progress in run:
        reports.append(progress)
        if len(reports) == 4:
            run.stop("enough")
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes) and nodes[-1] > nodes[0]
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)
    assert all(move.lower == -INF for move in reports[0].root.moves)
    assert run.result().limit == "enough"


def test_observing_changes_nothing():
    watched, alone = (SearchTask(small_engine(uniform(4, 6, seed=1)), solve_root) for _ in range(2))
    for _ in watched:
        pass
    assert watched.result().nodes == alone.result().nodes


def test_progress_is_not_computed_without_a_watcher(monkeypatch):
    run = SearchTask(small_engine(uniform(4, 6, seed=1)), solve_root)
    monkeypatch.setattr(run, "progress", None)
    assert run.result().status == "proven"


def test_the_pause_between_two_looks_grows_with_what_a_look_takes(monkeypatch):
    def pauses(seconds):
        run, found, wait = long_run(), [], threading.Event().wait
        monkeypatch.setattr(run._finished, "wait", lambda timeout=None: found.append(timeout) or wait(0.001))
        looks = run.watch(lambda: time.sleep(seconds))
        for _ in range(3):
            next(looks)
        monkeypatch.undo()
        looks.close()
        return found[:3]

    first, *others = pauses(0.02)
    assert first == POLL_SECONDS < 0.4 <= min(others)
    assert pauses(0.1) == [POLL_SECONDS, LONGEST_PAUSE, LONGEST_PAUSE]


def test_ctrl_c_while_waiting_for_the_worker(monkeypatch):
    run = long_run()
    wait = run._finished.wait

    def interrupted(timeout=None):
        monkeypatch.setattr(run._finished, "wait", wait)
        raise KeyboardInterrupt

    monkeypatch.setattr(run._finished, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.result()
    result = run.result()
    assert (result.status, result.limit) == ("bounded", "interrupt")
    assert run.has_ended


def test_ctrl_c_in_the_loop_of_the_caller():
    run = long_run()
    with pytest.raises(KeyboardInterrupt):
        for _ in run:
            raise KeyboardInterrupt
    assert run.has_ended
    assert run.result().limit == "interrupt"


def test_leaving_the_loop_stops_the_search():
    run = long_run()
    for _ in run:
        break
    assert run.has_ended and run.result().limit == "interrupt"


def test_an_error_in_the_worker_reaches_the_caller():
    def fail(engine, root, top):
        raise ZeroDivisionError("in the worker")

    with pytest.raises(ZeroDivisionError, match="in the worker"):
        SearchTask(small_engine(new_tictactoe()), fail).result()


def test_a_value_that_contradicts_the_search_is_detected():
    def lie(engine, root, top):
        for move in root.moves:
            move.lower = move.upper = 1

    with pytest.raises(AssertionError, match="contradicts the proven -1"):
        SearchTask(small_engine(new_tictactoe()), lie).result()


def test_a_stopped_search_bounds_what_its_move_may_lose():
    tree = new_tree([[4, 6], [5, 9], [1, 8]])
    engine = small_engine(tree, "memoryless")
    run = SearchTask(engine, solve_root, Limit(nodes=4))  # the first move, and a look at the second
    result = run.result()
    assert (result.move, result.lower, result.limit) == (0, 4, "nodes")
    assert result.regret == result.upper - 4 > 0
    assert result.lower <= searching.minimax([[4, 6], [5, 9], [1, 8]]) <= result.upper


def test_a_stopped_search_uses_choose_and_its_line_begins_with_the_choice():
    run, asked = long_run(Limit(nodes=2_000)), []

    def last(root, seconds):
        asked.append(seconds)
        return root.moves[-1]

    run.choose = last
    result = run.result()
    chosen = run.root.moves[-1]
    assert result.move == result.moves[0].move == result.line[0] == chosen.move != run.root.best.move
    assert result.line_kind == GUARDED and run.progress().move == chosen.move
    assert result.regret == max(move.upper - chosen.lower for move in run.root.moves if move is not chosen)
    assert asked and asked[-1] == math.inf


def test_a_proven_value_leaves_no_choice():
    run = SearchTask(small_engine(new_tictactoe(), "alphabeta"), SOLVERS["alphabeta"].driver)
    run.choose = lambda root, seconds: pytest.fail("the value is known")
    assert run.result().move == run.root.best.move
