"""The comparison of solvers, and the table of trees in bstar/README.md."""

import json

import pytest

from bstar.compare import HEAD, TREE_SOLVERS, Comparison, Row, compare, tree_table
from bstar.games.nim import new_nim
from bstar.games.random_trees import uniform
from bstar.search import Limit
from bstar.solvers import SOLVERS
from tests.conftest import DATA, REPOSITORY

POSITIONS = {"a tree": lambda solver: uniform(3, 4, seed=2), "3 1 2": lambda solver: new_nim(3, 1, 2)}


@pytest.fixture(scope="module")
def comparison():
    return compare(POSITIONS)


def test_all_solvers_agree(comparison):
    assert comparison.disagreements == []
    assert {row.solver for row in comparison.rows} == set(SOLVERS)
    assert {row.value for row in comparison.rows if row.position == "3 1 2"} == {-1}
    assert all(row.limit is None and row.lower == row.upper == row.value for row in comparison.rows)


def test_distinct_leaves_are_counted_where_the_game_keeps_a_log(comparison):
    rows = {row.solver: row for row in comparison.rows if row.position == "a tree"}
    assert rows["minimax"].distinct == rows["minimax"].leaves == 81
    assert rows["stockman"].distinct <= rows["alphabeta-plain"].distinct < 81
    assert rows["sss"].distinct <= rows["sss"].leaves
    assert {row.distinct for row in comparison.rows if row.position == "3 1 2"} == {None}


def test_the_table_in_words(comparison):
    lines = comparison.text().splitlines()
    assert len(lines) == 2 + 2 * len(SOLVERS)
    assert tuple(lines[0].split()) == HEAD
    assert lines[-1] == "all solvers agree"


def test_the_rows_for_json(comparison):
    first = json.loads(json.dumps(comparison.as_dicts()[0]))
    assert first["position"] == "a tree" and first["solver"] == "alphabeta" and first["limit"] is None


def test_a_solver_that_was_stopped_has_no_say():
    rows = compare(POSITIONS, ["minimax", "alphabeta"], Limit(nodes=100))
    stopped = [row for row in rows.rows if row.limit]
    assert [(row.solver, row.limit, row.value, row.best) for row in stopped[:1]] == [
        ("minimax", "nodes", None, ())
    ]
    assert rows.disagreements == [] and ".." in rows.text()


def test_disagreement_is_named():
    def row(solver, value, best):
        return Row("here", solver, value, value, value, best, None, 1, 1, 1, 0.0, None)

    for other in (row("b", 2, (0,)), row("b", 1, (0, 1))):
        found = Comparison([row("a", 1, (0,)), other])
        assert found.disagreements == ["here"]
        assert found.text().endswith("disagreement: here")


def test_an_unknown_solver():
    with pytest.raises(ValueError, match="unknown solver 'maxi', expected one of alphabeta"):
        compare(POSITIONS, ["maxi"])


def test_the_table_of_trees_is_reproduced():
    table = tree_table()
    assert len(table.splitlines()) == 2 + len(TREE_SOLVERS)
    assert table + "\n" == (DATA / "tree_table.md").read_text(encoding="utf-8")
    assert table in (REPOSITORY / "bstar" / "README.md").read_text(encoding="utf-8")
