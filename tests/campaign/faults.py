"""The campaign `faults`: kill -9 at random moments, full disks, homes that cannot be written, damaged files.

Nothing is lost, no answer is wrong, and what cannot be done is said in one clear line.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from tests.campaign.case import Outcome
from tests.campaign.children import KILLED, Ended, Setting, command, run, start, wait
from tests.campaign.mutations import bitten
from tests.campaign.victims import VICTIMS, Victim, expected_of

KINDS = (*VICTIMS, *VICTIMS, "full disk", *VICTIMS, "damage", "two at once", "no home")
MOST_KILLS = 8
COMPARED = ("analyse", "generate")  # with what comes of it when nobody disturbs it
SOLVE = command("solve", "out-in-two", "--show", "1", "--json")


def missing() -> str | None:
    """Why it cannot run on this machine."""
    return None if hasattr(os, "fork") else "processes cannot be forked here"


def try_case(seed: int) -> Outcome:
    """One fault, in a folder of its own."""
    chosen, counts = random.Random(seed), Counter[str]()
    kind = KINDS[seed % len(KINDS)]
    for name in COMPARED:
        if kind in (name, "full disk"):
            expected_of(name)
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    try:
        CASES.get(kind, _killed)(Setting(folder), chosen, counts, kind)
    finally:
        shutil.rmtree(folder)
    counts[kind] += 1
    return Outcome(counts)


def _killed(setting: Setting, chosen: random.Random, counts: Counter[str], kind: str) -> None:
    """Kill it a few times, let it go to the end."""
    victim: Victim = VICTIMS[kind]
    victim.prepare(setting)
    for _ in range(chosen.randint(1, MOST_KILLS)):
        ended = run(victim.work, setting, chosen.uniform(0, victim.seconds))
        counts["kills" if ended.status == KILLED else "too late to kill"] += 1
        assert ended.status in (KILLED, 0), ended
        victim.check(setting, False)
    _ends_well(run(victim.work, setting))
    victim.check(setting, True)


def _full_disk(setting: Setting, chosen: random.Random, counts: Counter[str], kind: str) -> None:
    """No file may grow beyond a size; afterwards there is room again."""
    name = chosen.choice(sorted(VICTIMS))
    victim = VICTIMS[name]
    victim.prepare(setting)
    ended = run(victim.work, setting._replace(largest=chosen.choice((0, 100, 1000, 20_000))))
    counts[f"full disk: {name}"] += 1
    if name in ("analyse", "generate", "import"):
        assert ended.status == 0 or (ended.status == 2 and len(ended.errors) <= 1), ended
        assert "Traceback" not in ended.err, ended.err
    victim.check(setting, False)
    _ends_well(run(victim.work, setting))
    victim.check(setting, True)


def _damaged(setting: Setting, chosen: random.Random, counts: Counter[str], kind: str) -> None:
    """A file that the program has written is bitten: what it says then is right, or refused in one line."""
    kernels, words = VICTIMS["kernels"], VICTIMS["import"]
    _ends_well(run(kernels.work, setting))
    words.prepare(setting)
    _ends_well(run(words.work, setting))
    files = [file for suffix in (".nbc", ".dawg", ".toml") for file in setting.folder.rglob(f"*{suffix}")]
    for file in files:
        file.write_bytes(bitten(file.read_bytes(), chosen))
        counts["damaged files"] += 1
    kernels.check(setting, True)
    words.check(setting, False)
    _ends_well(run(words.work, setting))
    words.check(setting, True)


def _two_at_once(setting: Setting, chosen: random.Random, counts: Counter[str], kind: str) -> None:
    """Two processes compile into one folder, and import one lexicon, at once."""
    for name in ("kernels", "import"):
        victim = VICTIMS[name]
        victim.prepare(setting)
        children = [start(victim.work, setting, child) for child in ("first", "second")]
        for process, child in zip(children, ("first", "second"), strict=True):
            _ends_well(wait(process, setting, name=child))
        victim.check(setting, True)
        counts[f"two at once: {name}"] += 1


def _no_home(setting: Setting, chosen: random.Random, counts: Counter[str], kind: str) -> None:
    """Files lie where the folders of the user should be."""
    (setting.folder / "home").touch()
    ended = run(SOLVE, setting)
    assert ended.status == 0 and '"best": ["3F (L)LANO"]' in ended.out and not ended.errors, ended
    for what in (
        ("lexicon", "import", "mine.txt", "--name", "Mine", "--language", "polish"),
        ("config", "lexicon", "ENABLE"),
    ):
        (setting.folder / "mine.txt").write_text("ąż\nto\n")
        ended = run(command(*what), setting)
        assert ended.status == 2 and len(ended.errors) == 1 and "Traceback" not in ended.err, ended
        counts["no home"] += 1


def _ends_well(ended: Ended) -> None:
    assert ended.status == 0 and not ended.errors and "Traceback" not in ended.err, ended


CASES = {"full disk": _full_disk, "damage": _damaged, "two at once": _two_at_once, "no home": _no_home}
