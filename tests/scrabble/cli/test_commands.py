"""`endgame warmup` and others: what they print."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bstar.parallel import SHARING
from bstar.solvers import SOLVERS
from bstar.tree.maven import STABLE
from scrabble import _version
from scrabble.solver.names import MAVEN, ONE_THREAD_ONLY, STABLE_ROUNDS, SolverName


def test_solvers_have_the_names_of_the_library():
    assert {*SOLVERS, MAVEN} == {each.value for each in SolverName}
    sharing = {name for name, kind in SOLVERS.items() if kind.algorithm in SHARING}
    assert sharing == set(SolverName) - ONE_THREAD_ONLY
    assert STABLE_ROUNDS == STABLE


def test_help_without_a_command(endgame):
    assert endgame() == endgame("--help")
    assert endgame("lexicon") == endgame("lexicon", "--help")


def test_version(endgame):
    assert endgame("--version").out == f"endgame {_version.version_text()}\n"


@pytest.mark.parametrize(
    ("noted", "shown"),
    [
        (None, _version.__version__),
        ('{"url": "file:///tmp/one.whl", "archive_info": {}}', _version.__version__),
        ('{"url": "u", "vcs_info": {"vcs": "git", "commit_id": "0123456789ab"}}', "(commit 0123456)"),
    ],
)
def test_the_commit_is_that_of_the_clone_or_of_the_installation(monkeypatch, tmp_path, noted, shown):
    monkeypatch.setattr(_version, "__file__", str(tmp_path / "scrabble" / "_version.py"))
    installed = SimpleNamespace(read_text=lambda name: noted)
    monkeypatch.setattr(_version.metadata, "distribution", lambda name: installed)
    assert _version.version_text().endswith(shown)
    (tmp_path / ".git").mkdir()  # git refuses it
    assert _version.version_text().endswith(shown)
