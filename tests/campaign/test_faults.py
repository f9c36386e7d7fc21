"""A slice of the campaign of faults, and of the tables about versions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.campaign import faults
from tests.campaign.children import KILLED, Setting, run
from tests.campaign.victims import VICTIMS

pytestmark = pytest.mark.skipif(faults.missing() is not None, reason=str(faults.missing()))


@pytest.mark.parametrize("kind", ["kernel-files", "import"])
def test_killed(kind, tmp_path):
    counts = Counter[str]()
    faults._killed(Setting(tmp_path), random.Random(1), counts, kind)
    assert sum(counts.values()) >= 1


def test_a_full_disk(tmp_path):
    victim = VICTIMS["import"]
    victim.prepare(Setting(tmp_path))
    ended = run(victim.work, Setting(tmp_path, largest=1000))
    assert ended.status == 2 and len(ended.errors) == 1, ended
    victim.check(Setting(tmp_path), False)


def test_a_child_that_is_killed_is_told(tmp_path):
    def forever() -> int:
        while True:
            pass

    assert run(forever, Setting(tmp_path), 0.05).status == KILLED


def test_a_child_that_can_write_nothing_ends(tmp_path):
    def speaks() -> int:
        print("aloud")
        return 0

    assert run(speaks, Setting(tmp_path, largest=0)) == (0, "", "")
