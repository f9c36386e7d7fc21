"""A script that uses the documented names of Python; mypy checks it with the packages."""

from __future__ import annotations

import re
import tomllib

import scrabble
from tests.conftest import REPOSITORY, TESTS


def test_the_script_uses_every_documented_name_and_is_checked():
    text = (TESTS / "install" / "typed_script.py").read_text("utf-8")
    assert set(scrabble.__all__) <= set(re.findall(r"\w+", text))
    checked = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert "tests.install.typed_script" in checked["modules"] and checked["strict"]
