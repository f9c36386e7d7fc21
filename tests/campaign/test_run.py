"""A campaign goes on where it stopped, says its faults, and sums up what the files hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.campaign.case import Outcome
from tests.campaign.results import path_of, total
from tests.campaign.run import Run, run


def counting(tried: list[int]) -> Callable[[int], Outcome]:
    """A campaign that finds a fault at seed 3, and breaks at seed 5."""

    def try_case(seed: int) -> Outcome:
        tried.append(seed)
        if seed == 5:
            raise ValueError("five")
        return Outcome({"looked at": 2}, "three is wrong" if seed == 3 else None)

    return try_case


def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tried: list[int] = []
    toy = counting(tried)
    assert run("toy", toy, Run(range(4)), tmp_path) == (4, 1)
    with path_of(tmp_path, "toy").open("a") as file:
        file.write('{"campaign": "toy", "se')  # killed while it wrote
    assert run("toy", toy, Run(range(8)), tmp_path) == (4, 1)
    assert tried == list(range(8))
    assert run("toy", toy, Run(range(8, 20), (1, 3)), tmp_path) == (4, 0)  # a third of the seeds
    assert tried[8:] == [10, 13, 16, 19]
    said = capsys.readouterr().out
    assert "toy 3: three is wrong" in said and "ValueError: five" in said


def test_the_files_are_summed_up(tmp_path: Path) -> None:
    toy = counting([])
    run("toy", toy, Run(range(6)), tmp_path)
    found = total(path_of(tmp_path, "toy"))
    assert found is not None
    assert (found.cases, found.seeds, found.counts["looked at"]) == (6, (0, 5), 10)
    assert [fault.seed for fault in found.faults] == [3, 5]
