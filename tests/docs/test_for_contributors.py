"""What stands in the hidden folder: changes, how to contribute and to cite, pictures of the first page."""

from __future__ import annotations

import re
import tomllib
from html import unescape

import pytest

from scrabble import __version__
from tests.conftest import REPOSITORY
from tests.docs.pages import FRONT
from tests.tools import draw_pictures

FOLDER = REPOSITORY / ".github"
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "name", ["CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff", "terminal.svg", "page.png", "explorer.png"]
)
def test_the_first_page_leads_there(name):
    assert (FOLDER / name).is_file() and f"(.github/{name})" in FRONT.read_text("utf-8")


def test_the_version_is_the_same_everywhere():
    changes = (FOLDER / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", changes, re.MULTILINE)[:2] == ["Unreleased", __version__]
    assert f"\nversion: {__version__}\n" in (FOLDER / "CITATION.cff").read_text("utf-8")
    assert "version" in PROJECT["project"]["dynamic"]


def test_the_address_of_the_repository_is_the_same_everywhere():
    urls = PROJECT["project"]["urls"]
    address = urls["Repository"]
    assert all(each.startswith(address) for each in urls.values())
    assert f'\nrepository-code: "{address}"\n' in (FOLDER / "CITATION.cff").read_text("utf-8")


def test_a_citation_has_what_the_format_asks_for():
    lines = (FOLDER / "CITATION.cff").read_text("utf-8").splitlines()
    keys = {line.partition(":")[0] for line in lines if not line.startswith(" ")}
    assert {"cff-version", "message", "title", "authors"} <= keys


def test_its_commands_are_those_of_the_first_page_and_exist():
    page = (FOLDER / "CONTRIBUTING.md").read_text("utf-8")
    [command] = re.findall(r"^python3 .*pytest$", page, re.MULTILINE)
    assert command in FRONT.read_text("utf-8").splitlines()
    for module in re.findall(r"python -m (tests\.[\w.]+)", page):
        assert (REPOSITORY / f"{module.replace('.', '/')}.py").is_file()


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
