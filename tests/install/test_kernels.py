"""A wheel that brings its kernels: where nothing can compile, where nothing can be written, on an aarch64."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPOSITORY
from tests.install.conftest import new_environment

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None, reason="ziglang is not installed"
)
MOST_BYTES = 8_000_000
WITHOUT = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
READ_ONLY = 'mount --make-rprivate / && mount -o remount,bind,ro / && exec "$@"'
IN_READ_ONLY = ("unshare", "--mount", "sh", "-c", READ_ONLY, "sh")
COMMANDS = [
    "solve out-in-two",
    *(f"solve out-in-two --solver {name}" for name in ("mtdf", "alphabeta", "maven")),
    "solve out-in-two --threads 2 --certificate proof.jsonl",
    "verify proof.jsonl",
    "verify late:17",
    "solve preendgame:6",
    "analyse g0050 --nodes 3000 --html game.html",
    "positions late:17 --plan",
    "generate --positions 1 --out made.jsonl",
    "share late:17 --out page.html",
]
SOME = " ".join(f"late:{at}" for at in range(1, 200, 10))
SEARCHES = [
    f"solve {SOME} --nodes 2000 --json",
    *(
        f"solve late:17 late:60 --nodes 2000 --json --solver {name}"
        for name in ("mtdf", "alphabeta", "maven")
    ),
    "solve preendgame:6 --json",
]
EMULATOR = next(filter(None, map(shutil.which, ("qemu-aarch64", "qemu-aarch64-static"))), "")


@pytest.fixture(scope="module")  # minutes: every kernel is compiled, for four kinds of machine
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the files of the repository, with the kernels that they are compiled to."""
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    files = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, check=True, capture_output=True, text=True)
    for name in files.stdout.splitlines():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, source / name)
    subprocess.run([sys.executable, "-m", "tests.tools.kernels"], cwd=source, check=True, capture_output=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, installed from this wheel where neither numba nor llvmlite can be imported."""
    environment = new_environment(tmp_path_factory.mktemp("environment"), built)
    [site] = (environment / "lib").glob("python*/site-packages")
    (site / "sitecustomize.py").write_text(WITHOUT)
    return environment / "bin" / "endgame"


def run(command: Sequence[object], home: Path, **variables: str) -> str:
    """Run a program in an empty home, and return what it prints; it has no reason to complain."""
    paths = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    done = subprocess.run(
        [*map(str, command)], cwd=home, env=paths | variables, capture_output=True, text=True
    )
    assert done.returncode == 0, (command, done.stderr)
    assert not done.stderr or done.stderr.startswith("note:"), (command, done.stderr)
    return done.stdout


@pytest.mark.slow
def test_it_is_small_and_needs_no_compiler(built: Path, program: Path, tmp_path: Path) -> None:
    assert built.stat().st_size < MOST_BYTES
    for command in COMMANDS:
        run([program, *shlex.split(command)], tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert not (tmp_path / "cache").exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare")
def test_it_solves_where_nothing_can_be_written(program: Path, tmp_path: Path) -> None:
    if subprocess.run([*IN_READ_ONLY, "true"], capture_output=True).returncode:
        pytest.skip("only root can mount")
    with pytest.raises(AssertionError, match="Read-only file system"):
        run([*IN_READ_ONLY, "touch", tmp_path / "file"], tmp_path)
    for command in ("solve out-in-two --nodes 5000 --json", "solve preendgame:6 --json"):
        found = run([*IN_READ_ONLY, program, *shlex.split(command)], tmp_path)
        assert answers(found) == answers(run([program, *shlex.split(command)], tmp_path))


def answers(text: str) -> list[dict[str, Any]]:
    """Return what has been found, but for the time that it took."""
    return [json.loads(line) | {"seconds": 0} for line in text.splitlines()]


def is_debian() -> bool:
    """Return whether apt-get knows the archive of Debian, which has packages for each kind of processor."""
    with suppress(OSError):
        return platform.freedesktop_os_release()["ID"] == "debian"
    return False


@pytest.fixture(scope="module")
def aarch64(built: Path, tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """The program for another kind of processor, as a command: this wheel with a Python of Debian."""
    folder = tmp_path_factory.mktemp("aarch64")
    for name in ("lists", "archives"):
        (folder / name / "partial").mkdir(parents=True)
    (folder / "status").touch()  # nothing is installed
    settings = ["APT::Architecture=arm64", "APT::Architectures::=arm64", "APT::Sandbox::User=root"]
    settings += [f"Dir::State={folder}", f"Dir::State::status={folder}/status", f"Dir::Cache={folder}"]
    apt = ["apt-get", "-qq", *(f"-o{each}" for each in settings)]
    install = [*apt, "install", "--download-only", "-y", "--no-install-recommends", "python3", "libstdc++6"]
    for command in ([*apt, "update"], install):
        subprocess.run(command, check=True, capture_output=True)
    for package in (folder / "archives").glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
    python = [EMULATOR, "-L", str(folder), str(folder / "usr" / "bin" / "python3")]
    asked = "import platform; print(platform.machine(), platform.python_version())"
    done = subprocess.run([*python, "-c", asked], check=True, capture_output=True, text=True)
    machine, version = done.stdout.split()
    assert machine == "aarch64"
    site = folder / "site"
    install = ["uv", "pip", "install", "-q", "--only-binary", ":all:", "--target", str(site), str(built)]
    install += ["--python-platform", "aarch64-unknown-linux-gnu", "--python-version", version]
    subprocess.run(install, check=True, capture_output=True)
    start = f"{WITHOUT}sys.path.insert(0, {str(site)!r})\nimport scrabble_endgame\nscrabble_endgame.run()"
    return [*python, "-c", start]


@pytest.mark.network
@pytest.mark.skipif(not all(map(shutil.which, (EMULATOR, "uv"))), reason="there is no qemu-user, or no uv")
@pytest.mark.skipif(not is_debian(), reason="the Python for aarch64 is one of Debian")
@pytest.mark.parametrize("command", SEARCHES)
def test_an_aarch64_finds_the_same(
    command: str, program: Path, aarch64: list[object], tmp_path: Path
) -> None:
    expected = answers(run([program, *shlex.split(command)], tmp_path))
    assert answers(run([*aarch64, *shlex.split(command)], tmp_path)) == expected
