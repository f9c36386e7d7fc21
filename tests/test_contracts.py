"""Style, types and layers: the checkers of the project, run as tests."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import REPOSITORY

LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
CHECKS = {
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-m", "mypy"],
    "lint-imports": ["-c", LINT_IMPORTS],
}


@pytest.mark.parametrize("name", CHECKS)
def test_contract(name):
    done = subprocess.run([sys.executable, *CHECKS[name]], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.returncode == 0, f"{name}:\n{done.stdout}{done.stderr}"
