"""What stands in the hidden folder: changes, how to contribute and to cite, pictures of the first page."""

from __future__ import annotations

import re
import tomllib
from html import unescape

from scrabble import __version__
from tests.conftest import REPOSITORY
from tests.tools import draw_pictures

FOLDER = REPOSITORY / ".github"
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))


def test_the_version_is_the_same_everywhere():
    changes = (FOLDER / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", changes, re.MULTILINE)[:2] == ["Unreleased", __version__]
    assert f"\nversion: {__version__}\n" in (FOLDER / "CITATION.cff").read_text("utf-8")
    assert "version" in PROJECT["project"]["dynamic"]


def text_of_svg(drawn: str) -> list[str]:
    """What is written in a picture, line by line."""
    lines: dict[str, str] = {}
    for y, text in re.findall(r'<text class="endgame-r\d+" x="[\d.]+" y="([\d.]+)"[^>]*>(.*?)</text>', drawn):
        lines[y] = lines.get(y, "") + unescape(text).replace("\xa0", " ")
    return [line.rstrip() for line in lines.values()]


def test_the_terminal_is_as_it_is_drawn():
    """`python -m tests.tools.draw_pictures` draws it again."""
    stored = (FOLDER / draw_pictures.TERMINAL).read_text("utf-8")
    assert text_of_svg(stored) == text_of_svg(draw_pictures.terminal())
    assert any("3F (L)LANO for 7: proven" in line for line in text_of_svg(stored))
    assert "url(http" not in stored and "href=" not in stored
