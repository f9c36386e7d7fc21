"""The comparison of solvers, and the tables of trees in positions/README.md."""

import pytest

from positions.study.algorithm_tables import SHAPES, TREE_SOLVERS, algorithm_comparison_table, memory_table
from tests.conftest import REPOSITORY

PAGE = REPOSITORY / "positions" / "README.md"


@pytest.mark.slow
def test_the_table_of_trees_is_reproduced():
    table = algorithm_comparison_table()
    assert len(table.splitlines()) == 2 + len(TREE_SOLVERS)
    assert table in PAGE.read_text(encoding="utf-8")


def test_the_table_of_memory_is_reproduced():
    table = memory_table()
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    for (width, depth), (_, nodes, widest, inserted, shifted, *_, passes) in zip(SHAPES, rows, strict=True):
        assert float(widest) == width ** (depth // 2)  # as the literature has it
        assert float(nodes) > float(widest) and float(shifted) > float(inserted) > float(passes) > 1
    assert table in PAGE.read_text(encoding="utf-8")
