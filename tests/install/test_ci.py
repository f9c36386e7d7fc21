"""`.ci/run` in a clean clone: a browser is installed where it may be, and the tests run in any case."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import REPOSITORY

BASH = shutil.which("bash")
PLAIN = ("dirname", "grep", "mktemp", "rm", "tail", "timeout", "mkdir", "cat", "chmod", "cp")
FAKES = {
    "id": 'echo "${FAKE_UID:-0}"',
    "apt-get": 'echo "$DEBIAN_FRONTEND apt-get $*" >>calls\n'
    '[ -z "$FAKE_FAILURE" ] || { echo "E: $FAKE_FAILURE"; exit 100; }\n'
    'case "$*" in *$FAKE_MISSING*) exit 100;; *install*) cp "$FAKES/browser" "$FAKES/chromium";; esac',
    "browser": "exit 0",
    "python3": 'echo "python3 $*" >>calls; mkdir -p .venv/bin; cp "$FAKES/pip" "$FAKES/python" .venv/bin',
    "pip": 'echo "pip $*" >>calls; echo "Successfully installed"',
    "python": 'echo "python $*" >>calls; echo "=== 3 passed in 0.1s ==="; exit ${FAKE_STATUS:-0}',
}

pytestmark = pytest.mark.skipif(BASH is None, reason="no bash")


class Ran(NamedTuple):
    """What a run left behind."""

    status: int
    out: str
    err: str
    calls: list[str]


def _run(tmp_path: Path, without: tuple[str, ...] = (), **settings: str) -> Ran:
    """Run the script in a clone in which nothing is real but the script."""
    clone, fakes = tmp_path / "clone", tmp_path / "fakes"
    (clone / ".ci").mkdir(parents=True)
    fakes.mkdir()
    script = Path(shutil.copy(REPOSITORY / ".ci" / "run", clone / ".ci" / "run"))
    for name in PLAIN:
        found = shutil.which(name)
        assert found is not None, name
        (fakes / name).symlink_to(found)
    for name, text in FAKES.items():
        if name not in without:
            (fakes / name).write_text(f"#!{BASH}\n{text}\n")
            (fakes / name).chmod(0o755)
    places = {"PATH": str(fakes), "FAKES": str(fakes), "TMPDIR": str(tmp_path), "FAKE_MISSING": "none"}
    settings = places | settings
    done = subprocess.run([str(BASH), str(script)], env=settings, capture_output=True, text=True, timeout=60)
    calls = clone / "calls"
    return Ran(
        done.returncode, done.stdout, done.stderr, calls.read_text().splitlines() if calls.exists() else []
    )


COMMAND = ["python3 -m venv .venv", "pip install -e .[test]", "python -m pytest"]


def test_a_browser_is_installed_before_the_tests_without_a_question(tmp_path: Path) -> None:
    ran = _run(tmp_path)
    update, install, *rest = ran.calls
    assert re.fullmatch(r"noninteractive apt-get -q -y .* update", update)
    assert re.fullmatch(
        r"noninteractive apt-get -q -y .* install --no-install-recommends chromium-headless-shell .*", install
    )
    assert rest == COMMAND and "skipped" not in ran.err
    assert ran.status == 0 and ran.out.endswith("=== 3 passed in 0.1s ===\n")


def test_a_whole_chromium_is_installed_where_there_is_none_without_windows(tmp_path: Path) -> None:
    ran = _run(tmp_path, FAKE_MISSING="headless")
    assert "--no-install-recommends chromium fonts" in ran.calls[2]
    assert ran.calls[3:] == COMMAND and "skipped" not in ran.err


def test_a_browser_that_is_there_is_taken(tmp_path: Path) -> None:
    fakes = tmp_path / "elsewhere"
    fakes.mkdir()
    (fakes / "chromium").write_text("#!/bin/sh\n")
    (fakes / "chromium").chmod(0o755)
    ran = _run(tmp_path, PATH=f"{tmp_path / 'fakes'}:{fakes}")
    assert (ran.calls, ran.err) == (COMMAND, "")


@pytest.mark.parametrize(
    ("without", "settings", "why"),
    [
        ((), {"FAKE_UID": "1000"}, "only root may install it"),
        (("apt-get",), {}, "there is no apt-get to install it"),
        ((), {"FAKE_FAILURE": "Unable to locate package chromium"}, "E: Unable to locate package chromium"),
    ],
)
def test_where_none_can_be_installed_a_note_says_what_is_skipped(
    tmp_path: Path, without: tuple[str, ...], settings: dict[str, str], why: str
) -> None:
    ran = _run(tmp_path, without, **settings)
    assert ran.calls[-3:] == COMMAND and ran.status == 0
    assert why in ran.err and ran.err.endswith("the tests that open pages in a browser are skipped\n")
    assert ran.out.splitlines()[-1] == "=== 3 passed in 0.1s ==="


def test_failing_tests_fail_the_run(tmp_path: Path) -> None:
    ran = _run(tmp_path, FAKE_STATUS="1")
    assert ran.status == 1 and ran.out.splitlines()[-1] == "=== 3 passed in 0.1s ==="


def test_it_runs_the_command_of_the_first_page() -> None:
    last = (REPOSITORY / ".ci" / "run").read_text().splitlines()[-1]
    assert last in (REPOSITORY / "README.md").read_text().splitlines()


WORKFLOW = REPOSITORY / ".github" / "workflows" / "ci.yml"


def test_the_workflow_is_one() -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_workflow_runs_the_commands_of_the_first_page_with_the_pythons_of_the_package() -> None:
    text = WORKFLOW.read_text()
    last = (REPOSITORY / ".ci" / "run").read_text().splitlines()[-1]
    assert "run: .ci/run\n" in text
    assert f"run: {last.replace('python3', 'python').replace('/bin/', '/Scripts/')}\n" in text
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    pythons = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each]
    assert f'python: ["{pythons[0]}", "{pythons[-1]}"]' in text
    assert project["requires-python"] == f">={pythons[0]}"
