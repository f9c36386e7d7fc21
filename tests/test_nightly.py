"""The jobs of a night are all in the workflow, and a skip fails where nothing may be skipped."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.nightly import JOBS

WORKFLOWS = REPOSITORY / ".github" / "workflows"


def test_the_workflow_runs_every_job() -> None:
    text = (WORKFLOWS / "nightly.yml").read_text()
    named = re.findall(r"^ +- ([\w.-]+)$", text, re.MULTILINE)
    assert [*named, "aarch64"] == sorted([job.name for job in JOBS], key=[*named, "aarch64"].index)
    assert "schedule" in text and "python -m tests.nightly --strict ${{ matrix.job }}" in text


def test_a_workflow_is_one() -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    workflows = map(str, sorted(WORKFLOWS.iterdir()))
    done = subprocess.run([sys.executable, *command, *workflows], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


SKIPS = """
import pytest

@pytest.mark.skipif(True, reason="no browser")
def test_marked(): ...

def test_inside():
    pytest.skip("root may read everything")

@pytest.mark.xfail
def test_expected():
    assert False
"""


def test_a_skip_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # which takes longer than all else
    (tmp_path / "test_one.py").write_text(SKIPS)
    (tmp_path / "test_two.py").write_text("import pytest\npytest.importorskip('nowhere')")
    options = ["-q", "--continue-on-collection-errors", "-c", "/dev/null", f"--rootdir={tmp_path}"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.no_skips", *options]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, cwd=REPOSITORY)
    assert "1 skipped, 1 xfailed, 2 errors" in done.stdout
