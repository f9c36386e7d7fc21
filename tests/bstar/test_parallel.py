"""Parallel search: the answers of one thread, proven by whichever thread is first."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bstar import parallel
from bstar.depth_first.transposition_table import ENTRY, FROZEN, MASK, WAYS, new_table, prepare_for_threads
from bstar.engine import Engine, SearchStopped
from bstar.game import INF
from bstar.games.random_trees import uniform
from bstar.games.trees import DEPTH, new_tree
from bstar.parallel import ParallelEngine
from bstar.search_control import ANSWERED, EXPANSIONS, LEAVES, NODE_LIMIT, NODES, STOP
from tests.doors.table import begin, end, is_begun, unsealed
from tests.oracles import searching
from tests.oracles.searching import games, windows
from tests.worlds.overheard_game import new_told

MEMORY = 1 << 16


@pytest.fixture(autouse=True)
def _no_head_start(monkeypatch):
    """Disable the head start: the trees here would be searched before the helpers begin."""
    monkeypatch.setattr(parallel, "HEAD_START", 0)
    monkeypatch.setattr(parallel, "ALONE", 0)


def _team(make, members=2):
    return ParallelEngine([make() for _ in range(members)], memory_bytes=MEMORY)


@given(tree=games, asked=st.lists(windows, min_size=1, max_size=4), members=st.integers(1, 3))
@settings(deadline=None)
def test_several_threads_give_the_same_value_and_store_only_true_bounds(tree, asked, members):
    several = _team(lambda: new_tree(tree), members)
    value = searching.minimax(tree)
    for alpha, beta in asked:
        found = several.bound([], alpha, beta)
        assert min(value, alpha) <= found or found >= value
        if value <= alpha:
            assert value <= found <= alpha
        elif value >= beta:
            assert value >= found >= beta
        else:
            assert found == value
    for entry in unsealed(several.memory):
        assert entry["lower"] <= entry["upper"]


@pytest.mark.parametrize("seed", range(8))
def test_large_trees(seed):
    alone = Engine(uniform(5, 7, seed=seed), memory_bytes=MEMORY)
    several = _team(lambda: uniform(5, 7, seed=seed), 3)
    value = alone.bound([], -INF, INF)
    assert several.bound([], -INF, INF) == value
    for move, gain, _, _ in alone.moves():
        assert several.bound([move], -INF, INF) == alone.bound([move], -INF, INF)
        assert gain - several.bound([move], -INF, INF) <= value
    assert several.bound([], value - 1, value) == value
    best = several.best_move
    assert alone.moves()[0][1] - alone.bound([best], -INF, INF) <= value


def test_the_helpers_take_part_and_their_nodes_are_counted():
    several = _team(lambda: uniform(5, 8, seed=3), 2)
    helped = []
    gather = several._gather

    def watch():
        helped.append(sum(mate.nodes for mate in several.helpers))
        gather()

    several._gather = watch
    for _ in range(20):
        several.forget()
        several.bound([], -INF, INF)
        if max(helped) > 0:
            break
    assert max(helped) > 0
    assert all(mate.nodes == 0 for mate in several.helpers)
    assert several.nodes > helped[-1]


@pytest.mark.parametrize("seed", range(4))
def test_a_stopped_thread_leaves_the_answer_to_the_others(seed, monkeypatch):
    several = _team(lambda: uniform(4, 5, seed=seed), 2)
    alone = Engine(uniform(4, 5, seed=seed), memory_bytes=MEMORY)
    value = alone.bound([], -INF, INF)
    limit = several._share

    def starved():
        several.control[NODE_LIMIT] = 1  # the first member gives up at once
        limit()
        return 0, 0

    monkeypatch.setattr(several, "_share", starved)
    assert several.bound([], -INF, INF) == value
    [gain] = [gain for move, gain, *_ in alone.moves() if move == several.best_move]
    assert gain - alone.bound([several.best_move], -INF, INF) == value


def test_a_search_that_is_interrupted_has_no_answer_though_another_thread_has_one(monkeypatch):
    several = _team(lambda: uniform(4, 5, seed=1), 2)
    share = several._share

    def interrupted():
        several.control[STOP] = 1
        return share()

    monkeypatch.setattr(several, "_share", interrupted)
    monkeypatch.setattr(several, "_help", lambda *arguments: (0, 0))
    with pytest.raises(SearchStopped, match="interrupt"):
        several.bound([], -INF, INF)


def test_the_counts_of_all_threads_are_added_up_once():
    several = _team(lambda: uniform(2, 2, seed=1), 3)
    for number, member in enumerate((several, *several.helpers)):
        for place, counter in enumerate((NODES, EXPANSIONS, LEAVES)):
            member.control[counter] = 10**place * (number + 1)
    for _ in range(2):
        several._gather()
        assert [int(several.control[counter]) for counter in (NODES, EXPANSIONS, LEAVES)] == [6, 60, 600]


@pytest.mark.parametrize("members", [2, 3])
def test_what_is_left_of_a_limit_is_divided_evenly(members):
    several = _team(lambda: uniform(2, 2, seed=1), members)
    several.limit_nodes(0)
    assert several._share() == (0, 0) and several.control[NODE_LIMIT] == 0
    several.control[NODES] = 100
    several.limit_nodes(1_000)
    assert several._share() == (1_000, 900 // members)
    assert several.control[NODE_LIMIT] == 100 + 900 // members


def _parents(tree):
    """Return the parent of every node but the root."""
    return {
        int(tree.first_child[node]) + child: node
        for node in range(len(tree.children))
        for child in range(int(tree.children[node]))
    }


def test_what_another_thread_has_answered_above_is_not_searched_on():
    saved = 0
    for seed in range(6):
        tree = uniform(3, 6, seed=seed)
        parents = _parents(tree)
        for at in range(40, 364, 9):
            table = new_table(MEMORY, is_shared=True)
            above = parents[parents[at]]
            value = Engine(tree, "memoryless").bound(_path(tree, above), -INF, INF)
            told = Engine(new_told(tree, table, at, above, value), memory_bytes=0)
            told.memory = table
            untold = Engine(new_told(tree, table, -1, above, value), memory_bytes=0)
            untold.memory = new_table(MEMORY, is_shared=True)
            assert (told.bound([], -1, 0) >= 0) == (untold.bound([], -1, 0) >= 0)
            assert tree.now[DEPTH] == 0
            saved += untold.nodes - told.nodes
            assert not table.begun.any()
    assert saved > 100


def _path(tree, node):
    """Return the moves from the root to a node."""
    parents = _parents(tree)
    path = []
    while node:
        path.append(node - int(tree.first_child[parents[node]]))
        node = parents[node]
    return path[::-1]


def test_a_limit_of_nodes_is_shared():
    several = _team(lambda: uniform(5, 8, seed=2), 2)
    several.limit_nodes(1000)
    with pytest.raises(SearchStopped, match="nodes"):
        several.bound([], -INF, INF)
    assert 500 <= several.nodes <= 1002
    several.limit_nodes(0)
    several.resume()
    assert several.bound([], -INF, INF) == Engine(uniform(5, 8, seed=2)).bound([], -INF, INF)


def test_stopping_one_stops_all():
    several = _team(lambda: uniform(5, 7, seed=2), 2)
    several.control[STOP] = 1
    with pytest.raises(SearchStopped, match="interrupt"):
        several.bound([], -INF, INF)
    assert all(member.control[ANSWERED] == 0 for member in (several, *several.helpers))
    several.resume()
    assert several.bound([], -INF, INF) == Engine(uniform(5, 7, seed=2)).bound([], -INF, INF)


def test_an_algorithm_that_knows_nothing_of_others():
    with pytest.raises(ValueError, match="minimax searches in one thread only, expected alphabeta"):
        ParallelEngine([uniform(2, 2, seed=0)], "minimax")


def test_a_half_written_entry_matches_no_position():
    engine = Engine(uniform(4, 6, seed=5), memory_bytes=MEMORY)
    value = engine.bound([], -INF, INF)
    random = np.random.default_rng(1)
    entries = engine.memory.entries.reshape(-1)
    used = np.flatnonzero(entries["key"])
    for field in ("lower", "upper", "move"):
        torn = random.choice(used, len(used) // 3, replace=False)
        entries[field][torn] += random.integers(1, 50, len(torn)).astype(ENTRY[field])
    assert engine.bound([], -INF, INF) == value


def test_a_table_grows_before_it_is_shared_but_not_meanwhile():
    game = uniform(5, 8, seed=4)
    engine = Engine(game, memory_bytes=0)
    engine.memory = new_table(1 << 24, is_shared=True)
    value = engine.bound([], -INF, INF)
    buckets = engine.memory.size[MASK] + 1
    prepare_for_threads(engine.memory, 2 * buckets * WAYS * ENTRY.itemsize)
    assert engine.memory.size[MASK] + 1 == 2 * buckets
    nodes = engine.nodes
    assert engine.bound([], -INF, INF) == value
    assert engine.nodes == nodes + 1  # nothing was lost
    engine.forget()
    prepare_for_threads(engine.memory, 0)
    engine.bound([], -INF, INF)
    assert engine.memory.size[MASK] + 1 < buckets
    several = _team(lambda: uniform(5, 8, seed=4), 2)
    assert several.bound([], -INF, INF) == value
    assert several.memory.size[FROZEN] == 0


def test_the_first_thread_answers_alone_what_is_easy(monkeypatch):
    monkeypatch.setattr(parallel, "ALONE", 1 << 20)
    several = _team(lambda: uniform(4, 5, seed=1), 2)
    monkeypatch.setattr(several, "_help", lambda *arguments: pytest.fail("needs no help"))
    assert several.bound([], -INF, INF) == Engine(uniform(4, 5, seed=1)).bound([], -INF, INF)
    several.forget()
    several.limit_nodes(1)
    with pytest.raises(SearchStopped, match="nodes"):
        several.bound([], -INF, INF)


def test_positions_near_the_root_are_marked_while_they_are_searched():
    table, key = new_table(MEMORY, is_shared=True), np.uint64(12345)
    assert not is_begun(table, 3, key)
    begin(table, 3, key)
    assert is_begun(table, 3, key)
    assert not is_begun(table, 30, key)
    end(table, 3, np.uint64(12345 + (1 << 40)))
    assert is_begun(table, 3, key)
    end(table, 3, key)
    assert not is_begun(table, 3, key)
    alone = new_table(MEMORY)
    begin(alone, 3, key)
    assert not is_begun(alone, 3, key)
