"""Lines of play: moves read from a table that several threads share are checked."""

import numpy as np
import pytest

from bstar import parallel
from bstar.engine import Engine
from bstar.games.trees import new_tree
from bstar.parallel import ParallelEngine
from bstar.pv import principal_variation
from bstar.root import RootMove
from tests.doors.table import put

TREE = [[1, 4], [2, 3]]  # move 1 is worth 2, by reply 0
BEST = RootMove(1, 0, 2, 2)
MEMORY = 1 << 16


@pytest.fixture(autouse=True)
def _one_thread_answers(monkeypatch):
    """Let the first thread answer everything, so that what another one stores is what a test stores."""
    monkeypatch.setattr(parallel, "HEAD_START", 1000)


def two_threads():
    return ParallelEngine([new_tree(TREE), new_tree(TREE)], memory_bytes=MEMORY)


def tell(engine, value, move):
    """Store the value of the position after move 1 with a reply, as another thread may."""
    key = int(engine.game.first_child[0]) + 1 + 1
    put(engine.memory, np.uint64(key), np.int64(value), np.int64(move))


@pytest.mark.parametrize("stored", [0, 1])
def test_a_move_that_another_thread_has_stored_is_checked(stored):
    engine = two_threads()
    tell(engine, -2, stored)
    assert list(principal_variation(engine, BEST)) == [1, 0]


def test_one_thread_goes_by_the_move_it_has_stored():
    engine = Engine(new_tree(TREE), memory_bytes=MEMORY)
    tell(engine, -2, 1)
    assert list(principal_variation(engine, BEST)) == [1, 1]  # what the check of several threads prevents


def test_a_value_that_no_reply_has_is_an_error():
    engine = two_threads()
    tell(engine, -9, 0)
    with pytest.raises(AssertionError, match=r"no move after \[1\] is worth the proven -9"):
        list(principal_variation(engine, RootMove(1, 0, 9, 9)))
    with pytest.raises(AssertionError, match=r"the value -9 after \[1\] contradicts the proven -2"):
        list(principal_variation(engine, BEST))
