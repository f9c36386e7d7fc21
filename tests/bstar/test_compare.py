"""The comparison of solvers, and the table of trees in bstar/README.md."""

from bstar.compare import TREE_SOLVERS, tree_table
from tests.conftest import DATA, REPOSITORY


def test_the_table_of_trees_is_reproduced():
    table = tree_table()
    assert len(table.splitlines()) == 2 + len(TREE_SOLVERS)
    assert table + "\n" == (DATA / "tree_table.md").read_text(encoding="utf-8")
    assert table in (REPOSITORY / "bstar" / "README.md").read_text(encoding="utf-8")
