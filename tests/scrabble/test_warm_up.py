"""`endgame warmup`: after it no command compiles anything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from scrabble import warm_up
from tests.conftest import REPOSITORY

COUNTING = """
import sys
from bstar.compile import build
from scrabble.cli import main

status = main(sys.argv[1:])
print("compiled:", build.progress()[1], file=sys.stderr)
sys.exit(status)
"""
COMMANDS = [
    "solve out-in-two",
    "solve out-in-two --threads 2 --exact 2 --trace",
    "solve out-in-two --solver maven",
    "solve first-empty-bag:g0092",
    "solve late:17 --nodes 1000",
    "solve preendgame:6 --nodes 1000",
    "positions out-in-two --moves",
    "positions block-r --plan",
    "verify out-in-two",
    "verify zeros-4-pass-ties",
    "compare out-in-two --solvers mtdf,bstar:move,bstar:2D,maven:2",
    "bench --set late:17 --solvers mtdf,negascout,sss",
    "analyse g0010 --lexicon ENABLE",
    "generate --positions 1",
]


def run(code: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    environment = os.environ | variables
    return subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path):
    (tmp_path / "words.txt").write_text("aa\nqi\n")
    last = f"lexicon import {tmp_path / 'words.txt'} --name Mine"
    run(COUNTING, "warmup")
    for command in ["warmup", *COMMANDS, last]:
        done = run(COUNTING, *command.split(), XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 0, done.stderr
        assert done.stderr.splitlines()[-1] == "compiled: 0", command


def test_the_parts_have_names():
    names = [part.name for part in warm_up.PARTS]
    assert len(set(names)) == len(names)
