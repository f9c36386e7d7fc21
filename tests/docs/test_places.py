"""Links lead somewhere, and the files, names and theorems that a page speaks of are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.docs.pages import CODE, FENCE, FRONT, LINK, pages, prose_of, rows, section, text_of

MOST_LINES, LONGEST = 114, 120  # of the front page: lines, and characters of one
PLACES = ".github/CONTRIBUTING.md"
FILE = re.compile(r"[\w./-]+(?:\.py|/)")  # a path as pages write it


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=str)
def test_links_lead_somewhere(page):
    broken = []
    for link in LINK.findall(prose_of(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (REPOSITORY / page).parent / path if path else REPOSITORY / page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", pages(), ids=str)
def test_files_that_are_named_exist(page):
    """From the top of the repository, or beside the page of a package or below."""
    folder = (REPOSITORY / page).parent
    named = sorted({name for name in CODE.findall(prose_of(page)) if FILE.fullmatch(name)})
    gone = [name for name in named if not (REPOSITORY / name).exists()]
    if folder != REPOSITORY:
        gone = [name for name in gone if not (folder / name).exists() and not any(folder.rglob(name))]
    assert gone == []


def places() -> Iterator[tuple[str, str]]:
    """Yield each place of the table "Where is what": a path, and a name that is defined there or ""."""
    for _, cell in rows(section(PLACES, "Where is what"), "question"):
        for place in CODE.findall(cell):
            path, _, name = place.partition(": ")
            yield path, name
        for link in LINK.findall(cell):
            yield link.removeprefix("../"), ""


@pytest.mark.parametrize(("path", "name"), [*places()])
def test_places_exist(path, name):
    assert (REPOSITORY / path).exists()
    if name:
        defined = rf"^\s*(?:def|class) {name}\b|^\s*{name}\s*[:=]"
        assert re.search(defined, text_of(path), re.MULTILINE), f"{path} defines no {name}"


def test_every_package_has_its_place():
    assert len(rows(section(PLACES, "Where is what"), "question")) >= 15
    named = {Path(path) for path, _ in places()}
    for top in ("bstar", "scrabble"):
        for package in sorted((REPOSITORY / top).glob("*/__init__.py")):
            inside = package.parent.relative_to(REPOSITORY)
            assert any(path == inside or inside in path.parents for path in named), inside


def test_the_front_page_is_short():
    lines = FRONT.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > LONGEST] == []


def test_theorems_that_are_cited_are_stated():
    page = prose_of("scrabble/bounds/README.md")
    cited = set()
    for folder in ("bstar", "scrabble", "tests"):
        for path in (REPOSITORY / folder).rglob("*.py"):
            for labels in re.findall(r"bounds/README\.md,\s+(T\d\w?(?:, T\d\w?)*)", path.read_text("utf-8")):
                cited |= set(labels.split(", "))
    assert cited >= {"T1", "T2", "T2a", "T3", "T4"}
    assert {
        label for label in cited if not re.search(rf"^(?:## |\* \*\*){label}\.", page, re.MULTILINE)
    } == set()
