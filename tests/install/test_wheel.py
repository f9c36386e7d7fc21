"""The program installed from a wheel: positions by name, from an empty folder, without the checkout."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import scrabble
from bstar.compile.objects import folder as kernel_folder
from tests.conftest import POSITIONS, REPOSITORY
from tests.docs.pages import as_expected, examples, text_of
from tests.docs.test_examples import without_effort

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the environment is laid out as on Unix")
BY_NAME = [
    pytest.param(command, expected, id=command, marks=pytest.mark.slow if page != "README.md" else [])
    for page in ("README.md", "scrabble/docs/how-it-works.md")
    for command, expected in examples(text_of(page))
    if "positions/" not in command
]
SMALL = [
    "endgame positions selfplay:s1g00010 g0010:26",
    pytest.param("endgame solve late:17 --json", marks=pytest.mark.slow),
    pytest.param("endgame positions --plan block-r", marks=pytest.mark.slow),
    pytest.param("endgame bench --set late:17 --json", marks=pytest.mark.slow),
    pytest.param("endgame compare late:17 --solvers mtdf,bstar --json", marks=pytest.mark.slow),
]


def run(
    environment: Path, folder: Path, *arguments: str, cache: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in a folder; kernels are those that the checkout has compiled."""
    variables = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    variables["NUMBA_CACHE_DIR"] = str(cache or kernel_folder())
    program, *rest = arguments
    return subprocess.run(
        [str(environment / "bin" / program), *rest], cwd=folder, env=variables, capture_output=True, text=True
    )


def test_the_installed_one_runs_and_knows_its_version_and_positions(environment, tmp_path):
    code = (
        "import scrabble; from importlib import metadata; print(scrabble.__file__, "
        "metadata.version('scrabble-endgame'), scrabble.solve('out-in-two').text, sep='\\n')"
    )
    place, version, best = run(environment, tmp_path, "python", "-c", code).stdout.splitlines()
    assert environment in Path(place).parents and REPOSITORY not in Path(place).parents
    assert version == scrabble.__version__ and best == "3F (L)LANO"
    for script in ("endgame", "scrabble-endgame"):
        assert run(environment, tmp_path, script, "--version").stdout == f"endgame {version}\n"


def test_there_are_examples_by_name():
    assert len(BY_NAME) >= 4


@pytest.mark.parametrize(("command", "expected"), BY_NAME)
def test_examples_from_an_empty_folder(environment, tmp_path, command, expected):
    done = run(environment, tmp_path, *shlex.split(command))
    assert done.returncode == 0, done.stderr
    assert without_effort(as_expected(done.stdout, expected)) == without_effort(expected)


@pytest.mark.parametrize("command", SMALL)
def test_names_wherever_a_position_is_asked_for(environment, tmp_path, command):
    done = run(environment, tmp_path, *shlex.split(command))
    assert done.returncode == 0 and done.stdout, done.stderr


def test_what_the_wheel_holds(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    data = {name.removeprefix("scrabble/_data/") for name in names if name.startswith("scrabble/_data/")}
    positions = [*POSITIONS.glob("*.*"), *(POSITIONS / "games").rglob("*.*")]
    assert {str(path.relative_to(REPOSITORY)) for path in positions} <= data
    assert not [name for name in data if "study" in name]
    assert {"scrabble/py.typed", "scrabble/__init__.pyi", "scrabble_endgame.py"} <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "positions/", "lexicons/"))]


def test_an_index_shows_pictures_and_follows_links(unpacked):
    [metadata] = unpacked.glob("*.dist-info/METADATA")
    text = metadata.read_text("utf-8")
    [address] = re.findall(r"^Project-URL: Repository, (.*)$", text, re.MULTILINE)
    raw = address.replace("github.com", "raw.githubusercontent.com") + "/main/"
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", text)
    ours = [(is_picture, link) for is_picture, link in links if "macondo" not in link]
    assert len(ours) > 20
    for is_picture, link in ours:
        start = raw if is_picture else f"{address}/blob/main/"
        assert link.startswith(start) and (REPOSITORY / link.removeprefix(start).partition("#")[0]).exists()


@pytest.mark.slow
def test_an_archive_of_the_sources_gives_the_same_wheel(wheel, tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run([*build, "-t", "sdist"], cwd=REPOSITORY, check=True, capture_output=True)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    folder = tmp_path / archive.name.removesuffix(".tar.gz")
    subprocess.run([*build, "-t", "wheel"], cwd=folder, check=True, capture_output=True)
    [again] = tmp_path.glob("*.whl")
    names, others = (zipfile.ZipFile(each).namelist() for each in (again, wheel))
    assert sorted(names) == sorted(others)
