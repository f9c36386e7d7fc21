"""A wheel of the project, built once for the tests of this folder, and an environment it is installed in."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the checkout as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [built] = folder.glob("scrabble_endgame-*.whl")
    return built


@pytest.fixture(scope="session")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs."""
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, outside the checkout."""
    return new_environment(tmp_path_factory.mktemp("environment"), wheel)


def new_environment(folder: Path, wheel: Path) -> Path:
    """Make an environment with a wheel; what it depends on is lent by this one."""
    has_pip = importlib.util.find_spec("pip") is not None  # to make a second one takes seconds
    venv.create(folder, with_pip=not has_pip)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python] if has_pip else [python, "-m", "pip"]
    command = [*pip, "install", "--no-compile", "--no-deps", "--no-index", "--quiet", wheel]
    subprocess.run([*map(str, command)], check=True, capture_output=True)
    [site] = (folder / "lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder
