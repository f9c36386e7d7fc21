"""Every mutant can still be made, and the runner tells those that are seen from those that survive."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.mutation.catalogue import MUTANTS
from tests.mutation.mutant import Mutant, MutantError
from tests.mutation.run import BROKEN, NOT_APPLIED, SEEN, SURVIVED, Copy, read, run

KINDS = {"rule", "sign", "bound", "cut", "weight", "column", "header", "key"}
ENOUGH = 100


def test_each_mutant_can_be_made() -> None:
    for mutant in MUTANTS:
        mutant.apply(mutant.path(REPOSITORY).read_text("utf-8"))  # an error names the mutant
        assert mutant.kind in KINDS and mutant.tests, mutant.place
        assert all((REPOSITORY / test).exists() for test in mutant.tests.split()), mutant.place


def test_they_are_many_of_each_kind_and_each_is_there_once() -> None:
    assert len({each.name for each in MUTANTS}) == len(MUTANTS) >= ENOUGH
    assert min(Counter(each.kind for each in MUTANTS).values()) >= 3


SOURCE = """
LIMIT = 3


class Account:
    def take(self, points):
        return self.points - points


def is_over(turns):
    return turns >= LIMIT


def name():
    return "toy"
"""
TESTS = """
from toy import Account, is_over, name

def test_limit():
    assert is_over(3) and not is_over(2)

def test_broken():
    assert name() == "other"
"""


@pytest.mark.parametrize(
    ("place", "old", "said"),
    [
        ("toy:is_done", "turns", "there is no is_done"),
        ("toy:Account.is_over", "turns", "there is no Account.is_over"),
        ("toy:is_over", "passes", "the text is there 0 times"),
        ("toy:is_over", "turns", "the text is there 2 times"),
        ("toy:LIMIT", "= 3", "no Python after the change"),
    ],
)
def test_a_change_that_cannot_be_made_names_itself(place: str, old: str, said: str) -> None:
    with pytest.raises(MutantError, match=said) as raised:
        Mutant(place, "rule", old, "=").apply(SOURCE)
    assert place in str(raised.value)


def test_a_change_is_found_wherever_the_function_is() -> None:
    mutant = Mutant("toy:Account.take", "sign", "self.points - points", "self.points + points")
    assert mutant.apply(f"import os\n\n{SOURCE}").count("self.points + points") == 1


def test_what_comes_of_mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # of five starts
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    (tmp_path / "toy.py").write_text(SOURCE)
    (tmp_path / "test_toy.py").write_text(TESTS)
    limit, broken = "test_toy.py::test_limit", "test_toy.py::test_broken"
    mutants = [
        Mutant("toy:is_over", "bound", ">=", ">", limit),
        Mutant("toy:LIMIT", "rule", "3", "5 - 2", limit),
        Mutant("toy:name", "rule", "toy", "own", broken),
        Mutant("toy:none", "rule", "toy", "own", limit),
    ]
    path = tmp_path / "results" / "toy.jsonl"
    found = list(run(mutants, Copy(tmp_path), path))
    assert [each.verdict for each in found] == [SEEN, SURVIVED, BROKEN, NOT_APPLIED]
    assert found[0].test == limit and (tmp_path / "toy.py").read_text() == SOURCE
    with path.open("a") as file:
        file.write('{"mutant": "toy:')  # killed while it wrote
    assert read(path) == found
    assert list(run(mutants[:2], Copy(tmp_path / "nowhere"), path)) == found[:2]
