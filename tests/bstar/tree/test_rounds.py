"""The driver of B*: limits, widening, traces, and its place among the solvers."""

from typing import Any

import numpy as np
import pytest

from bstar.engine import Engine, SearchStopped
from bstar.game import INF
from bstar.games.graphs import Edge, GraphGame, graph, interval_tree
from bstar.games.random_trees import incremental
from bstar.root import Root, RootMove
from bstar.search_control import STOP
from bstar.tree.rounds import TreeBStar, TreeVerdict
from bstar.tree.search_log import COMPARED, DISPROVE_REST, new_search_log
from bstar.tree.strategies import STRATEGIES
from tests.bstar.tree.test_bstar import BERLINER
from tests.worlds.random_graphs import random_graph, tree_values, true_values

# Limits


def state_of(game: GraphGame) -> list[Any]:
    """A copy of everything in a game."""
    return [array.copy() for array in game]


def check_bounds(verdict: TreeVerdict, game: GraphGame, values: list[int]) -> None:
    """Check that everything a stopped search reports is true."""
    assert verdict.lower <= values[0] <= verdict.upper
    for each in verdict.moves:
        assert each.lower <= game.gain[each.move] - values[game.child[each.move]] <= each.upper
    worth = game.gain[verdict.move] - values[game.child[verdict.move]]
    assert values[0] - worth <= verdict.regret
    assert verdict.pessimistic == max(each.pessimistic for each in verdict.moves)


def test_bounds_are_true_after_any_stop_and_the_search_continues() -> None:
    for seed in range(6):
        game = random_graph(seed, 120, 5, 50)
        values, before = true_values(game), state_of(game)
        straight = TreeBStar(game, "2D").run()
        search = TreeBStar(game, "2D")
        for nodes in range(1, straight.nodes + 1):
            verdict = search.run(nodes=nodes)
            assert all((one == other).all() for one, other in zip(game[:-2], before[:-2], strict=True))
            assert game.ply[0] == 0
            check_bounds(verdict, game, values)
            assert verdict.limit in ("nodes", None)
        verdict = search.run()
        assert verdict.status == "proven"
        assert verdict.moves == straight.moves and verdict.expansions == straight.expansions


@pytest.mark.parametrize("strategy", ["prove-best", "AD"])
def test_a_limit_of_expansions_is_kept(strategy: str) -> None:
    game = random_graph(4, 200, 6, 60)
    values = true_values(game)
    for most in range(1, 12):
        verdict = TreeBStar(game, strategy).run(most)
        assert verdict.expansions <= most
        assert (verdict.limit == "expansions") == (verdict.status == "bounded")
        check_bounds(verdict, game, values)


def test_too_deep_is_a_limit() -> None:
    game = random_graph(4, 200, 6, 60)
    game.lower[:], game.upper[:] = -INF, INF
    verdict = TreeBStar(game, plies=2).run()
    assert (verdict.limit, verdict.status) == ("depth", "bounded")
    check_bounds(verdict, game, true_values(game))
    assert game.ply[0] == 0


def test_a_stop_before_the_root_is_expanded_has_no_verdict() -> None:
    search = TreeBStar(interval_tree(BERLINER))
    search.control[STOP] = 1
    with pytest.raises(SearchStopped, match="interrupt"):
        search.run()


def test_a_stop_keeps_what_is_known() -> None:
    search = TreeBStar(interval_tree(BERLINER))
    search.run(1)
    search.control[STOP] = 1
    verdict = search.run()
    assert (verdict.limit, verdict.status, verdict.regret) == ("interrupt", "bounded", 7)
    search.control[STOP] = 0
    assert search.run().status == "proven"


# Believed intervals and widening


def misleading() -> GraphGame:
    """Move 0 is worth 10 but estimated at 0 to 5; move 1 is worth 6, estimated at 6 to 8."""
    return graph(
        [
            [Edge(1, 0, -50, 50, 0, 5, 3), Edge(2, 0, -50, 50, 6, 8, 7)],
            [Edge(3, 0, -50, 50, -11, -9, -10)],
            [Edge(4, 0, -50, 50, -7, -5, -6)],
            10,
            6,
        ]
    )


def test_wrong_intervals_mislead() -> None:
    verdict = TreeBStar(misleading(), heuristic=True).run()
    assert (verdict.move, verdict.status, verdict.expansions) == (1, "estimated", 1)
    assert (verdict.pessimistic, verdict.optimistic) == (6, 8)
    assert (verdict.lower, verdict.upper, verdict.regret) == (-50, 50, 100)


def test_widening_recovers() -> None:
    rounds = list(TreeBStar(misleading(), heuristic=True).rounds(step=1, stable=30))
    assert rounds[0].verdict.move == 1
    assert (rounds[-1].verdict.move, rounds[-1].verdict.status) == (0, "proven")
    assert [each.number for each in rounds] == list(range(len(rounds)))
    assert [each.widened for each in rounds] == list(range(len(rounds)))
    assert sum(each.is_new for each in rounds) == 1
    expansions = [each.verdict.expansions for each in rounds]
    assert expansions == sorted(expansions)
    assert expansions[-1] == 3  # the same tree all along


