"""Links lead somewhere, and the files and theorems that a page speaks of are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.docs.pages import CODE, FENCE, LINK, pages, prose_of

PAGES = [*pages(), Path(".github/CHANGELOG.md"), Path(".github/CONTRIBUTING.md")]
FILE = re.compile(r"[\w./-]+(?:\.py|/)")  # a path as pages write it


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in a link."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=str)
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


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_files_that_are_named_exist(page):
    """From the top of the repository, or beside the page of a package or below."""
    folder = (REPOSITORY / page).parent
    named = sorted({name for name in CODE.findall(prose_of(page)) if FILE.fullmatch(name)})
    gone = [name for name in named if not (REPOSITORY / name).exists()]
    if folder != REPOSITORY:
        gone = [name for name in gone if not (folder / name).exists() and not any(folder.rglob(name))]
    assert gone == []


@pytest.mark.parametrize("page", pages(), ids=str)
def test_lines_of_prose_fit_an_editor(page):
    lines = prose_of(page).splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []


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
