"""What is killed, and what must be true afterwards.

A victim has work to do, an account of what it has done so far, and what it comes to when nobody disturbs it.
`check` is asked after each kill, and at the end.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import random
import shutil
import unittest.mock
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from bstar import jit
from bstar.compile.objects import MachineCode, Wanted, read, write
from bstar.engine import Engine
from bstar.game import INF
from bstar.games.nim import new_nim
from scrabble.lexicon import Lexicon, LexiconError
from tests.campaign.children import Ended, Setting, command, run
from tests.conftest import POSITIONS

GAMES = ("g0010", "g0052", "g0030")
VARYING = frozenset({"seconds", "nodes", "memory", "time"})  # keys that differ from run to run
VARYING |= {"moves"}  # bounds of those not asked about, which follow from what was searched before
KERNEL = Wanted("bstar.engine:_rewind", (("ref", "bstar.games.nim:Nim", (), ()), "int64"))


class Victim(NamedTuple):
    """Work that is interrupted."""

    prepare: Callable[[Setting], None]
    work: Callable[[], int]
    check: Callable[[Setting, bool], None]  # with True after it has been done to the end
    seconds: float  # it takes, roughly


def nothing(setting: Setting) -> None:
    """Nothing to prepare."""


def _copy_games(setting: Setting) -> None:
    folder = setting.folder / "games"
    folder.mkdir()
    for name in GAMES:
        shutil.copy(POSITIONS / "games" / f"{name}.gcg", folder)


def _check_analysed(setting: Setting, is_done: bool) -> None:
    """Every whole line is a record that the undisturbed run has, too; in the end all are there."""
    text = _text(setting.folder / "out" / "results.jsonl")
    whole = text[: text.rfind("\n") + 1].splitlines()
    found = {record["id"]: _told(record) for record in map(json.loads, whole)}
    assert len(found) == len(whole)
    if is_done:
        assert text == "".join(f"{line}\n" for line in whole)
        expected = expected_of("analyse")
        assert found.keys() == expected.keys(), sorted(found)
        for name, record in found.items():
            assert record == expected[name], f"{name} differs"
        json.loads(_text(setting.folder / "out" / "summary.json"))


def _told(record: Any) -> Any:
    """A record without what differs from run to run."""
    if isinstance(record, dict):
        return {key: _told(value) for key, value in record.items() if key not in VARYING}
    return [_told(each) for each in record] if isinstance(record, list) else record


def _write_old(setting: Setting) -> None:
    (setting.folder / "positions.jsonl").write_text(OLD)


def _check_generated(setting: Setting, is_done: bool) -> None:
    """The file of positions is whole or the old one, as is each game."""
    text = _text(setting.folder / "positions.jsonl")
    assert text in ("", OLD, expected_of("generate")) and (text == expected_of("generate") or not is_done)
    for game in (setting.folder / "played").glob("s*.gcg"):
        assert game.read_text().endswith("\n")


def _check_imported(setting: Setting, is_done: bool) -> None:
    """The lexicon has the words it had or those it gets, is refused in a line, or is not there yet."""
    ended = run(_tell_words, setting)
    assert ended.status == 0, ended.err
    assert ended.out.startswith(("old", "new", "none", "refused")), ended.out
    assert "Traceback" not in ended.err
    assert ended.out.startswith("new") or not is_done, ended.out


def _tell_words() -> int:
    try:
        found = set(Lexicon("Mine"))
    except LexiconError as error:
        print(f"{'none' if 'no lexicon' in str(error) else 'refused'} {error}")
        return 0
    print("old" if found == set(OLD_WORDS) else "new" if found == set(NEW_WORDS) else sorted(found))
    return 0


def _prepare_import(setting: Setting) -> None:
    (setting.folder / "mine.txt").write_text("\n".join(OLD_WORDS))
    if random.Random(str(setting.folder)).random() < 0.5:
        assert run(IMPORT, setting).status == 0
    (setting.folder / "mine.txt").write_text("\n".join(NEW_WORDS))


def _words(seed: int, count: int) -> list[str]:
    chosen = random.Random(seed)
    return sorted({"".join(chosen.choices("AEIRSTLNOŻĄ", k=chosen.randint(2, 9))) for _ in range(count)})


def _solve_nim() -> int:
    """Compile the kernel of a tiny game into a folder of its own, or load it, and ask it."""
    os.environ["NUMBA_CACHE_DIR"] = str(Path("kernels").absolute())
    jit.compiled.cache_clear()
    assert Engine(new_nim(1, 2, 3), "minimax").bound([], -INF, INF) == -1
    return 0


def _check_kernels(setting: Setting, is_done: bool) -> None:
    if is_done:
        ended = run(_solve_nim, setting)
        assert (ended.status, ended.err) == (0, ""), ended.err


def _save_kernels() -> int:
    os.environ["NUMBA_CACHE_DIR"] = str(Path("kernels").absolute())
    for number in range(60):
        write(KERNEL, MachineCode("entry", ("none",), False, (), (), bytes([number]) * 3_000_000))
    return 0


def _check_saved(setting: Setting, is_done: bool) -> None:
    with unittest.mock.patch.dict(os.environ, NUMBA_CACHE_DIR=str(setting.folder / "kernels")):
        found = read(KERNEL)
    assert found is None or (len(found.code) == 3_000_000 and len(set(found.code)) == 1)
    assert found is not None or not is_done


def _text(path: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        return path.read_text("utf-8")
    return ""


OLD = "what was there before\n"
OLD_WORDS, NEW_WORDS = _words(1, 300), _words(2, 5000)
IMPORT = command("lexicon", "import", "mine.txt", "--name", "Mine", "--language", "polish")
ANALYSE = command(
    *("analyse", "games", "--out", "out", "--lexicon", "ENABLE", "--jobs", "1", "--max-bag", "0"),
    *("--time", "3600"),  # the same answers however busy the machine is
)
GENERATE = command(
    *("generate", "--positions", "6", "--seed", "5", "--out", "positions.jsonl", "--games-out", "played")
)
VICTIMS = {
    "analyse": Victim(_copy_games, ANALYSE, _check_analysed, 2.0),
    "generate": Victim(_write_old, GENERATE, _check_generated, 1.0),
    "import": Victim(_prepare_import, IMPORT, _check_imported, 0.4),
    "kernels": Victim(nothing, _solve_nim, _check_kernels, 2.0),
    "kernel-files": Victim(nothing, _save_kernels, _check_saved, 0.5),
}


@functools.cache
def expected_of(name: str) -> Any:
    """What comes of the work when nobody disturbs it."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        setting = Setting(Path(folder))
        VICTIMS[name].prepare(setting)
        ended: Ended = run(VICTIMS[name].work, setting)
        assert ended.status == 0, ended.err
        if name == "generate":
            return _text(setting.folder / "positions.jsonl")
        records = map(json.loads, _text(setting.folder / "out" / "results.jsonl").splitlines())
        return {record["id"]: _told(record) for record in records}
