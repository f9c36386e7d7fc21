"""Another distribution owns the import name `scrabble`: what is said when the two meet."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

RUN = "import scrabble_endgame; scrabble_endgame.run()"
OTHER = "import scrabble.config\n"


@pytest.fixture
def site(unpacked: Path, tmp_path: Path) -> Path:
    """A folder of installed packages: this program alone; its data is left out."""
    folder = tmp_path / "site-packages"
    shutil.copytree(unpacked, folder, ignore=shutil.ignore_patterns("_data", "*-info"))
    return folder


def run(site: Path, code: str, *before: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [*before, site, sysconfig.get_path("purelib")]))
    command = [sys.executable, "-S", "-c", code, "--version"]  # -S: no editable install of this program
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=site.parent, env=environment, capture_output=True, text=True)


def install_other(folder: Path) -> None:
    """What `pip install scrabble` writes."""
    (folder / "scrabble").mkdir(parents=True, exist_ok=True)
    (folder / "scrabble" / "__init__.py").write_text(OTHER)
    (folder / "scrabble" / "config.py").write_text("")
    (folder / "scrabble-1.3.dist-info").mkdir()


def is_one_line(done: subprocess.CompletedProcess[str], text: str) -> bool:
    [line] = done.stderr.splitlines()
    return done.returncode == 2 and line.startswith("error: ") and text in line and "pip uninstall" in line


def test_this_one_alone(site):
    done = run(site, RUN)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("endgame ")
    done = run(site, "import scrabble; print(scrabble.__file__)")
    assert (done.stderr, Path(done.stdout.strip()).parent) == ("", site / "scrabble")


def test_another_one_before_it(site, tmp_path):
    install_other(tmp_path / "first")
    assert is_one_line(run(site, RUN, tmp_path / "first"), "is not of scrabble-endgame")


def test_a_file_of_that_name_before_it(site, tmp_path):
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "scrabble.py").write_text("print('my game')\n")
    done = run(site, RUN, tmp_path / "first")
    assert is_one_line(done, "scrabble.py is not of scrabble-endgame") and not done.stdout


def test_another_one_over_it(site):
    install_other(site)
    assert is_one_line(run(site, RUN), "__init__.py is not of scrabble-endgame")


def test_another_one_taken_away_again(site):
    (site / "scrabble" / "__init__.py").unlink()
    assert is_one_line(run(site, RUN), "__init__.py has gone")


def test_it_lies_over_another_one(site):
    (site / "scrabble-1.3.dist-info").mkdir()
    done = run(site, RUN)
    assert done.returncode == 0 and done.stdout.startswith("endgame ")
    [line] = done.stderr.splitlines()
    assert line.startswith("warning: ") and "scrabble-1.3" in line
    done = run(site, "import scrabble")
    assert done.returncode == 0 and "NameClashWarning" in done.stderr and "scrabble-1.3" in done.stderr


def test_the_front_page_says_so():
    text = (REPOSITORY / "README.md").read_text("utf-8")
    assert "pip uninstall scrabble" in text and "on PyPI are unrelated" in text