def test_rounds_end_when_the_choice_is_stable_or_at_the_most() -> None:
    def rounds(**options: Any) -> list[tuple[int, int]]:
        search = TreeBStar(misleading(), heuristic=True)
        return [(each.number, each.verdict.move) for each in search.rounds(step=1, **options)]

    assert rounds(stable=1) == [(0, 1), (1, 0), (2, 0)]
    assert rounds(stable=2) == [(0, 1), (1, 0), (2, 0), (3, 0)]
    assert rounds(stable=9, most=2) == [(0, 1), (1, 0), (2, 0)]
    assert rounds(stable=9, most=0) == [(0, 1)]
    limited = list(TreeBStar(misleading(), heuristic=True).rounds(1, 9, expansions=1))
    assert [each.verdict.limit for each in limited] == [None, "expansions"]
    with pytest.raises(ValueError, match="widening by 0 points"):
        TreeBStar(misleading(), heuristic=True).widen(0)


def test_sound_intervals_end_after_one_round() -> None:
    (only,) = TreeBStar(interval_tree(BERLINER)).rounds(step=3, stable=5)
    assert (only.number, only.verdict.status, only.is_new) == (0, "proven", False)


def test_widening_to_the_end_finds_the_best_move_with_any_estimates() -> None:
    wrong, changes = 0, 0
    for seed in range(25):
        game = random_graph(seed, 60, 4, 60)
        values = true_values(game)
        rounds = list(TreeBStar(game, heuristic=True).rounds(step=4, stable=1000))
        for each in rounds:
            assert each.verdict.lower <= values[0] <= each.verdict.upper
            check = game.gain[each.verdict.move] - values[game.child[each.verdict.move]]
            assert values[0] - check <= each.verdict.regret
        worth = [
            game.gain[each.verdict.move] - values[game.child[each.verdict.move]]
            for each in (rounds[0], rounds[-1])
        ]
        wrong += worth[0] != values[0]
        changes += sum(each.is_new for each in rounds)
        assert worth[1] == values[0]
        assert rounds[-1].verdict.status == "proven"
    assert wrong >= 3
    assert changes >= 3


# Trace


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_a_trace_tells_everything_and_changes_nothing(strategy: str) -> None:
    game = random_graph(11, 150, 5, 50)
    silent = TreeBStar(game, strategy).run()
    search = TreeBStar(game, strategy, log=new_search_log(500, 2000))
    verdict = search.run()
    assert verdict == silent
    log = search.log
    steps, changes = log.steps[: log.used[0]], log.changes[: log.used[1]]
    assert len(steps) <= 500 and len(changes) <= 2000
    root: dict[int, tuple[int, ...]] = {}
    for change in changes:
        root[int(change.move)] = tuple(int(change[name]) for name in ("lower", "upper"))
    assert [root[at] for at in range(len(root))] == [(each.lower, each.upper) for each in search.moves]
    assert (np.diff(changes.expansions) >= 0).all()
    assert (steps.depth >= 1).all()
    compared = steps[steps.reason == COMPARED]
    assert ((compared.strategy == DISPROVE_REST) == (compared.left < compared.right)).all()
    assert (steps.optimistic >= steps.rival).all()


def test_a_trace_without_room_counts_on() -> None:
    game = random_graph(11, 150, 5, 50)
    full, short = new_search_log(500, 2000), new_search_log(3, 4)
    assert TreeBStar(game, log=full).run() == TreeBStar(game, log=short).run()
    assert (full.used == short.used).all()
    assert (full.steps[:3] == short.steps[:3]).all()
    assert (full.changes[:4] == short.changes[:4]).all()


# Joined with the rest of the library


def narrowed(engine: Engine, root: Root, strategy: str = "alternated") -> TreeVerdict:
    """Return the verdict of a search with an engine's stack and counters, after narrowing `root`."""
    search = TreeBStar(engine.game, strategy, stack=engine.stack, control=engine.control)
    return list(search.slices(root))[-1]


def test_b_star_narrows_the_root_of_an_engine() -> None:
    for seed in range(5):
        tree = incremental(5, 5, 10, seed)
        values = tree_values(tree)
        engine = Engine(tree)
        root = Root([RootMove(*move) for move in engine.moves()])
        assert narrowed(engine, root, "2D").limit is None
        assert root.is_proven
        child = tree.first_child[0] + root.best.move
        assert tree.gain[child] - values[child] == values[0]
        for move in root.moves:
            child = tree.first_child[0] + move.move
            assert move.lower <= tree.gain[child] - values[child] <= move.upper


def test_a_limit_of_the_engine_stops_b_star_with_true_bounds() -> None:
    tree = incremental(5, 6, 10, 1)
    values = tree_values(tree)
    engine = Engine(tree)
    root = Root([RootMove(*move) for move in engine.moves()])
    engine.limit_nodes(40)
    with pytest.raises(SearchStopped, match="nodes"):
        narrowed(engine, root)
    assert not root.is_proven
    assert root.lower <= values[0] <= root.upper
    assert root.upper < 60  # something was learned
