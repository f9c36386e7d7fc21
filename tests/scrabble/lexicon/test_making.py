"""The two files of a lexicon change together or not at all, wherever the writing is interrupted."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scrabble import files
from scrabble.game.tiles import Alphabet
from scrabble.lexicon import Lexicon, LexiconError, available, build, conversion
from scrabble.lexicon.dawg import unfinished
from tests.conftest import REPOSITORY

OLD, NEW = ["AA", "QI"], ["AB", "HA", "ZA"]
ENOUGH = 5  # steps: two files are opened and renamed, and one is renamed once more
CHILD = """
import errno, json, os, shutil, sys
from pathlib import Path
from scrabble.lexicon import Lexicon, LexiconError, conversion

folder, new, fault = Path(sys.argv[1]), Lexicon(Path(sys.argv[2])), sys.argv[3]
steps = stop_at = 0

def watch(event, details):
    global steps
    is_step = event == "os.rename" or (event == "open" and str(details[1]).startswith("x"))
    if stop_at and is_step and str(folder) in str(details[0]):
        steps += 1
        if steps == stop_at and fault == "kill":
            os._exit(9)
        elif steps == stop_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

sys.addaudithook(watch)
for stop_at in range(1, 20):
    target = folder / str(stop_at)
    shutil.copytree(folder / "before", target)
    if os.fork() == 0:
        try:
            conversion.write(target / "mine.dawg", new.units, new.provenance)
        except LexiconError as error:
            os._exit(0 if "No space left" in str(error) else 1)
        os._exit(7)
    status = os.waitstatus_to_exitcode(os.wait()[1])
    print(json.dumps([stop_at, status]))
    if status == 7:
        break
"""


def _write(folder: Path, words: list[str]) -> Lexicon:
    made = build.from_words(words, "Mine", Alphabet.load("english"))
    conversion.write(folder / "mine.dawg", made.units, made.provenance)
    return made


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
@pytest.mark.parametrize("fault", ["kill", "full disk"])
@pytest.mark.parametrize("had_one", [True, False])
def test_an_interrupted_import_leaves_the_old_lexicon_or_the_new_one(
    fault: str, had_one: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, new = tmp_path / "steps" / "before", tmp_path / "new"
    before.mkdir(parents=True)
    if had_one:
        _write(before, OLD)
    _write(new, NEW)
    command = [sys.executable, "-c", CHILD, str(tmp_path / "steps"), str(new / "mine.dawg"), fault]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    ends = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(ends) > ENOUGH and ends[-1][1] == 7, (ends, done.stderr)
    assert {status for _, status in ends[:-1]} == {9 if fault == "kill" else 0}
    found = []
    for step, _ in ends:
        folder = tmp_path / "steps" / str(step)
        with monkeypatch.context() as patch:
            patch.setattr(files, "user_dir", lambda kind, folder=folder: folder)
            try:
                lexicon = Lexicon("mine")
            except LexiconError:
                found.append(None)
                assert not had_one and not (folder / "mine.dawg").exists()
                continue
            found.append(list(lexicon))
            assert (lexicon.name, lexicon.words) == ("Mine", len(found[-1]))
            assert next(each.words for each in available() if each.name == "Mine") == len(found[-1])
    first = OLD if had_one else None
    at = found.index(NEW)
    assert at > 1 and found == [first] * at + [NEW] * (len(found) - at)
    if fault == "full disk":
        left = [unfinished(tmp_path / "steps" / str(step) / "mine.dawg") for step, _ in ends[:at]]
        assert not [file for file in left if file.exists()]


def test_what_an_interrupted_import_left_is_removed_with_the_lexicon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "user_dir", lambda kind: tmp_path / "mine")
    _write(tmp_path / "mine", OLD)
    shutil.copy(tmp_path / "mine" / "mine.toml", unfinished(tmp_path / "mine" / "mine.dawg"))
    assert len(build.remove("mine")) == 3 and not list((tmp_path / "mine").iterdir())


@pytest.mark.parametrize("name", ["a; mcnz 2", "a\nb", "\x1b[2J", "", "a/b"])
def test_a_provenance_with_an_odd_name_is_refused(name: str, tmp_path: Path) -> None:
    made = build.from_words(OLD, "Mine", Alphabet.load("english"))
    conversion.write(tmp_path / "mine.dawg", made.units, made.provenance | {"name": name})
    with pytest.raises(LexiconError, match=r"expected letters, digits, - _ \. as name, got '") as refused:
        Lexicon(tmp_path / "mine.dawg")
    assert str(refused.value).isprintable()
