"""`.ci/run` and the workflow: they run the command of the first page."""

from __future__ import annotations

import os
import tomllib

from tests.conftest import REPOSITORY

RUN = REPOSITORY / ".ci" / "run"
WORKFLOW = REPOSITORY / ".github" / "workflows" / "ci.yml"


def test_it_runs_the_command_of_the_first_page() -> None:
    last = RUN.read_text().splitlines()[-1]
    assert last in (REPOSITORY / "README.md").read_text().splitlines()
    assert os.access(RUN, os.X_OK)


def test_the_workflow_runs_the_commands_of_the_first_page_with_the_pythons_of_the_package() -> None:
    text = WORKFLOW.read_text()
    last = RUN.read_text().splitlines()[-1]
    assert "run: .ci/run\n" in text
    assert f"run: {last.replace('python3', 'python').replace('/bin/', '/Scripts/')}\n" in text
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    pythons = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each]
    assert f'python: ["{pythons[0]}", "{pythons[-1]}"]' in text
    assert project["requires-python"] == f">={pythons[0]}"
